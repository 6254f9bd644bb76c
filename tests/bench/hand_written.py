"""Hand-written games for the measurement of people: seven seats of sla7, whose log holds what a
test says and no more."""

from __future__ import annotations

from bench.people.game_log import GameLog, game_log_of
from wolfcore.bots.talk.dialogue_moves import MoveKind
from wolfcore.bots.talk.line_templates import manner_lines
from wolfcore.game import ALL, Belief, Entry, Fact, RoleName, get_board
from wolfcore.game import facts as f
from wolfcore.metrics import RecordedGame

NAMES = ("Ada", "Bram", "Cleo", "Dina", "Elif", "Femi", "Goran")
ROLES: tuple[RoleName, ...] = (
    "Seer",
    "Werewolf",
    "Villager",
    "Villager",
    "Werewolf",
    "Doctor",
    "Villager",
)
ADA, BRAM, CLEO, DINA, ELIF, FEMI, GORAN = range(1, 8)
EVERYBODY = tuple(range(1, 8))


def game(*facts: Fact, roles: tuple[RoleName, ...] = ROLES) -> GameLog:
    """A game of day 1 on with these facts after the deal."""
    dealt = [f.Dealt(seat, role) for seat, role in enumerate(roles, 1)]
    entries = [Entry(ALL, fact) for fact in (*dealt, night(1), day(1), *facts)]
    return game_log_of(
        RecordedGame(
            id="game", board=get_board("sla7"), names=NAMES, entries=entries, participants=()
        )
    )


def night(number: int) -> f.Began:
    return f.Began(number, "night")


def day(number: int) -> f.Began:
    return f.Began(number, "discussion")


def says(seat: int, text: str) -> f.Said:
    return f.Said(seat, "speak", text)


def votes(seat: int, target: int) -> f.Voted:
    return f.Voted(seat, target, "vote")


def thinks(
    seat: int, text: str, chances: dict[int, float], on: int = 1
) -> tuple[f.Thought, f.Believed]:
    """What a seat writes down beside its ballot of a day."""
    ask = f"d{on}.vote.{seat}"
    beliefs = tuple(Belief(other, "Uncertain", 5, chance) for other, chance in chances.items())
    return f.Thought(seat, ask, text), f.Believed(seat, ask, beliefs)


def line(intent: MoveKind, target: str = "Bram", other: str = "Dina", role: str = "Doctor") -> str:
    """The bots' first plain line for something, whatever it is today."""
    times = {"day": "day 1", "then": "yesterday", "night": "night 1", "when": "on night 1"}
    words = (
        manner_lines("en")[intent][0]
        .variants[0]
        .format(target=target, other=other, role=role, a_role=f"the {role}", **times)
    )
    return words[0].upper() + words[1:]
