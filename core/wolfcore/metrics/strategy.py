"""Strategy (Strategic Language Agents, sections 5.1, 5.2 and appendix E): who beats whom, who learns, who can be foreseen."""

from __future__ import annotations

from wolfcore.game import HOLDERS, Power
from wolfcore.speech import ClaimsRole, Retracts

from .metric import NO_SUCH_SPEECH, SLA, MetricTable, Observation
from .reading import speech_understood
from .recorded import Participant
from .tables import Deed, GameTables


def win_matrix(t: GameTables) -> tuple[Observation, ...]:
    """Whether the village won, by who played the village (row) and who played the wolves (column)."""
    if t.winner is None:
        return ()
    return (Observation(team_players(t, "village"), team_players(t, "wolves"), float(t.winner == "village")),)


def adaptation(t: GameTables) -> tuple[Observation, ...]:
    """Whether each player's team won against the other team's players; the columns are consecutive games against them."""
    if t.winner is None:
        return ()
    found: dict[str, Observation] = {}
    for sitter in t.sitters:
        if sitter.team and sitter.player:
            own, other = player_label(t, sitter), team_players(t, "wolves" if sitter.team == "village" else "village")
            if own != other:
                row = f"{own} as {sitter.team} against {other}"
                found[row] = Observation(row, value=float(sitter.team == t.winner))
    return tuple(found.values())


def first_kill(t: GameTables) -> tuple[Observation, ...]:
    """Whom the pack attacks in the first night, by who played the wolves."""
    attack = next((attack for attack in t.attacks if attack.day == 1), None)
    if attack is None or not t.wolves:
        return ()
    return (Observation(team_players(t, "wolves"), f"seat {attack.target}" if attack.target else "nobody"),)


def first_save(t: GameTables) -> tuple[Observation, ...]:
    """Whom the guard or doctor protects in the first night, by who played it; itself is best for one who knows nothing."""
    saved = [deed for deed in t.protections if deed.day == 1]
    return tuple(Observation(player_label(t, t.sitters[deed.seat - 1]), _first_save_label(deed)) for deed in saved)


def _first_save_label(deed: Deed) -> str:
    if not deed.target:
        return "nobody"
    return "itself" if deed.target == deed.seat else f"seat {deed.target}"


def two_seers(t: GameTables) -> tuple[Observation, ...]:
    """What other village seats vote where exactly two living seats claim to be the Seer, by who plays them."""
    if not speech_understood(t):
        return ()
    cells: list[Observation] = []
    for day in t.days:
        claimants = [seat for seat in day.living if day.voted and claims_power(t, seat, "check", day.voted)]
        if len(claimants) != 2:
            continue
        judges = [cast for cast in day.official_ballots if cast.voter in t.village and cast.voter not in claimants]
        cells += [Observation(player_label(t, t.sitters[cast.voter - 1]), _choice(t, cast.target, claimants)) for cast in judges]
    return tuple(cells)


def claims_power(t: GameTables, seat: int, power: Power, entry: int) -> bool:
    """Whether a seat's last word on its role before `entry` is that it has a power."""
    found = False
    for speech, acts in zip(t.speeches, t.acts, strict=True):
        if speech.seat == seat and speech.entry < entry:
            for act in acts:
                if isinstance(act, ClaimsRole):
                    found = act.role in HOLDERS[power]
                elif isinstance(act, Retracts):
                    found = found and bool(act.role) and act.role not in HOLDERS[power]
    return found


def _choice(t: GameTables, target: int, claimants: list[int]) -> str:
    if not target:
        return "nobody"
    if target not in claimants:
        return "another"
    return "the Seer" if t.roles[target] in HOLDERS["check"] else "a false Seer"


def team_players(t: GameTables, team: str) -> str:
    """Who played a team: its kinds of players, each once; a person among them may be anybody."""
    return " and ".join(sorted({sitter.player or "unknown" for sitter in t.sitters if sitter.team == team})) or "unknown"


def player_label(t: GameTables, sitter: Participant) -> str:
    """A player as tables name it; people go by their names, where these are theirs, and are one player, `human`, where not."""
    person = sitter.player == "human" and sitter.seat in t.game.self_named
    return f"human {t.game.names[sitter.seat - 1]}" if person else sitter.player or "unknown"


_NOBODY_WON = "games that nobody won add nothing"

TABLES = (
    MetricTable(
        name="win_matrix", of=win_matrix, source=f"{SLA}, section 5.1, figure 3", direction="higher",
        meaning="the village's win rate, by who played it (row) and the wolves",
        formula="games that the village won / games of the two sides", unit="share of games", null=_NOBODY_WON,
        aggregation="mean of the games", kind="rates",
    ),
    MetricTable(
        name="adaptation", of=adaptation, source=f"{SLA}, section 5.2 and appendix C, table 3", direction="higher",
        meaning="win rate in the first, second, ... game against the same players",
        formula="1 where the player's team won the k-th game against these players, else 0", unit="share of games",
        null=_NOBODY_WON, aggregation="a column for each consecutive game", kind="rates", series=True, shown="files",
    ),
    MetricTable(
        name="first_kill", of=first_kill, source=f"{SLA}, appendix E, figure 4a", direction="neither",
        meaning="whom the wolves attack in the first night", formula="games in which this seat was attacked first / games",
        unit="share of games", null="games without a first attack add nothing", aggregation="games counted", kind="shares",
    ),
    MetricTable(
        name="first_save", of=first_save, source=f"{SLA}, appendix E, figure 4b", direction="neither",
        meaning="whom the guard or doctor protects in the first night",
        formula="games in which this seat was protected first / games", unit="share of games",
        null="games without a guard or doctor add nothing", aggregation="games counted", kind="shares",
    ),
    MetricTable(
        name="two_seers", of=two_seers, source=f"{SLA}, appendix E, figure 4c", direction="neither",
        meaning="what the village votes when two seats claim to be the Seer",
        formula="ballots of this kind / ballots of other village seats on such days", unit="share of ballots",
        null=f"{NO_SUCH_SPEECH}; days with other than two claimants add nothing",
        aggregation="all ballots pooled; the interval takes a game as one observation", kind="shares",
    ),
)  # fmt: skip
