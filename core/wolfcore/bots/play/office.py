"""The sheriff's duties that are no words: running, the order, the badge, and how much one wants to speak."""

from __future__ import annotations

from wolfcore.bots.belief.record import finds_wolf
from wolfcore.bots.mind import Mind
from wolfcore.game import Answer

from .vote import leadership_score
from .worth import ROLE_VALUES


def run(mind: Mind) -> Answer:
    """Whether to stand for sheriff; a pack does not put up everybody."""
    keen = ROLE_VALUES[mind.role].candidacy_rate
    if any(not check.result or finds_wolf(check) for check in mind.record.checks):
        keen = 0.9
    running = mind.draws.happens(keen)
    return Answer(int(running), thought="I stand for sheriff." if running else "The star is not for me.")


def order(mind: Mind) -> Answer:
    """Left or right: the side on which the likelier wolf sits speaks first, so that the others can answer it."""
    record = mind.record
    higher = [seat for seat in mind.others if seat > mind.me] or list(mind.others)
    lower = [seat for seat in mind.others if seat < mind.me] or list(mind.others)
    up, down = mind.honest_belief.p_wolf[higher[0]] if higher else 0.0, mind.honest_belief.p_wolf[lower[-1]] if lower else 0.0
    choice = mind.draws.below(2) if abs(up - down) < 0.05 else int(up > down)
    return Answer(choice, thought=f"{'Right' if choice else 'Left'} of seat {record.me} first.")


def badge(mind: Mind) -> Answer:
    """Who gets the badge: the most trusted living seat; torn where everybody is suspect and that is allowed."""
    heirs = tuple(option for option in mind.ask.options if option)
    if not heirs:
        return Answer(0, thought="Nobody is left to lead.")
    scores = [leadership_score(mind, heir) for heir in heirs]
    if 0 in mind.ask.options and max(scores) < 0.4:
        return Answer(0, thought="Nobody here deserves the badge.")
    heir = heirs[mind.draws.softmax_index(scores, mind.level.sharpness)]
    return Answer(heir, thought=f"{mind.top_suspects_text()}. The badge goes to {mind.name(heir)}.", beliefs=mind.beliefs())


def bid(mind: Mind) -> Answer:
    """How much this seat wants to speak: a great deal with news or under attack, else as the moment has it."""
    record = mind.record
    news = any(check.target not in record.reports.get(mind.me, {}) for check in record.checks)
    found = any(finds_wolf(check) for check in record.checks)
    if news and (found or mind.me in record.claims):
        return Answer(4, thought="I have something to say.")
    if mind.is_pressed or mind.me in record.open_questions:
        return Answer(3, thought="I have to answer that.")
    wish = mind.draws.below(3) + (mind.me not in record.speakers_today)
    return Answer(min(3, wish), thought="Just a thought." if wish else "I would rather listen.")
