"""What is done in the dark, and the shot: the pack's kill, protection, check, potions."""

from __future__ import annotations

from hashlib import blake2b
from math import log

from core.game import Answer, RoleName

from .mind import Mind

_WORTH: dict[RoleName, float] = {"Seer": 1.0, "Witch": 0.7, "Doctor": 0.55, "Guard": 0.55, "Hunter": -0.2, "Villager": 0.0}
"""What it is worth to the pack that a role falls."""
_HUNTED = 1.6
"""How much surer a guard is that the pack goes for a god that has shown itself than for anybody else."""


def kill(mind: Mind) -> Answer:
    """A wolf's pick: a mate's proposal where that is sensible, else the target that the pack's common knowledge gives."""
    options = tuple(option for option in mind.ask.options if option and not mind.record.pack >> option & 1)
    if not options:
        return Answer(mind.ask.options[0], thought="Nobody is left to attack.")
    choice, why = kill_choice(mind, options)
    return Answer(choice, thought=f"Attacking {mind.name(choice)}: {why}.")


def kill_choice(mind: Mind, options: tuple[int, ...]) -> tuple[int, str]:
    """Whom to attack and why. Every wolf of the pack comes to the same choice, because it uses only what all of them know."""
    scores = {option: _prey(mind, option) for option in options}
    best = max(options, key=lambda option: (scores[option], option))
    heard = {**mind.record.wishes, **mind.record.proposals}
    heard.pop(mind.me, None)
    wished = [target for target in heard.values() if target in scores]
    if wished:
        common = max(dict.fromkeys(wished), key=wished.count)
        if scores[common] > scores[best] - 0.9:
            return common, "the pack wants it"
    return best, "of most use to the pack"


def _prey(mind: Mind, seat: int) -> float:
    """What an attack on `seat` is worth to the pack, luck included."""
    record, worth = mind.record, 0.0
    held = record.claims.get(seat)
    if held:
        worth += _WORTH.get(held.role, 0.0) * mind.belief.true_claim(held.role, seat)
    against_us = sum(
        weight for (_, speaker, target), weight in record.accusations.items() if speaker == seat and record.pack >> target & 1
    )
    worth += min(0.45, 0.15 * against_us)
    worth += 0.2 if seat == record.sheriff else 0.0
    worth -= 0.5 * _suspected(mind, seat)
    worth -= _probably_guarded(mind, seat)
    if record.board.switches.stop == "sheriff_falls" and seat == record.sheriff:
        worth -= 5.0
    return worth + mind.level.luck * _pack_luck(mind, seat)


def _suspected(mind: Mind, seat: int) -> float:
    """How much the table suspects `seat`: whoever may be exiled need not be attacked."""
    against = {speaker for (day, speaker, target) in mind.record.accusations if target == seat and day >= mind.record.day - 1}
    return min(1.0, len(against) / max(1, len(mind.record.alive) - 1))


def _probably_guarded(mind: Mind, seat: int) -> float:
    """What speaks against attacking a seat that somebody protects, or for one that cannot be protected tonight."""
    record = mind.record
    if not record.board.deals("Guard", "Doctor"):
        return 0.0
    failed = record.day - 1 in record.quiet and record.attacked.get(record.day - 1) == seat
    if failed:
        return 0.4 if record.board.switches.guard_repeat else -0.4
    held = record.claims.get(seat)
    return 0.35 * mind.belief.true_claim("Seer", seat) if held and held.role == "Seer" else 0.0


def _pack_luck(mind: Mind, seat: int) -> float:
    """A number in [0, 1) that every wolf of the pack knows and nobody else can: keyed by the pack and what all have seen."""
    record = mind.record
    key = f"{record.pack}/{record.day}/{record.living}/{'/'.join(record.names)}/{seat}/{len(record.spoken)}"
    return int.from_bytes(blake2b(key.encode(), digest_size=6).digest(), "little") / (1 << 48)


def protect(mind: Mind) -> Answer:
    """A guard's pick: whoever the pack would most like to see dead, more often the likelier, itself included."""
    options = tuple(option for option in mind.ask.options if option)
    if not options:
        return Answer(mind.ask.options[0], thought="Nobody may be protected.")
    scores = [_likely_victim(mind, option) for option in options]
    choice = options[mind.draws.best(scores, 0.35 * mind.level.sharpness)]
    return Answer(choice, thought=f"{mind.standings()}. Protecting {mind.name(choice)}.")


def _likely_victim(mind: Mind, seat: int) -> float:
    if seat == mind.me:
        held = mind.record.claims.get(seat)
        return 0.75 if held and held.role == mind.role else 0.25
    held = mind.record.claims.get(seat)
    worth = _HUNTED * max(0.0, _WORTH.get(held.role, 0.0)) * mind.belief.true_claim(held.role, seat) if held else 0.0
    worth += 0.15 if seat == mind.record.sheriff else 0.0
    return worth + 0.3 * (1.0 - mind.belief.p_wolf[seat]) - 0.4 * mind.belief.p_wolf[seat]


def check(mind: Mind) -> Answer:
    """A seer's pick: the seat whose team is least certain, a suspect rather than a friend."""
    checked = {done.target for done in mind.record.checks}
    fresh = tuple(option for option in mind.ask.options if option and option not in checked)
    if not fresh:
        known = max(mind.ask.options, key=lambda option: (mind.belief.p_wolf[option] if option else 0.0, -option))
        return Answer(0 if 0 in mind.ask.options else known, thought="Everybody has been checked.")
    scores = [_worth_knowing(mind, option) for option in fresh]
    choice = fresh[mind.draws.best(scores, 0.5 * mind.level.sharpness)]
    return Answer(choice, thought=f"{mind.standings()}. Checking {mind.name(choice)}.")


def _worth_knowing(mind: Mind, seat: int) -> float:
    chance = min(0.999, max(0.001, mind.belief.p_wolf[seat]))
    doubt = -(chance * log(chance) + (1 - chance) * log(1 - chance))
    return doubt + 0.3 * chance + (0.15 if seat == mind.record.sheriff else 0.0)


def save(mind: Mind) -> Answer:
    """A witch's antidote: for herself, and for whoever is worth more alive than the antidote is later."""
    victim = mind.record.victim
    if not victim or victim not in mind.ask.options:
        return Answer(0, thought="Nobody is to be saved.")
    if victim == mind.me:
        return Answer(victim, thought="Saving myself.")
    chance = mind.belief.p_wolf[victim]
    keen = 0.65 if mind.record.day == 1 else 0.95
    held = mind.record.claims.get(victim)
    if held and mind.belief.true_claim(held.role, victim) > 0.5 and held.role != "Villager":
        keen = 1.0
    if mind.record.board.switches.guard_and_antidote == "dies" and mind.record.board.deals("Guard", "Doctor"):
        keen -= 0.15
    saving = chance < 0.5 and mind.draws.yes(keen)
    return Answer(
        victim if saving else 0, thought=f"{mind.name(victim)} is attacked; {'saved' if saving else 'the antidote stays'}."
    )


def poison(mind: Mind) -> Answer:
    """A witch's poison: on evidence, and on less of it when the game may soon be over."""
    options = tuple(option for option in mind.ask.options if option)
    if not options:
        return Answer(0, thought="Nobody is left to poison.")
    target = max(options, key=lambda option: (mind.belief.p_wolf[option], option))
    chance = mind.belief.p_wolf[target]
    needed = mind.level.poison_at[len(mind.record.alive) <= 6]
    if target == mind.record.victim:
        needed = 1.1
    if chance >= needed:
        return Answer(target, thought=f"{mind.standings()}. Poison for {mind.name(target)}.")
    return Answer(0 if 0 in mind.ask.options else target, thought=f"{mind.standings()}. Not sure enough for the poison.")


def shoot(mind: Mind) -> Answer:
    """A hunter's last shot: at the likeliest wolf, held where the shot would more likely cost the village a seat."""
    options = tuple(option for option in mind.ask.options if option and option != mind.me)
    if not options:
        return Answer(mind.ask.options[0], thought="Nobody is left to shoot.")
    target = max(options, key=lambda option: (mind.belief.p_wolf[option], option))
    if mind.belief.p_wolf[target] < 0.4 and 0 in mind.ask.options:
        return Answer(0, thought=f"{mind.standings()}. Holding fire.")
    return Answer(target, thought=f"{mind.standings()}. Shooting {mind.name(target)}.", beliefs=mind.beliefs())
