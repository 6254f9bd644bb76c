"""The rows of `people`: what is counted, at which tables, and the aim it should meet."""

from __future__ import annotations

from wolfcore.bots import LEVELS
from wolfcore.game import board_names

from .figures import Aim, Row
from .questions import WORDS
from .scripted_people import CAMPS, PEOPLE, Camp
from .settings import (
    AVERAGE,
    BREAKS,
    CAUGHT,
    CONTRADICTED,
    FATE,
    NOBODY,
    STRENGTHS,
    Setting,
    in_discussion,
)
from .talk_rows import talk_rows

FIRST = "sla7"
"""The board on which the first day of people is measured."""


TABLES = tuple(Setting(board, level) for board in ("classic9", FIRST) for level in STRENGTHS)
"""Tables of bots alone whose speeches are pooled."""


AGAIN = "the same without the claim"


def rows() -> list[Row]:
    """Return all rows, in the order of the table."""
    pooled = "classic9, sla7; normal, hard"
    every = [Row(
        "confession", 'games that break after "I am a werewolf."', f"all boards, {level}", BREAKS,
        tuple(Setting(board, level, "confessor") for board in board_names()), Aim(most=0), every=10,
    ) for level in LEVELS]  # fmt: skip
    every += [
        _claim(kind, level) for level in STRENGTHS for kind in ("plain claimer", AGAIN, "silent")
    ]
    every += [
        Row(
            "promises",
            "village bots vote as they announced",
            _where(at),
            "kept word",
            (at,),
            Aim(least=0.95),
        )
        for at in TABLES
    ]
    every += [
        Row(
            "promises",
            "the same without news since",
            _where(at),
            "kept without news",
            (at,),
            Aim(least=0.95),
        )
        for at in TABLES
    ]
    every += [
        Row(
            "promises",
            "own call to vote not followed",
            _where(at),
            "broken call",
            (at,),
            Aim(most=0.05),
        )
        for at in TABLES
    ]
    every += [
        Row(
            "reasons",
            '"the likeliest wolf" is not',
            _where(at),
            "false reasons",
            (at,),
            Aim(most=0),
        )
        for at in TABLES
    ]
    asked = [
        (matter, tuple(Setting(at.board, at.level, matter) for at in TABLES)) for matter in WORDS
    ]
    for name, count in (("in the next discussion", in_discussion), ("at the next turn", str)):
        every += [
            Row("questions", f'answered {name}: "{m}"', pooled, count(m), at, Aim(least=0.9))
            for m, at in asked
        ]
    every += [
        Row(
            "gods", "gods exiled that never claimed", pooled, "unspoken gods", TABLES, Aim(most=0.1)
        ),
        Row(
            "answers",
            "answers that name another ballot",
            pooled,
            "wrong ballot",
            TABLES,
            Aim(most=0),
        ),
        Row(
            "answers",
            "asked about a vote against a reported wolf",
            pooled,
            "known asked",
            TABLES,
            Aim(most=0),
        ),
        Row(
            "nobody",
            '"names nobody", said of one who did',
            pooled,
            "named nobody",
            TABLES,
            Aim(most=0),
        ),
        Row(
            "twice",
            "answers that accuse a seat twice",
            pooled,
            "accused twice",
            TABLES,
            Aim(most=0),
        ),
        *_witch(),
        *[
            Row(
                "camouflage",
                "village speeches that the log contradicts",
                _where(at),
                "village lies",
                (at,),
                Aim(above=0),
            )
            for at in TABLES
        ],
    ]
    return [*every, *_words(), *_people(), *talk_rows()]


def _where(at: Setting) -> str:
    return f"{at.board}, {at.level}"


def _claim(kind: str, level: str) -> Row:
    """A villager's fate on day 1: the plain claim against silence."""
    at = (Setting(FIRST, level, kind),)
    silent = (FATE, (Setting(FIRST, level, "silent"),))
    name = f"villager exiled on day 1: {kind}"
    return Row(
        "claim",
        name,
        f"{FIRST}, {level}",
        FATE,
        at,
        Aim(times=1) if kind == "plain claimer" else None,
        silent,
    )


def _witch() -> list[Row]:
    at = (Setting("duel6", "hard"),)
    return [
        Row(
            "witch",
            "hard Witch poisons blind in night 1",
            "duel6, hard",
            "blind poison",
            at,
            Aim(most=0),
        ),
        Row("witch", "of these, the village is hit", "duel6, hard", "poisoned village", at),
        Row("witch", "games that end before a word", "duel6, hard", "wordless", at, Aim(most=0)),
    ]


def _words() -> list[Row]:
    """List rows on the effect of a person who names a drawn seat, x.

    They are compared with the same deals in which the person is silent.
    """
    found: list[Row] = []
    for level in STRENGTHS:
        where, silent = f"{FIRST}, {level}", (Setting(FIRST, level, "silent"),)

        def at(kind: str, camp: Camp = "villager", level: str = level) -> tuple[Setting, ...]:
            return (Setting(FIRST, level, kind, camp),)

        for count, what, more in (
            ("belief", "village bots hold x for a wolf", 0.05),
            ("ballots", "ballots for x", 0.05),
        ):
            beside = (count, silent)
            found += [
                Row("words", f"{what}: a villager is silent", where, count, silent),
                Row(
                    "words",
                    f"{what}: it says x is a wolf",
                    where,
                    count,
                    at("accuser"),
                    Aim(more=more),
                    beside,
                ),
                Row(
                    "words",
                    f"{what}: it thinks so",
                    where,
                    count,
                    at(AGAIN),
                    Aim(more=more / 2),
                    beside,
                ),
                Row(
                    "words",
                    f"{what}: it says x is good",
                    where,
                    count,
                    at("praiser"),
                    Aim(less=more / 2),
                    beside,
                ),
            ]
        calm = ("target exiled", at("silent", "wolf"))
        found += [
            Row(
                "words",
                "x exiled on day 1: a wolf is silent",
                where,
                "target exiled",
                at("silent", "wolf"),
            ),
            Row(
                "words",
                "x exiled on day 1: a wolf accuses x",
                where,
                "target exiled",
                at("accuser", "wolf"),
                Aim(times=2),
                calm,
            ),
            Row(
                "words",
                "a wolf found by a Seer, a person, is exiled",
                where,
                "found exiled",
                at("true Seer", "god"),
                Aim(least=0.6),
            ),
        ]
    return found


def _people() -> list[Row]:
    """List rows on day 1 for each kind of person in each camp.

    They are compared with an average seat at tables of bots alone.
    """
    found: list[Row] = []
    for level in STRENGTHS:
        where, bots = f"{FIRST}, {level}", (Setting(FIRST, level),)
        found.append(Row("people", "exiled on day 1: an average seat", where, AVERAGE, bots))
        for camp in CAMPS:
            at = (Setting(FIRST, level, NOBODY, camp),)
            found.append(
                Row("people", f"exiled on day 1: a house bot, {_of(camp)}", where, FATE, at)
            )
        for kind, person in PEOPLE.items():
            for camp in person.camps if kind != AGAIN else ():
                aim = None if kind == "confessor" else Aim(times=2)
                at = (Setting(FIRST, level, kind, camp),)
                found.append(
                    Row(
                        "people",
                        f"exiled on day 1: {kind}, {_of(camp)}",
                        where,
                        FATE,
                        at,
                        aim,
                        (AVERAGE, bots),
                    )
                )
                found += [
                    Row("people", f"the same, but {how}", where, how, at)
                    for how in (CAUGHT, CONTRADICTED)
                    if kind == "false Seer"
                ]
    return found


def _of(camp: Camp) -> str:
    return "wolf not caught" if camp == "wolf" else camp
