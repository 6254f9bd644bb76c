"""The belief against the plain sum that it stands for, written out over all wolf sets and holders,
on random records.

A belief is held to 1e-12: half a step of its last digit (`posterior`) and the rounding of sums in
another order.
"""

from __future__ import annotations

from itertools import combinations
from math import exp, isclose, prod
from random import Random

import pytest

from bench.likelihood_fit import INITIAL, fresh_posterior
from wolfcore.bots.belief.evidence import conduct_weights
from wolfcore.bots.belief.likelihoods import FITTED, Likelihoods
from wolfcore.bots.belief.posterior import Knowledge
from wolfcore.bots.belief.seat_record import CastBallot, Claim, Report, SeatRecord
from wolfcore.game import RoleName, Switches, get_board, team_of
from wolfcore.game import facts as f
from wolfcore.game.boards import Board

SHIPPED = [
    get_board(name) for name in ("sla7", "xu7", "arena8", "classic9", "plus10", "plus12", "duel6")
]
BOARDS = [
    *SHIPPED,
    *[Board("shown", board.roles, Switches(role_revealed=True)) for board in SHIPPED[:4]],
    Board("one wolf", ("Werewolf", "Seer", "Witch", "Villager", "Villager")),
]
SEVERAL = [
    Board("two seers", (*["Werewolf"] * 2, *["Seer"] * 2, "Witch", *["Villager"] * 3)),
    Board(
        "three seers",
        (*["Werewolf"] * 3, *["Seer"] * 3, *["Witch"] * 2, *["Villager"] * 2),
        Switches(role_revealed=True, wolves_may_target_pack=True),
    ),
]
"""Boards that deal a role with a power more than once."""
TOLERANCE = 1e-12


def at_random(draw: Random, boards: list[Board]) -> tuple[SeatRecord, Knowledge]:
    """A record of some game that was dealt, and what its seat knows or pretends: deaths, ballots,
    words, claims, results."""
    board = draw.choice(boards)
    dealt = dict(enumerate(draw.sample(board.roles, board.size), 1))
    wolves = {seat for seat, role in dealt.items() if team_of(role) == "wolves"}
    me = draw.randint(1, board.size)
    record = SeatRecord(me, board, tuple(f"P{seat}" for seat in dealt))
    record.role, seats = dealt[me], range(1, board.size + 1)
    record.apply_fact(f.Began(draw.randint(1, 4), "dawn"))
    _deaths(draw, record, dealt, wolves)
    if board.switches.role_revealed:
        # A role may also be shown while its holder lives.
        record.revealed |= {seat: dealt[seat] for seat in dealt if draw.random() < 0.15}
    for _ in range(draw.randint(0, 3 * board.size)):
        record.ballots.append(
            CastBallot(
                1, draw.choice(seats), draw.choice(seats), draw.choice(("vote", "lean", "elect"))
            )
        )
    for said in (record.accusations, record.vouchings):
        for _ in range(draw.randint(0, board.size)):
            speaker, target = draw.sample(seats, 2)
            said[1, speaker, target] = draw.choice((0.6, 1.0))
    record.last_speech = {
        seat: place for place, seat in enumerate(draw.sample(seats, draw.randint(0, board.size)), 1)
    }
    record.accusers_ever = set(draw.sample(seats, draw.randint(0, board.size)))
    _claims(draw, record, dealt, wolves)
    return record, _knowledge(draw, record, dealt, wolves)


def _deaths(draw: Random, record: SeatRecord, dealt: dict[int, RoleName], wolves: set[int]) -> None:
    record.living_masks = [record.living]
    for seat in draw.sample(sorted(dealt), draw.randint(0, record.size // 2)):
        after = record.living & ~(1 << seat)
        if not may_go_on(record, wolves, after):
            break
        record.apply_fact(f.Died(seat))
        causes: list[f.DeathCause | None] = (
            ["exiled", "shot", "poisoned"] if seat in wolves else ["exiled", "killed", None]
        )
        cause = draw.choice(causes)
        if cause:
            record.apply_fact(f.Cause(seat, cause))
        record.living_masks.append(after)
        if record.board.switches.role_revealed:
            record.revealed[seat] = dealt[seat]


def _claims(draw: Random, record: SeatRecord, dealt: dict[int, RoleName], wolves: set[int]) -> None:
    for place, seat in enumerate(draw.sample(sorted(dealt), draw.randint(0, 5))):
        lies: list[RoleName] = [role for role in record.board.roles if team_of(role) == "village"]
        role: RoleName = draw.choice(lies) if seat in wolves else dealt[seat]
        if seat != record.me and draw.random() < 0.1:
            role = "Seer"
        record.claims[seat] = Claim(role, 1, draw.random() < 0.5, place)
        others = [other for other in dealt if other != seat]
        for target in draw.sample(others, draw.randint(0, 3) if role == "Seer" else 0):
            true = "wolves" if target in wolves else "village"
            team = draw.choice(("wolves", "village")) if dealt[seat] != "Seer" else true
            record.reports.setdefault(seat, {})[target] = Report(target, team, None, 0)
        if role == "Witch" and draw.random() < 0.5:
            record.claimed_actions.append((seat, "saved", draw.choice(others), 0))


def _knowledge(
    draw: Random, record: SeatRecord, dealt: dict[int, RoleName], wolves: set[int]
) -> Knowledge:
    me, kind = record.me, draw.randint(0, 4)
    if kind == 0:
        return Knowledge()
    if me in wolves and kind < 3:
        return Knowledge(known_wolves=sum(1 << wolf for wolf in wolves), own_role="Werewolf")
    if me in wolves:
        held = record.claims.get(me)
        return Knowledge(known_village=1 << me, own_role=held.role if held else "Villager")
    seen = draw.sample(sorted(dealt), kind - 1) if kind > 1 else []
    good = sum(1 << seat for seat in {me, *seen} - wolves)
    return Knowledge(good, sum(1 << seat for seat in seen if seat in wolves), dealt[me])


# -- the plain sum


def may_go_on(record: SeatRecord, wolves: set[int], living: int) -> bool:
    alive = sum(living >> wolf & 1 for wolf in wolves)
    others = living.bit_count() - alive
    return alive > 0 and {"parity": alive < others, "outnumber": alive <= others}.get(
        record.board.switches.wolves_win, True
    )


def plain_sum(
    record: SeatRecord, known: Knowledge, likely: Likelihoods
) -> tuple[float, dict[object, float]]:
    """All that the possible worlds weigh, and how much of it lies on each wolf, each holder that
    claims, and each pack."""
    weights, innocent = conduct_weights(record, likely)
    total, n = 0.0, record.size + 1
    on: dict[object, float] = {}
    roles = {claim.role for claim in record.claims.values()} & record.weighed_roles
    for pack in combinations(range(1, n), record.wolves):
        wolves, mask = set(pack), sum(1 << seat for seat in pack)
        if mask & (innocent | known.known_village) or known.known_wolves & ~mask:
            continue
        if not all(may_go_on(record, wolves, living) for living in record.living_masks):
            continue
        weight = exp(
            sum(weights[seat] for seat in pack)
            + sum(weights[n + low * n + high] for low, high in combinations(pack, 2))
        )
        holding = {role: holders(record, known, likely, role, wolves) for role in sorted(roles)}
        weight *= prod(sum(chances.values()) for chances in holding.values())
        total += weight
        for key in (*pack, ("pack", mask)):
            on[key] = on.get(key, 0.0) + weight
        for role, chances in holding.items():
            for together, chance in chances.items():
                for holder in together:
                    on[role, holder] = on.get((role, holder), 0.0) + (
                        weight * chance / sum(chances.values()) if weight else 0.0
                    )
    return total, on


def holders(
    record: SeatRecord, known: Knowledge, likely: Likelihoods, role: RoleName, wolves: set[int]
) -> dict[tuple[int, ...], float]:
    """How likely each set of seats is to hold a role in a world, with all that is said of it.

    The sets have as many seats as the role is dealt.
    """
    claimants = [seat for seat, claim in record.claims.items() if claim.role == role]
    seats, dealt = sorted({*range(1, record.size + 1)} - wolves), record.board.roles.count(role)
    shown = {seat for seat, card in record.revealed.items() if card == role}
    found: dict[tuple[int, ...], float] = {}
    for together in combinations(seats, dealt):
        if not shown <= set(together):
            continue
        if known.own_role == role and record.me not in together:
            continue
        if dealt > 1 and record.me in together and known.own_role not in (None, role):
            continue
        lies = [lie(record, likely, seat, wolves) for seat in claimants if seat not in together]
        found[together] = prod(lies) * prod(
            truth(record, likely, holder, wolves)
            if holder in claimants
            else quiet(record, known, likely, role, holder)
            for holder in together
        )
    return found


def truth(record: SeatRecord, likely: Likelihoods, seat: int, wolves: set[int]) -> float:
    claim, reports = record.claims[seat], record.reports.get(seat, {}).values()
    if record.revealed.get(seat, claim.role) != claim.role:
        return 0.0
    # A seat that was shown to hold the role may also have lied, as a villager does.
    lies = likely.villager_claims if record.revealed.get(seat) == claim.role else 0.0
    if any((report.target in wolves) != (report.team == "wolves") for report in reports):
        return lies
    found = claim.role == "Seer" and any(report.team == "wolves" for report in reports)
    said = likely.true_with_find if found else likely.true_claims[claim.pressed]
    if any(
        speaker == seat and target in wolves for speaker, _, target, _ in record.claimed_actions
    ):
        rare = exp(likely.attacked) if record.board.switches.wolves_may_target_pack else 0.0
        return said * rare + lies
    return said + lies


def lie(record: SeatRecord, likely: Likelihoods, seat: int, wolves: set[int]) -> float:
    if seat not in wolves:
        return likely.villager_claims
    chance = likely.wolf_claims[record.claims[seat].pressed]
    for report in record.reports.get(seat, {}).values():
        if report.team == "wolves":
            chance *= (
                2
                * likely.wolf_finds
                * (likely.wolf_frames if report.target in wolves else 1 - likely.wolf_frames)
            )
        else:
            chance *= (2 - 2 * likely.wolf_finds) * (
                likely.wolf_clears if report.target in wolves else 1 - likely.wolf_clears
            )
    return chance


def quiet(
    record: SeatRecord, known: Knowledge, likely: Likelihoods, role: RoleName, seat: int
) -> float:
    if seat == record.me and known.own_role:
        return float(known.own_role == role)
    if record.revealed.get(seat, role) != role:
        return 0.0
    if not record.lives(seat):
        return likely.silent_dead
    first = min(claim.speech_number for claim in record.claims.values() if claim.role == role)
    return likely.silent_spoke if record.last_speech.get(seat, 0) > first else likely.silent_waits


# -- the comparison


@pytest.mark.slow(only=("likely1-boards0-300", "likely1-boards1-60"))
@pytest.mark.parametrize(("boards", "many"), [(BOARDS, 300), (SEVERAL, 60)])
@pytest.mark.parametrize("likely", [FITTED, INITIAL])
def test_a_belief_is_the_plain_sum_over_all_wolf_sets_and_holders(
    likely: Likelihoods, boards: list[Board], many: int
) -> None:
    draw, compared = Random(12), 0
    for _ in range(many):
        record, known = at_random(draw, boards)
        total, on = plain_sum(record, known, likely)
        belief = fresh_posterior(record, known, likely)
        assert bool(total) == bool(belief.total)
        if not total or not record.weighed_roles & {claim.role for claim in record.claims.values()}:
            continue
        compared += 1
        for seat in range(1, record.size + 1):
            assert abs(belief.p_wolf[seat] - on.get(seat, 0.0) / total) < TOLERANCE
        for seat, claim in record.claims.items():
            if claim.role in record.weighed_roles:
                assert (
                    abs(
                        belief.claim_probability(claim.role, seat)
                        - on.get((claim.role, seat), 0.0) / total
                    )
                    < TOLERANCE
                )
        for mask in belief.masks:
            assert isclose(
                belief.pack_probability(mask),
                on.get(("pack", mask), 0.0) / total,
                rel_tol=1e-9,
                abs_tol=1e-300,
            )
    assert compared > many / 2


def test_seats_of_which_nothing_sets_one_apart_are_believed_exactly_alike() -> None:
    """Not only but for rounding: who comes first among equals would hang on the order of a sum."""
    draw = Random(5)
    for board in BOARDS * 5:
        record = SeatRecord(1, board, tuple(f"P{seat}" for seat in range(1, board.size + 1)))
        twins = (3, board.size)
        others = [seat for seat in range(1, board.size) if seat != 3]
        record.claims = {1: Claim("Seer", 1, False, 1), 2: Claim("Seer", 1, True, 2)}
        for _ in range(board.size):
            voter, target = draw.choice(others), draw.choice(others)
            record.ballots.append(CastBallot(1, voter, target, "vote"))
            record.ballots += [CastBallot(1, voter, twin, "lean") for twin in twins]
            record.ballots += [CastBallot(1, twin, target, "vote") for twin in twins]
        for known in (Knowledge(), Knowledge(known_village=1 << 1, own_role="Villager")):
            p_wolf = fresh_posterior(record, known, FITTED).p_wolf
            assert p_wolf[twins[0]] == p_wolf[twins[1]]
