"""The day up to the vote: speaking order, speeches, bids, sheriff's summary, defence, replies."""

from __future__ import annotations

import re
from collections.abc import Mapping

from . import facts as f
from .asks import RIGHT, AskKind
from .moderator import Moderator, Script
from .voting import ballot_options, collect_ballots, speaking_order

BIDS = (0, 1, 2, 3, 4)


def discussion(m: Moderator) -> Script[None]:
    """Run one day from its speaking order to the last ask before the vote."""
    m.begin_phase("discussion")
    yield from _set_order(m)
    # A sheriff sets the order, so that nobody bids.
    if m.switches.discussion == "bids" and not m.state.sheriff:
        yield from _bidding(m)
    else:
        yield from _speeches(m)
    if m.state.sheriff:
        yield from _sheriff_summary(m)
    match m.switches.defence:
        case "none":
            pass
        case "most_named":
            yield from defence(m)
        case "replies":
            yield from replies(m)
    if m.switches.suspicions == "before_vote":
        yield from _ask_suspicions(m, dict.fromkeys(m.state.living, "vote"))


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
            # The purpose is the same every day, and so is the draw: the dead are left out of one
            # order.
            everyone = range(1, m.spec.board.size + 1)
            drawn = m.draw("order", everyone, m.spec.board.size)
            m.tell(f.OrderSet(tuple(seat for seat in drawn if seat in living)))
        case "shuffled_daily":
            m.tell(f.OrderSet(m.draw(f"order.d{m.state.day}", living, len(living))))
        case "bids":
            pass


def _circle_from(living: tuple[int, ...], start: int, *, upwards: bool) -> tuple[int, ...]:
    """Return the other living seats in a circle from `start`, by rising or falling seat number."""
    higher, lower = [s for s in living if s > start], [s for s in living if s < start]
    return (*higher, *lower) if upwards else (*lower[::-1], *higher[::-1])


def _speeches(m: Moderator) -> Script[None]:
    sheriff, order = m.state.sheriff, m.state.order
    # The last speech is the sheriff's summary, which comes after the straw vote.
    if sheriff and m.switches.sheriff_speaks == "last":
        order = order[:-1]
    for _ in range(m.switches.discussion_rounds):
        step = m.begin_step("speak")
        for seat in order:
            yield from m.ask_speech(step, "speak", seat)


def _bidding(m: Moderator) -> Script[None]:
    """Run the turns of a discussion with bids.

    Before each turn every living seat except the last speaker bids. The speaker is drawn from the
    highest bidders; if the last speech names some of them, from those.
    """
    # Seat 0 is nobody: in the first turn everybody bids.
    last, words = 0, ""
    for turn in range(1, m.switches.discussion_turns + 1):
        given = yield from m.ask_batch(
            m.make_asks(
                m.begin_step("bid"), "bid", {seat: BIDS for seat in m.state.living if seat != last}
            )
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
    """Run the straw vote, where the board has one, and the sheriff's summary."""
    sheriff, straw = m.state.sheriff, m.switches.straw_vote
    voters = tuple(seat for seat in m.state.voters if straw == "shown" or seat != sheriff)
    if m.switches.suspicions == "before_vote":
        # Without a straw vote only the sheriff is asked here (version 2 of the rules).
        leaning = () if straw == "none" else voters
        asked = (seat for seat in m.state.living if seat in leaning or seat == sheriff)
        yield from _ask_suspicions(
            m, {seat: "lean" if seat in leaning else "summarise" for seat in asked}
        )
    if straw != "none":
        m.begin_phase("straw_vote")
        yield from collect_ballots(
            m, "lean", "lean", ballot_options(m, voters), "public" if straw == "shown" else "secret"
        )
    m.begin_phase("summary")
    answer = yield from m.ask_one("summarise", sheriff, (0, *m.other_living(sheriff)))
    if answer:
        m.tell(f.Said(sheriff, "summarise", answer.text))
        m.tell(f.Recommended(sheriff, answer.choice))


def _ask_suspicions(m: Moderator, nexts: Mapping[int, AskKind]) -> Script[None]:
    """Ask seats for suspicions in one batch.

    `nexts` maps each seat to the kind of the ask that follows.
    """
    # The id of a suspicion is made of the ask that follows, whose step has not begun yet.
    yield from m.ask_suspicions(
        {seat: f"{m.next_step_id(kind)}.{seat}" for seat, kind in nexts.items()}
    )


_DAY_NUMBER = re.compile(r"\b(?:night|day)s?\s+\d+", re.IGNORECASE)
"""The number of a night or a day, such as `night 2`; it does not name a seat."""


def defence(m: Moderator) -> Script[None]:
    """Let the seat that was named in the most speeches of today speak once more.

    On a tie the first of the tied seats in speaking order speaks. Does nothing where no speech
    names a living seat.
    """
    counts = _mentions_today(m)
    most = max(counts.values(), default=0)
    if not most:
        return
    seat = next(seat for seat in speaking_order(m) if counts[seat] == most)
    m.begin_phase("defence")
    m.tell(f.MostNamed(seat, most))
    yield from m.ask_speech(m.begin_step("defend"), "defend", seat)


MOST_REPLIES = 3
"""Maximum seats that reply before a vote."""


def replies(m: Moderator) -> Script[None]:
    """Let up to `MOST_REPLIES` seats that were named after their own last speech of today reply.

    Seats named in more speeches come first, and of seats named as often the first in speaking
    order. A reply is one line, and an empty one is no speech. Does nothing where no such seat
    lives. Being named stands for being accused, contradicted or asked: rules do not read speeches.
    """
    counts = _mentions_today(m, after_own_speech=True)
    named = sorted(filter(counts.get, speaking_order(m)), key=counts.__getitem__, reverse=True)
    if not named:
        return
    m.begin_phase("defence")
    step = m.begin_step("defend")
    for seat in named[:MOST_REPLIES]:
        m.tell(f.MostNamed(seat, counts[seat]))
        yield from m.ask_speech(step, "defend", seat, line=True)


def mentions_seat(words: str, seat: int, name: str) -> bool:
    """Return whether `words` contain a seat's number or name as a whole word, ignoring case."""
    # Only ASCII text takes the fast path: elsewhere `lower` and IGNORECASE disagree.
    if (
        words.isascii()
        and name.isascii()
        and str(seat) not in words
        and name.lower() not in words.lower()
    ):
        return False  # fast path: most seats are not named, and compiling patterns is slow
    # Not `\b`: a person's name may begin or end with a sign that is no word character.
    return (
        re.search(rf"(?<!\w)(?:{seat}|{re.escape(name)})(?!\w)", words, re.IGNORECASE) is not None
    )


def _mentions_today(m: Moderator, *, after_own_speech: bool = False) -> dict[int, int]:
    """Count for each living seat the speeches of today in which another living seat names it.

    With `after_own_speech` only those count that came after the seat's own last speech of today.
    """
    living, called = m.state.living, m.spec.names
    counts, open_seats = dict.fromkeys(living, 0), set(living)
    for entry in reversed(m.entries):
        fact = entry.fact
        if isinstance(fact, f.Began) and fact.phase == "night":
            break
        if isinstance(fact, f.Said) and fact.seat in counts:
            words = _DAY_NUMBER.sub("", fact.text)
            for seat in open_seats:
                if words and seat != fact.seat and mentions_seat(words, seat, called[seat - 1]):
                    counts[seat] += 1
            # The walk goes backwards: earlier speeches were heard before this seat spoke.
            if after_own_speech:
                open_seats.discard(fact.seat)
    return counts
