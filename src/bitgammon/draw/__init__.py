"""Pictures of a board, one module a medium. Nothing here is needed to play: import it for a picture."""
