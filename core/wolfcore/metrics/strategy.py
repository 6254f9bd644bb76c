"""Tables of strategy: win matrix, adaptation, first kills and saves, votes between two seers.

Source: Strategic Language Agents, sections 4.2, 5.1, 5.2 and appendix E.
"""

from __future__ import annotations

from wolfcore.game import HOLDERS, Power
from wolfcore.speech import ClaimsRole, Retracts

from .game_tables import Deed, GameTables
from .metric import NO_SUCH_SPEECH, SLA, MetricTable, Observation
from .recorded_game import Participant
from .speech_statistics import speech_understood


def win_matrix(t: GameTables) -> tuple[Observation, ...]:
    """Observe whether the village won, by the players of the village (row) and wolves (column)."""
    if t.winner is None:
        return ()
    return (
        Observation(
            team_players(t, "village"), team_players(t, "wolves"), float(t.winner == "village")
        ),
    )


def adaptation(t: GameTables) -> tuple[Observation, ...]:
    """Observe whether each player's team won against the players of the other team.

    The columns of the table are consecutive games against the same players.
    """
    if t.winner is None:
        return ()
    found: dict[str, Observation] = {}
    for sitter in t.sitters:
        if sitter.team and sitter.player:
            own, other = (
                player_label(t, sitter),
                team_players(t, "wolves" if sitter.team == "village" else "village"),
            )
            if own != other:
                row = f"{own} as {sitter.team} against {other}"
                found[row] = Observation(row, value=float(sitter.team == t.winner))
    return tuple(found.values())


def first_kill(t: GameTables) -> tuple[Observation, ...]:
    """Observe which seat the pack attacks in the first night, by the players of the wolves."""
    attack = next((attack for attack in t.attacks if attack.day == 1), None)
    if attack is None or not t.wolves:
        return ()
    return (
        Observation(
            team_players(t, "wolves"), f"seat {attack.target}" if attack.target else "nobody"
        ),
    )


def first_save(t: GameTables) -> tuple[Observation, ...]:
    """Observe which seat the guard or doctor protects in the first night, by its player.

    In the first night, when nothing is known, protecting itself is best.
    """
    saved = [deed for deed in t.protections if deed.day == 1]
    return tuple(
        Observation(player_label(t, t.sitters[deed.seat - 1]), _first_save_label(deed))
        for deed in saved
    )


def _first_save_label(deed: Deed) -> str:
    if not deed.target:
        return "nobody"
    return "itself" if deed.target == deed.seat else f"seat {deed.target}"


def two_seers(t: GameTables) -> tuple[Observation, ...]:
    """Observe ballots of village seats on days with two living Seer claimants, by voter.

    On a board with another role that checks, two claimants of that role count as well. The
    claimants' own ballots do not count.
    """
    if not speech_understood(t):
        return ()
    cells: list[Observation] = []
    # Where no role that checks is dealt, both claims of the usual one are false.
    roles = t.board.roles_using("check")
    for day, role in ((day, role) for day in t.days if day.voted for role in roles):
        claimants = [
            seat
            for seat in day.living
            if (claimed := claimed_role(t, seat, day.voted or 0)) and t.same_role(claimed, role)
        ]
        # In a speech that is not English another seat may have claimed or retracted.
        if len(claimants) != 2 or any(
            t.unread_since.get(seat, day.number + 1) <= day.number for seat in day.living
        ):
            continue
        judges = [
            cast
            for cast in day.official_ballots
            if cast.voter in t.village and cast.voter not in claimants
        ]
        cells += [
            Observation(
                player_label(t, t.sitters[cast.voter - 1]), _choice(t, cast.target, claimants, role)
            )
            for cast in judges
        ]
    return tuple(cells)


def claimed_role(t: GameTables, seat: int, entry: int) -> str:
    """Return a seat's last role claim before `entry`; empty if it has none or retracted it."""
    found = ""
    for speech, acts in zip(t.speeches, t.acts, strict=True):
        if speech.seat == seat and speech.entry < entry:
            for act in acts:
                if isinstance(act, ClaimsRole):
                    found = act.role
                # A retraction that names no role takes back every claim.
                elif isinstance(act, Retracts) and (
                    not act.role or (found and t.same_role(act.role, found))
                ):
                    found = ""
    return found


def _choice(t: GameTables, target: int, claimants: list[int], role: str) -> str:
    if not target:
        return "nobody"
    if target not in claimants:
        return "another"
    return f"the {role}" if t.roles[target] == role else f"a false {role}"


def team_players(t: GameTables, team: str) -> str:
    """Return the distinct players of a team joined by `and`; `unknown` if there are none.

    All people are the same player here.
    """
    return (
        " and ".join(
            sorted({sitter.player or "unknown" for sitter in t.sitters if sitter.team == team})
        )
        or "unknown"
    )


def player_label(t: GameTables, sitter: Participant) -> str:
    """Return a player's label in tables; people are labelled by name if they chose it.

    A person with a drawn name is `human`.
    """
    person = sitter.player in ("human", "guest") and sitter.seat in t.game.self_named
    return f"human {t.game.names[sitter.seat - 1]}" if person else sitter.player or "unknown"


_NOBODY_WON = "games without a winner add nothing"


_GODS: tuple[Power, Power] = ("check", "protect")
"""The powers that the paper's last wolf chooses between: those of its Seer and its Doctor."""


ALONE, CLAIMED = "alone with both", "both have claimed"


def first_kill_role(t: GameTables) -> tuple[Observation, ...]:
    """Observe which role the pack attacks in the first night, by the players of the wolves."""
    attack = next((attack for attack in t.attacks if attack.day == 1), None)
    if attack is None or not t.wolves:
        return ()
    return (
        Observation(
            team_players(t, "wolves"), str(t.roles[attack.target]) if attack.target else "nobody"
        ),
    )


def saves(t: GameTables) -> tuple[Observation, ...]:
    """Observe whether the guard or doctor protects itself or another seat each night, by player."""
    return tuple(
        Observation(player_label(t, t.sitters[deed.seat - 1]), _save_label(deed))
        for deed in t.protections
    )


def _save_label(deed: Deed) -> str:
    return "nobody" if not deed.target else "itself" if deed.target == deed.seat else "another"


def ballots(t: GameTables) -> tuple[Observation, ...]:
    """Observe the target of every official ballot, by the voter's player and team."""
    found: list[Observation] = []
    for cast in (cast for day in t.days for cast in day.official_ballots):
        sitter = t.sitters[cast.voter - 1]
        if sitter.team:
            found.append(
                Observation(f"{player_label(t, sitter)} as {sitter.team}", _voted(t, cast.target))
            )
    return tuple(found)


def _voted(t: GameTables, target: int) -> str:
    if not target:
        return "nobody"
    if target in t.wolves:
        return "a wolf"
    role = t.roles[target]
    return f"the {role}" if role in HOLDERS["check"] else "another"


def seer_or_doctor(t: GameTables) -> tuple[Observation, ...]:
    """Observe whom the pack attacks while Seer and Doctor live and are both known.

    Any role with the check counts as the Seer, and any with the protection as the Doctor.
    Both are known if no other village seat is alive, or if both have truly claimed their roles. The
    paper's case is the last wolf alone with both, in which only a wolf that chooses between them at
    random cannot be predicted.
    """
    found: list[Observation] = []
    for attack in t.attacks:
        living = [seat for seat in range(1, t.size + 1) if not t.dead_before(seat, attack.entry)]
        seers, doctors = (
            [seat for seat in living if t.roles[seat] in HOLDERS[power]] for power in _GODS
        )
        case = _why_known(t, living, seers, doctors, attack.entry) if seers and doctors else ""
        if case:
            found.append(
                Observation(f"{team_players(t, 'wolves')}, {case}", _killed(attack, seers, doctors))
            )
    return tuple(found)


def _why_known(
    t: GameTables, living: list[int], seers: list[int], doctors: list[int], entry: int
) -> str:
    """Return why the pack knows Seer and Doctor; empty if it does not."""
    # With nobody else left of the village the pack has only these two to choose from.
    if set(living) <= {*seers, *doctors, *t.wolves}:
        return ALONE
    if not speech_understood(t):
        return ""
    claimed = (
        claimed_role(t, seat, entry) in HOLDERS[power]
        for power, seats in zip(_GODS, (seers, doctors), strict=True)
        for seat in seats
    )
    return CLAIMED if all(claimed) else ""


def _killed(attack: Deed, seers: list[int], doctors: list[int]) -> str:
    if not attack.target:
        return "nobody"
    return (
        "the Seer"
        if attack.target in seers
        else "the Doctor"
        if attack.target in doctors
        else "another"
    )


TABLES = (
    MetricTable(
        name="win_matrix", of=win_matrix, source=f"{SLA}, section 5.1, figure 3",
        direction="higher", meaning="the village's win rate, by who played it (row) and the wolves",
        formula="games that the village won / games of the two sides", unit="share of games",
        null=_NOBODY_WON, aggregation="mean of the games", kind="rates",
    ),
    MetricTable(
        name="adaptation", of=adaptation, source=f"{SLA}, section 5.2 and appendix C, table 3",
        direction="higher",
        meaning="win rate in the first, second, ... game against the same players",
        formula="1 where the player's team won the k-th game against these players, else 0",
        unit="share of games", null=_NOBODY_WON, aggregation="a column for each consecutive game",
        kind="rates", series=True, shown="files",
    ),
    MetricTable(
        name="first_kill", of=first_kill, source=f"{SLA}, appendix E, figure 4a",
        direction="neither", meaning="whom the wolves attack in the first night",
        formula="games in which this seat was attacked first / games", unit="share of games",
        null="games without a first attack add nothing", aggregation="games counted", kind="shares",
    ),
    MetricTable(
        name="first_save", of=first_save, source=f"{SLA}, appendix E, figure 4b",
        direction="neither", meaning="whom the guard or doctor protects in the first night",
        formula="games in which this seat was protected first / games", unit="share of games",
        null="games without a guard or doctor add nothing", aggregation="games counted",
        kind="shares",
    ),
    MetricTable(
        name="two_seers", of=two_seers, source=f"{SLA}, appendix E, figure 4c", direction="neither",
        meaning="what the village votes when two seats claim to be the Seer, or one other role "
            "with the check",
        formula="ballots of this kind / ballots of other village seats on such days",
        unit="share of ballots",
        null=f"{NO_SUCH_SPEECH}; days with other than two claimants add nothing",
        aggregation="all ballots pooled; the interval takes a deal as one observation",
        kind="shares", pooled=True,
    ),
    MetricTable(
        name="first_kill_role", of=first_kill_role, source=f"{SLA}, appendix E, figure 4a",
        direction="neither", meaning="which role the wolves attack in the first night",
        formula="games in which a seat of this role was attacked first / games",
        unit="share of games", null="games without a first attack add nothing",
        aggregation="games counted", kind="shares", shown="files",
    ),
    MetricTable(
        name="saves", of=saves, source=f"{SLA}, appendix E, figure 4b", direction="neither",
        meaning="whom the guard or doctor protects in all nights",
        formula="nights in which it protects itself or another / nights", unit="share of nights",
        null="games without a guard or doctor add nothing",
        aggregation="all nights pooled; the interval takes a deal as one observation",
        kind="shares", pooled=True, shown="files",
    ),
    MetricTable(
        name="ballots", of=ballots, source=f"{SLA}, appendix E, figure 4c", direction="neither",
        meaning="what ballots are for, by the team of the voter",
        formula="ballots of this kind / ballots of the team", unit="share of ballots",
        null="games without a ballot add nothing",
        aggregation="all ballots pooled; the interval takes a deal as one observation",
        kind="shares", pooled=True, shown="files",
    ),
    MetricTable(
        name="seer_or_doctor", of=seer_or_doctor, source=f"{SLA}, section 4.2", direction="neither",
        meaning="whom the wolves attack while Seer and Doctor live and both are known; another "
            "role with the check or the protection counts as one of them",
        formula="attacks on this one / attacks in such nights", unit="share of nights",
        null=f"{NO_SUCH_SPEECH}, unless nobody else is left; games without such a night add "
            "nothing",
        aggregation="all such nights pooled; the interval takes a deal as one observation",
        kind="shares", pooled=True, shown="files",
    ),
)  # fmt: skip
