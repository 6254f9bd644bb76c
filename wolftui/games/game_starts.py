"""Starts games: new from an arrangement, resumed from a folder, or forked from a saved game.

Also collects what house bots go by of the earlier games of the people: the bot phrases that these
read, the key of the leanings of the bots, and what became of the person in the last game.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from wolfcore.bots import BOTS_VERSION
from wolfcore.bots.fingerprints import fingerprints_of
from wolfcore.errors import LogError
from wolfcore.game import Game, team_of
from wolfcore.game import facts as f
from wolfcore.records import (
    GUEST,
    About,
    GameFolder,
    NewGame,
    Recollection,
    SavedGame,
    SeatSpec,
    newest_folders,
    read_about,
    read_game,
)
from wolfcore.seating import EarlierGames, earlier_games_of, is_of_house_bots
from wolfcore.speech import READER_VERSION
from wolfcore.table import Resumed, fork, resume
from wolftui import __version__
from wolftui.settings.endpoints import GameModels, ModelSettings
from wolftui.settings.memories import began_with
from wolftui.settings.paths import games_folder

from .arrangement import Arrangement, PlayOptions, check_players, first_game_notes
from .running_game import GameSetup, RunningGame
from .seat_changes import replaced_seats, reseat, visibility_notes

MAX_GAMES = 8
"""How many of the last games with a person are searched for bot phrases."""


MAX_SCANNED = 60
"""How many of the newest games are opened to find them."""


MAX_PHRASES = 2000
"""How many phrases are collected, the newest first; eight long games have fewer."""


def start_game(
    wanted: PlayOptions | Arrangement,
    seed: int | None = None,
    *,
    models: GameModels | None = None,
    guests: Sequence[int] = (),
) -> RunningGame:
    """Create a new game, with its folder if it is saved; it does not play yet.

    Args:
        wanted: The options; an arrangement if several games are started from the same options.
        seed: Its seed; that of the options if None, and a drawn one if that is None too.
        models: The models that it shares with other games; own ones from the options if None.
        guests: The seats of persons who play at terminals of their own.

    Raises:
        ConfigError: An option is invalid, or the game cannot be saved.
    """
    arrangement = Arrangement(wanted) if isinstance(wanted, PlayOptions) else wanted
    options = arrangement.options
    spec, seating, deal_number = arrangement.make_game(seed)
    if guests:
        seats = [GUEST if n in guests else each for n, each in enumerate(seating.seats, 1)]
        seating = seating._replace(seats=tuple(seats))
    models = models or GameModels(options.models)
    memories, learn = models.memories(), arrangement.learning_pool
    if learn:
        memories.pool_embedder(learn)
    check_players(seating.seats, options.models, memories)
    game, folder = Game(spec), None
    root = arrangement.root
    phrases = recent_bot_phrases(root) if seating.people and not options.shared else ()
    # A stated seed reproduces the game, whoever plays it again.
    is_drawn = seed is None and options.seed is None and not options.shared
    lasting = seating.people and is_drawn and options.uses_earlier_games
    leanings = lasting_leanings(root) if lasting else ""
    recalled = None
    if lasting and len(seating.people) == 1:
        named = bool(options.names or options.person_name)
        recalled = last_recollection(root, seating.people[0], spec.names if named else ())
    # Before the folder of this game counts among those of the person.
    notes = first_game_notes(spec.board, root) if seating.people else ()
    if options.shared and seating.people:
        own = ", ".join(f"{seat} {spec.names[seat - 1]}" for seat in seating.people)
        notes += (f"Everybody who plays this deal is {own}, so that the bots know the same names.",)
    if options.save:
        folder = GameFolder.create(
            root,
            NewGame(
                spec,
                seating.seats,
                version=__version__,
                reader=READER_VERSION,
                bots=(BOTS_VERSION,),
                by_role=seating.by_role,
                told=phrases,
                leanings=leanings,
                recollection=recalled,
                deal_number=deal_number,
                wished=arrangement.seat_words if seating.by_role else (),
                pools=memories.pools_read,
                learn=learn,
                embedder=memories.usual,
            ),
        )
    return RunningGame(
        GameSetup(
            game=game,
            seats=tuple(seating.seats),
            by_role=seating.by_role,
            folder=folder,
            script=arrangement.script,
            models=models,
            arrangement=arrangement,
            notes=(*notes, *arrangement.notes),
            earlier=EarlierGames(
                heard_signs=frozenset(phrases), leanings_key=leanings, recollection=recalled
            ),
            memories=memories,
            learning_pool=learn,
        )
    )


def resume_saved(
    path: Path,
    seats: Sequence[str] = (),
    *,
    models: ModelSettings | GameModels | None = None,
) -> RunningGame:
    """Resume the saved game in the folder `path`; it does not play yet.

    Args:
        path: The folder.
        seats: The players that change from now on, each `SEAT=PLAYER`; the others stay.
        models: The models that seats may name, and their budget; or models that it shares with
            other games.

    Raises:
        ConfigError: A seat is wrong, or one of the players cannot be seated here.
        LogError: The game cannot be continued.
    """
    opened = models if isinstance(models, GameModels) else GameModels(models or ModelSettings())
    resumed = resume(path)
    try:
        memories = opened.memories(began_with(resumed.folder.about))
        now, by_role = reseat(resumed, seats, opened.settings, memories)
        bots_notes = _bots_notes(resumed, now)
    except BaseException:
        resumed.folder.close()
        raise
    notes = (*resumed.notes, *visibility_notes(resumed.game, resumed.folder.about, now))
    for spent in resumed.usage:
        opened.budget_meter.add_spent(
            spent.calls, spent.tokens, spent.cost or 0.0, spent.estimated_tokens
        )
    notes += bots_notes
    about = resumed.folder.about
    return RunningGame(
        GameSetup(
            game=resumed.game,
            seats=tuple(now),
            by_role=by_role,
            folder=resumed.folder,
            journal=resumed.journal,
            resumed=True,
            notes=notes,
            models=opened,
            spent=tuple(resumed.usage),
            earlier=earlier_games_of(about, now),
            memories=memories,
            learning_pool=about.learn if about else "",
        )
    )


def fork_saved(
    saved: SavedGame,
    at: str,
    seats: Sequence[str] = (),
    *,
    root: Path | None = None,
    models: ModelSettings | None = None,
) -> RunningGame:
    """Fork a saved game at the batch of the ask `at` and save the fork as a new game.

    Args:
        saved: The game to fork.
        at: The id of an ask of that game.
        seats: The players that change, each `SEAT=PLAYER`; the others stay.
        root: The folder for the fork; the user's own if None.
        models: The models that seats may name, and their budget.

    Raises:
        ConfigError: There was no such ask, or a seat is wrong.
        LogError: `saved` cannot be replayed.
    """
    instead, by_role = replaced_seats(saved.spec, saved.about, seats)
    opened = GameModels(models or ModelSettings())
    memories = opened.memories(began_with(saved.about, saved.id))
    kept = saved.about.players_ever(without=instead) if saved.about else ()
    # Before the folder is made: these run only where the user named them.
    own = [spec for spec in kept if spec.needs_consent]
    check_players((*instead.values(), *own), models or ModelSettings(), memories)
    forked = fork(
        saved,
        at,
        root or games_folder(),
        version=__version__,
        reader=READER_VERSION,
        bots=_with_bots(saved.about, saved.about.seats_now()).bot_versions
        if saved.about
        else (BOTS_VERSION,),
        seats=instead,
        by_role=by_role,
        embedder=memories.usual,
    )
    about = forked.folder.about
    return RunningGame(
        GameSetup(
            game=forked.game,
            seats=tuple(forked.seats),
            by_role=bool(about and about.by_role),
            folder=forked.folder,
            journal=forked.journal,
            resumed=True,
            notes=(*forked.notes, *visibility_notes(forked.game, None, forked.seats)),
            models=opened,
            earlier=earlier_games_of(about, forked.seats),
            memories=memories,
        )
    )


def _bots_notes(resumed: Resumed, seats: Sequence[SeatSpec]) -> tuple[str, ...]:
    """Record that house bots of this version play on in a game, and say so if others began it.

    Raises:
        LogError: `about.json` cannot be written.
    """
    about = resumed.folder.about
    if about is None or resumed.game.over:
        return ()
    now = _with_bots(about, resumed.seats)
    if now == about:
        return ()
    resumed.folder.rewrite_about(now)
    if now.bots[:-1] == () or not any(map(is_of_house_bots, seats)):
        return ()
    began = " and ".join(map(str, about.bot_versions))
    return (
        f"House bots of version {began} played in this game; those of version {BOTS_VERSION} "
        "play on.",
    )


def _with_bots(about: About, seats: Sequence[SeatSpec]) -> About:
    """Return what a game records where house bots of this version may play on in it.

    A game in which none has played so far names this version alone, for one that sits down later.
    """
    if any(map(is_of_house_bots, (*about.seats, *seats))):
        return about.with_bots(BOTS_VERSION)
    return replace(about, bots=(BOTS_VERSION,))


def recent_bot_phrases(root: Path) -> tuple[str, ...]:
    """Collect fingerprints of bot speech in the last games with people below `root`, sorted.

    Unreadable games are skipped; the error is reported when such a game is opened.

    Raises:
        ConfigError: `root` cannot be read.
    """
    found: dict[str, None] = {}
    games = 0
    for folder in newest_folders(root, MAX_SCANNED):
        try:
            saved = read_game(folder, strict=False)
        except LogError:
            continue
        if saved.people:
            found.update(dict.fromkeys(_phrase_signs(saved)))
            games += 1
        if games == MAX_GAMES or len(found) > MAX_PHRASES:
            break
    return tuple(sorted(list(found)[:MAX_PHRASES]))


def lasting_leanings(root: Path) -> str:
    """Return the key of the leanings of a person's house bots: the newest saved one, or a new one.

    Raises:
        ConfigError: `root` cannot be read.
    """
    abouts = (read_about(folder)[0] for folder in newest_folders(root, MAX_SCANNED))
    keys = (about.leanings for about in abouts if about)
    return next(filter(None, keys), "") or secrets.token_hex(8)


def last_recollection(root: Path, seat: int, names: Sequence[str] = ()) -> Recollection | None:
    """Return what became of the person in the newest saved game with people below `root`.

    None where there was no such game, it is not over or cannot be read, it had several people or
    one who sat down later, its person had another name, or nothing to recall became of them.

    Args:
        root: The folder of the saved games.
        seat: The seat of the only person in the new game.
        names: The names in the new game, in seat order, if that person has a name of their own.

    Raises:
        ConfigError: `root` cannot be read.
    """
    for folder in newest_folders(root, MAX_SCANNED):
        about = read_about(folder)[0]
        if about is None or not about.human_seats_ever:
            continue
        then = about.human_seats_ever
        if len(then) > 1 or about.changes or about.fork:
            return None
        try:
            saved = read_game(folder, strict=False)
        except LogError:
            return None
        (before,) = then
        if names and saved.header.names[before - 1] != names[seat - 1]:
            return None
        kind = _fate(saved, before)
        return Recollection(seat, kind) if kind else None
    return None


def _fate(saved: SavedGame, seat: int) -> str:
    """Return what became of a seat in a game, a key of `RECOLLECTIONS`; empty for none of them."""
    team, now, fell = "", f.Began(0, "setup"), ""
    for fact in (entry.fact for entry in saved.entries):
        if isinstance(fact, f.Began):
            now = fact
        elif isinstance(fact, f.Dealt) and fact.seat == seat:
            team = team_of(fact.role)
        elif isinstance(fact, f.Exiled) and fact.seat == seat:
            fell = "exiled"
        elif isinstance(fact, f.Died) and fact.seat == seat and not fell:
            fell = "first_night" if (now.day, now.phase) == (1, "dawn") else "later"
    winner = saved.result.winner if saved.result else None
    if winner is None or not team:
        return ""
    if team == "wolves":
        return "pack_won" if winner == "wolves" else "pack_caught" if fell == "exiled" else ""
    if fell in ("exiled", "first_night"):
        return fell
    return "village_won" if winner == "village" and not fell else ""


def _phrase_signs(saved: SavedGame) -> list[str]:
    """Return the fingerprints of all that house bots said aloud in a game, ballots' lines too."""
    seats = saved.about.seats if saved.about else ()
    bots = {seat for seat, spec in enumerate(seats, 1) if spec.player == "bot"}
    return [
        sign
        for speaker, text in (f.public_words(entry.fact) for entry in saved.entries)
        if speaker in bots
        for sign in fingerprints_of(text, saved.header.names)
    ]
