"""Speeches: which moves a seat makes when it speaks, defends itself, votes or sums up.

Wolves and villagers share one plan; a wolf uses the honest belief of its seat, spares its mates and
picks other victims.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from wolfcore.bots.mind import Mind
from wolfcore.bots.play import ballots
from wolfcore.bots.play.ballots import exile_choice
from wolfcore.game import Answer, AskKind
from wolfcore.game.asks import one_line
from wolfcore.speech import CallsVote

from .accusations import (
    counted,
    question_again,
    retraction,
    round_proposal,
    side_remarks,
    suspicion_moves,
    top_suspect,
    vote_call_after_accusation,
)
from .answers import answers
from .changes import on_own_ballot, owning_up, with_dropped_suspect
from .dialogue_moves import Move, MoveKind, accused_seats, acts_of, favoured_seats
from .move_filters import (
    in_one_person,
    without_asides,
    without_echo,
    without_loose_leads,
    without_own_faults,
    without_repetitions,
    without_reversals,
    without_side_suspects,
    without_spare,
)
from .outlines import Outline, constrain_to
from .own_claims import own_claims
from .plan_replies import SMALL_TALK, meetings, plan_replies
from .reason_filters import is_drawn_among
from .reasons import BARE, ON_REPORTS, case_against, case_by_report, compare_rivals, joinable
from .replies import (
    denial_by_vote,
    denial_with_clearing,
    oddity_remark,
    recollection,
    replies,
    reply_to_finds,
    words_to_killers,
    yesterday_openings,
)
from .reports import cleared_seats, found_seats, fresh_finds, living_finds
from .sentences import compose_speech

_DENIALS: tuple[MoveKind, ...] = ("deny", "deny_all", "deny_voted", "deny_cleared", "liar")
"""Moves that must come before anything else in a speech."""


_REVELATIONS: tuple[MoveKind, ...] = (
    "claim",
    "counterclaim",
    "report_wolf",
    "report_good",
    "report_role",
)
"""Moves by which a seat reveals its role or what it has found out."""


_SHORT_RATE = 0.33
"""How often a speech that owes nobody an answer is one move: one speech in four or so."""


_ROOM = 2
"""The number of moves in a speech without extra sentences: what it owes and one of its own."""


_MAX_LAST_MOVES = 4
"""The number of moves in a speech after which its seat may be gone."""


def say(mind: Mind) -> Answer:
    """Answer an ask for public speech."""
    return speech_answer(mind, outline_speech(mind))


def outline_speech(mind: Mind) -> Outline:
    """Choose the moves of a speech, constrained to the required intention if there is one."""
    moves, choice = _OUTLINES[mind.ask.kind](mind)
    known = dict.fromkeys(found_seats(mind), False) | dict.fromkeys(cleared_seats(mind), True)
    moves = without_reversals(without_repetitions(moves, mind.me), mind.me, known)
    moves = without_side_suspects(without_asides(moves, mind.me), mind.me, living_finds(mind))
    moves = without_own_faults(moves, mind.me)
    outline = Outline(moves, choice)
    if mind.required_intention is not None:
        outline = constrain_to(mind, mind.required_intention, outline)
    moves = in_one_person(without_loose_leads(outline.moves, mind.me))
    return outline._replace(moves=moves or outline.moves)


def speech_answer(mind: Mind, outline: Outline) -> Answer:
    """Put an outline into words, as an answer; an empty outline gives an empty text."""
    moves, choice = outline
    is_reply = mind.ask.kind == "defend" and mind.record.board.switches.defence == "replies"
    text = (
        _compose_line(mind, moves)
        if is_reply
        else compose_speech(moves, mind.record, mind.draws, mind.manner)
    )
    meant = ", ".join(move.kind.replace("_", " ") for move in moves) or "nothing"
    return Answer(
        choice,
        text,
        thought=f"{mind.top_suspects_text()}. Saying: {meant}.",
        beliefs=mind.beliefs(),
    )


def _compose_line(mind: Mind, moves: Sequence[Move]) -> str:
    """Put moves into one line, in the shortest manner where the table would cut it."""
    text = compose_speech(moves, mind.record, mind.draws, mind.manner, most=1)
    if text == one_line(text):
        return text
    # With names of several words; what is cut would be the result of a check.
    return compose_speech(moves, mind.record, mind.draws, "terse", most=1)


def _speak(mind: Mind) -> Outline:
    """Outline a turn in the discussion."""
    own = own_claims(mind)
    reveals = any(move.kind in _REVELATIONS for move in own)
    news = reply_to_finds(mind, own)
    given = _owed(mind, own, news, reveals=reveals)
    dropped = [] if reveals else retraction(mind)
    explained = on_own_ballot(mind)
    # What was found since the own last speech goes before greetings and what is older.
    is_new = bool(fresh_finds(mind))
    begun = [] if is_new else _greeting(mind, given, reveals=reveals)
    is_short = not (news or begun or given or own or dropped or explained) and mind.draws.happens(
        _SHORT_RATE
    )
    if not is_new:
        begun = begun or ([] if is_short else _opening(mind, own, given)) or oddity_remark(mind)
    # Whoever reveals itself does so before it answers; others answer first.
    moves = [*news, *begun, *explained, *dropped, *(own + given if reveals else given + own)]
    room = 0
    if not is_short:
        extra = mind.style.extra_sentences + mind.temperament.extra_sentences
        room = _ROOM + mind.draws.happens(0.5) + extra - len(moves)
    # Whoever speaks of itself names its suspect all the same, which explains its ballot.
    room = max(1, room)
    # A report of a wolf leads to a call for its exile, and needs no other suspect.
    if reveals and any(move.kind == "report_wolf" for move in moves):
        find = next(move for move in moves if move.kind == "report_wolf")
        if mind.record.lives(find.target) and mind.draws.happens(0.7):
            moves.append(Move(kind="call_vote", target=find.target))
    elif not any(move.kind == "answer_nothing" for move in moves):
        on_suspects = _on_suspects(mind, moves, room)
        firm = on_suspects[:1] and on_suspects[0].kind == "escalate"
        moves += on_suspects[:1] if is_short and not firm else on_suspects
    moves += [] if is_short else _weighing(mind, moves)
    moves = with_dropped_suspect(mind, _with_question_again(mind, moves))
    return Outline(without_echo(moves) or [Move(kind="unsure")])


def _greeting(mind: Mind, given: list[Move], *, reveals: bool) -> list[Move]:
    """Own up, meet talk that is not of the game, or recall the last game; at most one of them."""
    begun = owning_up(mind)
    if not begun and not any(move.kind in SMALL_TALK for move in given):
        begun = meetings(mind)
    return begun or ([] if reveals or given else recollection(mind))


def _with_question_again(mind: Mind, moves: list[Move]) -> list[Move]:
    """Ask last whoever passed over a question of this seat, in place of what nobody waits for."""
    again = question_again(mind)
    if not again or {seat for move in moves for seat in (move.target, move.other)} & {again.target}:
        return moves
    return [*without_spare(moves), again]


def _owed(mind: Mind, own: list[Move], news: list[Move], *, reveals: bool) -> list[Move]:
    """Choose what a turn owes to others beside `news`, the most pressing first, within its budget.

    Questions come first, then charges and claims, then plans. Two are met where both are questions
    or one is a charge; whoever reveals itself answers one question and nothing else.
    """
    answered, replied = answers(mind, own), replies(mind, [*own, *news])
    owed = [*answered, *([move] for move in replied), *([move] for move in plan_replies(mind))]
    most = 2 if len(answered) > 1 or (answered and replied) else 1
    # Whoever reveals itself answers one question all the same.
    most = min(len(answered), 1) if reveals or news else most
    # Thanks are short, and who saved a seat does not wait for another day.
    thanks = [moves for moves in owed[most:] if moves[0].kind == "thank_saved"]
    return [move for moves in (*owed[:most], *thanks) for move in moves]


def _on_suspects(mind: Mind, moves: list[Move], room: int) -> list[Move]:
    """Accuse the suspect, or call for a vote where an answer has just named the same seat."""
    accused = {seat for move in moves for seat in accused_seats(move, mind.me)}
    suspect = top_suspect(mind, favoured_seats(moves, mind.me))
    if any(CallsVote(suspect) in acts_of(move, mind.me) for move in moves):
        return []
    if suspect in accused and moves[0].kind not in ON_REPORTS:
        return vote_call_after_accusation(mind, suspect)
    if suspect in accused:
        # The case came first, as the newest find.
        called = [*counted(mind, suspect), *vote_call_after_accusation(mind, suspect)]
        named = {suspect, *(seat for move in moves for seat in (move.target, move.other))}
        return [*called, *side_remarks(mind, named, room - len(called))]
    return suspicion_moves(mind, {move.target for move in moves} - {suspect}, room)


def _weighing(mind: Mind, moves: list[Move]) -> list[Move]:
    """Compare rival claims unasked, as often as the temperament does.

    A comparison is left out if the speech already names one of the two.
    """
    if not mind.draws.happens(mind.temperament.tally_rate):
        return []
    spoken_of = {seat for move in moves for seat in (move.target, move.other)}
    return [
        move for move in compare_rivals(mind) if spoken_of.isdisjoint((move.target, move.other))
    ]


def _opening(mind: Mind, own: list[Move], given: list[Move]) -> list[Move]:
    """Open with the night or the day, mostly as an early speaker with nothing to answer for."""
    record = mind.record
    early = len(record.speakers_today) <= 1
    if record.speakers_today.count(mind.me) or any(
        move.other or move.kind in _DENIALS for move in given
    ):
        return []
    if not mind.draws.happens(0.55 if early else 0.12):
        return []
    if mind.me == record.sheriff and mind.draws.happens(0.6):
        return [Move(kind="sheriff_opens")]
    openings = _on_this_day(mind, own)
    return [mind.draws.pick(openings)] if openings else []


def _on_this_day(mind: Mind, own: list[Move]) -> list[Move]:
    """List the possible openings of an early speaker, who tells `own` of itself.

    Nobody opens with how little is known, or asks for names, where there is something to tell.
    """
    record = mind.record
    moves = yesterday_openings(mind) if not record.speakers_today else []
    is_found = any(mind.reported_by(seat) for seat in mind.others)
    if not own and not is_found:
        moves += round_proposal(mind)
    dead = tuple(
        fall.seat
        for fall in record.deaths
        if fall.day == record.day and fall.cause in (None, "killed", "poisoned")
    )
    if dead:
        # Twice in the list, so that it is drawn twice as often; so are the two below.
        moves += [Move(kind="open_dead", dead=dead)] * 2
    told = any(night == record.day for _, _, _, night in record.claimed_actions)
    if record.day in record.quiet_nights and not own and not told:
        moves += [Move(kind="open_quiet")] * 2
    if record.day == 1 and not own and not record.claims:
        moves += [Move(kind="open_first")] * 2
    moves += [
        Move(kind="open_exile", target=fall.seat, day=fall.day)
        for fall in record.deaths
        if fall.cause == "exiled"
        and fall.day == record.day - 1
        # Nobody asks who led a vote in which it joined.
        and not any((b.voter, b.target) == (mind.me, fall.seat) for b in record.ballots)
    ]
    return moves


# -- the other speeches


def _campaign(mind: Mind) -> Outline:
    """Outline why this seat should be sheriff, with its claim if it reveals itself now."""
    own = own_claims(mind)
    news = reply_to_finds(mind, own)
    moves = [*news, Move(kind="campaign"), *own, *_answers_to(mind, own, 1)]
    if len(moves) == 1 and mind.draws.happens(0.5):
        moves += suspicion_moves(mind, set(), 1)
    return Outline(moves)


def _summarise(mind: Mind) -> Outline:
    """Outline the sheriff's summary, which recommends an exile or, if nobody stands out, none."""
    options = tuple(option for option in mind.ask.options if option and option != mind.me)
    if not options:
        return Outline([Move(kind="recommend_none")], mind.ask.options[0])
    cleared = cleared_seats(mind)
    target = exile_choice(mind, tuple(o for o in options if o not in cleared) or options).seat
    own = own_claims(mind)
    moves = reply_to_finds(mind, own)
    moves += [Move(kind="sum_up")] if mind.draws.happens(0.5) else []
    moves += [*own, *_answers_to(mind, own, 1), *compare_rivals(mind)]
    if 0 in mind.ask.options and mind.honest_belief.p_wolf[target] < 0.15:
        return Outline([*moves, Move(kind="recommend_none")])
    if mind.accuser_count(target) > 1 and mind.draws.happens(0.5):
        moves.append(Move(kind="tally", target=target, count=mind.accuser_count(target)))
    moves += [case_against(mind, target)] if mind.draws.happens(0.7) else []
    return Outline([*moves, Move(kind="recommend", target=target)], target)


def _defend(mind: Mind) -> Outline:
    """Outline a defence speech: own claims, answers or a reply to an accuser, and a suspect."""
    if mind.record.board.switches.defence == "replies":
        return _reply(mind)
    own = own_claims(mind)
    news = reply_to_finds(mind, own)
    given = _answers_to(mind, own) or replies(mind, [*own, *news])[:1]
    accusers = mind.record.accusers.get(mind.me)
    if accusers and not (own or given or news):
        given = [_plea(mind)]
    dropped = retraction(mind)
    moves = [*news, *own, *given, *dropped]
    if not any(accused_seats(move, mind.me) for move in moves):
        target = top_suspect(mind, favoured_seats(moves, mind.me))
        moves += [case_against(mind, target)] if target else []
    return Outline(without_echo(moves) or [Move(kind="unsure")])


def _reply(mind: Mind) -> Outline:
    """Outline a reply before the vote: a claim with its weightiest result, an answer, or a denial.

    A seat that has nothing to claim and was named without a charge or a question says nothing.
    """
    own = own_claims(mind)
    news = [move for move in reply_to_finds(mind, own) if move.kind in _DENIALS]
    news = news or denial_with_clearing(mind, list(mind.record.open_accusations.get(mind.me, ())))
    given = _answers_to(mind, own, 1)
    if own:
        # More would not fit into the line; what is left waits for the next turn.
        found = [move for move in own[1:] if move.kind == "report_wolf"] or own[1:]
        # The claim is all that the question asked for where no more than a lead follows it.
        answer = given if given and given[-1].kind != "answer_lead" else []
        return Outline(_with_new_suspect(mind, [*news, own[0], *found[-1:], *answer]))
    given = news or given
    if not given and mind.record.open_accusations.get(mind.me):
        given = (retraction(mind) or replies(mind, own))[:1]
    return Outline(_with_new_suspect(mind, given))


def _with_new_suspect(mind: Mind, moves: list[Move]) -> list[Move]:
    """Name in a reply whom the ballot goes to, if it is another seat than this one announced."""
    accused = {seat for move in moves for seat in accused_seats(move, mind.me)}
    target = top_suspect(mind, favoured_seats(moves, mind.me))
    if target in {0, mind.announced_target} | accused or not mind.announced_target:
        return moves
    # A call is taken back by another call.
    called = mind.me in mind.record.vote_calls
    new = Move(kind="call_vote", target=target) if called else case_against(mind, target)
    return [*moves, new]


def _plead(mind: Mind) -> Outline:
    """Outline a last speech before the runoff."""
    own = own_claims(mind)
    moves = [*reply_to_finds(mind, own), *own, *_answers_to(mind, own), _plea(mind)]
    rivals = [
        seat for seat in mind.record.runoff_seats if seat != mind.me and not mind.is_mate(seat)
    ]
    if rivals and len(moves) < _MAX_LAST_MOVES and mind.draws.happens(0.5):
        moves.append(case_against(mind, rivals[0]))
    return Outline(moves)


def _plea(mind: Mind) -> Move:
    """Plead with what the seat has: its uncontested claim, an earlier ballot, or its word."""
    held, record = mind.claimed_role, mind.record
    # In a runoff those on the block have no ballot to change.
    accusers = [s for s in record.accusers.get(mind.me, ()) if s not in record.runoff_seats]
    if held in record.unique_roles and not record.rivals(held, mind.me):
        return Move(kind="plead_claim", role=held)
    voters = [ballot.voter for ballot in record.ballots if ballot.target == mind.me]
    with_clearing = denial_with_clearing(mind, accusers or voters)
    if with_clearing:
        return with_clearing[0]
    denied = denial_by_vote(mind, accusers[-1]) if accusers else None
    return denied or Move(kind="plead")


def _last_words(mind: Mind) -> Outline:
    """Outline the last words of the dead: own claims, answers, words to the killers, a suspect."""
    own = own_claims(mind)
    moves = [*reply_to_finds(mind, own), *own, *_answers_to(mind, own)]
    if len(moves) < 3:
        moves += words_to_killers(mind)
    if len(moves) < 2 and mind.others and mind.draws.happens(0.7):
        target = top_suspect(mind, favoured_seats(moves, mind.me))
        moves += [case_against(mind, target)] if target else []
    if len(moves) < 2 or mind.draws.happens(0.3):
        moves.append(Move(kind="farewell"))
    return Outline(moves[:_MAX_LAST_MOVES])


_OUTLINES: dict[AskKind, Callable[[Mind], Outline]] = {
    "speak": _speak,
    "campaign": _campaign,
    "summarise": _summarise,
    "defend": _defend,
    "plead": _plead,
    "last_words": _last_words,
}


def _answers_to(mind: Mind, own: list[Move], most: int = 2) -> list[Move]:
    """Return the moves that answer at most `most` questions."""
    return [move for moves in answers(mind, own)[:most] for move in moves]


def vote(mind: Mind) -> Answer:
    """Answer a ballot to exile, with its reason as a line where the ballot surprises.

    Whoever has named another seat today says so first.
    """
    answer = ballots.vote(mind)
    hears = mind.record.board.switches.hears_vote_lines
    # In a runoff the pleas have just been heard, and there is little to choose from.
    if not hears or mind.ask.phase == "runoff" or not _surprises(mind, answer.choice):
        return answer
    reason = _ballot_reason(mind, answer.choice)
    moves = [reason] if reason else []
    said = mind.announced_target
    if said in mind.others and not any(said in (move.target, move.other) for move in moves):
        moves = [Move(kind="drops_suspect", target=said, day=mind.record.day), *moves]
    return replace(answer, text=_compose_line(mind, moves)) if moves else answer


def _surprises(mind: Mind, target: int) -> bool:
    """Whether nothing that this seat said, voted or agreed to today explains a ballot."""
    record, me, today = mind.record, mind.me, mind.record.day
    if not target or me in mind.reported_by(target) or record.vote_calls.get(me) == target:
        return False
    agreed = [of for day, speaker, of in record.vouchings if (day, speaker) == (today, me)]
    voted = any(
        (ballot.day, ballot.voter, ballot.target) == (today, me, target)
        for ballot in record.ballots
    )
    return not voted and not any(
        (today, seat, target) in record.accusations for seat in (me, *agreed)
    )


_DRAWS_OF_A_REASON = 4
"""How often a case is drawn at most before a ballot is cast without a reason."""


_MOST_CITING = 3
"""The number of seats that are drawn to cite a report with their ballots."""


def _ballot_reason(mind: Mind, target: int) -> Move | None:
    """Choose the case against the target of a ballot, or join its first accuser; or None.

    Of a suspect of an earlier day, that it still is one; but the report of a check comes first, and
    at most a few cite it.
    """
    report, record = case_by_report(mind, target), mind.record
    if report and report.kind == "follow_report":
        able = [
            seat
            for seat in record.voters
            if seat not in (target, report.other, *record.accusers.get(target, ()))
            and (record.day, seat, report.other) not in record.vouchings
        ]
        drawn = is_drawn_among(mind, able, f"cites {target}", _MOST_CITING)
        return report if drawn else None
    # Drawn again where it gives no reason: a ballot without one surprises.
    cases = [case_against(mind, target) for _ in range(_DRAWS_OF_A_REASON)]
    case = next((case for case in cases if case.kind not in BARE), cases[0])
    before = record.accusation_day(target)
    if before and case.kind not in ON_REPORTS:
        return Move(kind="still", target=target, day=before)
    if case.kind not in BARE:
        return case
    named = joinable(mind, target)
    return Move(kind="suspect_with", target=target, other=named[0]) if named else None
