import pytest

from cudalint.address.assumptions import BadAssumption, parse_assumptions


def test_the_smallest_fitting_value_from_the_preferred_one_on() -> None:
    assumptions = parse_assumptions(["n % 48 == 0 && n != 1056"])
    assert assumptions.stand_in("n", 1024) == 1104
    assert not assumptions.is_fixed("n")
    assert assumptions.stand_in("m", 1024) == 1024


def test_an_equality_fixes_the_value() -> None:
    assumptions = parse_assumptions(["pitch == 4 * 128", "blockDim.x == 64"])
    assert (assumptions.stand_in("pitch", 1024), assumptions.is_fixed("pitch")) == (512, True)
    assert assumptions.stand_in("blockDim.x", 1024) == 64


def test_a_bound_below_the_preferred_value_is_searched_downwards() -> None:
    assert parse_assumptions(["n < 100"]).stand_in("n", 1024) == 99


@pytest.mark.parametrize("text", ["n % 3 ==", "n = ", "", "3 == 3", "f(n) > 2", "n < 5 && n > 7", "n; int x"])
def test_what_is_no_condition_is_one_line(text: str) -> None:
    with pytest.raises(BadAssumption) as error:
        parse_assumptions([text])
    assert "\n" not in str(error.value)
