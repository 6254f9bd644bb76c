"""What bots do in the dark, with views made by hand: one situation, one ask."""

from __future__ import annotations

from wolfcore.bots import HouseBot
from wolfcore.game import Answer, Ask, AskKind, Fact, Phase, RoleName, View, get_board
from wolfcore.game import facts as f
from wolfcore.players import Desk

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil", "Hana", "Ivo", "Jun", "Kaia", "Lev")
FOUND = "I am the Seer. I checked Bram last night, and Bram is a wolf."


def view_with(board: str, me: int, role: RoleName, *facts: Fact) -> View:
    """A view after the deal and `facts`."""
    of = get_board(board)
    return View(me, of, NAMES[: of.size], [f.Began(0, "setup"), f.Dealt(me, role), *facts])


def answered(
    view: View,
    kind: AskKind,
    options: tuple[int, ...],
    *,
    day: int = 2,
    phase: Phase = "night",
    seed: int = 1,
) -> Answer:
    """A bot's answer to one ask."""
    ask = Ask(f"n{day}.{kind}.{view.seat}", view.seat, kind, day, phase, options)
    return HouseBot().answer_now(view, ask, Desk.of_seed(ask, seed))


def choices(
    view: View, kind: AskKind, options: tuple[int, ...], *, day: int = 2, phase: Phase = "night"
) -> list[int]:
    """The choices over forty seeds."""
    return [
        answered(view, kind, options, day=day, phase=phase, seed=seed).choice for seed in range(40)
    ]


NIGHT_1: tuple[Fact, ...] = (f.Began(1, "night"),)
DAY_1: tuple[Fact, ...] = (*NIGHT_1, f.Began(1, "dawn"), f.QuietNight(1), f.Began(1, "discussion"))


def test_a_doctor_mostly_protects_a_believed_seer() -> None:
    view = view_with("sla7", 7, "Doctor", *DAY_1, f.Said(1, "speak", FOUND), f.Began(2, "night"))
    assert choices(view, "protect", (1, 2, 3, 4, 5, 6, 7)).count(1) > 24


def test_a_doctor_without_news_spreads_its_protection() -> None:
    view = view_with("sla7", 7, "Doctor", *NIGHT_1)
    picked = choices(view, "protect", (1, 2, 3, 4, 5, 6, 7), day=1)
    assert len(set(picked)) >= 5


def test_a_guard_takes_another_seat_when_the_likely_victim_may_not_be_protected_again() -> None:
    view = view_with("xu7", 7, "Guard", *DAY_1, f.Said(1, "speak", FOUND), f.Began(2, "night"))
    assert 1 not in choices(view, "protect", (0, 2, 3, 4, 5, 6, 7))


def test_a_seer_checks_nobody_twice_while_somebody_is_unchecked() -> None:
    checks = (f.Checked(1, 2, "village"), f.Checked(1, 3, "village"), f.Checked(1, 4, "wolves"))
    view = view_with("sla7", 1, "Seer", *NIGHT_1, *checks, f.Began(2, "night"))
    assert set(choices(view, "check", (2, 3, 4, 5, 6, 7))) <= {5, 6, 7}


def test_a_witch_saves_herself() -> None:
    view = view_with("classic9", 5, "Witch", *NIGHT_1, f.Victim(5, 5))
    assert set(choices(view, "save", (0, 5), day=1)) == {5}


def test_a_witch_saves_a_believed_seer() -> None:
    view = view_with(
        "classic9",
        5,
        "Witch",
        *DAY_1,
        f.Said(1, "speak", FOUND),
        f.Began(2, "night"),
        f.Victim(5, 1),
    )
    assert choices(view, "save", (0, 1)).count(1) == 40


def test_a_witch_poisons_on_evidence_and_keeps_the_poison_without() -> None:
    others = (0, 1, 2, 3, 4, 6)
    blind = view_with("duel6", 5, "Witch", *NIGHT_1, f.Victim(5, 3), f.Saved(5, 3))
    assert set(choices(blind, "poison", others, day=1)) == {0}
    talk = (
        f.Said(1, "speak", FOUND),
        f.Said(3, "speak", "I believe Ada. Vote for Bram."),
        f.Began(2, "night"),
    )
    told = view_with("duel6", 5, "Witch", *DAY_1, *talk, f.Victim(5, 1))
    assert set(choices(told, "poison", others)) == {2}


def test_a_hunter_shoots_the_best_suspect_and_holds_fire_without_one() -> None:
    others = (0, 1, 2, 3, 4, 6, 7, 8, 9)
    blind = view_with("classic9", 5, "Hunter", *NIGHT_1, f.Began(1, "dawn"), f.Died(5))
    assert set(choices(blind, "shoot", others, day=1, phase="dawn")) == {0}
    night = (
        f.Began(2, "night"),
        f.Began(2, "dawn"),
        f.Died(1),
        f.Began(2, "discussion"),
        f.Began(2, "vote"),
    )
    told = view_with(
        "classic9",
        5,
        "Hunter",
        *DAY_1,
        f.Said(1, "speak", FOUND),
        *night,
        f.Began(2, "exile"),
        f.Exiled(5),
        f.Died(5),
    )
    assert set(choices(told, "shoot", others[0:1] + others[2:], phase="exile")) == {2}


def pack_view(board: str, me: int, pack: tuple[int, ...], *facts: Fact) -> View:
    """A wolf's view."""
    of = get_board(board)
    dealt = [f.Dealt(seat, "Werewolf") for seat in pack]
    return View(me, of, NAMES[: of.size], [f.Began(0, "setup"), *dealt, *facts])


def test_wolves_that_do_not_see_each_others_picks_still_agree() -> None:
    options = (1, 2, 3, 4, 5, 6, 7)
    for seed in range(20):
        names = tuple(f"{name}{seed}" for name in NAMES[:7])
        picks: list[int] = []
        for me in (2, 6):
            view = pack_view("helmsman7", me, (2, 6), *NIGHT_1)
            view.names = names
            picks.append(answered(view, "kill", options, day=1, seed=seed + me).choice)
        assert picks[0] == picks[1]
        assert picks[0] not in (2, 6)


def test_the_pack_does_not_always_begin_with_the_same_seat() -> None:
    picks = set[int]()
    for number in range(30):
        view = pack_view("helmsman7", 2, (2, 6), *NIGHT_1)
        view.names = tuple(f"{name}{number}" for name in NAMES[:7])
        picks.add(answered(view, "kill", (1, 2, 3, 4, 5, 6, 7), day=1).choice)
    assert picks == {1, 3, 4, 5, 7}


def test_a_wolf_follows_what_a_mate_proposes_or_whispers() -> None:
    proposed = pack_view("sla7", 6, (2, 6), *NIGHT_1, f.Proposed(2, 4))
    assert answered(proposed, "kill", (1, 3, 4, 5, 7), day=1).choice == 4
    whispered = pack_view(
        "classic9", 6, (2, 6, 8), *NIGHT_1, f.Whispered(2, "let's take Elif tonight")
    )
    assert answered(whispered, "kill", (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), day=1).choice == 5


def test_the_pack_hunts_a_seer_who_has_shown_itself() -> None:
    talk = (
        f.Said(1, "speak", "I am the Seer. I checked Bram last night: a wolf."),
        f.Began(2, "night"),
    )
    hunted = 0
    for number in range(30):
        view = pack_view("duel6", 2, (2, 6), *DAY_1, *talk)
        view.names = tuple(
            f"{name}" for name in ("Ada", "Bram", "Cleo", "Dov", "Elif", f"Fay{number}")
        )
        hunted += answered(view, "kill", (1, 3, 4, 5)).choice == 1
    assert hunted > 24


def test_a_wolf_does_not_break_off_a_game_that_ends_with_the_sheriff() -> None:
    day = (
        f.Began(1, "dawn"),
        f.Badge(4, "appointed"),
        f.QuietNight(1),
        f.Began(1, "discussion"),
        f.Began(2, "night"),
    )
    view = pack_view("helmsman7+appointed", 2, (2, 6), *NIGHT_1, *day)
    for number in range(20):
        view.names = tuple(f"{name}{number}" for name in NAMES[:7])
        assert answered(view, "kill", (1, 2, 3, 4, 5, 6, 7)).choice != 4
