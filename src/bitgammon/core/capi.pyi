api: object
address: int
