from typing_extensions import disjoint_base

@disjoint_base
class Losses:
    def __new__(cls, losses_bytes: int) -> Losses: ...
