from typing import final

@final
class Prompt:
    def __new__(cls, losses_bytes: int) -> Prompt: ...
