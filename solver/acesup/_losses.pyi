from typing import final

@final
class Losses:
    def __new__(cls, losses_bytes: int) -> Losses: ...
