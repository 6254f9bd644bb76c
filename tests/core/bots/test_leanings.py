"""Whom a seat tends to speak of: drawn for the seat, lasting under a key, and never against what is
proven."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import asdict

from tests.core.bots.play.test_night import DAY_1, NAMES, view_with
from tests.core.bots.scenes import ADA, BRAM, CLEO, DOV, ELIF, FAY, GIL, QUIET_NIGHT, says
from wolfcore.bots import LEVELS, HouseBot
from wolfcore.bots.mind import Mind
from wolfcore.bots.play.ballots import is_proven
from wolfcore.bots.profiles import MANNERS, TEMPERAMENTS, Leanings, leanings_of
from wolfcore.bots.talk import accusations
from wolfcore.bots.talk.accusations import top_suspect
from wolfcore.game import Ask, Fact, RoleName, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import Desk

EXTREMES = [
    Leanings(odd_words=odd, trust=trust, grudge=grudge, grip=grip)
    for odd, trust, grudge, grip in product((-1, 1), (-1, 1), (0, 1), (0, 1))
]
NEUTRAL = Leanings(odd_words=0, trust=0, grudge=0, grip=0)


def mind_of(role: RoleName, *facts: Fact, level: str = "hard", day: int = 1) -> Mind:
    """The mind of Dov, on seat 4, at its turn."""
    ask = Ask(f"d{day}.speak.4", DOV, "speak", day, "discussion", (0,))
    view = view_with("sla7", DOV, role, *facts)
    return HouseBot((level,)).mind(view, ask, Desk.of_seed(ask, 3))


def suspects(mind: Mind, *leanings: Leanings) -> list[int]:
    """Whom the seat speaks of, with each of these leanings."""
    found: list[int] = []
    for each in leanings:
        mind.leanings = each
        found.append(top_suspect(mind, set()))
    return found


# Bram defends Dov and claims a role; the others say all that a leaning could hold against them.
_TEMPTING = (
    says(BRAM, "I trust Dov."),
    says(ELIF, "I suspect Dov. I suspect Ada. I suspect Cleo."),
    says(FAY, "I suspect Dov."),
    says(DOV, "I suspect Elif."),
)
_CHECKED = f.Checked(DOV, BRAM, "wolves")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("role", "facts"),
    [
        pytest.param("Seer", (_CHECKED, *DAY_1, *_TEMPTING, *QUIET_NIGHT), id="checked"),
        pytest.param(
            "Villager",
            (
                *DAY_1,
                *_TEMPTING,
                f.Revealed(BRAM, "Werewolf"),
                *QUIET_NIGHT,
            ),
            id="shown to all",
        ),
        pytest.param(
            "Werewolf",
            (
                f.Dealt(GIL, "Werewolf"),
                *DAY_1,
                *_TEMPTING,
                says(DOV, "I am the Seer. I checked Bram last night, and Bram is a wolf."),
                *QUIET_NIGHT,
            ),
            id="reported by a wolf itself",
        ),
    ],
)
def test_no_leaning_turns_a_seat_from_whom_it_has_found(
    role: RoleName, facts: tuple[Fact, ...], level: str
) -> None:
    mind = mind_of(role, *facts, level=level, day=2)
    assert is_proven(mind, BRAM) or DOV in mind.reported_by(BRAM)
    assert set(suspects(mind, *EXTREMES)) == {BRAM}


def test_who_is_as_good_as_proven_comes_before_every_leaning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where others are as likely by what is left of doubt."""

    def proven(_mind: Mind, seat: int) -> bool:
        return seat == GIL

    mind = mind_of("Villager", *DAY_1, *_TEMPTING, *QUIET_NIGHT, day=2)
    assert GIL not in suspects(mind, *EXTREMES)
    monkeypatch.setattr(accusations, "is_proven", proven)
    assert set(suspects(mind, *EXTREMES)) == {GIL}


@pytest.mark.parametrize("level", LEVELS)
def test_no_leaning_turns_a_seat_against_whom_it_knows_to_be_good(level: str) -> None:
    check = f.Checked(DOV, ELIF, "village")
    mind = mind_of("Seer", check, *DAY_1, *_TEMPTING, *QUIET_NIGHT, level=level, day=2)
    assert ELIF not in suspects(mind, *EXTREMES)
    # The same words of a seat of which it knows nothing do count.
    assert ELIF in suspects(mind_of("Seer", *DAY_1, *_TEMPTING, *QUIET_NIGHT, day=2), *EXTREMES)


@pytest.mark.parametrize(
    ("field", "low", "high", "facts"),
    [
        (
            "odd_words",
            -1.0,
            1.0,
            (
                says(ADA, "I suspect Gil. I suspect Cleo. I trust Bram."),
                says(BRAM, "Good morning."),
            ),
        ),
        (
            "trust",
            -1.0,
            1.0,
            (says(ADA, "I am the Doctor. Gil lies."), says(FAY, "I am the Doctor.")),
        ),
        ("grudge", 0.0, 1.0, (says(ADA, "I suspect Gil."), says(BRAM, "I suspect Dov."))),
        ("grip", 0.0, 1.0, (says(DOV, "I suspect Bram."), *QUIET_NIGHT)),
    ],
)
def test_seats_with_other_leanings_speak_of_others_after_equal_words(
    field: str, low: float, high: float, facts: tuple[Fact, ...]
) -> None:
    day = 2 if QUIET_NIGHT[0] in facts else 1
    low_one, high_one = (Leanings(**{**asdict(NEUTRAL), field: value}) for value in (low, high))
    minds = [mind_of("Villager", *DAY_1, *facts, level=level, day=day) for level in LEVELS]
    found = [suspects(mind, low_one, high_one) for mind in minds]
    assert any(first != second for first, second in found), found


def test_the_later_speakers_of_a_day_go_by_the_evidence_alone() -> None:
    """A village whose late words still differ splits its vote."""
    early = (says(ADA, "I suspect Gil. I suspect Cleo."), says(BRAM, "I suspect Dov."))
    late = (*early, says(CLEO, "Good morning."), says(ELIF, "Good morning."))
    first, second = (mind_of("Villager", *DAY_1, *facts, day=1) for facts in (early, late))
    assert len(set(suspects(first, *EXTREMES))) > 1
    assert len(set(suspects(second, *EXTREMES))) == 1


def test_leanings_are_drawn_within_their_ranges_and_differ_from_seat_to_seat() -> None:
    spec = make_spec(get_board("plus12"), 4)
    drawn = [
        leanings_of(spec.names, seat, manner, key)
        for key in ("", "ours")
        for seat, manner in enumerate((*MANNERS, *MANNERS[:4]), 1)
    ]
    assert len(set(drawn)) == len(drawn)
    for each in drawn:
        assert -1 <= each.odd_words <= 1 and -1 <= each.trust <= 1
        assert 0 <= each.grudge <= 1 and 0 <= each.grip <= 1
    assert min(each.odd_words for each in drawn) < -0.5 < 0.5 < max(each.trust for each in drawn)


def test_a_manner_that_takes_back_seldom_holds_on_for_longer() -> None:
    def mean_grip(manner: str) -> float:
        drawn = [leanings_of(NAMES, 1, manner, str(key)).grip for key in range(40)]
        return sum(drawn) / len(drawn)

    ranked = sorted(MANNERS, key=lambda manner: TEMPERAMENTS[manner].retraction_rate)
    assert mean_grip(ranked[0]) > mean_grip(ranked[-1]) + 0.2


def test_under_a_key_a_manner_leans_alike_at_every_table_and_seat() -> None:
    here, there = NAMES[:7], NAMES[2:9]
    assert leanings_of(here, 2, "dry", "ours") == leanings_of(there, 5, "dry", "ours")
    assert leanings_of(here, 2, "dry", "ours") != leanings_of(here, 2, "dry", "theirs")
    assert leanings_of(here, 2, "dry") != leanings_of(there, 2, "dry")
    assert leanings_of(here, 2, "dry") != leanings_of(here, 3, "dry")


def test_a_bot_leans_as_its_key_says() -> None:
    view = view_with("sla7", DOV, "Villager", *DAY_1)
    ask = Ask("d1.speak.4", DOV, "speak", 1, "discussion", (0,))
    for key in ("", "ours"):
        mind = HouseBot(leanings_key=key).mind(view, ask, Desk.of_seed(ask, 1))
        assert mind.leanings == leanings_of(NAMES[:7], DOV, mind.manner, key)
