"""Bad input: exit code 2, one line that helps, and never an answer."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from acesup.cli import main
from acesup.deal import Deal

KPAT = str(Deal.from_source("kpat:1"))  # its first row is JD 2D 9H JC, its last card is 6H
SMALL = Deal.from_source("rng:1/0@A,K,Q")
MANY = "9" * 6000
POSITION = {
    "columns": [["KC"], ["AD", "AC"], [], ["AH", "AS"]],
    "stock": ["KD", "KH", "KS", "QD"],
    "ranks": "AKQ",
}
SOLVED = {"deal": str(SMALL), "line": "D"}


def complaint(arguments: Sequence[str], stdin: str | bytes = "") -> str:
    """Return the one line that the program ends with; it must answer nothing."""
    result = CliRunner().invoke(main, arguments, input=stdin)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("acesup: ")
    assert line.isprintable()
    assert "Traceback" not in line
    return line


# Arguments of the program, and what its message must contain.
BAD_ARGUMENTS: dict[str, tuple[list[str], list[str]]] = {
    # the program
    "a command misspelt": (["slove"], ["No such command 'slove'", "Did you mean 'solve'?"]),
    "a command that is none": (["xyzzy"], ["No such command 'xyzzy'"]),
    "an option of the program misspelt": (["--verison"], ["No such option '--verison'", "'--version'"]),
    "an option misspelt": (["solve", "--scor"], ["'--scor'", "--score"]),
    "an option that is none": (["rules", "-z"], ["No such option '-z'"]),
    "an argument too many": (["rules", "standard"], ["unexpected extra argument", "standard"]),
    # deals
    "51 cards": (["solve", KPAT[:-3]], ["argument 1", "51 cards without 6H", "expected 52"]),
    "53 cards": (["solve", f"{KPAT} 9H"], ["card 53 of 53 is 9H", "so is card 3"]),
    "a duplicate": (["solve", *KPAT.replace("6H", "JD").split()], ["arguments 1-52", "card 52 of 52 is JD"]),
    "an unknown card": (
        ["solve", KPAT.replace("9H", "1X")],
        ["argument 1", "card 3", "'1X'", "expected a rank"],
    ),
    "the suit first": (["solve", KPAT.replace("9H", "H9")], ["card 3", "did you mean 9H?"]),
    "no aces": (["solve", "KC KD KH KS QC QD QH QS"], ["without an ace"]),
    "a rank of three suits": (["solve", str(SMALL).replace("KD", "")], ["without KD", "four suits"]),
    "nothing": (["solve", ""], ["argument 1", "no cards", "expected 52"]),
    "a bad deal after good ones": (["solve", "kpat:2", KPAT, "KC KD"], ["argument 3"]),
    "control characters": (["solve", "kpat:2\n\x1b[31m"], ["argument 1"]),
    # sources and ranges
    "a source misspelt": (["solve", "kpta:2"], ["'kpta' is no source", "did you mean kpat?"]),
    "a number too small": (["solve", "ms:0"], ["ms number 0 is out of range", "1 to 2147483647"]),
    "a number too large": (
        ["deal", "rng:1/18446744073709551616"],
        ["out of range", "0 to 18446744073709551615"],
    ),
    "a number of many digits": (["deal", f"pysol:{MANY}"], ["out of range"]),
    "no number": (["solve", "kpat:two"], ["'kpat:two'", "expected kpat:N"]),
    "a negative number": (["deal", "--", "kpat:-1"], ["'kpat:-1'", "expected kpat:N"]),
    "no index": (["solve", "rng:1"], ["expected rng:SEED/INDEX"]),
    "a range that falls": (["solve", "kpat:9-2"], ["range 9-2 is empty", "expected a rising one"]),
    "a range without its end": (["solve", "kpat:9-"], ["expected kpat:N or kpat:FIRST-LAST"]),
    "a stripped deck without aces": (["deal", "rng:1/0@K,Q"], ["the ace is missing"]),
    "no source": (["deal"], ["Missing argument 'SOURCE...'"]),
    # rules
    "a preset misspelt": (
        ["solve", "kpat:2", "--rules", "ace-onyl"],
        ["'--rules'", "did you mean 'ace-only'?"],
    ),
    "a preset that is none": (["solve", "kpat:2", "--rules", "xyzzy"], ["'xyzzy'", "'standard'", "'pairs'"]),
    "a value misspelt": (["solve", "kpat:2", "--discard", "compulsary"], ["did you mean 'compulsory'?"]),
    "a fill that is none": (["solve", "kpat:2", "--fill", "kings"], ["'--fill'", "'any', 'aces'"]),
    "two cells": (["solve", "kpat:2", "--cells", "2"], ["'--cells'", "'2' is not one of '0', '1'"]),
    "a flag with a value": (["solve", "kpat:2", "--pairs=yes"], ["--pairs", "does not take a value"]),
    "an ordering misspelt": (["solve", "kpat:2", "--ordering", "rule-oder"], ["did you mean rule-order?"]),
    # limits
    "a node limit below 0": (["solve", "kpat:2", "--node-limit", "-1"], ["node limit: -1", "expected 0 to"]),
    "a node limit above 64 bits": (
        ["solve", "kpat:2", "--node-limit", str(2**64)],
        ["node limit", "2^64 - 1"],
    ),
    "a node limit in words": (
        ["solve", "kpat:2", "--node-limit", "many"],
        ["'--node-limit'", "not a valid integer"],
    ),
    "a time limit below 0": (
        ["solve", "kpat:2", "--time-limit", "-1"],
        ["time limit: -1.0 seconds", "expected"],
    ),
    "a time limit that is no number": (
        ["solve", "kpat:2", "--time-limit", "nan"],
        ["time limit: nan", "expected"],
    ),
    "no memory": (["solve", "kpat:2", "--memory-limit", "0"], ["memory limit: 0.0 MiB", "expected at least"]),
    "no threads": (["solve", "kpat:2", "-j", "0"], ["'--threads': 0 is not in the range x>=1"]),
    "a limit without its value": (
        ["solve", "kpat:2", "--time-limit"],
        ["--time-limit", "requires an argument"],
    ),
    # files
    "a file that is not there": (["solve", "-f", "no such file"], ["'no such file'", "does not exist"]),
    "a folder": (["solve", "-f", "."], ["'.' is a directory"]),
    "a position that is not there": (["solve", "--position", "nowhere"], ["'--position'", "does not exist"]),
    "a position beside a deal": (["solve", "kpat:2", "--position", "-"], ["--position", "expected no deals"]),
    # lines
    "a token that is no move": (
        ["verify", "kpat:2", "D x5"],
        ["move 2 of the line", "'x5' is no move", "expected D, x2"],
    ),
    "a move in small letters": (["verify", "kpat:2", "d"], ["move 1", "'d' is no move"]),
    "cards for a line": (["verify", "AS", "KD"], ["deal: 1 card", "expected 52"]),
    "a deal without a line": (["verify", "kpat:2"], ["No line, expected DEAL and LINE"]),
    "a range to verify": (["verify", "kpat:1-2", "D"], ["kpat:1-2 is 2 deals", "expected one"]),
}


@pytest.mark.parametrize(("arguments", "words"), BAD_ARGUMENTS.values(), ids=BAD_ARGUMENTS)
def test_bad_arguments(arguments: list[str], words: list[str]) -> None:
    line = complaint(arguments)
    for word in words:
        assert word in line


# What is read from a file or from standard input, and what the message must contain after its name.
BAD_DEALS: dict[str, tuple[str | bytes, list[str]]] = {
    "nothing": ("", [": no deals, expected"]),
    "only comments": ("# a deal\n\n", [": no deals, expected"]),
    "binary rubbish": (b"\x7fELF\x02\x01\xff\xfe\0\0", [":1: binary data"]),
    "no text in UTF-8": (b"AS KD \xe9\n", [":1: binary data"]),
    "a line without an end": (b"A" * (1 << 17), [":1: binary data"]),
    "a row too few": ("\n".join(SMALL.grid().splitlines()[:2]), [":1-2: 8 cards without", "four suits"]),
    "a row of three": ("AC AD AH", [":1: 3 cards, expected a row of 4"]),
    "an unknown card in a block": (SMALL.grid().replace("KD", "XD"), ["'XD' is no card"]),
    "a bad source": ("rng:1/0x@A,K,Q\n", [":1: ", "is no source"]),
    "JSON": (json.dumps(SOLVED), [":1: ", "is no source"]),
}


@pytest.mark.parametrize(("text", "words"), BAD_DEALS.values(), ids=BAD_DEALS)
def test_bad_deals(text: str | bytes, words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    for name, line in (
        (str(file), complaint(["solve", "rng:1/0@A,K", "-f", str(file)])),
        ("stdin", complaint(["solve"], text)),
    ):
        assert line.startswith(f"acesup: {name}:")
        for word in words:
            assert word in line


BAD_POSITIONS: dict[str, tuple[Any, list[str]]] = {
    "nothing": (b"", ["no JSON"]),
    "no JSON": (b"{columns: []}", ["no JSON"]),
    "binary rubbish": (b"\xff\xfe\0", ["binary data, expected a position as JSON"]),
    "a list": ([], ["expected an object with columns"]),
    "no stock": ({"columns": [[], [], [], []]}, ["no 'stock'"]),
    "a key misspelt": (POSITION | {"colums": []}, ["'colums'", "did you mean 'columns'?"]),
    "three columns": (POSITION | {"columns": [[], [], []]}, ["expected four lists"]),
    "a stock of three": (POSITION | {"stock": ["KD", "KH", "KS"]}, ["stock: 3 cards", "multiple of four"]),
    "a duplicate": (
        POSITION | {"stock": ["KD", "KH", "KS", "KC"]},
        ["stock, card 4: KC is already at column 1"],
    ),
    "an ace too few": (
        POSITION | {"columns": [["KC"], ["AD"], [], ["AH"]]},
        ["AC is nowhere", "all four aces"],
    ),
    "a card that is none": (
        POSITION | {"columns": [["K"], [], [], []]},
        ["column 1, card 1: 'K' is no card"],
    ),
    "a number for a card": (POSITION | {"stock": [1, 2, 3, 4]}, ["stock, card 1: 1 is no card"]),
    "a cell without a rule for it": (POSITION | {"cell": "QC"}, ["cell: QC", "cells=0"]),
    "a column too high": (
        POSITION | {"columns": [["AC", "AD", "KC"], ["AH"], ["AS"], []]},
        ["column 1: 3 cards"],
    ),
    "a rule misspelt": (POSITION | {"rules": "standart"}, ["did you mean 'standard'?"]),
    "a rule's value of the wrong kind": (POSITION | {"rules": {"cells": True}}, ["cells=True is no rule"]),
    "a deep nest": (b"[" * 100_000, ["no JSON"]),
}


@pytest.mark.parametrize(("data", "words"), BAD_POSITIONS.values(), ids=BAD_POSITIONS)
def test_bad_positions(data: Any, words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    line = complaint(["solve", "--position", str(file)])
    assert line.startswith(f"acesup: {file}: ")
    for word in words:
        assert word in line


BAD_RESULTS: dict[str, tuple[Any, list[str]]] = {
    "nothing": (b"", ["stdin: empty", "acesup solve --json"]),
    "no JSON": (b"D x1\n", ["stdin:1: no JSON"]),
    "binary rubbish": (b"\xff\xfe\0\n", ["stdin:1: no JSON"]),
    "a deep nest": (b"[" * 100_000, ["stdin:1: no JSON"]),
    "a list": ([], ["stdin:1: []"]),
    "no line": ({"deal": str(SMALL)}, ["stdin:1: no 'line'"]),
    "a line that is no text": (SOLVED | {"line": ["D"]}, ["line: ['D']", "expected moves in one text"]),
    "a token that is no move": (SOLVED | {"line": "D 1-2"}, ["stdin:1: move 2", "'1-2' is no move"]),
    "a deal that is no text": (SOLVED | {"deal": [1]}, ["deal: [1]", "expected cards"]),
    "a deal that is none": (SOLVED | {"deal": "AS KD"}, ["stdin:1: deal: 2 cards"]),
    "a position that is none": (SOLVED | {"deal": None, "position": 3}, ["stdin:1: position: 3"]),
    "rules that are none": (SOLVED | {"rules": {"fil": "any"}}, ["stdin:1: 'fil' is no option", "'fill'"]),
    "rules of the wrong kind": (SOLVED | {"rules": None}, ["stdin:1: None is no rules"]),
}


@pytest.mark.parametrize(("data", "words"), BAD_RESULTS.values(), ids=BAD_RESULTS)
def test_bad_results(data: Any, words: list[str]) -> None:
    line = complaint(["verify"], data if isinstance(data, bytes) else json.dumps(data))
    for word in words:
        assert word in line


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "deals"
    file.write_text("kpat:2")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", str(file))

    monkeypatch.setattr("builtins.open", refuse)
    assert complaint(["solve", "-f", str(file)]).endswith(f"Permission denied: '{file}'")
