"""Scripted people who argue: accusations with true, false and common reasons, and refutations.

A reason is a deed of the accused that the log bears out or refutes: whom it voted for, accused,
defended or copied, and whether it voted otherwise than it spoke. The words of a reason can be found
again in a speech, so that another scripted person can refute it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Literal, NamedTuple

from wolfcore.game import View, dice_of
from wolfcore.game import facts as f
from wolfcore.speech import Defends, Vouches, read

from .bot_lines import with_seats
from .game_log import spoken_against
from .scripted_people import PEOPLE, Person, Scene, one_of

DeedKind = Literal["voted", "accused", "defended", "copied", "switched"]


class Reason(NamedTuple):
    """A deed of a seat on a day.

    Attributes:
        kind: What it did: voted for, accused, defended or copied `other`, or named `other` and
            voted for another seat.
        seat: Who did it.
        other: To whom.
        day: On which day.
    """

    kind: DeedKind
    seat: int
    other: int
    day: int


REASON_WORDS: dict[DeedKind, tuple[str, str, str]] = {
    "voted": (
        "{x} voted for {y} {when}.",
        "{x}'s vote {when} was on {y}.",
        "Don't forget that {x} voted {y} {when}.",
    ),
    "accused": (
        "{x} accused {y} {when}.",
        "{x} went after {y} {when}.",
        "{x} was pushing {y} {when}.",
    ),
    "defended": (
        "{x} defended {y} {when}.",
        "{x} stood up for {y} {when}.",
        "{x} was covering for {y} {when}.",
    ),
    "copied": (
        "{x} just copied {y} {when}.",
        "{x} only repeated what {y} said {when}.",
        "{x} jumped on the same name right after {y} {when}.",
    ),
    "switched": (
        "{x} accused {y} and then voted for somebody else {when}.",
        "{x} named {y} but didn't vote for {y} {when}.",
        "{x} said {y} was a wolf and voted for another one {when}.",
    ),
}


REFUTATIONS: dict[DeedKind, str] = {
    "voted": "That's not true, {x} never voted for {y}.",
    "accused": "That's not true, {x} never accused {y}.",
    "defended": "That's not true, {x} never defended {y}.",
    "copied": "That's not true, {x} did not copy {y}.",
    "switched": "That's not true, {x} voted for {y} after naming {y}.",
}


ACCUSATIONS = ("I think {x} is a wolf.", "{x} looks like a wolf to me.", "My suspect is {x}.")


DEFENCES = (
    "I trust {x}, leave {x} alone.",
    "{x} is good, don't vote for {x}.",
    "I don't think {x} is a wolf.",
)


GREETING = "Good morning, everyone."


# -- the deeds that a seat can see


def deeds_of(view: View) -> list[Reason]:
    """List the deeds of all seats that everybody saw, in the order of the log, each once."""
    found: dict[Reason, None] = {}
    named: dict[int, list[int]] = {}
    day = 0
    for fact in view.facts:
        match fact:
            case f.Began(day=new) if new != day:
                day, named = new, {}
            case f.Said(seat=seat, text=text) if text:
                acts = read(text, seat, view.names, view.board.size, view.board.roles)
                against = [other for other in dict.fromkeys(spoken_against(acts)) if other != seat]
                found |= dict.fromkeys(_words_against(seat, against, day, named))
                named.setdefault(seat, []).extend(against)
                for act in acts:
                    if isinstance(act, Vouches | Defends) and act.seat != seat:
                        found[Reason("defended", seat, act.seat, day)] = None
            case f.Voted(voter=voter, target=target, ballot="vote") if target:
                found[Reason("voted", voter, target, day)] = None
                own = named.get(voter, ())
                if own and target not in own:
                    found[Reason("switched", voter, own[-1], day)] = None
            case _:
                pass
    return list(found)


def _words_against(
    seat: int, against: Sequence[int], day: int, named: Mapping[int, Sequence[int]]
) -> Iterator[Reason]:
    """Yield the accusations of a speech; who names only what the seat before it named copies it."""
    for other in against:
        yield Reason("accused", seat, other, day)
    before = [other for other in named if other != seat]
    if before and against and set(against) <= set(named[before[-1]]) and seat not in named:
        yield Reason("copied", seat, before[-1], day)


def true_reasons(scene: Scene) -> list[Reason]:
    """List what the target did today or yesterday: one deed of each kind, then the others.

    The deeds that the fewest share come first. A deed that at least half of the living others
    share tells nothing of the target and is left out.
    """
    deeds, first = deeds_of(scene.view), dict[DeedKind, Reason]()
    own = [d for d in deeds if _is_about(scene, d) and not _is_common(scene, d, deeds)]
    own.sort(key=lambda deed: (_sharers(scene, deed, deeds), -deed.day))
    for deed in own:
        first.setdefault(deed.kind, deed)
    return sorted(own, key=lambda deed: first[deed.kind] != deed)


def common_reasons(scene: Scene) -> list[Reason]:
    """List the target's deeds of today or yesterday that half of the living others share."""
    deeds = deeds_of(scene.view)
    return [d for d in deeds if _is_about(scene, d) and _is_common(scene, d, deeds)]


def false_reasons(scene: Scene) -> list[Reason]:
    """List deeds that the target never did, a kind each, about living seats drawn for the day.

    All are of yesterday.
    """
    view, day, dice = scene.view, scene.ask.day - 1, dice_of(scene.turn, "false reasons")
    deeds = deeds_of(view)
    order = dice.shuffle(
        "seats", [seat for seat in view.living if seat not in (view.seat, scene.target)]
    )
    kinds: tuple[DeedKind, ...] = ("voted", "accused", "defended", "copied")
    found: list[Reason] = []
    for kind in dice.shuffle("kinds", kinds) if day else ():
        never = [
            other
            for other in order
            if not any(
                deed.seat == scene.target and deed.kind == kind and deed.other == other
                for deed in deeds
            )
        ]
        found += [Reason(kind, scene.target, other, day) for other in never[:1]]
    return found


def _is_about(scene: Scene, deed: Reason) -> bool:
    today = scene.ask.day
    return deed.seat == scene.target and today - 1 <= deed.day and deed.other != scene.view.seat


def _sharers(scene: Scene, deed: Reason, deeds: Sequence[Reason]) -> int:
    """Count the living seats besides the speaker that did the same."""
    return sum(
        deed._replace(seat=seat) in deeds for seat in scene.view.living if seat != scene.view.seat
    )


def _is_common(scene: Scene, deed: Reason, deeds: Sequence[Reason]) -> bool:
    return 2 * _sharers(scene, deed, deeds) >= len(scene.view.living) - 1


# -- words


def reason_in_words(reason: Reason, scene: Scene) -> str:
    """Put a reason into one of its three sentences, drawn for the turn."""
    when = {scene.ask.day: "today", scene.ask.day - 1: "yesterday"}
    ways = REASON_WORDS[reason.kind]
    return ways[scene.turn // 7 % len(ways)].format(
        x=scene.name(reason.seat), y=scene.name(reason.other), when=when[reason.day]
    )


def reasons_in(text: str, names: tuple[str, ...], day: int) -> list[Reason]:
    """Find the reasons that a speech of a day gives in the words of `REASON_WORDS`."""
    days, plain = {"today": day, "yesterday": day - 1}, with_seats(text, names)
    return [
        Reason(kind, int(match["x"]), int(match["y"]), days[match["when"]])
        for kind, pattern in _patterns()
        for match in pattern.finditer(plain)
    ]


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[DeedKind, re.Pattern[str]]]:
    found: list[tuple[DeedKind, re.Pattern[str]]] = []
    for kind, ways in REASON_WORDS.items():
        for way in ways:
            named = way.replace("{y}", "{first}", 1).replace("{y}", "{again}")
            slots = {"x": r"@(?P<x>\d+)", "first": r"@(?P<y>\d+)", "again": "@(?P=y)"}
            slots["when"] = "(?P<when>today|yesterday)"
            words = re.escape(named).replace(r"\{", "{").replace(r"\}", "}")
            found.append((kind, re.compile(words.format(**slots))))
    return found


def _accuses(
    reasons: Callable[[Scene], list[Reason]], number: int, scene: Scene, *, first: int = 2
) -> str:
    """Accuse the target with so many reasons from day `first` on.

    Where there are fewer reasons, the person greets, except a person who accuses from day 1 on.
    """
    given = reasons(scene)[:number] if scene.target else []
    if scene.ask.day < first or not scene.target or (len(given) < number and first > 1):
        return GREETING
    accusation = ACCUSATIONS[scene.turn % len(ACCUSATIONS)].format(x=scene.name(scene.target))
    return " ".join([accusation, *(reason_in_words(reason, scene) for reason in given)])


def _no_reasons(_scene: Scene) -> list[Reason]:
    return []


def _defends(how: Literal["", "plain", "refutes"], scene: Scene) -> str:
    """Speak for the target where somebody gave reasons against it today; else greet."""
    against = [reason for reason in _given_today(scene) if reason.seat == scene.target]
    if not how or not against or not scene.target:
        return GREETING
    words = [DEFENCES[scene.turn % len(DEFENCES)].format(x=scene.name(scene.target))]
    if how == "refutes":
        words += [
            REFUTATIONS[reason.kind].format(x=scene.name(reason.seat), y=scene.name(reason.other))
            for reason in against
        ]
    return " ".join(words)


def _given_today(scene: Scene) -> list[Reason]:
    view, day, found = scene.view, 0, list[Reason]()
    for fact in view.facts:
        if isinstance(fact, f.Began):
            day = fact.day
        elif isinstance(fact, f.Said) and day == scene.ask.day and fact.seat != view.seat:
            found += reasons_in(fact.text, view.names, day)
    return found


def _nobody(_scene: Scene) -> int:
    return 0


def _from_day_2(scene: Scene) -> int:
    """Vote for the target from the day on which it is accused, and for nobody before."""
    return scene.target if scene.ask.day > 1 else 0


ARGUERS: dict[str, Person] = {
    "greeter": Person(one_of(GREETING), _nobody),
    "no exile": Person(one_of("Let's not exile anyone today."), _nobody),
    "no reason": Person(partial(_accuses, _no_reasons, 0), _from_day_2),
    "one true": Person(partial(_accuses, true_reasons, 1), _from_day_2),
    "two true": Person(partial(_accuses, true_reasons, 2), _from_day_2),
    "two false": Person(partial(_accuses, false_reasons, 2), _from_day_2),
    "true of half": Person(partial(_accuses, common_reasons, 1), _from_day_2),
    "daily": Person(partial(_accuses, _no_reasons, 0, first=1)),
    "daily, two true": Person(partial(_accuses, true_reasons, 2, first=1)),
    "no defence": Person(partial(_defends, ""), _nobody),
    "defence": Person(partial(_defends, "plain"), _nobody),
    "refutation": Person(partial(_defends, "refutes"), _nobody),
    "silent wolf": PEOPLE["silent"]._replace(whispers=one_of("")),
    "plain wolf": PEOPLE["the same without the claim"]._replace(whispers=one_of("")),
}
"""The kinds of people who argue, and those that they are compared with."""
