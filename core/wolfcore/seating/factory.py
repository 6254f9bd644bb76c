"""Make the player of a seat: person, house bot, scripted person, language agent, or policy.

Bots, agents, models and numpy are imported when a seat needs them, and not before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeGuard, TypeVar

from msgspec import Struct, structs

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.extras import MissingExtras, run_checks
from wolfcore.game import Answer
from wolfcore.players import (
    FrontEnd,
    HumanPlayer,
    Player,
    RandomPlayer,
    ScriptedPlayer,
    SyncPlayer,
    SyncScriptedPlayer,
)
from wolfcore.records import ASSISTANT_OPTION, GUEST, LOOKED_OPTION, About, Recollection, SeatSpec

from .assignments import (
    BOTS_OPTION,
    DEFAULT_SEAT,
    KNOWLEDGE_OPTION,
    PROTOCOL,
    SCRIPTED_PERSON,
    is_agent,
    is_played_by_bot,
    parse_player,
    player_meanings,
    takes_time,
)

if TYPE_CHECKING:
    from wolfcore.agents import AsyncChooser, Chooser, QuickAgent
    from wolfcore.bots import HouseThinker
    from wolfcore.memory import Embedder, MemoryProvider
    from wolfcore.memory.pool_search import ClausePool
    from wolfcore.models import ChatModel

T = TypeVar("T")


class EarlierGames(Struct, frozen=True, kw_only=True):
    """What house bots go by of the earlier games of the people at their table.

    Attributes:
        heard_signs: The signs of the sentences that the people heard in their last games; bots
            choose other sentences.
        leanings_key: The key of the leanings of the bots; empty for those that follow from the
            names at the table.
        recollection: What a bot may recall of a person's last game, or None.
    """

    heard_signs: frozenset[str] = frozenset()
    leanings_key: str = ""
    recollection: Recollection | None = None


def earlier_games_of(about: About | None, seats: Sequence[SeatSpec]) -> EarlierGames:
    """Return what was recorded of earlier games when a saved game began.

    Nothing is recalled of a seat in which no person sits any more.

    Args:
        about: The `about.json` of the game; None where there is none, which records nothing.
        seats: The players of its seats now.
    """
    if about is None:
        return EarlierGames()
    recalled = about.recollection
    stays = recalled is not None and seats[recalled.seat - 1].player == "human"
    return EarlierGames(
        heard_signs=frozenset(about.told),
        leanings_key=about.leanings,
        recollection=recalled if stays else None,
    )


ModelOpener: TypeAlias = "Callable[[str], ChatModel]"
"""Opens a model by its name; raises ConfigError if it does not exist or cannot be opened."""


_HUMAN_OPTIONS = ("suspicions", LOOKED_OPTION, ASSISTANT_OPTION)


def make_players(
    seats: Sequence[SeatSpec],
    *,
    front: FrontEnd | None = None,
    answers: Mapping[str, Answer] | None = None,
    models: ModelOpener | None = None,
    memories: MemoryProvider | None = None,
    reusable: dict[SeatSpec, Player] | None = None,
    earlier: EarlierGames | None = None,
    guests: FrontEnd | None = None,
) -> dict[int, Player]:
    """Make a player for each seat and return the players by seat number.

    Equal seat specs without a model share one player: one person player puts the asks of its seats
    in turn, and one bot plays all its seats, so that it processes public facts once.

    Args:
        seats: The spec of each seat, in seat order.
        front: The front end of the people; None if there is none.
        answers: Recorded answers by ask id. The players answer the other asks. If there are people,
            an illegal recorded answer to a secret ask is ignored instead of raising an error,
            except at the seat of an only person.
        models: Opens the models of language players.
        memories: Provides embedders and experience pools to language players that use them.
        reusable: Players of an earlier game that may be used again, by spec; the players made here
            are added, except those with a model.
        earlier: What house bots go by of the games that the people here played; None for nothing.
        guests: The front end of friends at terminals of their own; None if none can play.

    Raises:
        ConfigError: A player, an option or a model does not exist, or a person has no front end.
    """
    people = [seat for seat, spec in enumerate(seats, 1) if spec.player == "human"]
    seated: dict[SeatSpec, Player] = {} if reusable is None else reusable
    made: dict[int, Player] = {}
    for seat, spec in enumerate(seats, 1):
        player = seated.get(spec) or make_player(
            spec, front=front, models=models, memories=memories, earlier=earlier, guests=guests
        )
        # A friend is asked while others are: one player of several seats asks in turn.
        if not (spec.model or spec == GUEST):
            seated[spec] = player
        # An error about a secret ask would tell people here who was asked.
        tells = not people or people == [seat]
        made[seat] = _replayed(answers, player, tells=tells) if answers else player
    return made


def make_player(
    spec: SeatSpec,
    *,
    front: FrontEnd | None = None,
    models: ModelOpener | None = None,
    memories: MemoryProvider | None = None,
    earlier: EarlierGames | None = None,
    guests: FrontEnd | None = None,
) -> Player:
    """Make the player of a seat spec; the arguments are those of `make_players`.

    Raises:
        ConfigError: A player, an option or a model does not exist, or a person has no front.
    """
    match spec.player:
        case "guest":
            if guests is None:
                hint = "Go on with it by `wolftui resume`, on a screen."
                raise ConfigError("friends play in this game", key="seat", hint=hint)
            return HumanPlayer(guests)
        case "human":
            if front is None:
                raise ConfigError(
                    "a person cannot play at this table",
                    key="seat",
                    hint="Use `play`, or seat a bot.",
                )
            _check_options(spec, _HUMAN_OPTIONS)
            return HumanPlayer(front, suspicions="suspicions" in spec.options)
        case "bot":
            from wolfcore.bots import HouseBot

            known = earlier or EarlierGames()
            recalled = known.recollection
            return HouseBot(
                spec.options,
                heard_before=known.heard_signs,
                leanings_key=known.leanings_key,
                recollection=(recalled.seat, recalled.kind) if recalled else None,
            )
        case "random":
            _check_options(spec, ())
            return RandomPlayer()
        case _ if spec.player == SCRIPTED_PERSON:
            return _person(spec)
        case _ if spec.player == PROTOCOL:
            from wolfcore.protocol.seat_program import ProtocolDice

            return ProtocolDice(quick_player(":".join(spec.options)))
        case _ if is_agent(spec.player):
            return _agent(spec, models, memories)
        case _ if spec.is_own:
            from .own_players import make_own_player

            return make_own_player(spec)
        case _:
            raise ConfigError(
                f"there is no player `{spec.player}`",
                key="seat",
                hint=did_you_mean(spec.player, player_meanings()),
            )


def _person(spec: SeatSpec) -> Player:
    from wolfcore.bots.people import person_player

    files = [
        option.removeprefix(KNOWLEDGE_OPTION)
        for option in spec.options
        if option.startswith(KNOWLEDGE_OPTION)
    ]
    own = [option for option in spec.options if not option.startswith(KNOWLEDGE_OPTION)]
    return person_player(own, Path(files[-1]) if files else None)


def check_player(
    spec: SeatSpec,
    *,
    front: FrontEnd,
    models: ModelOpener | None = None,
    memories: MemoryProvider | None = None,
) -> None:
    """Check that `make_player` can make a player; house bots are not loaded for it, which is slow.

    Raises:
        ConfigError: A player, an option or a model does not exist.
    """
    if spec.player == "bot":
        from wolfcore.bots.profiles import read_bot_options

        read_bot_options(spec.options)
    else:
        make_player(spec, front=front, models=models, memories=memories, guests=front)


def pool_read_by(spec: SeatSpec) -> str | None:
    """Return the user's pool that a player reads as it is when a game begins.

    Returns:
        Its name, empty for the user's default pool; None for a player that reads none, reads one as
        it grows (`live`), or has no model.

    Raises:
        ConfigError: An option does not exist.
    """
    if not spec.model:
        return None
    from wolfcore.agents import PRESETS, read_options

    options = read_options(spec.options, PRESETS[spec.player].settings)
    return None if options.settings.experience == "none" or options.live else options.pool


def pool_file_read_by(spec: SeatSpec) -> Path | None:
    """Return the pool file that a player without a model reads; None for none."""
    if spec.model:
        return None
    named = (option.partition("=") for option in spec.options)
    return next((Path(word) for name, _, word in named if name == "pool" and word), None)


def _agent(spec: SeatSpec, models: ModelOpener | None, memories: MemoryProvider | None) -> Player:
    from wolfcore.agents import PRESETS, LanguagePlayer, Models, read_options
    from wolfcore.memory import PoolRequest

    from .own_players import read_own_prompts

    prompts = read_own_prompts(spec)
    if is_played_by_bot(spec.options):
        return make_quick_agent(spec)
    options = read_options(spec.options, PRESETS[spec.player].settings)
    if prompts:
        settings = structs.replace(options.settings, prompts=prompts)
        options = options._replace(settings=settings)
    if models is None:
        raise ConfigError(
            f"{spec.text} needs a model, and models are not available here",
            key="seat",
            hint="Use `play` or `run`.",
        )
    thinker = models(spec.model)
    speaker, judge = (
        models(name) if name else thinker for name in (options.speaker, options.judge)
    )
    embedder = experiences = None
    settings = options.settings
    if settings.needs_embedder:
        if memories is None:
            raise ConfigError(
                f"{spec.text} needs a memory, and memories are not available here",
                key="seat",
                hint="Use `play` or `run`.",
            )
        if settings.uses_policy:
            # Both may miss an extra, and one message names all.
            run_checks(
                [
                    partial(memories.embedder, options.embedder),
                    partial(_with_policy_libraries, _import_policy_libraries),
                ]
            )
        embedder = memories.embedder(options.embedder)
        if settings.experience != "none":
            experiences = memories.experiences(
                PoolRequest(
                    options.pool,
                    settings.tags,
                    settings.scope == "village",
                    options.live,
                    spec.player,
                    spec.model,
                )
            )
    chooser = text_chooser(options.policy, embedder) if embedder and settings.uses_policy else None
    return LanguagePlayer(
        Models(thinker, speaker, judge),
        options,
        embedder=embedder,
        experiences=experiences,
        chooser=chooser,
    )


ChooserFactory: TypeAlias = "Callable[[HouseThinker, str], Chooser]"
"""Makes the chooser of a seat that a house bot thinks for, from the bot and the name of the policy;
an empty name means the default policies."""


def bot_chooser(thinker: HouseThinker, policy: str, embedder: str = "") -> Chooser:
    """Load the learned policy of a seat that a house bot thinks for.

    Args:
        thinker: The bot.
        policy: The policy's name or file; empty for the default policies.
        embedder: The embedder of the texts that the policy reads; empty for the embedder with which
            it was trained.

    Raises:
        ConfigError: The policy does not exist, cannot be read or has another input format, or a
            library that it needs is not installed.
    """

    def chooser() -> Chooser:
        from wolfcore.agents.policy import chooser_for_bots, default_chooser_for_bots

        return (
            chooser_for_bots(policy, thinker, embedder)
            if policy
            else default_chooser_for_bots(thinker)
        )

    return _with_policy_libraries(chooser)


def text_chooser(policy: str, embedder: Embedder) -> AsyncChooser:
    """Load the learned policy of a seat that a model plays.

    Args:
        policy: The policy's name or file; empty for the default one.
        embedder: The seat's embedder.

    Raises:
        ConfigError: The policy does not exist, cannot be read or has another input format, or a
            library that it needs is not installed.
    """

    def chooser() -> AsyncChooser:
        from wolfcore.agents.policy import chooser_for_models

        return chooser_for_models(policy, embedder)

    return _with_policy_libraries(chooser)


def _import_policy_libraries() -> None:
    import_module("numpy")
    import_module("safetensors")


def _with_policy_libraries(make: Callable[[], T]) -> T:
    """Call `make`, which imports the libraries of learned policies (numpy, safetensors).

    Raises:
        ConfigError: One of the libraries is not installed.
    """
    try:
        return make()
    except ModuleNotFoundError as error:
        # Any other missing module is a fault of the program and not a missing extra.
        if error.name not in ("numpy", "safetensors"):
            raise
        raise MissingExtras(
            {"learned": f"a learned policy needs {error.name}"}, key="seat"
        ) from error


def make_quick_agent(spec: SeatSpec, make_chooser: ChooserFactory | None = None) -> QuickAgent:
    """Make an agent that a house bot thinks for in place of a model; it answers without awaiting.

    Args:
        spec: The spec of the seat.
        make_chooser: Makes the chooser, if the settings select by a learned policy; `bot_chooser`
            if None.

    Raises:
        ConfigError: An option does not exist, or the policy cannot be used.
    """
    from wolfcore.agents import PRESETS, QuickAgent, quick_options
    from wolfcore.agents.policy_results import INTENTION_POLICY
    from wolfcore.bots import HouseThinker

    words = [option for option in spec.options if option.partition("=")[0] != BOTS_OPTION]
    who = [
        option.partition("=")[2] or DEFAULT_SEAT.options[0]
        for option in spec.options
        if option.partition("=")[0] == BOTS_OPTION
    ]
    options = quick_options(words, spec.player, PRESETS[spec.player].settings)
    settings = options.settings
    lessons = _clause_pool(options.pool) if options.pool else None
    thinker = HouseThinker(tuple(who), deduces=settings.deduce != "none")
    usual = INTENTION_POLICY if settings.intentions else ""
    make_chooser = make_chooser or partial(bot_chooser, embedder=options.embedder)
    chooser = (
        make_chooser(thinker, options.policy or usual) if settings.select == "policy" else None
    )
    return QuickAgent(thinker, settings, lessons, chooser)


@lru_cache(maxsize=8)
def _clause_pool(pool: str) -> ClausePool:
    """Read an experience pool file; cached by path."""
    from wolfcore.memory.pool_search import read_clause_pool

    return read_clause_pool(Path(pool))


def quick_players(players: Mapping[int, Player]) -> dict[int, SyncPlayer] | None:
    """Return the players as `SyncPlayer`s for `play_now`, or None if any must be awaited."""
    quick = {seat: player for seat, player in players.items() if _is_quick(player)}
    return quick if len(quick) == len(players) else None


def quick_player(text: str) -> SyncPlayer:
    """Make a `SyncPlayer` from `PLAYER[:OPTION...]`, the part after `SEAT=`.

    Raises:
        ConfigError: There is no such player, or it has to be awaited: a person, or a model.
    """
    spec = parse_player(text)
    if takes_time(spec):
        raise ConfigError(
            f"`{text}` does not answer at once", hint="Use house bots, or agents with `bots`."
        )
    found = quick_players({1: make_player(spec)})
    assert found is not None, "who never waits is quick"
    return found[1]


def _is_quick(player: Player) -> TypeGuard[SyncPlayer]:
    return _is_quick_class(type(player))


@cache
def _is_quick_class(kind: type[Player]) -> bool:
    """Return whether players of a class are `SyncPlayer`s; cached: protocol checks are slow."""
    return issubclass(kind, SyncPlayer)


def _replayed(answers: Mapping[str, Answer], player: Player, *, tells: bool) -> Player:
    if _is_quick(player):
        return SyncScriptedPlayer(answers, player, tells=tells)
    return ScriptedPlayer(answers, player, report_illegal=tells)


def _check_options(spec: SeatSpec, known: Sequence[str]) -> None:
    for option in spec.options:
        if option not in known:
            hint = did_you_mean(option, known) if known else f"`{spec.player}` has no options."
            raise ConfigError(
                f"`{option}` is not an option of `{spec.player}`", key="seat", hint=hint
            )
