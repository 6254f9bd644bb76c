"""Questions on the vote: who may vote for whom, who sees ballots, ties, and who is exiled."""

from __future__ import annotations

from wolfcore.game import AskKind, Board
from wolfcore.game import facts as f
from wolfcore.quiz.kind import (
    Draft,
    QuestionKind,
    SituationDraw,
    any_board,
    cast_ballots,
    everybody_votes,
    has_sheriff,
    name_seat,
    name_seats,
    seat_options,
    who_lives,
)
from wolfcore.quiz.question import NOBODY
from wolfcore.quiz.scenes import Choices, SceneOutcome, Unsettled, a_day

SUBJECT = "vote"


def _exiled(table: SituationDraw) -> Draft:
    """Ask whom given ballots exile, with the ballots of a runoff if there is one."""
    living = table.living(dead=(0, 1, 2))
    sheriff = table.pick(living) if has_sheriff(table.board) else 0
    scene = table.scene(living, day=table.late_day(living), sheriff=sheriff)
    # A first run shows who votes and for whom.
    legal = {
        ask.seat: ask.options
        for ask in table.play(scene, a_day).asked("vote")
        if ask.phase == "vote"
    }
    rivals = table.sample(living, table.pick((2, 2, 3)))
    ballots: dict[int, int] = {}
    for voter, options in legal.items():
        # Rivals weigh twice, so that few ballots are for no one.
        wanted = tuple(choice for choice in (*rivals, *rivals, 0) if choice in options)
        ballots[voter] = table.pick(wanted)
    choices: dict[tuple[AskKind, int], tuple[int, ...]] = {
        ("vote", voter): (choice,) for voter, choice in ballots.items()
    }
    runoff = table.play(scene, a_day, choices)
    again = tuple(ask for ask in runoff.asked("vote") if ask.phase == "runoff")
    after = ""
    if again:
        second = {ask.seat: table.pick(ask.options) for ask in again}
        choices |= {("vote", voter): (ballots[voter], choice) for voter, choice in second.items()}
        after = f" In the runoff {_in_words(second, table.board)}."
    key = table.settled_value(scene, a_day, _gone, choices)
    fills = {
        "alive": who_lives(table, living),
        "sheriff": f" The sheriff is seat {sheriff}." if sheriff else "",
        "ballots": _in_words(ballots, table.board),
        "after": after,
    }
    return Draft(sentence_name="exiled", fills=fills, key=key, options=seat_options(sorted(rivals)))


def _gone(played: SceneOutcome) -> str:
    return name_seat(played.facts_of(f.Exiled)[0].seat)


def _in_words(ballots: dict[int, int], board: Board) -> str:
    return cast_ballots(
        ballots, "votes for no one" if board.switches.vote == "plurality_pass" else "abstains"
    )


def _even(table: SituationDraw) -> Draft:
    """Ask what follows if the first ballot is a tie between the top two: exile, runoff or a lot."""
    living = table.living(dead=(0, 1))
    sheriff = table.pick(living) if has_sheriff(table.board) else 0
    scene = table.scene(living, day=table.late_day(living), sheriff=sheriff)
    # Without the sheriff, whose ballot may weigh more.
    one, other, third, fourth = table.sample(table.others(sheriff, living=living), 4)
    ballots = {one: other, other: one, third: one, fourth: other}
    rest = tuple(seat for seat in living if seat not in ballots)
    if 0 in table.play(scene, a_day).options("vote", one):
        ballots |= dict.fromkeys(rest, 0)
    else:
        ballots |= _in_halves(table, rest, sheriff, (one, other, third))
    choices: Choices = {
        ("vote", voter): (choice, one) if voter == sheriff else (choice,)
        for voter, choice in ballots.items()
    }
    what, line = table.pick(
        ((_somebody, "tie_exiles"), (_runs_off, "tie_runoff"), (_by_lot, "tie_lot"))
    )
    if (
        what is _somebody
        and table.play(scene, a_day, choices).facts_of(f.Began)[-1].phase == "runoff"
    ):
        raise Unsettled
    fills = {"alive": who_lives(table, living), "ballots": _in_words(ballots, table.board)}
    fills["sheriff"] = f" The sheriff is seat {sheriff}." if sheriff else ""
    return Draft(
        sentence_name=line, fills=fills, key=table.settled_value(scene, a_day, what, choices)
    )


def _in_halves(
    table: SituationDraw, voters: tuple[int, ...], sheriff: int, seats: tuple[int, int, int]
) -> dict[int, int]:
    """Build ballots that leave two seats tied.

    The sheriff votes for a third seat, because its ballot may weigh more.
    """
    plain = table.sample(
        tuple(seat for seat in voters if seat != sheriff), len(voters) - (sheriff in voters)
    )
    if len(plain) % 2:
        raise Unsettled
    even = {seat: seats[place % 2] for place, seat in enumerate(plain)}
    return even | ({sheriff: seats[2]} if sheriff else {})


def _somebody(played: SceneOutcome) -> bool:
    if any(began.phase == "runoff" for began in played.facts_of(f.Began)):
        raise Unsettled
    return played.facts_of(f.Exiled)[0].seat > 0


def _runs_off(played: SceneOutcome) -> bool:
    return any(began.phase == "runoff" for began in played.facts_of(f.Began))


def _by_lot(played: SceneOutcome) -> bool:
    return bool(played.facts_of(f.TieBroken))


def _in_runoff(table: SituationDraw) -> Draft:
    """Ask whether tied seats, or the others, speak or vote in a runoff."""
    living = table.living(dead=(0, 1))
    scene = table.scene(living, day=table.late_day(living))
    pair = table.sample(living, 2)
    third, fourth = table.sample(table.others(*pair, living=living), 2)
    ballots = {pair[0]: pair[1], pair[1]: pair[0], third: pair[0], fourth: pair[1]}
    # All the other ballots are shared evenly, so that the two stay tied.
    if len(living) % 2:
        raise Unsettled
    sides = table.sample(tuple(seat for seat in living if seat not in ballots), len(living) - 4)
    ballots |= {seat: pair[place % 2] for place, seat in enumerate(sides)}
    tied = table.pick((True, False))
    seat = table.pick(pair) if tied else third

    def votes(played: SceneOutcome) -> bool:
        return any(ask.phase == "runoff" for ask in played.asked("vote", seat=seat))

    def pleads(played: SceneOutcome) -> bool:
        return bool(played.asked("plead", seat=seat))

    read, words = table.pick(((votes, "vote"), (pleads, "speak")))
    if read is votes and not everybody_votes(table.board):
        raise Unsettled
    choices: Choices = {
        ("vote", voter): (choice, pair[0]) if voter not in pair else (choice,)
        for voter, choice in ballots.items()
    }
    key = table.settled_value(scene, a_day, read, choices)
    fills = {"tied": name_seats(pair), "seat": str(seat), "what": words}
    return Draft(sentence_name="in_runoff", fills=fills, key=key)


def _may_vote(table: SituationDraw) -> Draft:
    """Ask whom a living player may vote for: itself, nobody, a dead or another living player."""
    living = table.living(dead=(1, 2))
    voter = table.pick(living)
    # Twice as often about what the switches of this kind decide.
    target, words = table.pick(
        [
            (voter, "itself"),
            (voter, "itself"),
            (0, "_"),
            (0, "_"),
            (table.pick(table.others(*living)), "a player who is dead"),
            (table.pick(table.others(voter, living=living)), "any other living player"),
        ]
    )
    sheriff = table.pick(living) if has_sheriff(table.board) else 0
    scene = table.scene(living, day=table.late_day(living), sheriff=sheriff)
    key = table.settled_value(scene, a_day, lambda played: target in played.options("vote", voter))
    if target:
        return Draft(sentence_name="may_vote", fills={"target": words}, key=key)
    if not everybody_votes(table.board):
        raise Unsettled
    return Draft(sentence_name="may_vote_nobody", fills={}, key=key)


def _who_votes(table: SituationDraw) -> Draft:
    """Ask whether a living player, a dead player or the sheriff votes."""
    living = table.living(dead=(1, 2))
    sheriff = table.pick(living) if has_sheriff(table.board) else 0
    cases = [
        (table.pick(living), "a living player"),
        (table.pick(table.others(*living)), "a player who died the night before"),
    ]
    seat, words = table.pick([*cases, (sheriff, "the living sheriff")] if sheriff else cases)
    if seat in living and not everybody_votes(table.board):
        raise Unsettled
    scene = table.scene(living, day=table.late_day(living), sheriff=sheriff)
    key = table.settled_value(scene, a_day, lambda played: bool(played.asked("vote", seat=seat)))
    return Draft(sentence_name="who_votes", fills={"who": words}, key=key)


def _seen(table: SituationDraw) -> Draft:
    """Ask whether ballots are published, and whether late voters have heard earlier ballots."""
    living = table.living(dead=(0, 1, 2))
    sheriff = table.pick(living) if has_sheriff(table.board) else 0
    scene = table.scene(living, day=table.late_day(living), sheriff=sheriff)

    def shown(played: SceneOutcome) -> bool:
        return all(
            e.to == "all"
            for e in played.entries
            if isinstance(e.fact, f.Voted) and e.fact.ballot == "vote"
        )

    def heard(played: SceneOutcome) -> bool:
        return (
            sum(
                any(ask.kind == "vote" and ask.phase == "vote" for ask in batch)
                for batch in played.batches
            )
            > 1
        )

    read, words = table.pick((
        (shown, "everybody learns in the end who voted for whom"),
        (heard, "a player who votes late has heard how others voted"),
    ))  # fmt: skip
    return Draft(
        sentence_name="ballots_seen",
        fills={"what": words},
        key=table.settled_value(scene, a_day, read),
    )


def _weight(table: SituationDraw) -> Draft:
    """Ask whom ballots exile that tie two seats but for the sheriff's ballot."""
    living = table.living(dead=(0, 1, 2))
    sheriff = table.pick(living)
    one, other = table.sample(table.others(sheriff, living=living), 2)
    rest = table.others(sheriff, one, other, living=living)
    more = table.sample(rest, len(rest) // 2)
    legal = {
        ask.seat: ask.options
        for ask in table.play(table.scene(living, day=1, sheriff=sheriff), a_day).asked("vote")
    }
    ballots = {
        sheriff: one,
        one: other,
        other: one,
        **{seat: other if seat in more else one for seat in rest},
    }
    ballots = dict(sorted(ballots.items()))
    if any(choice not in legal.get(voter, ()) for voter, choice in ballots.items()):
        raise Unsettled
    scene = table.scene(living, day=table.late_day(living), sheriff=sheriff)
    choices: Choices = {("vote", voter): (choice,) for voter, choice in ballots.items()}

    def gone(played: SceneOutcome) -> str:
        if any(began.phase == "runoff" for began in played.facts_of(f.Began)):
            raise Unsettled
        return _gone(played)

    key = table.settled_value(scene, a_day, gone, choices)
    fills = {
        "alive": who_lives(table, living),
        "sheriff": f" The sheriff is seat {sheriff}.",
        "ballots": _in_words(ballots, table.board),
        "after": "",
    }
    return Draft(
        sentence_name="exiled",
        fills=fills,
        key=key,
        options=(*seat_options((one, other), nobody=False), NOBODY),
    )


def _runs(board: Board) -> bool:
    return board.switches.tie == "runoff" and board.switches.vote == "plurality"


KINDS = (
    QuestionKind(
        "exiled",
        SUBJECT,
        "situation",
        ("vote",),
        ("^The player with the most", "more than half", "On a tie", "A tie", "sheriff's ballot"),
        any_board,
        _exiled,
    ),
    QuestionKind(
        "ties",
        SUBJECT,
        "situation",
        ("tie",),
        ("On a tie", "A tie", "if it leads or ties", "more than half"),
        any_board,
        _even,
    ),
    QuestionKind("runoff", SUBJECT, "situation", (), ("On a tie",), _runs, _in_runoff),
    QuestionKind(
        "may vote for",
        SUBJECT,
        "rule",
        ("vote_self", "abstain"),
        ("Abstaining", "Nobody may", "no one", "Voting for oneself", "with the most votes"),
        any_board,
        _may_vote,
    ),
    QuestionKind(
        "who votes",
        SUBJECT,
        "rule",
        (),
        ("^All (?:the living )?(?:vote|who have a vote cast)", "Ballots are secret"),
        any_board,
        _who_votes,
    ),
    QuestionKind("ballots seen", SUBJECT, "rule", ("ballots",), (), any_board, _seen),
    QuestionKind(
        "sheriff's ballot",
        SUBJECT,
        "situation",
        ("sheriff_weight",),
        ("sheriff's ballot", "with the most votes", "more than half"),
        has_sheriff,
        _weight,
    ),
)
