"""The pack's kill: whispers, then the picks, then the attack.

In a first night without deaths the pack only whispers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wolfcore.game import facts as f
from wolfcore.game.boards import Board
from wolfcore.game.moderator import Batch, Moderator, Script
from wolfcore.game.roles import RoleName, subtract_seats
from wolfcore.game.switches import Switches
from wolfcore.game.views import AnsweredAsk

from .power import NightRules, PackTurn, PowerRules, Tonight


def _pack_turns(m: Moderator) -> list[PackTurn]:
    """Return the pack's batches of the night: whispers first, then the asks for the kill."""
    pack = m.living_pack()
    turns: list[PackTurn] = []
    # A lone wolf has nobody to whisper to.
    if len(pack) > 1:
        for _ in range(m.switches.whisper_rounds):
            step = m.begin_step("whisper", pack)
            turns += [PackTurn(step, "whisper", (seat,)) for seat in pack]
    if not m.switches.kills_in(m.state.day):
        return turns
    step = m.begin_step("kill", pack)
    match m.switches.wolf_kill:
        case "plurality" | "second_decides":
            # A turn each: every wolf sees the picks before its own.
            turns += [PackTurn(step, "kill", (seat,)) for seat in pack]
        case "unanimous":
            # One turn for all, so that no wolf sees another's pick.
            turns.append(PackTurn(step, "kill", pack))
        case "one_decides":
            decider = m.draw(f"decider.n{m.state.day}", pack)
            m.tell(f.Decider(decider[0]), pack)
            turns.append(PackTurn(step, "kill", decider))
    return turns


def _pack_batch(m: Moderator, turn: PackTurn) -> Batch:
    if turn.kind == "whisper":
        return m.make_asks(turn.step, turn.kind, dict.fromkeys(turn.seats, (0,)))
    targets = m.state.living
    if not m.switches.wolves_may_target_pack:
        targets = subtract_seats(targets, m.pack)
    if m.switches.wolves_may_pass:
        targets = (0, *targets)
    return m.make_asks(turn.step, turn.kind, dict.fromkeys(turn.seats, targets))


def _first_turn(m: Moderator, tonight: Tonight) -> Batch:
    tonight.turns = _pack_turns(m)
    # No turn: a first night without deaths in which the pack has nothing to say either.
    return _pack_batch(m, tonight.turns[0]) if tonight.turns else ()


def _resolve_kill(m: Moderator, tonight: Tonight, given: list[AnsweredAsk]) -> Script[None]:
    """Run the pack's remaining turns after the first one's answers, and publish the attack."""
    picks = _tell_pack(m, given)
    for turn in tonight.turns[1:]:
        picks += _tell_pack(m, (yield from m.ask_batch(_pack_batch(m, turn))))
    if m.switches.kills_in(m.state.day):
        tonight.attacked = _kill_target(m, picks)
        m.tell(f.Attacked(tonight.attacked), m.living_pack())


def _tell_pack(m: Moderator, given: list[AnsweredAsk]) -> list[int]:
    """Publish the pack's whispers and picks to the pack; return the picks.

    Where picks are unseen (`wolf_kill` is unanimous), each is told only to the wolf that made it.
    """
    pack, unseen = m.living_pack(), m.switches.wolf_kill == "unanimous"
    picks: list[int] = []
    for own in given:
        ask, answer = own.ask, own.answer
        if ask.kind == "whisper":
            m.tell(f.Whispered(ask.seat, answer.text), pack)
        else:
            m.tell(f.Proposed(ask.seat, answer.choice), (ask.seat,) if unseen else pack)
            picks.append(answer.choice)
    return picks


def _kill_target(m: Moderator, picks: list[int]) -> int:
    """Return the target that the picks, in the order of the asks, decide on; 0 for no kill."""
    if not picks:
        return 0
    match m.switches.wolf_kill:
        case "second_decides" | "one_decides":
            # The last pick is that of the highest seat, or of the only wolf that was asked.
            return picks[-1]
        case "unanimous":
            return picks[0] if len(set(picks)) == 1 else 0
        case "plurality":
            counts = Counter(picks)
            most = max(counts.values())
            top = [target for target, count in counts.items() if count == most]
            return top[0] if len(top) == 1 else 0


# -- the rule book


def _sentence(role: RoleName, s: Switches) -> str:
    first = "" if s.first_night_deaths else " but the first"
    return f"Each night{first} the pack kills a living player."


def _sentences(board: Board, _: str) -> Iterator[str]:
    s = board.switches
    if s.whisper_rounds:
        rounds = (
            "one round, each once"
            if s.whisper_rounds == 1
            else f"{s.whisper_rounds} rounds, each once a round"
        )
        yield (
            f"Before the kill the wolves talk among themselves, {rounds}; a lone wolf is not asked."
        )
    else:
        yield "The wolves do not talk among themselves."
    match s.wolf_kill:
        case "plurality":
            yield (
                "The wolves pick one after another, each seeing the picks before; most picks "
                "decide, and a tie kills nobody."
            )
        case "second_decides":
            yield (
                "The wolves propose one after another, each hearing the ones before; the "
                "wolf of the highest seat decides."
            )
        case "unanimous":
            yield (
                "The wolves pick at the same time, unseen; only if all pick the same does "
                "somebody die."
            )
        case "one_decides":
            yield "One living wolf, drawn each night, decides alone; the pack is told who."
    yield "The pack learns at once whom it attacks."
    targets = (
        "anybody alive, their own and themselves included"
        if s.wolves_may_target_pack
        else "anybody alive outside the pack"
    )
    yield f"They may choose {targets}{', or nobody' if s.wolves_may_pass else ''}."


RULES = PowerRules(
    _sentence,
    NightRules("wolves", _first_turn, _resolve_kill, _sentences, without_deaths=True),
)
