"""Checks of the seats of a new game, arena or experiment: what each option and policy does there.

What began earlier is not checked: it goes on with the players that it has. A shipped policy plays
where it was measured against `bot:hard` and the interval is not wholly below zero; `anyway` on the
seat has it play everywhere. No policy plays on a board that deals a role that it was trained
without.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from wolfcore.errors import ConfigError
from wolfcore.game import Board, RoleName, Team, get_board, is_shipped
from wolfcore.records import SeatSpec

from .assignments import (
    ANYWAY,
    BOTS_OPTION,
    KNOWLEDGE_OPTION,
    SCRIPTED_PERSON,
    TEAMS,
    Assignment,
    SeatPlan,
    is_agent,
    is_played_by_bot,
    parse_player,
)

STRONGEST_BOT = SeatSpec("bot", ("hard",))
"""The player against which policies are measured, and that plays in place of a policy."""


_PRESET_WITHOUT_POLICY = "sla-llm"
"""The preset whose model chooses among candidates, as a policy does in `sla`."""


class PolicySeat(NamedTuple):
    """A seat whose player chooses by a policy, on a board.

    Attributes:
        policy: The name of a shipped policy, or a file.
        own: Why nothing was measured with the present house bots, where the policy plays all the
            same; else empty.
        faults: What speaks against the policy, as a clause, by team; empty where it plays.
        instead: What may be seated in its place, as a phrase, where the policy was trained without
            a role of the board, so that `anyway` does not help; else empty.
    """

    policy: str
    own: str
    faults: Mapping[Team, str]
    instead: str = ""

    @property
    def has_roles(self) -> bool:
        """Whether the policy was trained with all roles of the board."""
        return not self.instead

    def for_teams(self, teams: Collection[Team]) -> PolicySeat | None:
        """Return the seat with the faults of some teams alone; None if there are none."""
        faults = {team: fault for team, fault in self.faults.items() if team in teams}
        return self._replace(faults=faults) if faults else None

    def is_refused(self, *, anyway: bool) -> bool:
        """Return whether the policy may not play, with or without the option `anyway`."""
        return bool(self.faults) and not (anyway and self.has_roles)

    @property
    def fault_text(self) -> str:
        """The faults as clauses, each once."""
        return "; ".join(dict.fromkeys(self.faults.values()))


def policy_seat(spec: SeatSpec, board: Board) -> PolicySeat | None:
    """Judge the policy of a player on a board; None for a player without a policy.

    Raises:
        ConfigError: An option of the player is invalid, or the policy does not exist or cannot be
            read.
    """
    if not is_agent(spec.player):
        return None
    # Agents are loaded only where one is seated.
    from wolfcore.agents import PRESETS, quick_options, read_options
    from wolfcore.agents.policy_results import DEFAULT_TEXT_POLICY, default_policy, results_on

    preset = PRESETS[spec.player].settings
    if not is_played_by_bot(spec.options):
        options = read_options(spec.options, preset)
        if not options.settings.uses_policy:
            return None
        policy = options.policy or DEFAULT_TEXT_POLICY
        return _without_roles(policy, board, spec.model) or PolicySeat(
            policy, f"was not measured with a model{_other_bots(policy)}", {}
        )
    options = quick_options(_agent_words(spec), spec.player, preset)
    settings = options.settings
    if settings.select != "policy" or not (settings.candidates > 1 or settings.intentions):
        return None
    policy = options.policy or default_policy(settings, board.name)
    if strange := _without_roles(policy, board):
        return strange
    if policy.endswith(".safetensors"):
        unmeasured = f"was not measured against {STRONGEST_BOT.text}"
        return PolicySeat(policy, f"{unmeasured}{_other_bots(policy)}", {})
    faults: dict[Team, str] = {}
    results = results_on(policy, board)
    for team in TEAMS:
        measured = [each for each in results if each.side == team]
        same = [each for each in measured if _settings_of(each.player) == settings]
        worst = next((each for each in same if each.is_worse), None)
        if worst:
            faults[team] = (
                f"the policy `{policy}` is worse than {STRONGEST_BOT.text} as {team} on "
                f"{board.name}: {worst.text}"
            )
        elif not same:
            as_team = f"as {team} " if results else ""
            options_too = " with these options" if measured else ""
            faults[team] = (
                f"the policy `{policy}` was not measured {as_team}on {board.name}{options_too}"
            )
    # The package of the bots is loaded only where a policy is seated.
    from wolfcore.bots import BOTS_VERSION

    others = sorted({each.bots for each in results} - {BOTS_VERSION})
    before = (
        f"was measured against version {others[0]} of {STRONGEST_BOT.text}, not {BOTS_VERSION}"
        if others and len(faults) < len(TEAMS)
        else ""
    )
    return PolicySeat(policy, before, faults)


def _other_bots(policy: str) -> str:
    """Say as a clause that a policy was trained with another version of the bots; else nothing."""
    from wolfcore.agents.policy_files import header_of_policy
    from wolfcore.bots import BOTS_VERSION

    bots = header_of_policy(policy).bots
    if bots == BOTS_VERSION:
        return ""
    return f", and was trained with version {bots} of the house bots, not {BOTS_VERSION}"


def _without_roles(policy: str, board: Board, model: str = "") -> PolicySeat | None:
    """Judge a policy by the roles of a board; None if it was trained with all of them."""
    from wolfcore.agents.policy_files import header_of_policy

    fault = header_of_policy(policy).layout.fault_on(board)
    if not fault:
        return None
    instead = [STRONGEST_BOT.text]
    if model:
        instead.append(f"`{_PRESET_WITHOUT_POLICY}@{model}`")
    # Training takes shipped boards alone.
    if is_shipped(board.name) and board == get_board(board.name):
        instead.append("a policy that was trained on it")
    faults = dict.fromkeys(TEAMS, f"the policy `{policy}` {fault}")
    return PolicySeat(policy, "", faults, ", or ".join(instead))


def _agent_words(spec: SeatSpec) -> list[str]:
    """Return the options of an agent without those of the house bot that thinks for it."""
    return [option for option in spec.options if option.partition("=")[0] != BOTS_OPTION]


def _settings_of(player: str) -> object:
    """Return the settings of a player as measured; the level of its bots is none of them."""
    from wolfcore.agents import PRESETS, quick_options

    spec = parse_player(player)
    return quick_options(_agent_words(spec), spec.player, PRESETS[spec.player].settings).settings


def check_player_options(
    spec: SeatSpec, teams: Collection[Team], board: Board, *, anyway: bool = False
) -> None:
    """Check that each option of a player acts on a seat of a new game.

    Args:
        spec: The player.
        teams: The teams that the seat may be dealt.
        board: The board.
        anyway: Whether the seat has the option `anyway`.

    Raises:
        ConfigError: An option changes nothing, or is invalid.
    """
    if spec.player == "bot":
        _check_bot_style(spec.options, teams)
        return
    if spec.player == SCRIPTED_PERSON:
        _check_person(spec.options)
        return
    if not is_agent(spec.player):
        return
    from wolfcore.agents import (
        PRESETS,
        check_effects,
        quick_options,
        read_options,
        style_teams,
    )

    preset = PRESETS[spec.player].settings
    if not is_played_by_bot(spec.options):
        settings = read_options(spec.options, preset).settings
        check_effects(spec.options, settings, has_model=True)
        _check_style(settings.style, style_teams(), teams)
        return
    words = _agent_words(spec)
    settings = quick_options(words, spec.player, preset).settings
    check_effects(words, settings, has_model=False)
    if {preset.deduce, settings.deduce} == {"each", "batch"}:
        raise ConfigError(
            f"`deduce={settings.deduce}` changes nothing on a seat of `{spec.player}` without a "
            "model",
            key="seat",
            hint="A house bot deduces all seats at once; leave it out.",
        )
    _check_bot_style(
        [option.partition("=")[2] for option in spec.options if option not in words], teams
    )
    if anyway and not policy_seat(spec, board):
        raise ConfigError(
            f"`{ANYWAY}` changes nothing on a seat without a learned policy",
            key="seat",
            hint="Leave it out.",
        )


def _check_person(words: Sequence[str]) -> None:
    """Check that a scripted person is no kind that learns, where it has no memory to learn from."""
    from wolfcore.bots.people import KINDS, USUAL_WAY

    for word in words:
        if word in KINDS and word != USUAL_WAY and not any(map(_is_knowledge, words)):
            raise ConfigError(
                f"`{word}` changes nothing on a person who plays one game",
                key="seat",
                hint="Leave it out; guests of an arena learn from game to game.",
            )


def _is_knowledge(word: str) -> bool:
    return word.startswith(KNOWLEDGE_OPTION)


def _check_bot_style(words: Sequence[str], teams: Collection[Team]) -> None:
    from wolfcore.bots import STYLES

    of_team: dict[str, Team | None] = {name: style.team for name, style in STYLES.items()}
    for word in words:
        if word in of_team:
            _check_style(word, of_team, teams)


def _check_style(style: str, of_team: Mapping[str, Team | None], teams: Collection[Team]) -> None:
    team = of_team[style]
    if team and team not in teams:
        (other,) = teams
        fitting = [name for name, each in of_team.items() if each == other]
        raise ConfigError(
            f"the style `{style}` is for {_WHOSE[team]} and changes nothing for {_WHOSE[other]}",
            key="seat",
            hint=f"Leave it out, or choose one of: {', '.join(fitting)}.",
        )


_WHOSE: Mapping[Team, str] = {"wolves": "wolves", "village": "the village"}


def acting_player(spec: SeatSpec, team: Team) -> object:
    """Return a key that is equal for two players of the same kind that play alike for a team.

    For a house bot it is its level, style and manner; for other players, their words.

    Raises:
        ConfigError: An option is invalid.
    """
    if spec.player != "bot":
        return spec
    from wolfcore.bots.profiles import DEFAULT_STYLE, read_bot_options

    options = read_bot_options(spec.options)
    acts = options.style.team in (None, team)
    return options if acts else options._replace(style=DEFAULT_STYLE)


def check_effects_of(plan: SeatPlan, deal: Mapping[int, RoleName] | None = None) -> None:
    """Check that each option of all seats of a new game acts.

    Args:
        plan: The seats.
        deal: Forced roles by seat.

    Raises:
        ConfigError: An option changes nothing; names the assignment.
    """
    for assignment, teams in plan.teams(deal).items():
        try:
            check_player_options(assignment.spec, teams, plan.board, anyway=assignment.anyway)
        except ConfigError as error:
            raise ConfigError(
                f"`{assignment.text}`: {error.problem}", key=error.key, hint=error.hint
            ) from error


def faulty_policies(
    plan: SeatPlan, deal: Mapping[int, RoleName] | None = None
) -> dict[Assignment, PolicySeat]:
    """Return the policies that something speaks against, by assignment.

    Their faults are those of the teams that the assignment may be dealt.

    Args:
        plan: The seats.
        deal: Forced roles by seat.

    Raises:
        ConfigError: An option of an agent is invalid, or a policy does not exist or cannot be read.
    """
    found: dict[Assignment, PolicySeat] = {}
    for assignment, teams in plan.teams(deal).items():
        seat = policy_seat(assignment.spec, plan.board)
        if seat and (faulty := seat.for_teams(teams)):
            found[assignment] = faulty
    return found


def seat_notes(plan: SeatPlan) -> tuple[str, ...]:
    """Say in a line a player which policies play unmeasured, and where `suspicions` asks nothing.

    A policy of one's own and one of a model are never measured. Persons are asked for suspicions on
    the boards that ask all seats.
    """
    found, board = list[str](), plan.board
    for spec in dict.fromkeys(plan.requested):
        seat = policy_seat(spec, board)
        if seat and seat.own:
            found.append(f"`{spec.text}`: its policy {seat.own}.")
        asks = board.switches.suspicions != "none"
        if spec.player == "human" and "suspicions" in spec.options and not asks:
            found.append(f"`{spec.text}`: {board.name} asks nobody for suspicions.")
    return tuple(found)


def refuse_unmeasured(plan: SeatPlan, deal: Mapping[int, RoleName] | None = None) -> None:
    """Check that all policies of a new game may play, with the option `anyway` where they have it.

    Raises:
        ConfigError: One may not play.
    """
    for assignment, seat in faulty_policies(plan, deal).items():
        if seat.is_refused(anyway=assignment.anyway):
            raise unmeasured_error(assignment.text, seat)


def unmeasured_error(text: str, seat: PolicySeat, key: str = "seat") -> ConfigError:
    """Return the error for a policy that may not play.

    Args:
        text: The assignment or player as written, to which `:anyway` can be added.
        seat: The policy, with its faults.
        key: The key of the error.
    """
    instead = seat.instead or f"{STRONGEST_BOT.text}, or write `{text}:{ANYWAY}`"
    return ConfigError(f"`{text}`: {seat.fault_text}", key=key, hint=f"Seat {instead}.")


def with_bots_for_unmeasured(
    texts: Sequence[str], board: Board, deal: Mapping[int, RoleName] | None = None
) -> tuple[SeatPlan, tuple[str, ...]]:
    """Seat `bot:hard` where a policy may not play, and say so in a line per assignment.

    The lines depend on the board and on what was written, and never on the deal.

    Args:
        texts: The assignments as written.
        board: The board.
        deal: Forced roles by seat.

    Raises:
        ConfigError: An assignment is invalid.
    """
    plan = SeatPlan(texts, board)
    instead, notes = dict[tuple[str, Team], SeatSpec](), list[str]()
    for assignment, seat in faulty_policies(plan, deal).items():
        said = f"`{assignment.text}`: {seat.fault_text}"
        if not seat.is_refused(anyway=assignment.anyway):
            notes.append(f"{said}; it plays anyway.")
            continue
        instead |= {(assignment.target, team): STRONGEST_BOT for team in seat.faults}
        some = len(seat.faults) < len(plan.teams(deal)[assignment])
        where = f" as {next(iter(seat.faults))}" if some else ""
        consent = f" `:{ANYWAY}` has the policy play." if seat.has_roles else ""
        notes.append(f"{said}; so {STRONGEST_BOT.text} plays{where}.{consent}")
    return (
        SeatPlan(texts, board, instead) if instead else plan,
        (*notes, *seat_notes(plan)),
    )
