"""Habits that opponents could use (Strategic Language Agents, section 4.2 and appendix E): who is killed, saved and voted for."""

from __future__ import annotations

from wolfcore.game import HOLDERS, Power

from .metric import NO_SUCH_SPEECH, SLA, MetricTable, Observation
from .reading import speech_understood
from .strategy import claims_power, player_label, team_players
from .tables import Deed, GameTables

_GODS: tuple[Power, Power] = ("check", "protect")
ALONE, CLAIMED = "alone with both", "both have claimed"


def first_kill_role(t: GameTables) -> tuple[Observation, ...]:
    """Which role the pack attacks in the first night, by who played the wolves."""
    attack = next((attack for attack in t.attacks if attack.day == 1), None)
    if attack is None or not t.wolves:
        return ()
    return (Observation(team_players(t, "wolves"), str(t.roles[attack.target]) if attack.target else "nobody"),)


def saves(t: GameTables) -> tuple[Observation, ...]:
    """Whom the guard or doctor protects in every night, by who played it."""
    return tuple(Observation(player_label(t, t.sitters[deed.seat - 1]), _save_label(deed)) for deed in t.protections)


def _save_label(deed: Deed) -> str:
    return "nobody" if not deed.target else "itself" if deed.target == deed.seat else "another"


def ballots(t: GameTables) -> tuple[Observation, ...]:
    """What every official ballot is for, by who played the seat that cast it, and for which team."""
    found: list[Observation] = []
    for cast in (cast for day in t.days for cast in day.official_ballots):
        sitter = t.sitters[cast.voter - 1]
        if sitter.team:
            found.append(Observation(f"{player_label(t, sitter)} as {sitter.team}", _voted(t, cast.target)))
    return tuple(found)


def _voted(t: GameTables, target: int) -> str:
    if not target:
        return "nobody"
    if target in t.wolves:
        return "a wolf"
    return "the Seer" if t.roles[target] in HOLDERS["check"] else "another"


def seer_or_doctor(t: GameTables) -> tuple[Observation, ...]:
    """Whom the pack attacks while Seer and Doctor live, and both are known: no other seat is left, or both have truly claimed.

    The paper's case is the last wolf alone with both, where only a wolf that draws evenly cannot be foreseen.
    """
    found: list[Observation] = []
    for attack in t.attacks:
        living = [seat for seat in range(1, t.size + 1) if not t.dead_before(seat, attack.entry)]
        seers, doctors = ([seat for seat in living if t.roles[seat] in HOLDERS[power]] for power in _GODS)
        case = _why_known(t, living, seers, doctors, attack.entry) if seers and doctors else ""
        if case:
            found.append(Observation(f"{team_players(t, 'wolves')}, {case}", _killed(attack, seers, doctors)))
    return tuple(found)


def _why_known(t: GameTables, living: list[int], seers: list[int], doctors: list[int], entry: int) -> str:
    """How the pack knows both; empty where it need not."""
    if set(living) <= {*seers, *doctors, *t.wolves}:
        return ALONE
    if not speech_understood(t):
        return ""
    told = (claims_power(t, seat, power, entry) for power, seats in zip(_GODS, (seers, doctors), strict=True) for seat in seats)
    return CLAIMED if all(told) else ""


def _killed(attack: Deed, seers: list[int], doctors: list[int]) -> str:
    if not attack.target:
        return "nobody"
    return "the Seer" if attack.target in seers else "the Doctor" if attack.target in doctors else "another"


TABLES = (
    MetricTable(
        name="first_kill_role", of=first_kill_role, source=f"{SLA}, appendix E, figure 4a", direction="neither",
        meaning="which role the wolves attack in the first night",
        formula="games in which a seat of this role was attacked first / games", unit="share of games",
        null="games without a first attack add nothing", aggregation="games counted", kind="shares", shown="files",
    ),
    MetricTable(
        name="saves", of=saves, source=f"{SLA}, appendix E, figure 4b", direction="neither",
        meaning="whom the guard or doctor protects in all nights", formula="nights in which it protects itself or another / nights",
        unit="share of nights", null="games without a guard or doctor add nothing",
        aggregation="all nights pooled; the interval takes a game as one observation", kind="shares", shown="files",
    ),
    MetricTable(
        name="ballots", of=ballots, source=f"{SLA}, appendix E, figure 4c", direction="neither",
        meaning="what ballots are for, by the team of who casts them", formula="ballots of this kind / ballots of the team",
        unit="share of ballots", null="games without a ballot add nothing",
        aggregation="all ballots pooled; the interval takes a game as one observation", kind="shares", shown="files",
    ),
    MetricTable(
        name="seer_or_doctor", of=seer_or_doctor, source=f"{SLA}, section 4.2", direction="neither",
        meaning="whom the wolves attack while Seer and Doctor live and both are known",
        formula="attacks on this one / attacks in such nights", unit="share of nights",
        null=f"{NO_SUCH_SPEECH}, unless nobody else is left; games without such a night add nothing",
        aggregation="all such nights pooled; the interval takes a game as one observation", kind="shares", shown="files",
    ),
)  # fmt: skip
