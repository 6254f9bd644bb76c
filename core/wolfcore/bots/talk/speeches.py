"""What a seat says aloud: its story, its answers, its suspicions, in one to a few sentences.

Wolves and villagers speak by the same plan; a wolf only looks through its face, spares its mates and picks other victims.
"""

from __future__ import annotations

from collections.abc import Callable

from wolfcore.bots.mind import Mind
from wolfcore.bots.play.night import kill_choice
from wolfcore.bots.play.pack import to_push
from wolfcore.bots.play.switch import untold_switch
from wolfcore.bots.play.vote import verdict
from wolfcore.game import Answer, AskKind
from wolfcore.speech import Defends, Vouches

from .answers import answers
from .farewells import to_killers
from .intended import Outline, held_to
from .moves import Intent, Move, accused_by, acts_of
from .reactions import on_yesterday, to_oddity
from .reasons import reason
from .replies import replies
from .rivals import between_rivals
from .stance import taken_back
from .story import own_story
from .suspects import pressing, suspicion, top_suspect
from .voice import speech

_REPLIES: tuple[Intent, ...] = ("deny", "deny_all", "deny_voted", "liar")
"""What has to be said before anything else."""
_AT_ONCE = 2
"""How many answers and replies a speech has."""
_AT_THE_END = 4
"""How many moves a speech has after which its seat may be gone."""


def say(mind: Mind) -> Answer:
    """What a seat says aloud where it is asked for words."""
    return worded(mind, outlined(mind))


def outlined(mind: Mind) -> Outline:
    """What it is going to say, before it has words: as it would, or as it is to."""
    moves, choice = _OUTLINES[mind.ask.kind](mind)
    outline = Outline(_once(moves, mind.me), choice)
    return held_to(mind, mind.aim, outline) if mind.aim is not None else outline


def worded(mind: Mind, outline: Outline) -> Answer:
    """An outline in words, as an answer; no words for an empty one."""
    moves, choice = outline
    text = speech(moves, mind.record, mind.draws, mind.manner)
    meant = ", ".join(move.intent.replace("_", " ") for move in moves) or "nothing"
    return Answer(choice, text, thought=f"{mind.standings()}. Saying: {meant}.", beliefs=mind.beliefs())


def _speak(mind: Mind) -> Outline:
    """A turn in the discussion."""
    own = own_story(mind)
    told = any(move.intent in ("claim", "report_wolf", "report_good", "report_role") for move in own)
    answered = answers(mind, own)
    given = [move for moves in answered for move in moves]
    given += replies(mind, own)[: max(0, _AT_ONCE - told - len(answered))]
    begun = _opening(mind, given) or to_oddity(mind)
    dropped = [] if told else taken_back(mind)
    moves = [*begun, *_on_own_ballot(mind), *dropped, *(own + given if told else given + own)]
    room = 2 + mind.draws.upto(2) + mind.style.talk + mind.temper.talk - len(moves)
    if told and any(move.intent == "report_wolf" for move in moves):
        find = next(move for move in moves if move.intent == "report_wolf")
        if mind.record.lives(find.target) and mind.draws.yes(0.7):
            moves.append(Move(intent="call_vote", target=find.target))
    elif room > 0 and not any(move.intent == "answer_nothing" for move in moves):
        moves += _on_suspects(mind, moves, room)
    moves += _weighing(mind, moves)
    return Outline(_without_echo(moves) or [Move(intent="unsure")])


def _on_own_ballot(mind: Mind) -> list[Move]:
    """Whoever did not vote as announced says so at the next chance: whom it left, for whom, and why."""
    switch = untold_switch(mind)
    if switch is None:
        return []
    intents: dict[str, Intent] = {"report": "switch_report", "claim": "switch_claim", "others": "switch_others"}
    return [Move(intent=intents[switch.why], target=switch.said, other=switch.voted, day=switch.day)]


def _on_suspects(mind: Mind, moves: list[Move], room: int) -> list[Move]:
    """Whom it suspects, and what follows from that where an answer has just named the same seat."""
    accused = {seat for move in moves for seat in accused_by(move, mind.me)}
    favoured = {act.seat for move in moves for act in acts_of(move, mind.me) if isinstance(act, Vouches | Defends)}
    suspect = top_suspect(mind, favoured)
    if suspect in accused:
        return pressing(mind, suspect)
    return suspicion(mind, {move.target for move in moves} - {suspect}, room)


def _weighing(mind: Mind, moves: list[Move]) -> list[Move]:
    """What one who likes to count makes of two claims, unless it has just spoken of either."""
    if not mind.draws.yes(mind.temper.counts):
        return []
    spoken_of = {seat for move in moves for seat in (move.target, move.other)}
    return [move for move in between_rivals(mind) if spoken_of.isdisjoint((move.target, move.other))]


def _without_echo(moves: list[Move]) -> list[Move]:
    """The moves without saying "I believe her" right before "I believe her, so he is a wolf"."""
    followed = {move.other for move in moves if move.intent == "follow_report"}
    return [move for move in moves if move.intent != "believe" or move.target not in followed]


def _once(moves: list[Move], speaker: int) -> list[Move]:
    """The moves without those that only accuse whom one before them has accused."""
    accused, kept = set[int](), list[Move]()
    for move in moves:
        against = accused_by(move, speaker)
        if not against or not accused.issuperset(against):
            kept.append(move)
        accused.update(against)
    return kept


def _opening(mind: Mind, given: list[Move]) -> list[Move]:
    """A word about the night or the day, from those who speak early and have nothing to answer for."""
    record = mind.record
    early = len(record.heard) <= 1
    if record.heard.count(mind.me) or any(move.other or move.intent in _REPLIES for move in given):
        return []
    if not mind.draws.yes(0.55 if early else 0.12):
        return []
    if mind.me == record.sheriff and mind.draws.yes(0.6):
        return [Move(intent="sheriff_opens")]
    return [mind.draws.pick(_on_this_day(mind))]


def _on_this_day(mind: Mind) -> list[Move]:
    """What an early speaker may begin with."""
    record = mind.record
    moves: list[Move] = [Move(intent="open_plan"), *(on_yesterday(mind) if not record.heard else ())]
    dead = tuple(fall.seat for fall in record.falls if fall.day == record.day and fall.cause in (None, "killed", "poisoned"))
    if dead:
        moves += [Move(intent="open_dead", dead=dead)] * 2
    if record.day in record.quiet:
        moves += [Move(intent="open_quiet")] * 2
    if record.day == 1:
        moves += [Move(intent="open_first")] * 2
    moves += [
        Move(intent="open_exile", target=fall.seat, day=fall.day)
        for fall in record.falls
        if fall.cause == "exiled" and fall.day == record.day - 1
    ]
    return moves


# -- the other speeches


def _campaign(mind: Mind) -> Outline:
    """Why this seat should be sheriff, with its story if now is the time for it."""
    own = own_story(mind)
    moves = [Move(intent="campaign"), *own, *_answers_to(mind, own, 1)]
    if len(moves) == 1 and mind.draws.yes(0.5):
        moves += suspicion(mind, set(), 1)
    return Outline(moves)


def _summarise(mind: Mind) -> Outline:
    """The sheriff's last word: whom to exile, or nobody where nothing stands out."""
    options = tuple(option for option in mind.ask.options if option and option != mind.me)
    if not options:
        return Outline([Move(intent="recommend_none")], mind.ask.options[0])
    target = verdict(mind, options).seat
    moves = [Move(intent="sum_up")] if mind.draws.yes(0.5) else []
    own = own_story(mind)
    moves += [*own, *_answers_to(mind, own, 1), *between_rivals(mind)]
    if 0 in mind.ask.options and mind.face.p_wolf[target] < 0.15:
        return Outline([*moves, Move(intent="recommend_none")])
    if mind.pressure(target) > 1 and mind.draws.yes(0.5):
        moves.append(Move(intent="tally", target=target, count=mind.pressure(target)))
    moves += [reason(mind, target)] if mind.draws.yes(0.7) else []
    return Outline([*moves, Move(intent="recommend", target=target)], target)


def _defend(mind: Mind) -> Outline:
    """A speech at the block: its story, what it was asked, an answer to whoever spoke against it, and whom it would see go."""
    own = own_story(mind)
    given = _answers_to(mind, own) or replies(mind, own)[:1]
    accusers = mind.record.accusers.get(mind.me)
    if accusers and not (own or given):
        given = [Move(intent="deny", other=accusers[-1])]
    dropped = taken_back(mind)
    moves = [*own, *given, *dropped]
    if not any(accused_by(move, mind.me) for move in moves):
        target = top_suspect(mind, {move.target for move in dropped})
        moves += [reason(mind, target)] if target else []
    return Outline(_without_echo(moves) or [Move(intent="unsure")])


def _plead(mind: Mind) -> Outline:
    """A last speech before the runoff."""
    own = own_story(mind)
    moves = [*own, *_answers_to(mind, own), Move(intent="plead")]
    rivals = [seat for seat in mind.record.tied if seat != mind.me and not mind.is_mate(seat)]
    if rivals and len(moves) < _AT_THE_END and mind.draws.yes(0.5):
        moves.append(reason(mind, rivals[0]))
    return Outline(moves)


def _last_words(mind: Mind) -> Outline:
    """What the dead leave behind: the truth, from those who have one; an answer to their killers; a wolf keeps to its face."""
    own = own_story(mind)
    moves = [*own, *_answers_to(mind, own)]
    if len(moves) < 3:
        moves += to_killers(mind)
    if len(moves) < 2 and mind.others and mind.draws.yes(0.7):
        target = top_suspect(mind, set())
        moves += [reason(mind, target)] if target else []
    if len(moves) < 2 or mind.draws.yes(0.3):
        moves.append(Move(intent="farewell"))
    return Outline(moves[:_AT_THE_END])


_OUTLINES: dict[AskKind, Callable[[Mind], Outline]] = {
    "speak": _speak,
    "campaign": _campaign,
    "summarise": _summarise,
    "defend": _defend,
    "plead": _plead,
    "last_words": _last_words,
}


def _answers_to(mind: Mind, own: list[Move], most: int = 2) -> list[Move]:
    """The moves that answer what was asked, of at most so many questions."""
    return [move for moves in answers(mind, own)[:most] for move in moves]


def whisper(mind: Mind) -> Answer:
    """A word to the pack about tonight's kill, and about whom a mate would have it push by day."""
    prey = tuple(seat for seat in mind.others if not mind.record.pack >> seat & 1)
    if not prey:
        return Answer(0, thought="There is nobody left to attack.")
    target, _ = kill_choice(mind, prey)
    move = Move(intent="whisper_agree" if target in mind.record.wishes.values() else "whisper_kill", target=target)
    pushed = to_push(mind)
    moves = [move, Move(intent="whisper_push", target=pushed)] if pushed and mind.me not in mind.record.pushes else [move]
    by_day = f" By day I push {mind.name(pushed)}." if pushed else ""
    return Answer(0, speech(moves, mind.record, mind.draws, mind.manner), thought=f"Attack {mind.name(target)}.{by_day}")
