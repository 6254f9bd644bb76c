"""The rules of a board as English sentences, generated from its switches.

Every switch value needs a sentence; a test fails until it has one. `wolfcore.game` does not
import this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import get_args

from msgspec import Struct

from .asks import LINE_WORDS
from .boards import Board
from .day import MOST_REPLIES
from .powers import POWERS
from .powers.power import joined
from .roles import ROLES, Power, RoleName
from .switches import NIGHT_STEPS, Switches


class Section(Struct, frozen=True):
    """One section of the rule book: a title and its sentences."""

    title: str
    lines: tuple[str, ...]


_STOP = "and nobody wins by it"
_VOID = "; if that is in the first night, it is void"


def rulebook(board: Board) -> tuple[Section, ...]:
    """Return the rules of a board as shown to its players, in the order of a round."""
    sections = (
        Section("Who plays", tuple(_roles(board))),
        Section("How it is won", tuple(_winning(board))),
        Section("The night", tuple(_night(board))),
        Section("The morning", tuple(_morning(board))),
        Section("The sheriff", tuple(_sheriff(board))),
        Section("The discussion", tuple(_discussion(board.switches))),
        Section("The vote", tuple(_vote(board))),
    )
    return tuple(section for section in sections if section.lines)


def role_list(board: Board) -> str:
    """Return the roles dealt as text, such as `2 Werewolf, Seer, 3 Villager`."""
    return ", ".join(
        f"{count} {role}" if count > 1 else role for role, count in Counter(board.roles).items()
    )


def _roles(board: Board) -> Iterator[str]:
    yield f"{board.size} seats: {role_list(board)}."
    yield "Every werewolf knows the whole pack; nobody else knows anybody's role but their own."
    for power in get_args(Power):
        # What the pack does is told under the night.
        if power != "kill":
            for role in board.roles_with(power):
                yield power_sentence(role, board)


def power_sentence(role: RoleName, board: Board) -> str:
    """Describe in one sentence what a role can do on a board."""
    power = ROLES[role].power
    if power is None:
        return "No power but a voice and a vote."
    return POWERS[power].sentence(role, board.switches)


def _winning(board: Board) -> Iterator[str]:
    s = board.switches
    yield "The village wins when no wolf is alive and somebody of the village is."
    match s.wolves_win:
        case "parity":
            yield "The wolves win as soon as they are at least as many as all others alive."
        case "outnumber":
            yield "The wolves win as soon as they are more than all others alive."
        case "no_plain_villager":
            yield (
                "The wolves win as soon as no plain Villager is alive, even if the last wolf "
                "falls with the last Villager."
            )
            yield "This goes before the village's win."
        case "side":
            yield (
                "The wolves win as soon as all plain Villagers are dead, or all villagers "
                "with a power."
            )
        case "all_dead":
            yield "The wolves win when nobody else is alive."
    yield (
        "Who has won is looked at every morning and after every exile, when all shots have "
        "been fired."
    )
    yield f"If nobody has won by the end of day {s.last_day}, the game is a draw."
    void = _VOID if s.first_night_deaths else ""
    if s.stop == "sheriff_falls":
        yield f"The game stops without a winner when the sheriff falls {_STOP}{void}."
    elif s.stop_seat:
        yield f"The game stops without a winner when seat {s.stop_seat} falls {_STOP}{void}."


def _night(board: Board) -> Iterator[str]:
    rules = [(power, POWERS[power].night) for power in get_args(Power)]
    acting = {night.step: (power, night) for power, night in rules if night}
    actors = {
        step: ("wolves",) if power == "kill" else board.roles_with(power)
        for step, (power, _) in acting.items()
    }
    order = [
        " and ".join(f"the {name}" for name in actors[step])
        for step in board.switches.night_order
        if actors[step]
    ]
    yield (
        f"At night {joined(order)} act in this order. Nothing takes effect before the last "
        "of them: who dies tonight still acts."
    )
    if not board.switches.first_night_deaths:
        yield from _first_night(
            [
                name
                for step in board.switches.night_order
                if not acting[step][1].without_deaths
                for name in actors[step]
            ]
        )
    for step in NIGHT_STEPS:
        if actors[step]:
            yield from acting[step][1].sentences(board, " or ".join(actors[step]))


def _first_night(idle: Sequence[RoleName]) -> Iterator[str]:
    """Say what a first night without deaths leaves out; `idle` are the roles that do not act."""
    yield "Nobody dies in the first night: the wolves meet without attacking anybody."
    if idle:
        names = joined([f"the {name}" for name in idle])
        yield f"In the first night {names} {'do' if len(idle) > 1 else 'does'} not act."


def _holder_names(board: Board, power: Power) -> str:
    """Return the board's roles with a power as text, such as `Guard or Doctor`; empty for none."""
    return " or ".join(board.roles_with(power))


def _morning(board: Board) -> Iterator[str]:
    s = board.switches
    yield "In the morning the dead are named together; a saved victim and no attack read the same."
    hunter = _holder_names(board, "shoot")
    later = ["shots"] if hunter else []
    later += ["last words"] if s.last_words == "exile_and_first_night" else []
    if later:
        yield f"{joined(later).capitalize()} come after that."
    if s.role_revealed:
        yield "The role of a dead player is shown."
    else:
        known = ", unless it was shown before" if _changes_the_vote(board) else ""
        yield f"The role of a dead player stays hidden{known}."
    if s.cause_told:
        yield "How a player died in the night is told."
    else:
        yield "How a player died in the night is not told."
    for power in get_args(Power):
        if (name := _holder_names(board, power)) and (sentences := POWERS[power].morning):
            yield from sentences(board, name)
    yield last_words_sentence(board)


def _changes_the_vote(board: Board) -> bool:
    """Whether a seat may stay alive at an exile, be revealed alive or lose its vote."""
    return any(vote_changes(board))


def last_words_sentence(board: Board) -> str:
    """Say who speaks a last time, and who does not."""
    exiled = "An exiled player" + (" who dies" if _changes_the_vote(board) else "")
    match board.switches.last_words:
        case "none":
            return "There are no last words."
        case "exile_and_first_night" if board.switches.first_night_deaths:
            return (
                f"{exiled}, and whoever dies in the first night, speaks a last time; "
                "whoever is shot or dies in a later night does not."
            )
        case "exile" | "exile_and_first_night":
            return f"{exiled} speaks a last time; whoever dies in the night does not."


def _sheriff(board: Board) -> Iterator[str]:
    s = board.switches
    if s.sheriff == "none":
        return
    having = " who have a vote" if _changes_the_vote(board) else ""
    if s.sheriff == "appointed":
        yield (
            "One seat is made sheriff by the deal and is announced after the first night; "
            "not even that seat knows before."
        )
    else:
        yield from _election(s, having)
    if not s.people_may_lead:
        yield "Human players may not be sheriff; they vote all the same."
    yield (
        "Each day the sheriff chooses whether the talk goes round to the right (upwards by "
        "seat) or to the left."
    )
    if s.sheriff_speaks == "first":
        yield (
            "The sheriff opens the discussion; then the neighbour on that side speaks, and "
            "so on round."
        )
        yield "At the end of the discussion the sheriff speaks again, to sum up."
    else:
        yield "The sheriff's neighbour on that side speaks before all other players."
        yield "The sheriff speaks last, to sum up."
    yield "In the summary the sheriff may recommend whom to exile."
    match s.straw_vote:
        case "none":
            pass
        case "private":
            yield (
                f"Before the summary all{having} but the sheriff cast a straw vote that only the "
                "moderator sees; it exiles nobody."
            )
        case "shown":
            yield (
                f"Before the summary all{having} cast a straw vote that everybody sees; it exiles "
                "nobody."
            )
    yield f"The sheriff's ballot counts {_halves(s.sheriff_weight)}."
    yield from _badge(s)


def _election(s: Switches, having: str) -> Iterator[str]:
    if s.drawn_candidates:
        yield f"On the first day {s.drawn_candidates} candidates for sheriff are drawn."
    else:
        yield (
            "On the first day whoever wants to may stand for sheriff; if nobody does, there "
            "is none."
        )
    voters = (
        f"All{having} vote, the candidates too, also for themselves"
        if s.candidates_vote
        else f"Those{having} and do not stand vote"
        if having
        else "Those who do not stand vote"
    )
    yield f"Candidates speak. {voters}, and most votes decide."
    yield "The tied speak and are voted on once more; after a second tie there is no sheriff."
    yield "Who stands alone is sheriff at once." + (
        "" if s.candidates_vote else f" If everybody{having} stands, there is no sheriff."
    )


def _badge(s: Switches) -> Iterator[str]:
    match s.badge_on_death:
        case "named":
            yield (
                "A dying sheriff names a "
                f"successor{', or tears up the badge' if s.badge_may_be_torn else ''}."
            )
        case "trusted":
            yield (
                "A dying sheriff's badge goes to the living player whom the sheriff last "
                "believed most reliable."
            )
        case "lost":
            yield "If the sheriff dies there is no sheriff any more."


def _discussion(s: Switches) -> Iterator[str]:
    rounds = _counted(s.discussion_rounds, "round")
    led = "" if s.sheriff == "none" else " in the sheriff's order, or with no sheriff"
    match s.discussion:
        case "seat":
            yield f"The living speak{led} by seat, the lowest first, {rounds}."
        case "shuffled_once":
            yield f"The living speak{led} in an order drawn once for the whole game, {rounds}."
        case "shuffled_daily":
            yield f"The living speak{led} in an order drawn each day, {rounds}."
        case "bids":
            yield (
                f"There are {s.discussion_turns} turns of talk. Before each, all but the "
                "last speaker bid from 0 to 4 in secret."
            )
            yield (
                "One of the highest bidders speaks; if the last speaker named some of them, "
                "one of those."
            )
    match s.suspicions:
        case "none":
            pass
        case "before_vote" if s.sheriff == "none":
            yield "Before the vote, each player notes in secret what they think of every other."
        case "before_vote":
            first = "summary" if s.straw_vote == "none" else "straw vote"
            yield (
                f"Before the {first} and before the vote, each player notes in secret what "
                "they think of every other."
            )
        case "before_every_ask":
            yield (
                "Before every decision and every speech, each player notes in secret what "
                "they think of every other."
            )


def _defence(s: Switches) -> Iterator[str]:
    counted = "What counts is the number of speeches by other living players in which one is named."
    no_seat = "A number that counts nights or days names nobody."
    match s.defence:
        case "none":
            pass
        case "most_named":
            yield (
                "Before the ballots, whoever was named most that day, by name or by number, "
                "speaks once more."
            )
            yield counted
            yield no_seat
            yield "Of several named as often, the first in speaking order speaks."
        case "replies":
            yield (
                "Before the ballots, whoever was named after their own last speech of that day, by "
                f"name or by number, may reply in one line of at most {LINE_WORDS} words."
            )
            yield (
                f"At most {MOST_REPLIES} reply: those named in most of these speeches by "
                "other living players, and of several named as often the first in speaking order."
            )
            yield no_seat


def _vote(board: Board) -> Iterator[str]:
    s, changed = board.switches, _changes_the_vote(board)
    yield from _defence(s)
    match s.vote:
        case "plurality":
            yield "The player with the most votes is exiled."
        case "plurality_pass":
            yield (
                "The player with the most votes is exiled; `no one` can be voted for, and if "
                "it leads or ties nobody goes."
            )
        case "majority":
            counted = "all the living who have one" if changed else "all the living"
            yield (
                f"A player with more than half of the votes of {counted} is exiled; else nobody is."
            )
    if s.vote != "plurality_pass":
        yield "Abstaining is allowed." if s.abstain else "Nobody may abstain."
    yield "Voting for oneself is allowed." if s.vote_self else "Nobody may vote for themselves."
    match s.ballots:
        case "public":
            voting = "All who have a vote cast it" if changed else "All vote"
            yield f"{voting} at the same time, and then every ballot is shown."
        case "heard":
            voting = "All the living who have a vote cast it" if changed else "All the living vote"
            yield f"{voting}, aloud, in speaking order, each hearing the ones before."
        case "secret":
            yield "Ballots are secret: only the result is told."
    if s.hears_vote_lines:
        yield (
            f"With a ballot one may say one line of at most {LINE_WORDS} words, which is heard "
            "when the ballot is."
        )
    match s.tie:
        case "none":
            yield "On a tie nobody is exiled."
        case "random" if s.vote != "majority":
            yield "A tie is broken by lot."
        case "random":
            # A tied leader has no majority of all living, so there is no tie to break.
            pass
        case "runoff":
            others = "those of the others who have a vote choose" if changed else "the others vote"
            yield (
                f"On a tie the tied speak and {others} between them; on a second tie "
                "nobody is exiled."
            )
    yield from vote_changes(board)


def vote_changes(board: Board) -> Iterator[str]:
    """Say what the powers of a board change of the vote and its result."""
    for power, rules in POWERS.items():
        if rules.vote and (name := _holder_names(board, power)):
            yield from rules.vote(board, name)


def _counted(count: int, noun: str) -> str:
    return f"one {noun}" if count == 1 else f"{count} {noun}s"


def _halves(weight: int) -> str:
    whole, half = divmod(weight, 2)
    return {3: "one and a half", 2: "as much as any other", 1: "half", 0: "nothing"}.get(
        weight, f"{whole}{' and a half' if half else ''}"
    )
