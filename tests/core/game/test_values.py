"""Values of the rules do not change once they are made."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest
from msgspec import Struct

import wolfcore.game
from wolfcore.game import View


def structs() -> Iterator[type[Struct]]:
    """Every Struct that a module of the rules defines."""
    for module in pkgutil.iter_modules(wolfcore.game.__path__):
        for value in vars(import_module(f"wolfcore.game.{module.name}")).values():
            if (
                isinstance(value, type)
                and issubclass(value, Struct)
                and value.__module__ == f"wolfcore.game.{module.name}"
            ):
                yield value


STRUCTS = [each for each in structs() if each is not View]
"""All but the view, which grows with its game."""


def test_every_struct_of_the_rules_says_that_it_is_frozen() -> None:
    assert len(STRUCTS) > 40
    assert [each.__name__ for each in STRUCTS if not each.__struct_config__.frozen] == []


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_a_value_of_the_rules_refuses_assignment(struct: type[Struct]) -> None:
    """Tried, not only declared: a build that drops the keyword of the class makes values that
    everybody can change."""
    value = struct(**dict.fromkeys(struct.__struct_fields__))
    for name in struct.__struct_fields__ or ("anything",):
        with pytest.raises(AttributeError):
            setattr(value, name, None)
