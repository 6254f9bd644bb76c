"""The sentence of each kind of fact: the one source for screen, plain lines and exports.

A fact without a function must be listed in `SILENT_FACTS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from wolfcore.game import apply
from wolfcore.game import facts as f

from .block_writer import BlockWriter
from .spans import MODERATOR_EYES, Block, Line, Span

if TYPE_CHECKING:
    from wolfcore.speech.secret_slips import SlipWatch

_CAUSES = {
    "killed": "killed by the wolves",
    "poisoned": "poisoned",
    "shot": "shot",
    "exiled": "exiled",
}


_BALLOTS = {"elect": "Election", "lean": "Straw vote", "vote": "Vote", "runoff": "Runoff"}


_SPEECHES = {
    "campaign": "campaigns", "summarise": "sums up", "defend": "in defence", "plead": "pleads",
    "last_words": "last words", "speak": "",
}  # fmt: skip


_BADGES = {
    "elected": " is elected sheriff.",
    "unopposed": " stands alone and is sheriff.",
    "appointed": " is the sheriff.",
    "named": " receives the badge and is sheriff now.",
    "trusted": " was trusted most by the old sheriff and is sheriff now.",
}


_NO_BADGE = {
    "nobody_ran": "Nobody runs, so there will be no sheriff.",
    "everybody_ran": "Everybody runs and nobody is left to vote, so there will be no sheriff.",
    "nobody_voted": "Nobody votes, so there will be no sheriff.",
    "tied": "The candidates are tied again, so there will be no sheriff.",
    "torn": "The badge is torn up; there will be no sheriff any more.",
    "lost": "The badge is lost; there will be no sheriff any more.",
}


_ENDINGS = {
    "village": ("The village wins", "village", ": no wolf is left."),
    "wolves": ("The wolves win", "wolves", "."),
    "draw": ("A draw", "strong", ": the last day is over and nobody has won."),
    "stopped": ("The game stops here", "strong", ", as this board has it, with no winner."),
    "void": ("The game is void", "strong", ": it had to stop in its first night."),
}


def _began(p: BlockWriter, fact: f.Began) -> None:
    p.tell_passes()
    elects = p.board.switches.sheriff not in ("none", "appointed")
    if fact.phase == "night":
        p.add_block(Block("divider", head=(Span(f"{p.glyphs.night} night {fact.day}", "night"),)))
    elif fact.phase == "election" or (
        fact.phase == "discussion" and not (fact.day == 1 and elects)
    ):
        p.add_block(Block("divider", head=(Span(f"{p.glyphs.day} day {fact.day}", "accent"),)))
    if fact.phase == "election":
        p.note(Span(f"{p.glyphs.sheriff} The village elects a sheriff.", "strong"))
    elif fact.phase == "runoff":
        p.note(Span("The vote is tied: the tied plead, and the others vote between them.", "quiet"))


def _dealt(p: BlockWriter, fact: f.Dealt) -> None:
    if p.is_own_seat(fact.seat):
        p.note(
            Span("You are "),
            p.seat(fact.seat),
            Span(", "),
            p.role(fact.role),
            Span("."),
            secret=True,
        )
    else:
        p.note(p.seat(fact.seat), Span(" is "), p.role(fact.role), Span("."), secret=True)


def _appointed(p: BlockWriter, fact: f.Appointed) -> None:
    p.note(
        p.seat(fact.seat), Span(" will be announced as sheriff after the first night."), secret=True
    )


def _decider(p: BlockWriter, fact: f.Decider) -> None:
    p.secret_action(fact.seat, "decide", Span("for the pack tonight"))


def _whispered(p: BlockWriter, fact: f.Whispered) -> None:
    p.speech(fact.seat, fact.text, "whispers to the pack", secret=True)


def _proposed(p: BlockWriter, fact: f.Proposed) -> None:
    p.secret_action(fact.seat, "pick", p.seat(fact.target))


def _attacked(p: BlockWriter, fact: f.Attacked) -> None:
    p.note(
        Span(f"{p.glyphs.roles['Werewolf']} The pack attacks ", "wolves"),
        p.seat(fact.target),
        Span("."),
        secret=True,
    )


def _protected(p: BlockWriter, fact: f.Protected) -> None:
    whom = (
        Span("yourself", "strong")
        if fact.target == fact.seat and p.is_own_seat(fact.seat)
        else p.seat(fact.target)
    )
    p.secret_action(fact.seat, "protect", whom)


def _checked(p: BlockWriter, fact: f.Checked) -> None:
    if not fact.target:
        p.secret_action(fact.seer, "check", Span("nobody"))
        return
    teams = {
        "wolves": Span(f"{p.glyphs.roles['Werewolf']} a wolf", "wolves"),
        "village": Span("not a wolf", "village"),
    }
    result = teams[fact.result] if fact.result in teams else p.role(fact.result)
    p.secret_action(fact.seer, "check", p.seat(fact.target), Span(": "), result)


def _victim(p: BlockWriter, fact: f.Victim) -> None:
    if fact.target == fact.seat and p.is_own_seat(fact.seat):
        p.secret_action(fact.seat, "learn", Span("that the wolves attacked you"))
    elif fact.target:
        p.secret_action(fact.seat, "learn", Span("that the wolves attacked "), p.seat(fact.target))
    else:
        p.secret_action(fact.seat, "learn", Span("that nobody is dying"))


def _saved(p: BlockWriter, fact: f.Saved) -> None:
    if fact.target:
        p.secret_action(fact.seat, "use", Span("the antidote on "), p.seat(fact.target))
    else:
        p.secret_action(fact.seat, "keep", Span("the antidote"))


def _poisoned(p: BlockWriter, fact: f.Poisoned) -> None:
    if fact.target:
        p.secret_action(fact.seat, "poison", p.seat(fact.target))
    else:
        p.secret_action(fact.seat, "keep", Span("the poison"))


def _idle(p: BlockWriter, fact: f.Idle) -> None:
    p.secret_action(
        fact.seat,
        "find",
        Span(
            "nobody left to choose and rest"
            if p.is_own_seat(fact.seat)
            else "nobody left to choose and rests"
        ),
    )


def _quiet_night(p: BlockWriter, _: f.QuietNight) -> None:
    p.note(Span("Nobody died in the night."))


def _died(p: BlockWriter, fact: f.Died) -> None:
    if p.shot == fact.seat:
        return
    if p.state.exiled[-1:] == (fact.seat,) and p.state.phase != "dawn":
        # Told by the exile, to whose line belongs that the role of a seat that dies stays hidden.
        *before, last = p.blocks[-1].lines
        p.extend(lines=(*before, (*last, *_stays_hidden(p, fact.seat))))
    if p.state.phase != "dawn":
        return
    if p.is_own_seat(fact.seat):
        p.note(Span("You died in the night", "danger"), Span("."))
    else:
        p.note(
            p.seat(fact.seat),
            *p.known_role(fact.seat),
            Span(" died in the night."),
            *_stays_hidden(p, fact.seat),
        )


def _cause(p: BlockWriter, fact: f.Cause) -> None:
    if fact.cause in ("killed", "poisoned"):
        p.note(
            p.seat(fact.seat),
            Span(f" was {_CAUSES[fact.cause]}."),
            secret=not p.board.switches.cause_told,
        )


def _revealed(p: BlockWriter, fact: f.Revealed) -> None:
    if not p.state.alive(fact.seat):
        p.note(p.seat(fact.seat), Span(" was "), p.role(fact.role), Span("."))
    elif p.is_own_seat(fact.seat):
        p.note(Span("You are "), p.role(fact.role), Span(" and stay alive."))
    else:
        p.note(p.seat(fact.seat), Span(" is "), p.role(fact.role), Span(" and stays alive."))


def _shot(p: BlockWriter, fact: f.Shot) -> None:
    p.shot = fact.target
    if fact.target:
        role = p.role(p.board.role_using("shoot", p.state.roles[fact.seat]))
        p.note(
            p.seat(fact.seat),
            Span(" is "),
            role,
            Span(" and shoots "),
            p.seat(fact.target),
            Span("."),
        )
    else:
        p.secret_action(fact.seat, "hold", Span("fire"))


def _candidates(p: BlockWriter, fact: f.Candidates) -> None:
    if fact.seats:
        p.note(
            *p.seats(fact.seats),
            Span(" stands for sheriff." if len(fact.seats) == 1 else " stand for sheriff."),
        )


def _badge(p: BlockWriter, fact: f.Badge) -> None:
    if fact.seat:
        p.note(Span(f"{p.glyphs.sheriff} ", "accent"), p.seat(fact.seat), Span(_BADGES[fact.how]))
    else:
        p.note(Span(_NO_BADGE[fact.how], "quiet"))


def _order(p: BlockWriter, fact: f.OrderSet) -> None:
    if fact.by:
        first = fact.seats[1] if fact.seats[0] == fact.by else fact.seats[0]
        around = (
            "right"
            if first == next((s for s in sorted(fact.seats) if s > fact.by), min(fact.seats))
            else "left"
        )
        side = Span(f" chose the {around}: ")
        p.note(
            Span(f"{p.glyphs.sheriff} ", "accent"),
            p.seat(fact.by),
            side,
            p.seat(first),
            Span(" begins."),
        )
    elif list(fact.seats) != sorted(fact.seats):
        p.note(Span("Speaking order: ", "quiet"), *p.seats(fact.seats), Span("."))


def _bid(p: BlockWriter, fact: f.Bid) -> None:
    p.secret_action(fact.seat, "bid", Span(str(fact.amount), "strong"))


def _said(p: BlockWriter, fact: f.Said) -> None:
    replies = fact.kind == "defend" and p.board.switches.defence == "replies"
    p.speech(fact.seat, fact.text, "replies" if replies else _SPEECHES[fact.kind])


def _recommended(p: BlockWriter, fact: f.Recommended) -> None:
    if fact.target:
        p.note(
            Span(f"{p.glyphs.sheriff} ", "accent"),
            p.seat(fact.seat),
            Span(" recommends to vote for "),
            p.seat(fact.target),
            Span("."),
        )


def _most_named(p: BlockWriter, fact: f.MostNamed) -> None:
    p.tell_passes()
    # A round of replies announces up to three seats a day, of which some pass: the reply tells it.
    if p.board.switches.defence == "replies":
        return
    many = "one speech" if fact.speeches == 1 else f"{fact.speeches} speeches"
    who = Span("you", "strong") if p.is_own_seat(fact.seat) else p.seat(fact.seat)
    p.note(
        Span("One more word before the vote", "accent"),
        Span(" goes to the name that fell most today: "),
        who,
        Span(f", in {many}."),
    )


def _voted(p: BlockWriter, fact: f.Voted) -> None:
    secret = p.eyes < 0 and (
        p.board.switches.ballots == "secret"
        or (fact.ballot == "lean" and p.board.switches.straw_vote == "private")
    )
    last = p.blocks[-1] if p.blocks else None
    again = (
        last is not None
        and last.kind == "votes"
        and p.ballots
        and p.ballots[-1].ballot == fact.ballot
    )
    again = again and fact.voter not in {ballot.voter for ballot in p.ballots}
    if again:
        p.ballots.append(fact)
        p.extend(lines=_ballot_lines(p))
    else:
        p.ballots = [fact]
        p.add_block(
            Block(
                "votes", _ballot_lines(p), (Span(_BALLOTS[fact.ballot], "strong"),), secret=secret
            )
        )


def _ballot_lines(p: BlockWriter) -> tuple[Line, ...]:
    """Write a row per voter, with what the voter said, and the count in ballots.

    A sheriff's ballot can weigh a half more.
    """
    rows = tuple(
        (
            p.seat(ballot.voter),
            Span(f" {p.glyphs.arrow} ", "dim"),
            p.seat(ballot.target),
            *([Span("  "), Span(ballot.line)] if ballot.line else ()),
        )
        for ballot in p.ballots
    )
    halves = Counter[int]()
    for ballot in p.ballots:
        official = ballot.ballot in ("vote", "runoff")
        weight = (
            p.board.switches.sheriff_weight if official and ballot.voter == p.state.sheriff else 2
        )
        if ballot.target or (ballot.ballot == "vote" and p.board.switches.vote == "plurality_pass"):
            halves[ballot.target] += weight
    count: list[Span] = []
    for target, weight in sorted(halves.items(), key=lambda item: (-item[1], item[0])):
        number = f"{weight // 2 or ''}{p.glyphs.half if weight % 2 else ''}" or "0"
        count += [
            *([Span(f" {p.glyphs.dot} ", "dim")] if count else []),
            p.seat(target),
            Span(f" {number}", "strong"),
        ]
    return (*rows, tuple(count) or (Span("nobody votes", "dim"),))


def _tie_broken(p: BlockWriter, fact: f.TieBroken) -> None:
    p.note(
        Span("A tie between "),
        *p.seats(fact.among),
        Span(": the lot falls on "),
        p.seat(fact.seat),
        Span("."),
    )


def _exiled(p: BlockWriter, fact: f.Exiled) -> None:
    if not fact.seat:
        p.note(Span("Nobody is exiled."))
    elif p.is_own_seat(fact.seat):
        p.note(Span("You are exiled", "danger"), Span("."))
    else:
        p.note(Span("Exiled: "), p.seat(fact.seat), *p.known_role(fact.seat))


def _lost_vote(p: BlockWriter, fact: f.LostVote) -> None:
    if p.is_own_seat(fact.seat):
        p.note(Span("You have no vote from now on", "danger"), Span("."))
    else:
        p.note(p.seat(fact.seat), Span(" has no vote from now on."))


def _stays_hidden(p: BlockWriter, seat: int) -> Line:
    """Note at the first death that this board keeps roles hidden; empty at later deaths."""
    first = len(p.state.living) == p.board.size - 1
    if p.board.switches.role_revealed or p.state.roles[seat] or not first:
        return ()
    return (Span("  (roles stay hidden on this board)", "dim"),)


def _thought(p: BlockWriter, fact: f.Thought) -> None:
    p.keep_thought(fact)


def _fallback(p: BlockWriter, fact: f.Fallback) -> None:
    how = {
        "timeout": "ran out of time; an answer was put in its place.",
        "repaired": "had its answer repaired.",
        "stand_in": "was late; a house bot answered in its place.",
    }
    p.note(
        p.seat(fact.seat),
        Span(" " + how.get(fact.how, "gave no usable answer; one was put in its place."), "quiet"),
        secret=True,
    )


def _ended(p: BlockWriter, fact: f.Ended) -> None:
    title, style, rest = _ENDINGS[fact.ended]
    p.add_block(Block("divider", head=(Span("the end", "quiet"),)))
    p.note(Span(title, style), Span(f" on day {fact.day}{rest}"))


FACT_WORDS: dict[type, Callable[[BlockWriter, Any], None]] = {
    f.Began: _began, f.Dealt: _dealt, f.Appointed: _appointed, f.Decider: _decider,
    f.Whispered: _whispered, f.Proposed: _proposed, f.Attacked: _attacked, f.Protected: _protected,
    f.Checked: _checked, f.Victim: _victim, f.Saved: _saved, f.Poisoned: _poisoned, f.Idle: _idle,
    f.QuietNight: _quiet_night, f.Died: _died, f.Cause: _cause, f.Revealed: _revealed,
    f.Shot: _shot, f.Candidates: _candidates, f.Badge: _badge, f.OrderSet: _order, f.Bid: _bid,
    f.Said: _said, f.Recommended: _recommended, f.MostNamed: _most_named, f.Voted: _voted,
    f.TieBroken: _tie_broken, f.Exiled: _exiled, f.LostVote: _lost_vote, f.Thought: _thought,
    f.Fallback: _fallback, f.Ended: _ended,
}  # fmt: skip


SILENT_FACTS: frozenset[type] = frozenset({
    f.CalledOn,  # the speech of the called seat follows
    f.Believed,  # shown as a belief table
})  # fmt: skip
"""The kinds of fact that have no sentence."""


_SLIPS = {
    "pack": "slip: speaks as one of the pack",
    "attack": "slip: knows that the wolves attacked {seat}",
    "poison": "slip: knows that {seat} was poisoned",
    "potions": "slip: knows the potions as the Witch does",
    "role": "slip: knows what {seat} is, which nobody has shown",
}
"""What a speaker gives away, by kind of slip."""


class Presenter(BlockWriter):
    """Turns the facts of one viewer into transcript blocks, one fact after another."""

    def add(self, fact: f.Fact) -> None:
        """Add one fact: append a block, or replace the last block by a longer one."""
        self.state = apply(self.state, fact)
        self.fact_count += 1
        say = FACT_WORDS.get(type(fact))
        if say:
            say(self, fact)
        if self.blocks:
            self.extend()
        self._mark_slip(fact)

    def _mark_slip(self, fact: f.Fact) -> None:
        """Note below a speech that it tells a secret: only where the viewer knows everything."""
        if self.eyes != MODERATOR_EYES:
            return
        slip = self._slip_watch.add(fact)
        if slip and isinstance(fact, f.Said):
            self.extend(slip=_SLIPS[slip.kind].replace("{seat}", self.seat(slip.seat).text))

    @cached_property
    def _slip_watch(self) -> SlipWatch:
        # Loaded with the first fact that the moderator sees, not before the first frame.
        from wolfcore.speech.secret_slips import SlipWatch  # noqa: PLC0415  most viewers need none

        return SlipWatch(self.board, self.names)
