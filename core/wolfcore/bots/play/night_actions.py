"""Night actions and the hunter's shot: kill, protect, check, save, poison, shoot.

Every wolf must reach the same kill: `kill_choice` uses only what the whole pack knows. The guard
plays the optimal mixture of a security game against the pack.
"""

from __future__ import annotations

from math import log

from wolfcore.bots.belief.posterior import Posterior
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.mind import Mind
from wolfcore.game import HOLDERS, ROLES, Answer

from .pack import planned_seats, push_target, shared_draws
from .role_values import ROLE_VALUES

_SEAT_VALUE = 0.2
"""The gain of the pack from one seat of the village less, on the scale of `RoleValue.kill_gain`."""


_VOTE_SHARE = 0.5
"""The share of `_SEAT_VALUE` that the vote of the seat is worth; the rest is its life."""


_CLAIM_MATTERS_FROM = 0.2
"""The probability of being true from which a guard counts a claim."""


_EXILE_TARGET_PENALTY = 0.6
"""The penalty that keeps the pack from attacking a seat that it pushes or agreed to spare."""


_SHOOT_FROM = 0.4
"""The probability of being a wolf from which a hunter shoots."""


_SUSPICION_RATIO, _NEARLY_CERTAIN = 1.15, 0.9
"""The ratio to the average probability from which a seat may be poisoned or shot, and the
probability from which the ratio does not matter."""


def kill(mind: Mind) -> Answer:
    """Answer a wolf's pick: a sensible target of a mate, else the best target of `kill_choice`."""
    # Mates are left out even where the board lets a pack attack its own.
    options = tuple(
        option for option in mind.ask.options if option and not mind.record.pack_mask >> option & 1
    )
    if not options:
        return Answer(mind.ask.options[0], thought="Nobody is left to attack.")
    choice, why = kill_choice(mind, options)
    return Answer(choice, thought=f"Attacking {mind.name(choice)}: {why}.")


def kill_choice(mind: Mind, options: tuple[int, ...]) -> tuple[int, str]:
    """Choose the target of the attack and the reason, equal for every wolf of the pack.

    Every wolf comes to the same choice, because it uses only what all of them know. The target that
    most mates have proposed or whispered wins if its score is within 0.9 of the best.
    """
    protected = _expected_protections(mind)
    luck = shared_draws(mind.record, "kill", mind.record.day, len(mind.record.spoken_sentences))
    scores = {
        option: _attack_value(mind, option, protected) + mind.level.kill_randomness * luck[option]
        for option in options
    }
    pushed = push_target(mind)
    if pushed in scores and len(scores) > 1:
        scores[pushed] -= _EXILE_TARGET_PENALTY
    for kept in planned_seats(mind.record, "spare") & scores.keys():
        scores[kept] -= _EXILE_TARGET_PENALTY
    best = max(options, key=lambda option: (scores[option], option))
    # A wolf's proposal is later than its whisper and takes its place.
    heard = {**mind.record.whispered_targets, **mind.record.proposals}
    heard.pop(mind.me, None)
    wished = [target for target in heard.values() if target in scores]
    if wished:
        common = max(dict.fromkeys(wished), key=wished.count)
        # A target that mates want is taken even where another scores somewhat better: split picks
        # may kill nobody.
        if scores[common] > scores[best] - 0.9:
            return common, "the pack wants it"
    return best, "of most use to the pack"


def _attack_value(mind: Mind, seat: int, protected: dict[int, float]) -> float:
    """The value to the pack of an attack on `seat`."""
    record = mind.record
    worth = _pack_gain(record, mind.belief, seat)
    against_us = sum(
        weight
        for (_, speaker, target), weight in record.accusations.items()
        if speaker == seat and record.pack_mask >> target & 1
    )
    worth += min(0.45, 0.15 * against_us)
    # A seat that the village suspects serves the pack better alive.
    worth -= 0.5 * mind.public_belief.p_wolf[seat]
    worth *= 1.0 - protected.get(seat, 0.0)
    # The sheriff's fall would stop the game.
    if record.board.switches.stop == "sheriff_falls" and seat == record.sheriff:
        worth -= 5.0
    return worth


def _seat_value(record: SeatRecord, seat: int) -> float:
    """The gain of the pack from a seat of the village less; smaller where it has no vote."""
    return _SEAT_VALUE * (_VOTE_SHARE if seat in record.state.without_vote else 1.0)


def _pack_gain(record: SeatRecord, belief: Posterior, seat: int) -> float:
    """The gain of the pack if `seat` falls, by the given belief."""
    held = record.claims.get(seat)
    worth = (
        ROLE_VALUES[held.role].kill_gain * belief.claim_probability(held.role, seat)
        if held
        else 0.0
    )
    return _seat_value(record, seat) + worth + (0.2 if seat == record.sheriff else 0.0)


def _possible_pack_gain(record: SeatRecord, belief: Posterior, seat: int) -> float:
    """The gain of the pack if `seat` falls, for a guard that cannot tell true claims from false.

    The pack can tell them: it attacks a claimant only where the claim is true. A claim that may be
    true therefore counts in full.
    """
    held = record.claims.get(seat)
    worth = (
        ROLE_VALUES[held.role].kill_gain
        if held and belief.claim_probability(held.role, seat) > _CLAIM_MATTERS_FROM
        else 0.0
    )
    return (
        _seat_value(record, seat) * (1.0 - belief.p_wolf[seat])
        + worth
        + (0.2 if seat == record.sheriff else 0.0)
    )


def guard_mixture(prizes: dict[int, float]) -> dict[int, float]:
    """Compute the optimal mixed strategy of a guard with one protection, by seat.

    The pack attacks one seat and the guard protects one: a security game. The guard's optimal
    mixture leaves the pack the same gain from every seat that it protects at all, and no more from
    any other.

    Args:
        prizes: The gain of the pack from each seat; seats at or below 0 are never protected.
    """
    worth = sorted((prize for prize in prizes.values() if prize > 0), reverse=True)
    level = inverse = 0.0
    for number, prize in enumerate(worth, 1):
        inverse += 1.0 / prize
        # This seat and all smaller ones are worth less than what the guard concedes anyway.
        if (number - 1) / inverse >= prize:
            break
        level = (number - 1) / inverse
    return {
        seat: max(0.0, 1.0 - level / prize) if prize > 0 else 0.0 for seat, prize in prizes.items()
    }


def _expected_protections(mind: Mind) -> dict[int, float]:
    """The probability, for the pack, that each seat is protected tonight.

    It assumes a guard that knows the public facts only. It is empty on a board without a guard.
    """
    record, common = mind.record, mind.public_belief
    if not record.has_guard:
        return {}
    repeat = record.board.switches.guard_repeat
    prizes = {seat: _possible_pack_gain(record, common, seat) for seat in record.alive}
    # A night without a death: last night's attack was stopped, so that its target was protected and
    # may not be again where repeats are forbidden.
    failed = record.attacked.get(record.day - 1, 0) if record.day - 1 in record.quiet_nights else 0
    if failed and not repeat:
        prizes[failed] = 0.0
    alive = _guard_lives(mind)
    return {seat: alive * chance for seat, chance in guard_mixture(prizes).items()}


def _guard_lives(mind: Mind) -> float:
    """The probability, for the pack, that a protecting role is still alive."""
    record = mind.record
    # Without a witch only the guard can have stopped the attack.
    if (
        record.day - 1 in record.quiet_nights
        and record.attacked.get(record.day - 1)
        and not record.has_witch
    ):
        return 1.0
    for seat, claim in record.claims.items():
        if (
            claim.role in HOLDERS["protect"]
            and mind.belief.claim_probability(claim.role, seat) > 0.5
        ):
            return float(record.lives(seat))
    claimed = {seat for seat, claim in record.claims.items() if not ROLES[claim.role].plain}
    # Nobody has claimed the role, so that any of these seats may hold it.
    hidden = [
        seat
        for seat in range(1, record.size + 1)
        if not record.pack_mask >> seat & 1 and seat not in claimed
    ]
    return sum(record.lives(seat) for seat in hidden) / max(1, len(hidden))


def protect(mind: Mind) -> Answer:
    """Answer a guard's pick, drawn from the mixture that leaves the pack the least gain."""
    options = tuple(option for option in mind.ask.options if option)
    if not options:
        return Answer(mind.ask.options[0], thought="Nobody may be protected.")
    belief, record = mind.belief, mind.record
    prizes = {seat: _possible_pack_gain(record, belief, seat) for seat in options}
    chances = guard_mixture(prizes)
    choice = options[mind.draws.weighted_index([chances[option] for option in options])]
    return Answer(choice, thought=f"{mind.top_suspects_text()}. Protecting {mind.name(choice)}.")


def check(mind: Mind) -> Answer:
    """Answer a seer's pick: the seat whose team is least certain, suspects before friends."""
    checked = {done.target for done in mind.record.checks}
    fresh = tuple(option for option in mind.ask.options if option and option not in checked)
    if not fresh:
        known = max(
            mind.ask.options,
            key=lambda option: (mind.belief.p_wolf[option] if option else 0.0, -option),
        )
        return Answer(0 if 0 in mind.ask.options else known, thought="Everybody has been checked.")
    scores = [_worth_knowing(mind, option) for option in fresh]
    choice = fresh[mind.draws.softmax_index(scores, 0.5 * mind.level.sharpness)]
    return Answer(choice, thought=f"{mind.top_suspects_text()}. Checking {mind.name(choice)}.")


def _worth_knowing(mind: Mind, seat: int) -> float:
    # Certainties are cut off, since the logarithm of 0 is none.
    chance = min(0.999, max(0.001, mind.belief.p_wolf[seat]))
    doubt = -(chance * log(chance) + (1 - chance) * log(1 - chance))
    return doubt + 0.3 * chance + (0.15 if seat == mind.record.sheriff else 0.0)


def save(mind: Mind) -> Answer:
    """Answer a witch's antidote: always for herself, else by the chance that the victim merits it.

    A likely wolf is never saved; a believed god is saved most often.
    """
    victim = mind.record.victim
    if not victim or victim not in mind.ask.options:
        return Answer(0, thought="Nobody is to be saved.")
    if victim == mind.me:
        return Answer(victim, thought="Saving myself.")
    chance = mind.belief.p_wolf[victim]
    keen = 0.65 if mind.record.day == 1 else 0.95
    held = mind.record.claims.get(victim)
    if (
        held
        and mind.belief.claim_probability(held.role, victim) > 0.5
        and not ROLES[held.role].plain
    ):
        keen = 1.0
    # Guard and antidote together would kill the victim.
    if mind.record.board.switches.guard_and_antidote == "dies" and mind.record.has_guard:
        keen -= 0.15
    saving = chance < 0.5 and mind.draws.happens(keen)
    return Answer(
        victim if saving else 0,
        thought=f"{mind.name(victim)} is attacked; {'saved' if saving else 'the antidote stays'}.",
    )


def poison(mind: Mind) -> Answer:
    """Answer a witch's poison: for a likely wolf, with a lower threshold late in the game.

    A high probability from the low number of remaining seats is no evidence: the likeliest seat
    must be likelier by its actions or by a report about it.
    """
    options = tuple(option for option in mind.ask.options if option)
    if not options:
        return Answer(0, thought="Nobody is left to poison.")
    target = max(options, key=lambda option: (mind.belief.p_wolf[option], option))
    chance = mind.belief.p_wolf[target]
    needed = mind.level.poison_thresholds[len(mind.record.alive) <= 6]
    if (
        chance >= needed
        and _is_suspicious_beyond_counting(mind, target, options)
        # The pack's victim may be dead already.
        and target != mind.record.victim
    ):
        return Answer(
            target, thought=f"{mind.top_suspects_text()}. Poison for {mind.name(target)}."
        )
    return Answer(
        0 if 0 in mind.ask.options else target,
        thought=f"{mind.top_suspects_text()}. Not sure enough for the poison.",
    )


def _is_suspicious_beyond_counting(mind: Mind, seat: int, options: tuple[int, ...]) -> bool:
    """Whether a seat's words, ballots or a report about it make it likelier a wolf than average."""
    record, chances = mind.record, [mind.belief.p_wolf[option] for option in options]
    known = (
        seat in record.last_speech
        or any(ballot.voter == seat for ballot in record.ballots)
        or any(seat in reports for reports in record.reports.values())
    )
    open_ = [chance for chance in chances if 0 < chance < 1]
    by_counting = sum(open_) / len(open_) if open_ else 0.0
    return known and mind.belief.p_wolf[seat] > min(_NEARLY_CERTAIN, _SUSPICION_RATIO * by_counting)


def shoot(mind: Mind) -> Answer:
    """Answer a hunter's last shot: at the likeliest wolf.

    The hunter holds fire, where that is allowed, if the shot would more likely cost the village a
    seat.
    """
    options = tuple(option for option in mind.ask.options if option and option != mind.me)
    if not options:
        return Answer(mind.ask.options[0], thought="Nobody is left to shoot.")
    target = max(options, key=lambda option: (mind.belief.p_wolf[option], option))
    worth = mind.belief.p_wolf[target] >= _SHOOT_FROM and _is_suspicious_beyond_counting(
        mind, target, options
    )
    if 0 in mind.ask.options and not worth:
        return Answer(0, thought=f"{mind.top_suspects_text()}. Holding fire.")
    return Answer(
        target,
        thought=f"{mind.top_suspects_text()}. Shooting {mind.name(target)}.",
        beliefs=mind.beliefs(),
    )
