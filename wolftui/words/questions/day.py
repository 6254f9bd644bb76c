"""Questions of the day: sheriff, speeches, bids, suspicions and ballots."""

from __future__ import annotations

from collections.abc import Iterable

from wolfcore.game import LEFT, RIGHT, Ask, Board, View
from wolfcore.game import facts as f
from wolfcore.game.asks import LINE_WORDS
from wolfcore.game.rulebook import last_words_sentence

from .question import Option, Question
from .seat_options import known_text, last_stated, seat_options, seat_text, seats_text

_BIDS = (
    ("listen", "You would rather listen."),
    ("something", "You have something to say."),
    ("news", "You have something new and to the point to say."),
    ("must", "You must be heard now."),
    ("answer", "Somebody spoke to you, and you must answer."),
)


_SEEN = {
    "public": "All ballots are shown together.",
    "heard": "Each ballot is heard at once.",
    "secret": "Nobody sees who voted how.",
}


# -- the sheriff


def run(ask: Ask, view: View) -> Question:
    """Ask whether to stand for sheriff."""
    weight = view.board.switches.sheriff_weight
    power = "sets the speaking order and sums up" + (
        f", and has {_ballots(weight)} ballots" if weight != 2 else ""
    )
    no_ballot = (
        "" if view.board.switches.candidates_vote else " Candidates do not vote in the election."
    )
    options = (
        Option(
            0,
            "stay back",
            "Stay back. You are no candidate and vote in the election.",
            words=("no",),
        ),
        Option(
            1,
            "stand",
            f"Stand for sheriff. You speak to the village and can be elected.{no_ballot}",
            words=("yes", "run"),
        ),
    )
    return Question(ask, "Do you stand for sheriff?", f"The sheriff {power}.", "choice", options)


def campaign(ask: Ask, view: View) -> Question:
    """Ask a candidate for a campaign speech."""
    rivals = tuple(seat for seat in view.state.candidates if seat != view.seat)
    hint = f"You stand against {seats_text(view, rivals)}." if rivals else ""
    return Question(ask, "Why should the village elect you sheriff?", hint, "text")


def elect(ask: Ask, view: View) -> Question:
    """Ask for a ballot in the election of the sheriff."""
    nobody = Option(
        0, "abstain", "Abstain. Your ballot does not count.", words=("nobody", "no one")
    )
    options = seat_options(ask, view, lambda whom, _: f"Vote for {whom} as sheriff.", nobody)
    return Question(
        ask, "Whom do you elect sheriff?", _SEEN[view.board.switches.ballots], "choice", options
    )


def order(ask: Ask, view: View) -> Question:
    """Ask the sheriff for the direction of speaking."""
    higher = [seat for seat in view.living if seat > view.seat]
    lower = [seat for seat in view.living if seat < view.seat]
    around = {RIGHT: higher + lower, LEFT: lower[::-1] + higher[::-1]}
    opens = view.board.switches.sheriff_speaks == "first"

    def does(side: int, way: str) -> str:
        seats = around[side]
        start = (
            f"You open, then {seat_text(view, seats[0])}"
            if opens
            else f"{seat_text(view, seats[0])} speaks first"
        )
        rest = (
            f"; {seat_text(view, seats[-1])} is the last"
            if opens
            else f", {seat_text(view, seats[-1])} last, and you sum up"
        )
        return f"Seat numbers go {way}: {start}{rest}."

    options = (
        Option(LEFT, "left", does(LEFT, "down"), words=("l", "down")),
        Option(RIGHT, "right", does(RIGHT, "up"), words=("r", "up")),
    )
    return Question(ask, "Which way round does the village speak?", "", "choice", options)


def badge(ask: Ask, view: View) -> Question:
    """Ask a dying sheriff who gets the badge."""
    nobody = Option(
        0,
        "tear it",
        "Tear the badge up. There is no sheriff any more.",
        words=("tear", "nobody", "no one"),
    )
    options = seat_options(
        ask, view, lambda whom, _: f"Give the badge to {whom}, who is sheriff from now on.", nobody
    )
    return Question(ask, "You fall. Who gets the sheriff's badge?", "", "choice", options)


# -- talk


def speak(ask: Ask, view: View) -> Question:
    """Ask for a speech to the village."""
    order = view.state.order
    later = order[order.index(view.seat) + 1 :] if view.seat in order else ()
    hint = (
        f"After you: {seats_text(view, later)}."
        if later
        else "You are the last to speak."
        if order
        else ""
    )
    return Question(ask, "What do you say to the village?", hint, "text")


def bid(ask: Ask, view: View) -> Question:
    """Ask how much a seat wants to speak next."""
    options = tuple(
        Option(value, label, means, words=())
        for value, (label, means) in enumerate(_BIDS)
        if value in ask.options
    )
    hint = (
        "One of those who bid highest speaks next; a seat that was just named goes first. "
        "Nobody sees your bid."
    )
    return Question(ask, "How much do you want to speak?", hint, "choice", options)


def summarise(ask: Ask, view: View) -> Question:
    """Ask the sheriff for a summary and a recommendation."""
    nobody = Option(0, "nobody", "Recommend nobody.", words=("no one", "none"))
    options = seat_options(
        ask, view, lambda whom, _: f"Recommend to vote for {whom}. Everybody hears it.", nobody
    )
    return Question(
        ask,
        "Sum up, and say whom you recommend to vote for.",
        "The vote follows.",
        "choice+text",
        options,
    )


def defend(ask: Ask, view: View) -> Question:
    """Ask a seat that was named for a defence speech, or for a line in reply."""
    count = next(fact.speeches for fact in reversed(view.facts) if isinstance(fact, f.MostNamed))
    speeches = "one speech" if count == 1 else f"{count} speeches"
    if view.board.switches.defence == "replies":
        return Question(
            ask,
            "You were named after you spoke. What do you reply?",
            f"You were named in {speeches}. One line, at most {LINE_WORDS} words; an empty "
            "one passes. The vote follows.",
            "text",
            is_line=True,
        )
    return Question(
        ask,
        "You were named most today. What do you say?",
        f"You were named in {speeches}. The vote follows.",
        "text",
    )


def plead(ask: Ask, view: View) -> Question:
    """Ask a tied seat for a speech before the runoff."""
    return Question(
        ask,
        "You are tied. What do you say to save yourself?",
        "The others vote between the tied.",
        "text",
    )


def last_words(ask: Ask, view: View) -> Question:
    """Ask a dead seat for its last words."""
    hint = f"Everybody hears them. {last_words_sentence(view.board)}"
    return Question(ask, "What are your last words?", hint, "text")


def missed_last_words(board: Board, facts: Iterable[f.Fact], seat: int) -> str:
    """Say why a seat that is out spoke no last words; empty if it did speak, or still lives."""
    out = False
    for fact in facts:
        if isinstance(fact, f.Said) and fact.kind == "last_words" and fact.seat == seat:
            return ""
        out = out or (isinstance(fact, f.Died) and fact.seat == seat)
    return last_words_sentence(board) if out else ""


def suspect(ask: Ask, view: View) -> Question:
    """Ask for private suspicions of all other living seats, starting from those stated last."""
    others = tuple(seat for seat in view.living if seat != view.seat)
    options = tuple(
        Option(
            seat,
            seat_text(view, seat),
            f"Say what you take {seat_text(view, seat)} for.",
            known_text(view, seat),
        )
        for seat in others
    )
    hint = "Nobody at the table sees this. Confidence goes from 5, a guess, to 10, certain."
    return Question(
        ask, "What do you take the others for?", hint, "beliefs", options, last_stated(view, others)
    )


# -- ballots


def lean(ask: Ask, view: View) -> Question:
    """Ask for a straw ballot."""
    shown = view.board.switches.straw_vote == "shown"
    hint = "A straw vote exiles nobody. " + (
        "Everybody sees it before the sheriff sums up." if shown else "Nobody at the table sees it."
    )
    nobody = Option(0, "nobody", "Lean towards nobody.", words=("no one", "abstain"))
    options = seat_options(ask, view, lambda whom, _: f"Lean towards {whom}.", nobody)
    return Question(ask, "Straw vote: whom would you exile?", hint, "choice", options)


def vote(ask: Ask, view: View) -> Question:
    """Ask for a ballot in a vote to exile."""
    switches, runoff = view.board.switches, ask.phase == "runoff"
    hints = [_SEEN[switches.ballots]]
    if view.seat == view.state.sheriff and switches.sheriff_weight != 2:
        hints.append(f"As sheriff you have {_ballots(switches.sheriff_weight)} ballots.")
    if switches.vote == "majority" and not runoff:
        whom = "those with a vote" if view.state.without_vote else "the village"
        hints.append(f"More than half of {whom} must agree.")
    hints.append(_tie(view, runoff=runoff))
    if switches.vote == "plurality_pass" and not runoff:
        nobody = Option(
            0,
            "nobody",
            "Vote that nobody goes. If that leads or ties, nobody is exiled.",
            words=("no one", "pass"),
        )
    else:
        nobody = Option(
            0, "abstain", "Abstain. Your ballot does not count.", words=("nobody", "no one")
        )
    options = seat_options(ask, view, lambda whom, _: f"Vote to exile {whom}.", nobody)
    title = "The vote is tied. Whom do you exile?" if runoff else "Whom do you exile?"
    line = switches.hears_vote_lines
    return Question(ask, title, " ".join(filter(None, hints)), "choice", options, is_line=line)


def _tie(view: View, *, runoff: bool) -> str:
    if runoff:
        return "If it is tied again, nobody is exiled."
    match view.board.switches.tie:
        case "runoff":
            return "A tie is voted on again."
        case "random" if view.board.switches.vote != "majority":
            return "A tie is broken by lot."
        case _:
            return "On a tie nobody is exiled."


def _ballots(halves: int) -> str:
    """Format a weight in half ballots as ballots: 3 gives `1.5`."""
    return f"{halves / 2:g}"
