"""Scripted people by kind: their words and votes; house bots act for them at night."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from wolfcore.bots import HouseBot
from wolfcore.game import ROLES, SPEECH_KINDS, Answer, Ask, Dice, RoleName, View, dice_of, team_of
from wolfcore.game import facts as f
from wolfcore.players import Desk
from wolfcore.speech import read

from .game_log import spoken_against

Camp = Literal["villager", "god", "wolf"]


CAMPS: dict[Camp, RoleName] = {"villager": "Villager", "god": "Seer", "wolf": "Werewolf"}
"""A role of each camp; every board has them all."""


class Scene(NamedTuple):
    """What a person has before it speaks.

    Attributes:
        view: What it may know.
        ask: What it is asked.
        target: A living seat other than itself, and no mate, drawn anew each day: it knows nothing
            better.
        turn: Drawn anew each time, 0..999, to choose among words.
    """

    view: View
    ask: Ask
    target: int
    turn: int

    def name(self, seat: int) -> str:
        """What it calls a seat."""
        return self.view.names[seat - 1]


SpeechFunction = Callable[[Scene], str]


class Person(NamedTuple):
    """A kind of person.

    Attributes:
        says: Its words at a turn to speak.
        votes: Whom it votes for, as far as the ballot allows; by default whom it drew for the day.
        camps: In which camps it makes sense.
        whispers: Its words to its pack at night; None for those of a house bot.
    """

    says: SpeechFunction
    votes: Callable[[Scene], int] = lambda scene: scene.target
    camps: tuple[Camp, ...] = ("villager", "god", "wolf")
    whispers: SpeechFunction | None = None


def kinds_of(role: RoleName) -> tuple[str, ...]:
    """Return the kinds of people that may hold a role, by its camp.

    Only a role that checks may be a "true Seer".
    """
    camp: Camp = "wolf" if team_of(role) == "wolves" else "villager" if ROLES[role].plain else "god"
    checks = ROLES[role].power == "check"
    return tuple(
        kind
        for kind, person in PEOPLE.items()
        if camp in person.camps and (checks or kind != "true Seer")
    )


class ScriptedPerson:
    """A person at a table.

    Args:
        person: Its kind.
        level: The level of the house bot that answers what is neither said nor voted for.
        among: The seats of which it draws its targets; empty for all.
    """

    def __init__(self, person: Person, level: str = "normal", among: Sequence[int] = ()) -> None:
        self._person, self._otherwise, self._among = person, HouseBot((level,)), among

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        says = self._person.whispers if ask.kind == "whisper" else self._person.says
        if ask.kind in SPEECH_KINDS and says:
            return Answer(ask.options[0], says(_scene(view, ask, self._among)))
        if ask.kind in ("vote", "lean"):
            wanted = self._person.votes(_scene(view, ask, self._among))
            return (
                Answer(wanted)
                if wanted in ask.options
                else self._otherwise.answer_now(view, ask, desk)
            )
        return self._otherwise.answer_now(view, ask, desk)


def _scene(view: View, ask: Ask, among: Sequence[int]) -> Scene:
    others = [
        seat
        for seat in view.living
        if seat != view.seat and seat not in view.mates and (not among or seat in among)
    ]
    turn = _dice(view.names, ask.day).draw(ask.id, 1000)
    return Scene(view, ask, drawn(view.names, ask.day, view.seat, others), turn)


def drawn(names: Sequence[str], day: int, seat: int, others: Sequence[int]) -> int:
    """Draw the target of a person in this seat on a day from `others`; 0 if there are none."""
    return others[_dice(names, day).draw(f"{seat}", len(others))] if others else 0


def _dice(names: Sequence[str], day: int) -> Dice:
    return dice_of(day, "/".join(names))


def one_of(*lines: str) -> SpeechFunction:
    """Return a function that says one of some lines, in which `{x}` is the drawn target."""
    return lambda scene: lines[scene.turn % len(lines)].format(
        x=scene.name(scene.target) if scene.target else "nobody"
    )


def _found(view: View) -> f.Checked | None:
    """The latest check of a seer: of a wolf that lives, if there is one."""
    checks = [fact for fact in view.facts if isinstance(fact, f.Checked) and fact.target]
    wolves = [
        check
        for check in checks
        if check.result in ("wolves", "Werewolf") and check.target in view.living
    ]
    return (wolves or checks or [None])[-1]


def _true_seer(scene: Scene) -> str:
    check = _found(scene.view)
    if check is None:
        return "I am the Seer."
    result = "a wolf" if check.result in ("wolves", "Werewolf") else "good"
    return (
        f"I am the Seer. I checked {scene.name(check.target)} last night, and "
        f"{scene.name(check.target)} is {result}."
    )


def _seers_ballot(scene: Scene) -> int:
    check = _found(scene.view)
    return check.target if check and check.result in ("wolves", "Werewolf") else scene.target


def _last_speech(view: View) -> f.Said | None:
    """Return the latest speech of another seat in this game, or None."""
    return next(
        (
            fact
            for fact in reversed(view.facts)
            if isinstance(fact, f.Said) and fact.text and fact.seat != view.seat
        ),
        None,
    )


def _copied(scene: Scene) -> str:
    said = _last_speech(scene.view)
    return said.text if said else "Good morning."


def _copied_ballot(scene: Scene) -> int:
    """Whom the copied words were against, unless that is the copycat."""
    said, view = _last_speech(scene.view), scene.view
    board = view.board
    acts = read(said.text, view.seat, view.names, board.size, board.roles) if said else ()
    against = spoken_against(acts)
    return next(
        (seat for seat in reversed(against) if seat not in (view.seat, *view.mates)), scene.target
    )


PEOPLE: dict[str, Person] = {
    "silent": Person(one_of("")),
    "plain claimer": Person(one_of("I'm only a Villager. I think {x} is a wolf.")),
    "the same without the claim": Person(one_of("I think {x} is a wolf.")),
    "newcomer": Person(
        one_of(
            "Sorry, this is my first game. What am I supposed to say?",
            "How do we know who is a wolf? Does the Seer tell us?",
            "Wait, what happens now? Do we vote?",
            "Who should I vote for? Maybe {x}?",
        )
    ),
    "joker": Person(
        one_of(
            "Knock knock. Who's there? Not a wolf!",
            "I vote we eat the moderator, he looks tasty.",
            "If I were a wolf I'd at least have better hair.",
            "My horoscope said to beware of {x}. Also of dairy.",
        )
    ),
    "gibberish": Person(
        one_of(
            "asdf jkl qwer zzzt",
            "je pense que quelqu'un ment ici, mais qui ?",
            "我觉得有点奇怪",
            "blarg {x} frobnicate",
        )
    ),
    "accuser": Person(
        one_of("{x} is a wolf! Vote {x} now!", "It's {x}, I'm sure. {x} is lying. Vote for {x}!")
    ),
    "praiser": Person(one_of("I trust {x}. {x} is good.", "{x} is innocent, leave {x} alone.")),
    "true Seer": Person(_true_seer, _seers_ballot, camps=("god",)),
    "false Seer": Person(
        one_of("I am the Seer. I checked {x} last night, and {x} is a wolf."), camps=("wolf",)
    ),
    "hedger": Person(
        one_of(
            "Maybe {x} is a wolf, maybe not. It's hard to say.",
            "I'm not sure about anybody yet. {x} perhaps, but I don't know.",
        )
    ),
    "copycat": Person(_copied, _copied_ballot),
    "confessor": Person(one_of("I am a werewolf.")),
}
"""The kinds of people. `the same without the claim` is there to be compared with, and is none of
the ten."""
