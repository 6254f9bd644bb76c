"""The day: who speaks when, what the sheriff does, and whom the village exiles."""

from __future__ import annotations

from collections.abc import Mapping

from . import facts as f
from .asks import RIGHT, AskKind
from .defence import defence, mentions_seat
from .moderator import Moderator, Script
from .voting import collect_ballots, leaders, speaking_order

PLAIN_WEIGHT = 2
"""A plain ballot in halves."""

BIDS = (0, 1, 2, 3, 4)


def day(m: Moderator) -> Script[int]:
    """One day up to the vote; returns who is exiled, or 0."""
    m.begin_phase("discussion")
    yield from _set_order(m)
    if m.switches.discussion == "bids" and not m.state.sheriff:
        yield from _bidding(m)
    else:
        yield from _discussion(m)
    if m.state.sheriff:
        yield from _sheriff_summary(m)
    if m.switches.defence == "most_named":
        yield from defence(m)
    if m.switches.suspicions == "before_vote":
        yield from _ask_suspicions(m, dict.fromkeys(m.state.living, "vote"))
    return (yield from exile_vote(m))


# -- talk


def _set_order(m: Moderator) -> Script[None]:
    living, sheriff = m.state.living, m.state.sheriff
    if sheriff:
        answer = yield from m.ask_one("order", sheriff, (0, 1))
        others = _circle_from(living, sheriff, upwards=bool(answer and answer.choice == RIGHT))
        first = m.switches.sheriff_speaks == "first"
        m.tell(f.OrderSet((sheriff, *others) if first else (*others, sheriff), sheriff))
        return
    match m.switches.discussion:
        case "seat":
            m.tell(f.OrderSet(living))
        case "shuffled_once":
            everyone = range(1, m.spec.board.size + 1)
            drawn = m.draw("order", everyone, m.spec.board.size)
            m.tell(f.OrderSet(tuple(seat for seat in drawn if seat in living)))
        case "shuffled_daily":
            m.tell(f.OrderSet(m.draw(f"order.d{m.state.day}", living, len(living))))
        case "bids":
            pass


def _circle_from(living: tuple[int, ...], start: int, *, upwards: bool) -> tuple[int, ...]:
    """The others in a circle from `start`, going up or down."""
    higher, lower = [s for s in living if s > start], [s for s in living if s < start]
    return (*higher, *lower) if upwards else (*lower[::-1], *higher[::-1])


def _discussion(m: Moderator) -> Script[None]:
    sheriff, order = m.state.sheriff, m.state.order
    if sheriff and m.switches.sheriff_speaks == "last":
        order = order[:-1]
    for _ in range(m.switches.discussion_rounds):
        step = m.begin_step("speak")
        for seat in order:
            yield from m.ask_speech(step, "speak", seat)


def _bidding(m: Moderator) -> Script[None]:
    """Turns of talk; before each the living but the last speaker bid, and one of the highest, or of those just named, speaks."""
    last, words = 0, ""
    for turn in range(1, m.switches.discussion_turns + 1):
        given = yield from m.ask_batch(
            m.make_asks(m.begin_step("bid"), "bid", {seat: BIDS for seat in m.state.living if seat != last})
        )
        bids = {own.ask.seat: own.answer.choice for own in given}
        for seat, amount in bids.items():
            m.tell(f.Bid(seat, amount), f.MODERATOR)
        highest = max(bids.values())
        keen = [seat for seat, amount in bids.items() if amount == highest]
        named = [seat for seat in keen if mentions_seat(words, seat, m.spec.names[seat - 1])]
        last = m.draw(f"speaker.d{m.state.day}.{turn}", named or keen)[0]
        m.tell(f.CalledOn(last))
        words = yield from m.ask_speech(m.begin_step("speak"), "speak", last)


# -- the sheriff


def _sheriff_summary(m: Moderator) -> Script[None]:
    """Straw vote and summary."""
    sheriff, straw = m.state.sheriff, m.switches.straw_vote
    voters = tuple(seat for seat in m.state.living if straw == "shown" or seat != sheriff)
    if m.switches.suspicions == "before_vote":
        leaning = () if straw == "none" else voters
        asked = (seat for seat in m.state.living if seat in leaning or seat == sheriff)
        yield from _ask_suspicions(m, {seat: "lean" if seat in leaning else "summarise" for seat in asked})
    if straw != "none":
        m.begin_phase("straw_vote")
        yield from collect_ballots(m, "lean", "lean", ballot_options(m, voters), "public" if straw == "shown" else "secret")
    m.begin_phase("summary")
    answer = yield from m.ask_one("summarise", sheriff, (0, *m.other_living(sheriff)))
    if answer:
        m.tell(f.Said(sheriff, "summarise", answer.text))
        m.tell(f.Recommended(sheriff, answer.choice))


def _ask_suspicions(m: Moderator, nexts: Mapping[int, AskKind]) -> Script[None]:
    """One batch of suspicions, each before an ask of the given kind."""
    yield from m.ask_suspicions({seat: f"{m.next_step_id(kind)}.{seat}" for seat, kind in nexts.items()})


# -- the vote


def exile_vote(m: Moderator) -> Script[int]:
    """The official ballot and, where the board has one, the runoff; returns who is exiled, or 0."""
    m.begin_phase("vote")
    ballots = yield from collect_ballots(m, "vote", "vote", ballot_options(m, m.state.living), m.switches.ballots)
    counts = _weighted_counts(m, ballots)
    top = leaders(counts)
    if not top or 0 in top:
        return 0
    if len(top) == 1:
        enough = m.switches.vote != "majority" or 2 * counts[top[0]] > _total_weight(m)
        return top[0] if enough else 0
    if m.switches.tie == "runoff":
        return (yield from _runoff(m, top))
    if m.switches.tie == "random" and m.switches.vote != "majority":
        drawn = m.draw(f"tie.d{m.state.day}", top)[0]
        m.tell(f.TieBroken(top, drawn))
        return drawn
    return 0


def _runoff(m: Moderator, tied: tuple[int, ...]) -> Script[int]:
    """The tied plead and the others vote between them; nobody goes on a second tie or where nobody is left to vote."""
    voters = [seat for seat in m.state.living if seat not in tied]
    if not voters:
        return 0
    m.begin_phase("runoff")
    step = m.begin_step("plead")
    for seat in (seat for seat in speaking_order(m) if seat in tied):
        yield from m.ask_speech(step, "plead", seat)
    options = (0, *tied) if m.switches.abstain else tied
    ballots = yield from collect_ballots(m, "vote", "runoff", dict.fromkeys(voters, options), m.switches.ballots)
    counts = _weighted_counts(m, ballots)
    counts.pop(0, None)
    top = leaders(counts)
    return top[0] if len(top) == 1 else 0


def ballot_options(m: Moderator, voters: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """The options of each voter in an exile vote: the living, and 0 for nobody where the board allows it."""
    nobody = (0,) if m.switches.abstain or m.switches.vote == "plurality_pass" else ()
    living = m.state.living
    return {seat: (*nobody, *(living if m.switches.vote_self else m.other_living(seat))) for seat in voters}


def _weighted_counts(m: Moderator, ballots: Mapping[int, int]) -> dict[int, int]:
    """Weight by target, in halves; 0 stands for nobody where that is a candidate, else abstentions are left out."""
    counts: dict[int, int] = {}
    nobody_counts = m.switches.vote == "plurality_pass"
    sheriff, heavy = m.state.sheriff, m.switches.sheriff_weight
    for voter, target in ballots.items():
        if target or nobody_counts:
            counts[target] = counts.get(target, 0) + (heavy if voter == sheriff else PLAIN_WEIGHT)
    return counts


def _total_weight(m: Moderator) -> int:
    return sum(_weighted_counts(m, {seat: seat for seat in m.state.living}).values())
