from typing_extensions import disjoint_base

@disjoint_base
class Lazy:
    def __new__(cls, trie_bytes: int) -> Lazy: ...
