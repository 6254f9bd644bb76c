"""What a seat says aloud: its story, its answers, its suspicions, in one to a few sentences.

Wolves and villagers speak by the same plan; a wolf only looks through its face, spares its mates and picks other victims.
"""

from __future__ import annotations

from core.game import Answer, RoleName

from . import reasons
from .mind import Mind
from .moves import Move
from .night import kill_choice
from .story import claimed, own_story
from .voice import speech
from .vote import exile_scores

_CERTAIN, _WORTH_A_VOTE = 0.72, 0.42


def speak(mind: Mind) -> Answer:
    """A turn in the discussion."""
    moves = [*_opening(mind), *own_story(mind)]
    told = any(move.intent in ("claim", "report_wolf", "report_good", "report_role") for move in moves)
    replies = _replies(mind, moves)
    moves += replies[: 1 if told else 2]
    room = 2 + mind.draws.upto(2) + mind.style.talk - len(moves)
    if told and any(move.intent == "report_wolf" for move in moves):
        find = next(move for move in moves if move.intent == "report_wolf")
        if mind.record.lives(find.target) and mind.draws.yes(0.7):
            moves.append(Move(intent="call_vote", target=find.target))
    elif room > 0:
        moves += _suspicion(mind, {move.target for move in moves}, room)
    if not moves:
        moves = [Move(intent="unsure")]
    return _answer(mind, moves)


def _answer(mind: Mind, moves: list[Move], choice: int = 0) -> Answer:
    text = speech(moves, mind.record, mind.draws)
    meant = ", ".join(move.intent.replace("_", " ") for move in moves)
    return Answer(choice, text, thought=f"{mind.standings()}. Saying: {meant}.", beliefs=mind.beliefs())


def _opening(mind: Mind) -> list[Move]:
    """A word about the night, from those who speak early."""
    record = mind.record
    early = len(record.heard) <= 1
    if record.heard.count(mind.me) or not mind.draws.yes(0.5 if early else 0.12):
        return []
    if mind.me == record.sheriff and mind.draws.yes(0.6):
        return [Move(intent="sheriff_opens")]
    dead = tuple(fall.seat for fall in record.falls if fall.day == record.day and fall.how in ("night", "killed", "poisoned"))
    if dead:
        return [Move(intent="open_dead", dead=dead)]
    if record.day in record.quiet and mind.draws.yes(0.6):
        return [Move(intent="open_quiet")]
    return [Move(intent="open_first")] if record.day == 1 else []


# -- answering


def _replies(mind: Mind, said: list[Move]) -> list[Move]:
    """Answers to whoever accused or asked this seat today, and to claims made today."""
    moves: list[Move] = []
    record = mind.record
    accusers = record.accusers.get(mind.me, [])
    framing = [seat for seat in mind.reported_by(mind.me) if seat in accusers]
    if framing and not any(move.intent == "report_wolf" for move in said):
        moves.append(Move(intent="liar", target=framing[-1]))
    elif accusers and mind.draws.yes(0.75 if mind.pressed else 0.5):
        moves.append(Move(intent="deny", other=accusers[-1]) if mind.draws.yes(0.8) else Move(intent="deny_all"))
    asker = record.asked.get(mind.me)
    if asker and mind.draws.yes(0.85):
        moves.append(_answer_to(mind, asker))
    moves += _on_claims(mind)
    return moves


def _answer_to(mind: Mind, asker: int) -> Move:
    own = [b for b in mind.record.ballots if b.voter == mind.me and b.kind == "vote" and b.target not in (0, asker)]
    if own and mind.draws.yes(0.25):
        return Move(intent="answer_vote", other=asker, target=own[-1].target, day=own[-1].day)
    target = _top_suspect(mind, {asker})
    if target and mind.draws.yes(0.8):
        return Move(intent="answer_suspect", target=target, other=asker)
    return Move(intent="answer_nothing", other=asker)


def _on_claims(mind: Mind) -> list[Move]:
    """Whether this seat believes the latest claim of a god that it has not answered yet."""
    record = mind.record
    last_turn = record.last_heard.get(mind.me, 0)
    fresh: dict[int, tuple[int, RoleName]] = {
        claim.place: (seat, claim.role)
        for seat, claim in record.claims.items()
        if seat in mind.others
        and claim.role not in ("Villager", "Werewolf")
        and claim.day == record.day
        and claim.place > last_turn
    }
    if not fresh:
        return []
    seat, role = fresh[max(fresh)]
    if claimed(mind) == role:
        return [Move(intent="doubt_claim", target=seat, role=role)]
    if mind.is_mate(seat):
        return [Move(intent="believe", target=seat, role=role)] if mind.draws.yes(mind.level.backs) else []
    truth = mind.face.true_claim(role, seat)
    if mind.wolf and any(record.pack >> target & 1 for target in record.reports.get(seat, {})):
        truth -= 0.45 * mind.level.guile
    if truth > 0.55 and mind.draws.yes(0.6):
        return [Move(intent="believe", target=seat, role=role)]
    if truth < 0.35 and mind.draws.yes(0.6):
        return [Move(intent="doubt_claim", target=seat, role=role)]
    return [Move(intent="ask_claim", target=seat, role=role)] if mind.draws.yes(0.3) else []


# -- suspecting


def _top_suspect(mind: Mind, spared: set[int]) -> int:
    """Whom this seat would rather see exiled, or 0."""
    options = tuple(seat for seat in mind.others if seat not in spared)
    if not options:
        return 0
    if mind.wolf and mind.draws.yes(mind.level.distance):
        return options[mind.draws.best([mind.face.p_wolf[seat] for seat in options], mind.level.sharpness)]
    return options[mind.draws.best(exile_scores(mind, options), mind.level.sharpness)]


def _suspicion(mind: Mind, spared: set[int], room: int) -> list[Move]:
    """A suspect with a reason, a call for a vote, a friend, or a question, as far as there is room."""
    moves: list[Move] = []
    face, record = mind.face.p_wolf, mind.record
    target = _top_suspect(mind, spared)
    base = sum(face[seat] for seat in mind.others) / max(1, len(mind.others))
    keen = 1.0 if target and face[target] > base * 1.15 else 0.45
    if target and mind.draws.yes(keen * mind.style.accuses):
        moves.append(_reason(mind, target))
        if len(moves) < room and (face[target] > _WORTH_A_VOTE or mind.pressure(target) >= 2) and mind.draws.yes(0.6):
            moves.append(Move(intent="call_vote", target=target))
    if len(moves) < room:
        moves += _kindness(mind, spared | {target})
    if len(moves) < room and mind.draws.yes(0.5):
        moves += _question(mind, spared | {target})
    if not moves and record.day == 1 and mind.draws.yes(0.5):
        moves.append(Move(intent="open_first"))
    return moves[:room]


def _reason(mind: Mind, target: int) -> Move:
    """The case against `target`: mostly its weightiest point, firm where the belief is firm."""
    points = reasons.against(mind, target)
    move = points[0] if mind.draws.yes(0.7) else mind.draws.pick(points)
    if move.intent == "suspect" and (mind.face.p_wolf[target] > _CERTAIN or mind.draws.yes(mind.style.firm)):
        return Move(intent="accuse", target=target)
    return move


def _kindness(mind: Mind, spared: set[int]) -> list[Move]:
    """A good word for somebody who looks honest, most of all for whom others attack; for a mate no oftener than for others."""
    face, record = mind.face.p_wolf, mind.record
    others = [seat for seat in mind.others if seat not in spared]
    if not others or not mind.draws.yes(0.35):
        return []
    seat = others[mind.draws.best([-face[other] for other in others], mind.level.sharpness)]
    if mind.draws.yes(0.25):
        attacked = [other for other in others if record.accusers.get(other) and face[other] < 0.4]
        seat = mind.draws.pick(attacked) if attacked else seat
    accusers = [other for other in record.accusers.get(seat, []) if other != mind.me]
    if accusers and mind.draws.yes(0.6):
        return [Move(intent="defend", target=seat, other=accusers[-1])]
    if face[seat] < 0.04 and mind.draws.yes(0.5):
        return [Move(intent="vouch", target=seat)]
    return [Move(intent="trust", target=seat)]


def _question(mind: Mind, spared: set[int]) -> list[Move]:
    """A question to a quiet seat, or about a ballot."""
    record = mind.record
    others = [seat for seat in mind.others if seat not in spared]
    if not others:
        return []
    quiet = [seat for seat in others if seat not in record.heard] or others
    seat = mind.draws.pick(quiet)
    ballots = [b for b in record.ballots if b.voter == seat and b.kind == "vote" and b.target not in (0, mind.me, seat)]
    if ballots and mind.draws.yes(0.5):
        ballot = mind.draws.pick(ballots)
        return [Move(intent="ask_vote", target=seat, other=ballot.target, day=ballot.day)]
    return [Move(intent="ask", target=seat)]


# -- the other speeches


def campaign(mind: Mind) -> Answer:
    """Why this seat should be sheriff, with its story if now is the time for it."""
    moves = [Move(intent="campaign"), *own_story(mind)]
    if len(moves) == 1 and mind.draws.yes(0.5):
        moves += _suspicion(mind, set(), 1)
    return _answer(mind, moves)


def summarise(mind: Mind) -> Answer:
    """The sheriff's last word: whom to exile, or nobody where nothing stands out."""
    options = tuple(option for option in mind.ask.options if option and option != mind.me)
    if not options:
        return _answer(mind, [Move(intent="recommend_none")], mind.ask.options[0])
    scores = exile_scores(mind, options)
    target = options[mind.draws.best(scores, mind.level.sharpness)]
    moves = [Move(intent="sum_up")] if mind.draws.yes(0.5) else []
    moves += own_story(mind)
    if 0 in mind.ask.options and mind.face.p_wolf[target] < 0.15:
        return _answer(mind, [*moves, Move(intent="recommend_none")])
    moves += [_reason(mind, target)] if mind.draws.yes(0.7) else []
    return _answer(mind, [*moves, Move(intent="recommend", target=target)], target)


def plead(mind: Mind) -> Answer:
    """A last speech before the runoff."""
    moves = [*own_story(mind), Move(intent="plead")]
    rivals = [seat for seat in mind.record.tied if seat != mind.me and not mind.is_mate(seat)]
    if rivals and mind.draws.yes(0.5):
        moves.append(_reason(mind, rivals[0]))
    return _answer(mind, moves[:3])


def last_words(mind: Mind) -> Answer:
    """What the dead leave behind: the truth, from those who have one; a wolf keeps to its face."""
    moves = own_story(mind)
    if len(moves) < 2 and mind.others and mind.draws.yes(0.7):
        target = _top_suspect(mind, set())
        moves += [_reason(mind, target)] if target else []
    if len(moves) < 2 or mind.draws.yes(0.3):
        moves.append(Move(intent="farewell"))
    return _answer(mind, moves[:4])


def whisper(mind: Mind) -> Answer:
    """A word to the pack about tonight's kill."""
    prey = tuple(seat for seat in mind.others if not mind.record.pack >> seat & 1)
    if not prey:
        return Answer(0, thought="There is nobody left to attack.")
    target, _ = kill_choice(mind, prey)
    agreed = target in mind.record.wishes.values()
    text = speech([Move(intent="whisper_agree" if agreed else "whisper_kill", target=target)], mind.record, mind.draws)
    return Answer(0, text, thought=f"Attack {mind.name(target)}.")
