"""What is known about a game beside its log is shown only to those who may know it."""

from __future__ import annotations

import pytest

from wolfcore.game import Ask, AskKind, Game, Phase, get_board, make_spec
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES

END = f.Entry("all", f.Ended(1, "draw"))


def a_game(*people: int, by_role: bool) -> ShownGame:
    game = Game(make_spec(get_board("sla7"), 5))
    session = GameSession(game.spec.board, game.spec.names, people=people, by_role=by_role)
    session.entries(game.log)
    return ShownGame(session, "play", players=("bot",) * 7, seed=5)


def test_the_seed_is_hidden_until_the_end() -> None:
    shown = a_game(4, by_role=False)
    assert shown.visible_seed is None
    shown.session.entries([END])
    assert shown.visible_seed == 5


@pytest.mark.parametrize(("eyes", "seen"), [(MODERATOR_EYES, "bot"), (PUBLIC_EYES, ""), (3, "")])
def test_seats_given_by_role_hide_their_players_from_all_but_the_moderator_until_the_end(
    eyes: int, seen: str
) -> None:
    shown = a_game(by_role=True)
    assert shown.session.set_eyes(eyes)
    assert shown.player(2) == seen
    shown.session.entries([END])
    assert shown.player(2) == "bot"


@pytest.mark.parametrize(
    ("players", "none"),
    [(("bot",) * 7, True), (("bot",) * 6 + ("vanilla@llama",), False), ((), False)],
)
def test_that_no_model_plays_is_said_only_where_everybody_is_known(
    players: tuple[str, ...], none: bool
) -> None:
    shown, hidden = a_game(4, by_role=False), a_game(4, by_role=True)
    shown.players = hidden.players = players
    assert (shown.no_models, hidden.no_models) == (none, False)


def test_seats_given_by_number_hide_nothing() -> None:
    assert a_game(4, by_role=False).player(2) == "bot"


def test_each_person_has_a_notebook_of_their_own() -> None:
    shown = a_game(4, by_role=False)
    shown.notebook(4).notes = "mine"
    assert shown.notebook(5).notes == ""
    assert shown.notebook(4).notes == "mine"


def ask(kind: AskKind, seat: int) -> Ask:
    phase: Phase = "vote" if kind == "vote" else "night"
    return Ask(f"{'d' if kind == 'vote' else 'n'}1.{kind}.{seat}", seat, kind, 1, phase, (1, 2))


@pytest.mark.parametrize(("kind", "seen"), [("kill", "bot"), ("vote", "vanilla@gpt")])
def test_a_take_over_at_a_secret_ask_is_hidden_from_all_but_the_moderator_until_the_end(
    kind: AskKind, seen: str
) -> None:
    for person in ((4,), ()):
        shown = a_game(*person, by_role=False)
        shown.session.asked([ask(kind, 2), ask(kind, 3)])
        shown.set_player(2, "bot:easy")
        shown.set_player(2, "vanilla@gpt")
        assert shown.session.set_eyes(4)
        assert (shown.player(2), shown.player(3)) == (seen, "bot")
        assert person or (
            shown.session.set_eyes(MODERATOR_EYES) and shown.player(2) == "vanilla@gpt"
        )
        shown.session.entries([END])
        assert shown.player(2) == "vanilla@gpt"


def test_a_take_over_in_the_open_shows_none_that_was_in_secret() -> None:
    shown = a_game(4, by_role=False)
    shown.session.asked([ask("vote", 3), ask("kill", 2)])
    shown.set_player(2, "bot:easy")
    assert shown.player(2) == "bot"
    shown.session.asked([ask("vote", 3)])
    shown.set_player(3, "bot:hard")
    assert (shown.player(2), shown.player(3)) == ("bot", "bot:hard")
