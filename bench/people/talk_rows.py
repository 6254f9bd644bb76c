"""The rows of `people` on arguments and ballots: reasons, defences, explained votes, questions."""

from __future__ import annotations

from .figures import Aim, Row
from .scripted_people import Camp
from .settings import (
    DIFFER,
    EXILED,
    FOR_DEFENDED,
    FOR_TARGET,
    NOBODY,
    STRENGTHS,
    Setting,
)

_ARGUED = "classic9"
"""The board on which people argue: its games have a second day."""


_BOARDS = ("classic9", "sla7")


_READ = ("classic9", "duel6", "sla7")


_MOVES = (0.05, 0.2)
"""What two true reasons, or a refutation, move: 5 to 20 ballots in a hundred."""


_NOTHING = (-0.02, 0.02)
"""What a reason that is true of half of the table moves, at most."""


_FEWER = (-1.0, 0.0)


_GAINS = (-1.0, 0.08)
"""What a person wins by repeating two cheap reasons every day, at most."""


def talk_rows() -> list[Row]:
    """Return the rows on arguments and ballots, in the order of the table."""
    found: list[Row] = []
    for level in STRENGTHS:
        found += [
            *_no_exile(level),
            *_reasons(level),
            *_repeated(level),
            *_defences(level),
            *_table(level),
            *_first_chair(level),
            *_wolves(level),
            *_sentences(level),
        ]
    return found


def _no_exile(level: str) -> list[Row]:
    found: list[Row] = []
    for board in _BOARDS:
        where = f"{board}, {level}"
        greets = Setting(board, level, "greeter", last_day=1)
        asks = Setting(board, level, "no exile", control="greeter", last_day=1)
        found += [
            Row(
                "no exile",
                "ballots that differ: no exile against a greeting",
                where,
                DIFFER,
                (asks,),
                Aim(above=0),
            ),
            Row("no exile", "ballots for nobody: a greeting", where, "for nobody", (greets,)),
            Row(
                "no exile",
                "ballots for nobody: no exile",
                where,
                "for nobody",
                (asks,),
                None,
                ("for nobody", (greets,)),
                paired=True,
            ),
        ]
    return found


def _reasons(level: str) -> list[Row]:
    """Ballots of day 2 for a seat that a villager accuses, by the reasons that it gives."""
    found: list[Row] = []
    targets: tuple[Camp, Camp] = ("wolf", "villager")
    for target in targets:

        def at(kind: str, target: Camp = target) -> tuple[Setting, ...]:
            return (Setting(_ARGUED, level, kind, target=target, last_day=2),)

        plain = (FOR_TARGET, at("no reason"))
        arms: list[tuple[str, Aim | None]] = [
            ("no reason", None),
            ("one true", None),
            ("two true", Aim(within=_MOVES)),
            ("two false", Aim(within=_FEWER)),
            ("true of half", Aim(within=_NOTHING)),
        ]
        found += [
            Row(
                "arguments",
                f"ballots for an accused {target}: {kind}",
                f"{_ARGUED}, {level}",
                FOR_TARGET,
                at(kind),
                aim,
                plain,
                times=2,
                paired=kind != "no reason",
            )
            for kind, aim in arms
        ]
    return found


def _repeated(level: str) -> list[Row]:
    found: list[Row] = []
    camps: tuple[Camp, Camp] = ("villager", "wolf")
    for board in _BOARDS:
        for camp in camps:
            plain = (Setting(board, level, "daily", camp),)
            often = (Setting(board, level, "daily, two true", camp),)
            where = f"{board}, {level}"
            found += [
                Row("repeated", f"won by a {camp} who accuses daily", where, "won", plain),
                Row(
                    "repeated",
                    "the same with two true reasons",
                    where,
                    "won",
                    often,
                    Aim(within=_GAINS),
                    ("won", plain),
                    paired=True,
                ),
            ]
    return found


def _defences(level: str) -> list[Row]:
    """Ballots of day 2 for the true Seer, accused by a wolf with two false reasons."""

    def at(kind: str) -> tuple[Setting, ...]:
        return (Setting(_ARGUED, level, kind, target="god", accuser="two false", last_day=2),)

    arms = [(FOR_DEFENDED, at(kind)) for kind in ("no defence", "defence", "refutation")]
    none, plain, refuted = arms
    less = Aim(within=(-_MOVES[1], -_MOVES[0]))
    rows = [
        ("ballots for the accused Seer: not defended", none, None, none),
        ("ballots for the accused Seer: defended", plain, None, none),
        ("ballots for the accused Seer: with a refutation", refuted, less, none),
        ("the same, beside a plain defence", refuted, None, plain),
    ]
    return [
        Row(
            "defence",
            name,
            f"{_ARGUED}, {level}",
            *arm,
            aim,
            beside,
            times=3,
            paired=arm != beside,
        )
        for name, arm, aim, beside in rows
    ]


def _table(level: str) -> list[Row]:
    """What tables of bots alone do."""
    found: list[Row] = []
    for board in _READ:
        at, where = (Setting(board, level),), f"{board}, {level}"
        bound = 0.1 if board == "classic9" else 0.2
        found += [
            Row("explained", "ballots not explained", where, "unexplained", at, Aim(most=bound)),
            Row("explained", "ballots of who spoke against nobody", where, "spoke of nobody", at),
            Row("explained", "ballots with a line", where, "ballots with a line", at),
            Row(
                "one name",
                "days on which 3 of 4 accusers name one seat",
                where,
                "one name",
                at,
                Aim(most=0.45),
            ),
            Row(
                "proof",
                "who checked a living wolf votes for it",
                where,
                "check voted",
                at,
                Aim(least=0.95),
            ),
            Row("proof", "who has a rival for its only card votes there", where, "rival voted", at),
            Row(
                "no turn",
                "questions to seats without a turn before the vote",
                where,
                "no turn left",
                at,
                Aim(most=0),
            ),
        ]
    return found


def _first_chair(level: str) -> list[Row]:
    found: list[Row] = []
    for board in _BOARDS:

        def at(kind: str, board: str = board) -> tuple[Setting, ...]:
            return (Setting(board, level, kind, first_chair=True, last_day=1),)

        bot = (EXILED, at(NOBODY))
        name, where = "first chair, exiled on day 1", f"{board}, {level}"
        arms = {
            "a bot": NOBODY,
            "silent": "silent",
            "one accusation": "the same without the claim",
            "a loud accusation": "accuser",
        }
        found += [
            Row(
                "first chair",
                f"{name}: {how}",
                where,
                EXILED,
                at(kind),
                Aim(within=(-1.0, 0.0)) if "accusation" in how else None,
                bot,
                times=2,
                paired=kind != NOBODY,
            )
            for how, kind in arms.items()
        ]
    return found


def _wolves(level: str) -> list[Row]:
    """What befalls a wolf on day 1 that says nothing, accuses, or says that it is a wolf."""
    found: list[Row] = []
    for board in _BOARDS:
        where = f"{board}, {level}"
        for kind in ("silent wolf", "plain wolf"):
            at = (Setting(board, level, kind, "wolf", last_day=1),)
            found += [
                Row("mates", f"a mate votes for a {kind}", where, "mate voted", at),
                Row(
                    "mates",
                    "the same, and the pack had said nothing",
                    where,
                    "mate voted without a word",
                    at,
                    Aim(most=0.05),
                ),
            ]
        camps: tuple[Camp, Camp] = ("wolf", "villager")
        found += [
            Row(
                "I am a wolf",
                f"lives through day 1: a {camp} who said it",
                where,
                "lived after confessing",
                (Setting(board, level, "confessor", camp, last_day=1),),
                Aim(most=0.05),
            )
            for camp in camps
        ]
    return found


def _sentences(level: str) -> list[Row]:
    found: list[Row] = []
    for board in _READ:
        at, where = (Setting(board, level),), f"{board}, {level}"
        found += [
            Row("sentences", "words a speech", where, "words", at, unit="words"),
            Row("sentences", "time to read a game", where, "reading", at, unit="seconds"),
        ]
    return found
