"""The options of the rules, the presets, and the ways to name them."""

import dataclasses
import json
import re
from typing import Any

import game_strategies
import pytest
from hypothesis import given

from acesup.errors import AcesUpError, RulesError
from acesup.rules import OPTIONS, PRESETS, Rules, RulesLike

SETTINGS_OF_PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "ace-only": {"fill": "aces"},
    "free-cell": {"cells": 1},
    "pairs": {"pairs": True},
    "kpat-solver": {"discard": "compulsory"},
    "stacked-only": {"discard": "compulsory", "lone_moves": False},
    "stacked-must-fill": {"discard": "compulsory", "lone_moves": False, "must_fill": True},
}


def test_defaults_are_standard() -> None:
    assert dataclasses.astuple(Rules()) == ("optional", "any", True, False, 0, False)
    assert Rules.preset("standard") == Rules() == Rules.from_json({})


def test_presets_are_those_of_the_specification() -> None:
    assert {name: preset.rules for name, preset in PRESETS.items()} == {
        name: Rules(**settings) for name, settings in SETTINGS_OF_PRESETS.items()
    }
    assert all(preset.name == name and preset.played_by for name, preset in PRESETS.items())


@pytest.mark.parametrize("name", PRESETS)
def test_preset_name_needs_exactly_its_settings(name: str) -> None:
    assert Rules.preset(name).preset_name == name == str(Rules.preset(name))
    other = Rules.preset(name, fill="aces", pairs=True)
    assert other.preset_name is None
    assert (other.fill, other.pairs) == ("aces", True)


def test_options_are_the_fields_with_the_default_first() -> None:
    fields = {field.name: field.default for field in dataclasses.fields(Rules)}
    assert {name: option.values[0] for name, option in OPTIONS.items()} == fields
    assert all(option.name == name and option.meaning for name, option in OPTIONS.items())
    assert OPTIONS["lone_moves"].shown == ("yes", "no")
    assert OPTIONS["cells"].shown == ("0", "1")


def test_all_settings_are_64_and_differ() -> None:
    settings = list(Rules.all_settings())
    assert settings[0] == Rules()
    assert len(settings) == len(set(settings)) == 64


@given(game_strategies.rules)
def test_json_round_trip(rules: Rules) -> None:
    assert Rules.from_json(json.loads(json.dumps(rules.to_json()))) == rules
    assert Rules.of(rules.to_json()) == rules
    assert Rules.of(rules) is rules


def test_json_has_every_option() -> None:
    assert Rules(cells=1).to_json() == {
        "discard": "optional",
        "fill": "any",
        "lone_moves": True,
        "must_fill": False,
        "cells": 1,
        "pairs": False,
    }


def test_text_names_what_differs_from_standard() -> None:
    assert str(Rules(discard="compulsory", cells=1)) == "discard=compulsory, cells=1"
    assert str(Rules(lone_moves=False, must_fill=True)) == "lone_moves=no, must_fill=yes"


def test_replace_keeps_the_rest() -> None:
    assert Rules.preset("stacked-only").replace(discard="optional") == Rules(lone_moves=False)


def test_rules_are_immutable() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules().cells = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"discard": "optonal"},
            "discard='optonal' is no rule, expected 'optional' or 'compulsory' (did you mean 'optional'?)",
        ),
        ({"fill": "ace"}, "fill='ace' is no rule, expected 'any' or 'aces' (did you mean 'aces'?)"),
        ({"lone_moves": "no"}, "lone_moves='no' is no rule, expected True or False"),
        ({"must_fill": 0}, "must_fill=0 is no rule, expected False or True"),
        ({"cells": 2}, "cells=2 is no rule, expected 0 or 1"),
        ({"cells": True}, "cells=True is no rule, expected 0 or 1"),
        ({"pairs": None}, "pairs=None is no rule, expected False or True"),
        ({"fill": ["any"]}, "fill=['any'] is no rule, expected 'any' or 'aces' (did you mean 'any'?)"),
    ],
)
def test_wrong_values(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**options)
    assert str(caught.value) == message
    with pytest.raises(ValueError, match=re.escape(message)):
        Rules.of(options)
    with pytest.raises(AcesUpError, match=re.escape(message)):
        Rules.preset("standard", **options)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("aces-only", r"^'aces-only' is no preset of the rules, expected .* \(did you mean 'ace-only'\?\)$"),
        ("", "^'' is no preset of the rules, expected 'standard', "),
        ({"cell": 1}, r"^'cell' is no option of the rules, expected .* \(did you mean 'cells'\?\)$"),
        ({"self": 1}, "^'self' is no option of the rules"),
        (None, "^None is no rules, expected a preset's name or a mapping of options$"),
        (1, "^1 is no rules"),
    ],
)
def test_unknown_names(value: RulesLike, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Rules.of(value)
