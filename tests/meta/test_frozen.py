"""`frozen` makes what `dataclass(frozen=True, slots=True)` makes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, dataclass, field
from typing import Any

import pytest

from cudalint.frozen import frozen

Decorator = Any


def made(decorator: Decorator) -> tuple[type, type]:
    @decorator
    class Base:
        first: int
        second: tuple[int, ...] = ()
        hidden: int = field(default=3, repr=False, compare=False)

    @decorator
    class Derived(Base):
        """With a text."""

        names: dict[str, int] = field(default_factory=dict, compare=False)

        @property
        def both(self) -> Any:
            return self.first, self.second  # type: ignore[attr-defined]

    return Base, Derived


@frozen
class Plain:
    one: int
    two: str = "2"


@frozen(eq=False)
class ByIdentity:
    one: int


@frozen
class Nothing:
    pass


def test_it_is_what_the_library_makes() -> None:
    for ours, theirs in zip(made(frozen), made(dataclass(frozen=True, slots=True)), strict=True):
        for arguments in ((1,), (1, (2, 3)), (1, (), 7)):
            mine, other = ours(*arguments), theirs(*arguments)
            assert repr(mine) == repr(other)
            assert hash(mine) == hash(other)
            assert dataclasses.asdict(mine) == dataclasses.asdict(other)
            assert mine == ours(*arguments) != other
            assert mine == ours(first=1, second=mine.second, hidden=9)
            assert dataclasses.replace(mine, first=5) == ours(5, mine.second) != mine
            assert not hasattr(mine, "__dict__")
        fields = [[(f.name, f.repr, f.compare) for f in dataclasses.fields(c)] for c in (ours, theirs)]
        assert fields[0] == fields[1]
        assert (ours.__doc__ == "With a text.") == (theirs.__doc__ == "With a text.")


def test_defaults_are_made_anew() -> None:
    _, derived = made(frozen)
    assert derived(1).names == {}
    assert derived(1).names is not derived(1).names
    assert derived(1, names={"a": 1}).names == {"a": 1}
    assert derived(1).both == (1, ())


def test_nothing_can_be_changed() -> None:
    for value in (Plain(1), ByIdentity(1)):
        with pytest.raises(FrozenInstanceError):
            value.one = 2  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError):
            del value.one
        with pytest.raises((FrozenInstanceError, AttributeError)):
            value.three = 3  # type: ignore[attr-defined]
        assert value.one == 1


def test_it_travels_and_is_copied() -> None:
    for value in (Plain(1), Plain(1, "b"), Nothing()):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value) == copy.copy(value)
        assert len({value, copy.copy(value)}) == 1
    assert pickle.loads(pickle.dumps(ByIdentity(4))).one == 4


def test_identity_where_asked_for() -> None:
    one = ByIdentity(1)
    assert one == one
    assert one != ByIdentity(1)
    assert len({one, ByIdentity(1)}) == 2


@pytest.mark.parametrize("arguments", [(), (1, "a", 3)])
def test_wrong_arguments(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        Plain(*arguments)
