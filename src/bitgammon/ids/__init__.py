"""Text of a board or a position, one module an id, over plain arrays and fields."""
