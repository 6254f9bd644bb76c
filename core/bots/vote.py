"""Ballots: whom to exile, whom to make sheriff."""

from __future__ import annotations

from core.game import Answer, RoleName

from .mind import Mind

_CALLED, _RECOMMENDED = 0.12, 0.08
"""How far a table that agrees, or a sheriff's word, moves an honest ballot: a split vote helps the wolves."""
_LOSS: dict[RoleName, float] = {"Seer": 1.0, "Witch": 0.7, "Doctor": 0.6, "Guard": 0.6, "Hunter": 0.4}
"""What the village loses with a god, against a villager."""


def vote(mind: Mind) -> Answer:
    """The official ballot, a runoff ballot or a straw ballot."""
    options = tuple(option for option in mind.ask.options if option and option != mind.me)
    if not options:
        return Answer(mind.ask.options[0], thought="There is nobody else to vote for.", beliefs=mind.beliefs())
    scores = exile_scores(mind, options)
    choice = options[mind.draws.best(scores, mind.level.sharpness)]
    why = "a mate to be given up" if mind.is_mate(choice) else "the best exile for the pack" if mind.wolf else "the likeliest wolf"
    return Answer(choice, thought=f"{mind.standings()}. Voting {mind.name(choice)}: {why}.", beliefs=mind.beliefs())


def exile_scores(mind: Mind, options: tuple[int, ...]) -> list[float]:
    """How much this seat wants each of `options` exiled, around 0..1."""
    scorer = _wolf_score if mind.wolf else _village_score
    scores = [scorer(mind, option) for option in options]
    if mind.record.board.switches.stop == "sheriff_falls":
        scores = [score - 1.0 if option == mind.record.sheriff else score for score, option in zip(scores, options, strict=True)]
    return scores


def _village_score(mind: Mind, seat: int) -> float:
    score = mind.belief.p_wolf[seat] + agreement(mind, seat, mind.belief.p_wolf)
    if mind.level.common:
        score += mind.level.common * mind.common.p_wolf[seat]
    held = mind.record.claims.get(seat)
    if held:
        score -= mind.level.care * _LOSS.get(held.role, 0.0) * mind.belief.true_claim(held.role, seat)
    return score


def agreement(mind: Mind, seat: int, p_wolf: tuple[float, ...]) -> float:
    """What those who want `seat` exiled add, each as far as it is trusted."""
    record = mind.record
    wanting = {speaker for speaker, target in record.calls.items() if target == seat}
    wanting |= {
        ballot.voter
        for ballot in record.ballots
        if ballot.day == record.day and ballot.target == seat and ballot.kind in ("lean", "vote")
    }
    trusted = sum(1.0 - p_wolf[speaker] for speaker in wanting if speaker != seat)
    score = _CALLED * trusted / len(record.alive)
    if record.recommended == seat:
        score += _RECOMMENDED * (1.0 - p_wolf[record.sheriff])
    return mind.style.follows * score


def doomed(mind: Mind, seat: int) -> bool:
    """Whether a mate can no longer be saved, so that defending it would only betray the defender."""
    return mind.face.p_wolf[seat] > mind.level.sacrifice and 2 * mind.pressure(seat) >= len(mind.record.alive) - 1


def _wolf_score(mind: Mind, seat: int) -> float:
    face = mind.face.p_wolf[seat]
    heat = mind.pressure(seat) / max(1, len(mind.record.alive) - 1)
    if mind.is_mate(seat):
        if _decides(mind):
            return -1.0
        return face + 0.3 * heat if doomed(mind, seat) else mind.level.cover * face + 0.5 * heat - mind.level.loyalty
    held = mind.record.claims.get(seat)
    threat = mind.belief.true_claim(held.role, seat) if held and held.role != "Villager" else 0.0
    return mind.level.cover * face + 0.5 * heat + 0.15 * threat + agreement(mind, seat, mind.face.p_wolf)


def _decides(mind: Mind) -> bool:
    """Whether one more exile of the village ends the game, so that no mate may be given up any more."""
    wolves = (mind.record.living & mind.record.pack).bit_count()
    return 2 * wolves >= len(mind.record.alive) - 2


def elect(mind: Mind) -> Answer:
    """The ballot for a sheriff: the most trusted candidate; for a wolf a mate that nobody suspects, else a harmless one."""
    options = tuple(option for option in mind.ask.options if option)
    if not options:
        return Answer(mind.ask.options[0], thought="Nobody to elect.")
    scores = [trust(mind, option) for option in options]
    choice = options[mind.draws.best(scores, mind.level.sharpness / 2)]
    return Answer(choice, thought=f"{mind.standings()}. {mind.name(choice)} shall lead.", beliefs=mind.beliefs())


def trust(mind: Mind, seat: int) -> float:
    """How gladly this seat sees `seat` lead, around 0..1."""
    if seat == mind.me:
        return 0.9
    face = 1.0 - mind.face.p_wolf[seat]
    if not mind.wolf:
        held = mind.record.claims.get(seat)
        return face + (0.2 * mind.belief.true_claim(held.role, seat) if held else 0.0)
    held = mind.record.claims.get(seat)
    threat = mind.belief.true_claim(held.role, seat) if held else 0.0
    return face + (0.4 if mind.is_mate(seat) else 0.0) - 0.6 * threat
