"""Games of `layouts`: shipped policies, observations, and boards with a role that is new to both."""

from __future__ import annotations

import tempfile
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from tests.core.agents.policy.nets import drawn_checkpoint
from tests.core.env.playing import acting
from tests.core.memory.encoders import WordEncoder
from wolfcore.agents import CandidateChoice, Turn
from wolfcore.agents.policy import choosers, load_checkpoint, save_checkpoint
from wolfcore.agents.policy_files import checkpoint_file, header_of_policy, layout_for
from wolfcore.bots import HouseBot, HouseThinker
from wolfcore.env import WerewolfEnv
from wolfcore.env.observation import SeatObserver
from wolfcore.errors import ConfigError
from wolfcore.game import Board, Game, get_board, make_spec
from wolfcore.memory.embedders import SyncVectors
from wolfcore.players import Desk, SyncPlayer
from wolfcore.seating import (
    SeatPlan,
    make_quick_agent,
    parse_player,
    quick_player,
    refuse_unmeasured,
    with_bots_for_unmeasured,
)
from wolfcore.table import play_now


def board_with(role: str) -> Board:
    """The board sla7 with a role in place of its last seat."""
    board = get_board("sla7")
    return replace(board, name="other7", roles=(*board.roles[:-1], role))


def play_alone(board: Board, player: SyncPlayer) -> Game:
    """A game in which one player has all seats."""
    game = Game(make_spec(board, 5))
    play_now(game, dict.fromkeys(range(1, board.size + 1), player))
    return game


class _Noting:
    """Chooses by a policy, and adds each choice with its probabilities to a digest."""

    def __init__(self, policy: str, thinker: HouseThinker) -> None:
        self._chooser, self.noted = choosers.chooser_for_bots(policy, thinker), sha256()

    def choose(self, turn: Turn, desk: Desk) -> CandidateChoice:
        chosen = self._chooser.choose(turn, desk)
        self.noted.update(f"{turn.ask.id} {chosen}\n".encode())
        return chosen

    async def prepare(self, desk: Desk) -> None:
        """Nothing is loaded."""


def choices(policy: str) -> str:
    """A digest of the choices of a policy in all seats of the board on which it learned."""
    about, made = load_checkpoint(checkpoint_file(policy)).about, list[_Noting]()

    def choosing(thinker: HouseThinker, _: str) -> _Noting:
        made.append(_Noting(policy, thinker))
        return made[0]

    def by_words(name: str) -> SyncVectors:
        return SyncVectors(WordEncoder(name, 384))

    vectors, choosers.sync_vectors = choosers.sync_vectors, by_words
    try:
        play_alone(
            get_board(about.board), make_quick_agent(parse_player(about.candidates), choosing)
        )
    finally:
        choosers.sync_vectors = vectors
    return made[0].noted.hexdigest()


def observations() -> str:
    """A digest of all observations of a game of bots on sla7."""
    game, bot, noted = Game(make_spec(get_board("sla7"), 5)), HouseBot(("hard",)), sha256()
    sights = {seat: SeatObserver(game.view(seat), 0) for seat in range(1, 8)}
    while asks := game.asks:
        game.submit(
            {
                ask.id: bot.answer_now(game.view(ask.seat), ask, Desk(ask, game.dice(ask.id)))
                for ask in asks
            }
        )
        for seat, sight in sights.items():
            game.view(seat)
            for name, array in sight.arrays(None).items():
                noted.update(f"{name} {array.shape}".encode() + array.tobytes())
    return noted.hexdigest()


def refusal(policy: str, board: Board) -> str:
    """Why a policy begins no game on a board, even with `anyway`; empty if it does."""
    try:
        refuse_unmeasured(SeatPlan((f"2=sla:bots:policy={policy}:anyway",), board))
    except ConfigError as error:
        return str(error)
    return ""


def replaced(board: Board) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is said where policies are replaced, and who sits on the seats then."""
    plan, notes = with_bots_for_unmeasured(("*=sla:bots=hard",), board)
    return notes, tuple(each.text for each in plan.seats(make_spec(board, 5)))


def observed(board: Board) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The roles of the layout of an environment, and the shape of what is known of them in a game."""
    env = WerewolfEnv(board)
    shapes: set[tuple[int, ...]] = set()
    for agent, seen, _ in acting(env, 5):
        assert env.observation_space(agent).contains(seen)
        shapes.add(seen["observation"]["roles"].shape)
    (shape,) = shapes
    return env.layout.axes["roles"], shape


def trained(board: Board) -> tuple[str, ...]:
    """The roles of a policy for a board, after a game that it played there."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "a.safetensors")
        save_checkpoint(file, drawn_checkpoint(layout=layout_for(board)))
        refuse_unmeasured(SeatPlan((f"*=sla:bots:policy={file}",), board))
        assert play_alone(board, quick_player(f"sla:bots:policy={file}")).over
        return header_of_policy(str(file)).layout.roles
