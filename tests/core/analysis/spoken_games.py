"""Saved games of a person whose words are given, with house bots on the other seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from wolfcore.bots import BOTS_VERSION, HouseBot
from wolfcore.game import SPEECH_KINDS, Answer, Ask, Game, RoleName, View, get_board, make_spec
from wolfcore.players import Desk, SyncPlayer
from wolfcore.records import GameFolder, NewGame, SavedGame, SeatSpec, read_game
from wolfcore.speech import READER_VERSION
from wolfcore.table import play_now, play_until

Says = Callable[[View, Ask], str]

LEANINGS = "a1b2c3"


class Speaker:
    """A person that says given words at every turn; a house bot does the rest."""

    def __init__(self, says: Says) -> None:
        self._says, self._otherwise = says, HouseBot()

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        answer = self._otherwise.answer_now(view, ask, desk)
        if ask.kind not in SPEECH_KINDS and self._says is not accuses_with_the_vote:
            return Answer(answer.choice)
        return Answer(answer.choice, self._says(view, ask))


def accuses(view: View, ask: Ask) -> str:
    """Accuse another living seat, each day another one; ask a second one why."""
    others = [seat for seat in view.living if seat != view.seat]
    whom, asked = (others[(ask.day * step) % len(others)] for step in (3, 5))
    return f"{view.name(whom)} is a wolf. {view.name(asked)}, why did you vote like that?"


def accuses_with_the_vote(view: View, ask: Ask) -> str:
    return accuses(view, ask) if ask.kind == "vote" else ""


def attacks(view: View, ask: Ask) -> str:
    """Propose to attack the last living seat that is no mate; by day say nothing."""
    prey = [seat for seat in view.living if seat not in (*view.mates, view.seat)]
    return f"Let us kill {view.name(prey[-1])}." if ask.kind == "whisper" else ""


def says(text: str) -> Says:
    return lambda view, ask: text


def house_bots(told: tuple[str, ...] = ()) -> HouseBot:
    return HouseBot(heard_before=frozenset(told), leanings_key=LEANINGS)


def play_spoken(
    root: Path,
    board: str,
    seed: int,
    people: Mapping[int, Says],
    *,
    bots: int = BOTS_VERSION,
    told: tuple[str, ...] = (),
    deal: Mapping[int, RoleName] | None = None,
    ends: bool = True,
) -> SavedGame:
    """Play and save a game in which people say these words; unfinished unless it `ends`."""
    spec = make_spec(get_board(board), seed, people=dict.fromkeys(people, ""), deal=deal)
    seats = range(1, spec.board.size + 1)
    specs = [SeatSpec("human" if seat in people else "bot") for seat in seats]
    folder = GameFolder.create(
        root,
        NewGame(
            spec,
            specs,
            version="1",
            reader=READER_VERSION,
            bots=(bots,),
            leanings=LEANINGS,
            told=told,
        ),
    )
    shared = house_bots(told)
    players: dict[int, SyncPlayer] = {
        seat: Speaker(people[seat]) if seat in people else shared for seat in seats
    }
    game = Game(spec)
    if ends:
        play_now(game, players, folder)
    else:
        play_until(game, players, lambda: game.state.day == 2, folder)
    return read_game(folder.path)
