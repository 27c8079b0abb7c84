variants: tuple[str, ...]
variant: str
