"""`PlayOptions` and `Arrangement`: game options, read, checked and turned into games and seats.

Files are read, names drawn and seats assigned; nothing is saved yet. Cost estimates use deals of
other seeds, so that they reveal nothing of the real deal.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct, field

from wolfcore.errors import ConfigError, SeatError
from wolfcore.extras import run_checks
from wolfcore.game import (
    DEFAULT_BOARD,
    FIRST_BOARD,
    MAX_SEED,
    SAFE_NIGHT,
    Answer,
    Ask,
    Board,
    GameSpec,
    make_spec,
    names_for_seed,
)
from wolfcore.models import ModelSpec
from wolfcore.models.wrappers.costs import is_billed
from wolfcore.records import SeatSpec, newest_folders, summarise
from wolfcore.seating import (
    DEFAULT_SEAT,
    ForcedDeal,
    Seating,
    SeatPlan,
    check_effects_of,
    check_player,
    parse_seats,
    refuse_unmeasured,
    seat_notes,
    takes_time,
    with_bots_for_unmeasured,
)
from wolfcore.speech import READER_VERSION
from wolftui import __version__
from wolftui.settings.endpoints import GameModels, ModelSettings
from wolftui.settings.memories import DEFAULT_POOL, GameMemories, check_pool_name
from wolftui.settings.paths import games_folder

from .inputs import AnswerScript, open_board, read_answers, read_deal, read_names

if TYPE_CHECKING:
    from wolfcore.arena import GameTemplate, OnDeadWord


def check_games(games: int) -> None:
    """Raise ConfigError unless the number of games is at least 1."""
    if games < 1:
        raise ConfigError(
            f"{games} games cannot be played", key="--games", hint="Play one or more."
        )


LIVE, _POOL = "live", "pool="
"""Options of language players' seats, as `core/wolfcore/agents/seat_options.py` reads them.

They are repeated here so that agents need not be loaded.
"""


FIRST_GAMES = 3
"""How many finished games make a person no newcomer."""


_MOST_FOLDERS = 100
"""How many of the newest games are looked through; nobody with more saved games is a newcomer."""


_SAFE_BOARD = f"{FIRST_BOARD}{SAFE_NIGHT}"


def usual_board(root: Path) -> str:
    """Return the board of a game for which none is named, by the finished games of a person.

    In first games nobody dies in the first night: who dies before the first word has not played.

    Args:
        root: The folder of the saved games; it need not exist.

    Raises:
        ConfigError: The folder cannot be read.
    """
    folders = newest_folders(root, _MOST_FOLDERS + 1)
    if len(folders) > _MOST_FOLDERS:
        return FIRST_BOARD
    finished = 0
    for folder in folders:
        game = summarise(folder)
        # An imported game has people, too, and no deal of its own.
        played = game.header is not None and game.header.spec is not None
        finished += bool(played and game.people and game.ended not in (None, "void"))
        if finished == FIRST_GAMES:
            return FIRST_BOARD
    return _SAFE_BOARD


def first_game_notes(board: Board, root: Path) -> tuple[str, ...]:
    """Say that the board is the one for first games, where it is; else nothing.

    Raises:
        ConfigError: The folder cannot be read.
    """
    if board.name != _SAFE_BOARD or usual_board(root) != _SAFE_BOARD:
        return ()
    return (
        f"Nobody dies in the first night of your first {FIRST_GAMES} games. New game in the lobby "
        "can change that.",
    )


PERSON = "human"
"""The player id of the person at this screen."""


def seats_person(assignments: Iterable[str]) -> bool:
    """Return whether one of some `SEAT=PLAYER` texts seats a person."""
    return any(
        word.rpartition("=")[2].split(":")[0].strip() == PERSON
        for text in assignments
        for word in text.split(",")
    )


class PlayOptions(Struct, frozen=True, kw_only=True):
    """The options of a new game, as given by the command line or the screen.

    Attributes:
        board: A shipped board, or a TOML file; or a board itself, of a game that is played again;
            None for the usual one of the person, by the saved games (`usual_board`).
        seats: The seat assignments as written, each `SEAT=PLAYER`.
        default_player: The player of all seats without an assignment.
        seed: The seed, or None for a drawn one.
        names: Names of the persons: `Ada`, or `4=Ada`.
        person_name: Name of the first person if `names` does not give one; empty for a drawn name.
        deal: `4=Seer,1=Werewolf`, a TOML file, or nothing.
        answers: A file with answers to some asks, or None.
        save: Whether the game is saved.
        learn: The pool that learns from the game when it ends; empty for none but that of seats
            that read live.
        suspicions: Whether persons too are asked for suspicions, on boards that ask for them.
        people: Whether persons may be seated.
        games_root: The folder for saved games; the user's own if None.
        models: The models that seats may name, and their budget.
        unmeasured: What happens to seats of shipped policies where these may not play: `replace`
            seats `bot:hard` and says so, `refuse` raises an error, and `play` has them play, as in
            a series or with the players of a game that began earlier.
        stand_in_seat: A seat that the rules treat as a person's, whoever plays it, because its
            player stands in for a person; 0 for none.
        uses_earlier_games: Whether house bots lean and recall by the earlier games of the people;
            in a game with a stated seed they do not.
        deal_number: The number from which seed and names are made (`deal_numbers.seeds_of`), in
            place of a seed; None to draw one or to use `seed`.
        shared: Whether other people play the same deal: a person has the drawn name of the seat,
            by which the bots choose their manners, and nothing follows from earlier games.
        hosted: The game that a table of friends has drawn, which decides seed, names and people;
            None for any other.
    """

    board: str | Board | None = DEFAULT_BOARD
    seats: tuple[str, ...] = ()
    default_player: str = DEFAULT_SEAT.text
    seed: int | None = None
    names: tuple[str, ...] = ()
    person_name: str = ""
    deal: str = ""
    answers: Path | None = None
    save: bool = True
    learn: str = ""
    suspicions: bool = False
    people: bool = True
    games_root: Path | None = None
    models: ModelSettings = field(default_factory=ModelSettings)
    unmeasured: Literal["replace", "refuse", "play"] = "replace"
    stand_in_seat: int = 0
    uses_earlier_games: bool = True
    deal_number: int | None = None
    shared: bool = False
    hosted: GameSpec | None = None


def check_seed(seed: int) -> None:
    """Raise ConfigError for a seed outside 0..MAX_SEED."""
    if not 0 <= seed <= MAX_SEED:
        raise ConfigError(
            f"{seed} is not a valid seed",
            key="--seed",
            hint=f"Seeds are whole numbers from 0 to {MAX_SEED}.",
        )


def random_seed(games: int = 1) -> int:
    """Draw a seed from the system's random source, uniformly from all valid seeds.

    From a smaller range, the seed of a running game could be found by trial.

    Args:
        games: How many consecutive seeds are needed, the drawn one being the first.
    """
    return secrets.randbelow(max(1, MAX_SEED + 2 - games))


class ArrangedGame(NamedTuple):
    """A game that can be started.

    Attributes:
        spec: Its specification.
        seating: The player of each seat.
        deal_number: The number from which its seed was made; None for a stated seed.
    """

    spec: GameSpec
    seating: Seating
    deal_number: int | None = None


class Arrangement:
    """Game options whose files have been read; starts any number of games.

    Args:
        options: The options.

    Attributes:
        options: The options.
        board: The board.
        script: The answers read from the answers file.
        notes: What is to be said of learned policies in its seats, a line each.

    Raises:
        ConfigError: An option is invalid.
    """

    def __init__(self, options: PlayOptions) -> None:
        self.options = options
        board = usual_board(self.root) if options.board is None else options.board
        self.board: Board = open_board(board) if isinstance(board, str) else board
        self.script: AnswerScript = (
            read_answers(options.answers) if options.answers else AnswerScript()
        )
        self._forced: ForcedDeal = read_deal(options.deal, self.board)
        given = any(each.rank == "all" for each in parse_seats(options.seats, self.board))
        self._seats = options.seats if given else (*options.seats, f"*={options.default_player}")
        self._places, self.notes = self._placed()

    def _placed(self) -> tuple[SeatPlan, tuple[str, ...]]:
        """Return the seats, and what is to be said of the policies in them."""
        plan, deal = SeatPlan(self._seats, self.board), self._forced.deal
        if self.options.unmeasured == "play":
            return plan, ()
        check_effects_of(plan, deal)
        if self.options.unmeasured == "replace":
            return with_bots_for_unmeasured(self._seats, self.board, deal)
        refuse_unmeasured(plan, deal)
        return plan, seat_notes(plan)

    @property
    def root(self) -> Path:
        """The folder for saved games."""
        return self.options.games_root or games_folder()

    @property
    def seat_words(self) -> tuple[str, ...]:
        """The seat assignments as written, one `SEAT=PLAYER` each; the last is for all others."""
        return tuple(
            word.strip() for text in self._seats for word in text.split(",") if word.strip()
        )

    def make_game(self, seed: int | None = None) -> ArrangedGame:
        """Create the game's specification and assign the seats.

        Args:
            seed: The seed; that of the options if None. If that is None too, the game is made from
                the deal number of the options, or from a drawn one with which no drawn name equals
                a person's name.

        Raises:
            ConfigError: The seats do not fit the board.
        """
        if drawn := self.options.hosted:
            return ArrangedGame(drawn, self._places.seating(drawn))
        seed = self.options.seed if seed is None else seed
        if seed is not None:
            return self._game(seed)
        if self.options.deal_number is not None:
            return self._numbered_game(self.options.deal_number)
        from .deal_numbers import draw_deal_number  # noqa: PLC0415  a stated seed does without

        while True:
            try:
                return self._numbered_game(draw_deal_number())
            except ConfigError as error:
                if error.key != "name":
                    raise

    def _numbered_game(self, number: int) -> ArrangedGame:
        from .deal_numbers import seeds_of  # noqa: PLC0415  a stated seed does without

        return self._game(*seeds_of(number))._replace(deal_number=number)

    def _game(self, seed: int, names_seed: int | None = None) -> ArrangedGame:
        """Create the game of a seed.

        If a person plays and there is a `names_seed`, the names come from it: all know the names
        from the start, and could search for the seed that gives them. Else the names come from the
        seed itself, so that the seed reproduces the game.
        """
        seating, options = self._seated(seed), self.options
        apart = (
            names_for_seed(names_seed, self.board)
            if names_seed is not None and seating.people
            else ()
        )
        is_called = options.person_name and seating.people and not options.shared
        called = (options.person_name,) if is_called else ()
        people = read_names(options.names or called, seating.people)
        if options.stand_in_seat:
            people.setdefault(options.stand_in_seat, None)
        spec = make_spec(
            self.board,
            seed,
            names=apart,
            people=people,
            deal=self._forced.deal,
            chance=self._forced.chance,
        )
        return ArrangedGame(spec, seating)

    def sample_game(self, seed: int) -> tuple[GameSpec, tuple[SeatSpec, ...]]:
        """Create a similar game with the deal and names of another seed, for cost estimates."""
        spec = make_spec(self.board, seed, deal=self._forced.deal, chance=self._forced.chance)
        return spec, self._places.seats(spec)

    @property
    def learns_live(self) -> bool:
        """Whether a seat reads what the game before taught, so that games must run one by one."""
        return any(LIVE in _agent_options(spec) for spec in self._places.requested)

    @property
    def learning_pool(self) -> str:
        """The pool that learns from each game; empty for none.

        Raises:
            ConfigError: Several pools are named, or the games are not saved.
        """
        live = {
            _pool_option(spec) for spec in self._places.requested if LIVE in _agent_options(spec)
        }
        wanted = sorted({self.options.learn} - {""} | live)
        if len(wanted) > 1:
            raise ConfigError(
                f"the games would be added to the pools {' and '.join(wanted)}",
                key="--learn",
                hint="Name only one pool.",
            )
        if wanted and not self.options.save:
            raise ConfigError(
                "only saved games can be learned from", key="--learn", hint="Leave out `--no-save`."
            )
        for name in wanted:
            check_pool_name(name, "--learn")
        return wanted[0] if wanted else ""

    @property
    def has_slow_players(self) -> bool:
        """Whether any requested player takes time for an answer: a person, or a model."""
        return any(takes_time(spec) for spec in self._places.requested)

    def arena_request(self, on_dead: OnDeadWord) -> GameTemplate:
        """Convert the options to plain data for worker processes; only without slow players.

        Args:
            on_dead: What happens when a player gives no output at all.
        """
        from wolfcore.arena import GameTemplate  # noqa: PLC0415  not before the first frame

        options = self.options
        root = self.root if options.save else None
        return GameTemplate(
            board=self.board,
            seats=self._seats,
            deal=self._forced.deal,
            chance=self._forced.chance,
            answers=self.script.answers,
            on_dead=on_dead,
            root=root,
            version=__version__,
            reader=READER_VERSION,
        )

    def models_named(self) -> dict[str, ModelSpec]:
        """Return the models that seats and their options name, by name, whatever the deal."""
        seats = [each.spec for each in parse_seats(self._seats, self.board) if each.spec.model]
        if not seats:
            return {}
        # Agents are loaded for games with models alone.
        from wolfcore.agents import models_named  # noqa: PLC0415  language models alone

        named = {name for seat in seats for name in (seat.model, *models_named(seat.options))}
        return self.options.models.named(named)

    def estimate(self, games: int = 1, *, local: bool = False) -> str:
        """Estimate the calls, time and cost of the models, in words; empty if none plays.

        The estimate does not depend on the deal, or it would reveal the roles.

        Args:
            games: How many games.
            local: Whether models on this machine without a price are told as well.
        """
        specs = self.models_named()
        if not any(local or is_billed(spec) for spec in specs.values()):
            return ""
        from .cost_estimate import estimate_text  # noqa: PLC0415  models with a price alone
        from .earlier_calls import repeat_shares  # noqa: PLC0415  models with a price alone

        return estimate_text(
            self.sample_game,
            specs,
            games,
            {name: self.options.models.thinking_tokens_for(spec) for name, spec in specs.items()},
            repeat_shares(self.root, specs),
            local=local,
        )

    def _seated(self, seed: int) -> Seating:
        check_seed(seed)
        seating = self._places.seating(make_spec(self.board, seed, deal=self._forced.deal))
        if seating.people and not self.options.people:
            raise ConfigError(
                "a person cannot play a game without a screen",
                key="--seat",
                hint="Use `wolftui play`.",
            )
        if not self.options.suspicions:
            return seating
        asked = tuple(
            SeatSpec("human", ("suspicions",)) if seat == SeatSpec("human") else seat
            for seat in seating.seats
        )
        return seating._replace(seats=asked)


def _agent_options(spec: SeatSpec) -> tuple[str, ...]:
    """Return the options of a language player; empty for others, which read no experience."""
    return spec.options if spec.model else ()


def _pool_option(spec: SeatSpec) -> str:
    return next(
        (word.removeprefix(_POOL) for word in spec.options if word.startswith(_POOL)), DEFAULT_POOL
    )


def check_players(
    seats: Sequence[SeatSpec], models: ModelSettings, memories: GameMemories | None = None
) -> None:
    """Raise ConfigError unless all requested players can be created, with the given memories."""
    front, opened = _EmptyFront(), GameModels(models)
    run_checks(
        partial(
            check_player,
            spec,
            front=front,
            models=opened.open,
            memories=memories or opened.memories(),
        )
        for spec in dict.fromkeys(seats)
    )


class _EmptyFront:
    """A placeholder front for `check_players`; it answers no ask."""

    async def ask(self, ask: Ask, view: object) -> Answer:
        raise SeatError(ask.seat, "the person has not sat down yet")
