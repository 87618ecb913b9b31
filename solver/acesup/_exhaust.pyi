from typing_extensions import disjoint_base

@disjoint_base
class Exhaust:
    def __new__(cls, table_bytes: int) -> Exhaust: ...
