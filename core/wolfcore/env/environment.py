"""`WerewolfEnv`: the game as a PettingZoo environment in which one agent acts at a time (AEC)."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, cast, get_args

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from wolfcore.errors import ConfigError
from wolfcore.game import (
    DEFAULT_BOARD,
    MAX_SEED,
    Answer,
    Ask,
    Board,
    Game,
    View,
    check_seat,
    dice_of,
    get_board,
    make_spec,
)
from wolfcore.players import Desk, SyncPlayer

from .interfaces import FactWords, Proposer, ViewLines, field_words
from .observation import SeatObserver
from .rewards import RewardLedger, RewardScheme
from .spaces import Action, Actions, Array, Field, fields_of, layout_of, roles_on

_AFTER_DEATHS = ("dawn", "exile")
"""Phases in which a dead seat may still be asked: for a shot, last words or the badge."""


_RENDER_MODES = ("human", "ansi")


class Observation(TypedDict):
    """An agent's observation: the arrays of `fields_of`, and a mask: 1 for each legal action."""

    observation: dict[str, Array]
    action_mask: Array


class WerewolfEnv(AECEnv[str, Observation, Action]):
    """Werewolf for learners; README.md has a short example, the arrays, actions and rewards.

    A batch of asks is simultaneous: its agents act one after the other, and no answer takes effect,
    changes an observation or earns a reward before the last one is given.

    A dead agent that will not be asked again is marked in `terminations` immediately, and is not
    selected before the game is over: it still wins or loses with its team, and AEC pays no reward
    to an agent that has been removed. At the end every agent is selected once more, with its
    rewards, and takes the action None.

    Args:
        board: A board, or the name of a shipped one.
        rewards: All rewards of the paper, or only those for the end of the game (`RewardLedger`).
        proposer: Proposes candidates for speeches and suspicions; None for no candidates.
        words: Writes a fact as text for a seat; with it, each agent's `infos` contain the text of
            its view. None for no text.
        players: The players of the seats that do not learn, by seat; these seats are not agents.
        render_mode: `human` writes new lines of the view of `eyes` to standard output, `ansi`
            returns all lines.
        eyes: The seat whose view is rendered; 0 for public information.
        roles: The roles that the arrays have places for, as in the `layout` with which a network
            learned; None for those of the board (`roles_on`).

    Attributes:
        board: The board.
        layout: The version of the arrays, and the names along their axes.
        possible_agents: `seat_1` to `seat_N`, without the seats of `players`.
        render_mode: The render mode; None for no rendering.

    Raises:
        ConfigError: There is no such board, seat, reward scheme or render mode, no seat is left to
            learn, or `roles` lacks a role that the board deals.
    """

    def __init__(
        self,
        board: Board | str = DEFAULT_BOARD,
        *,
        rewards: RewardScheme = "paper",
        proposer: Proposer | None = None,
        words: FactWords | None = None,
        players: Mapping[int, SyncPlayer] | None = None,
        render_mode: Literal["human", "ansi"] | None = None,
        eyes: int = 0,
        roles: Sequence[str] | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": "werewolf_v0",
            "render_modes": list(_RENDER_MODES),
            "is_parallelizable": False,
        }
        self.board = get_board(board) if isinstance(board, str) else board
        if render_mode not in (None, *_RENDER_MODES):
            raise ConfigError(
                f"there is no render mode `{render_mode}`",
                key="render_mode",
                hint="Use human, ansi or None.",
            )
        if rewards not in get_args(RewardScheme):
            raise ConfigError(
                f"there is no reward scheme `{rewards}`", key="rewards", hint="Use paper or win."
            )
        for seat in (*(players or {}), *([eyes] if eyes else ())):
            check_seat(self.board, seat)
        self.render_mode, self._eyes = render_mode, eyes
        self._roles = roles_on(self.board, roles)
        self.layout = layout_of(self._roles)
        self._scheme: RewardScheme = rewards
        self._proposer, self._words, self._players = proposer, words, players or {}
        self._seats = {
            f"seat_{seat}": seat
            for seat in range(1, self.board.size + 1)
            if seat not in self._players
        }
        if not self._seats:
            raise ConfigError(
                "every seat has a player, so no seat is left for the learner", key="players"
            )
        self._agent_of = {seat: agent for agent, seat in self._seats.items()}
        self.possible_agents = list(self._seats)
        self._plans = proposer.most if proposer else 0
        self._actions = Actions(self.board.size, self._plans, self._propose)
        number = self._actions.number
        fields = fields_of(self.board.size, self._plans, self._roles)
        self.observation_spaces = {agent: _space_of(fields, number) for agent in self._seats}
        self.action_spaces = {
            agent: cast("spaces.Space[Action]", spaces.Discrete(number)) for agent in self._seats
        }
        self.agents = []
        self._game: Game | None = None
        self._open: dict[str, Ask] = {}
        self._seed, self._games = 0, 0

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """Return the space of an agent's observations; it is the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Action]:
        """Return the space of an agent's actions: the choices 0 to N, then the candidates."""
        return self.action_spaces[agent]

    # -- playing a game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: The seed of the game, as in `make_spec`. Without one the next game follows from
                the last given seed, or from a random seed if none was given.
            options: `deal` forces roles by seat; other keys are ignored.

        Raises:
            ConfigError: The seed or a forced role is impossible.
        """
        start, number = self._seed, self._games + 1
        if seed is not None or self._game is None:
            start, number = secrets.randbelow(MAX_SEED + 1) if seed is None else int(seed), 1
        # Later games are drawn from the first seed, so that a row of games can be repeated.
        drawn = start if number == 1 else dice_of(start, "games").draw(f"{number}", MAX_SEED + 1)
        game = Game(make_spec(self.board, drawn, deal=(options or {}).get("deal")))
        self._game, self._seed, self._games = game, start, number
        self._ledger, self._booked = RewardLedger(filter(None, game.state.roles), self._scheme), 0
        self._sights = {
            seat: SeatObserver(game.view(seat), self._plans, self._roles)
            for seat in self._seats.values()
        }
        self._lines = (
            {seat: ViewLines(game.view(seat), self._words) for seat in self._seats.values()}
            if self._words
            else {}
        )
        self._shown = ViewLines(game.view(self._eyes), self._words or field_words)
        self._written = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._begin_batch()
        self._advance()

    @property
    def game(self) -> Game:
        """The current game. It contains all secrets, so players must read `view` instead.

        Raises:
            ConfigError: No game has begun.
        """
        if self._game is None:
            raise ConfigError("no game has begun", hint="Call `reset` first.")
        return self._game

    def step(self, action: Action) -> None:
        """Submit the answer of the selected agent.

        Args:
            action: A number whose mask is 1, or an `Answer` within the options, which allows free
                text. None for an agent whose game is over, and only for such.

        Raises:
            IllegalAnswer: The action is not legal; nothing has changed.
            ConfigError: No game has begun, or it is over and all agents are removed.
        """
        if not self.agents:
            raise ConfigError(
                "the game is over" if self._game else "no game has begun",
                hint="Call `reset` first.",
            )
        agent = self.agent_selection
        if self.terminations[agent]:
            # PettingZoo removes an agent that is done; its action has to be None.
            self._was_dead_step(action)
            return
        ask = self._open[agent]
        answer = self._actions.answer(ask, action)
        self._clear_rewards()
        # It has seen its rewards so far; they count anew from here.
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        self._given[ask.id] = answer
        del self._open[agent]
        self._advance()
        self._accumulate_rewards()

    def _begin_batch(self) -> None:
        """Begin a batch of asks: open the asks of its agents and clear the answers."""
        self._given: dict[str, Answer] = {}
        self._actions.forget()
        self._open = {
            self._agent_of[ask.seat]: ask for ask in self.game.asks if ask.seat not in self._players
        }

    def _advance(self) -> None:
        """Submit complete batches until an agent must act or the game is over."""
        game = self.game
        while game.asks and not self._open:
            # Players answer after the agents, but their views hold no answer of this batch either.
            for ask in game.asks:
                if ask.seat in self._players:
                    answer = self._players[ask.seat].answer_now(
                        game.view(ask.seat), ask, self.desk(ask)
                    )
                    # Answers of players are checked like those of learners.
                    self._given[ask.id] = self._actions.answer(ask, answer)
            game.submit(self._given)
            self._begin_batch()
            self._pay_rewards()
        if self._open:
            self.agent_selection = next(iter(self._open))
            self.infos[self.agent_selection] = self._info(self.agent_selection)
        else:
            self.agent_selection = self.agents[0]

    def _pay_rewards(self) -> None:
        """Pay the rewards of the last batch, and mark the agents that are done."""
        game = self.game
        due = self._ledger.pay(game.log[self._booked :])
        self._booked = len(game.log)
        state = game.state
        # At dawn and after an exile a dead seat may still be asked.
        settled = state.phase not in _AFTER_DEATHS
        for agent in self.agents:
            seat = self._seats[agent]
            # Added, since one step may go on through several batches.
            self.rewards[agent] += due[seat]
            if game.over or (settled and seat not in state.living):
                self.terminations[agent] = True

    # -- observations

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation as new arrays; the mask is all 0 unless it is asked."""
        # Brings the view up to date, which the arrays are computed from.
        self.view(agent)
        ask = self._open.get(agent)
        mask = self._actions.mask(ask)
        arrays = self._sights[self._seats[agent]].arrays(
            ask, self._actions.candidates(ask) if ask else ()
        )
        return {"observation": arrays, "action_mask": mask}

    def _info(self, agent: str) -> dict[str, Any]:
        """Return the `infos` of an agent that is asked: the id of the ask, text, candidates."""
        ask = self._open[agent]
        info: dict[str, Any] = {"ask": ask.id}
        if self._words:
            self.view(agent)
            info["text"] = "\n".join(self._lines[ask.seat].all())
        if self._proposer:
            info["plans"] = tuple([plan.text for plan in self._actions.candidates(ask)])
        return info

    def _propose(self, ask: Ask) -> Sequence[Answer]:
        return (
            self._proposer.propose(self.game.view(ask.seat), ask, self.desk(ask))
            if self._proposer
            else ()
        )

    @property
    def ask(self) -> Ask | None:
        """The ask of the selected agent; None where there is none."""
        return self._open.get(self.agent_selection) if self.agents else None

    def view(self, agent: str) -> View:
        """Return the view of an agent: all that it may know, for players that read views."""
        return self.game.view(self._seats[agent])

    def desk(self, ask: Ask) -> Desk:
        """Return the desk of an open ask, for players that answer at a desk."""
        return Desk(ask, self.game.dice(ask.id))

    def render(self) -> str | None:
        """Render the view of `eyes`: return all lines (`ansi`), or write the new lines (`human`).

        Raises:
            ConfigError: No render mode was chosen, or no game has begun.
        """
        if self.render_mode is None:
            raise ConfigError(
                "no render mode was chosen",
                key="render_mode",
                hint="Make the environment with `human` or `ansi`.",
            )
        # Brings the view up to date, whose lines are shown.
        self.game.view(self._eyes)
        lines = self._shown.all()
        if self.render_mode == "ansi":
            return "\n".join(lines)
        sys.stdout.writelines(f"{line}\n" for line in lines[self._written :])
        sys.stdout.flush()
        self._written = len(lines)
        return None

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


def _space_of(fields: Sequence[Field], actions: int) -> spaces.Space[Observation]:
    """Create the space of observations: a box for each array, and the action mask."""
    boxes: dict[str, spaces.Space[Any]] = {
        field.name: spaces.Box(0, field.high, field.shape, np.int8) for field in fields
    }
    whole: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Dict(boxes),
        "action_mask": spaces.Box(0, 1, (actions,), np.int8),
    }
    return cast("spaces.Space[Observation]", spaces.Dict(whole))
