"""Kinds of questions on who plays: the roles dealt, who knows whom, whose team one is of, and who is asked at night."""

from __future__ import annotations

from wolfcore.game import ROLES, Board, may_know
from wolfcore.game import facts as f
from wolfcore.quiz.kind import Draft, QuestionKind, SituationDraw, any_board
from wolfcore.quiz.scenes import SceneOutcome, a_deal, a_night

PLAYERS = "players"


def _role_count(table: SituationDraw) -> Draft:
    role = table.pick(tuple(ROLES))
    played = table.play(table.scene(), a_deal)
    dealt = sum(fact.role == role for fact in played.facts_of(f.Dealt))
    most = max(4, dealt + 1)
    return Draft(sentence_name="role_count", fills={"role": role}, key=str(dealt), options=tuple(map(str, range(most + 1))))


def _seat_count(table: SituationDraw) -> Draft:
    size = table.play(table.scene(), a_deal).state.size
    around = tuple(str(number) for number in range(max(size - 3, 1), size + 4))
    return Draft(sentence_name="seat_count", fills={}, key=str(size), options=around)


def _different_roles(table: SituationDraw) -> Draft:
    number = len({fact.role for fact in table.play(table.scene(), a_deal).facts_of(f.Dealt)})
    return Draft(sentence_name="different_roles", fills={}, key=str(number), options=tuple(map(str, range(1, len(ROLES) + 1))))


def _knows(table: SituationDraw) -> Draft:
    pack = table.with_power("kill")
    one = table.pick((pack[0], table.pick(table.seats)))
    other = table.pick(table.others(one, living=table.pick((pack, table.seats))))

    def known(played: SceneOutcome) -> bool:
        return any(
            may_know(entry.to, one) for entry in played.entries if isinstance(entry.fact, f.Dealt) and entry.fact.seat == other
        )

    fills = {"one": table.role(one), "other": table.role(other)}
    return Draft(sentence_name="knows", fills=fills, key=table.settled_value(table.scene(), a_deal, known))


def _team(table: SituationDraw) -> Draft:
    role = table.pick(tuple(dict.fromkeys(table.board.roles)))
    return Draft(sentence_name="team", fills={"role": role}, key=ROLES[role].team, options=("village", "wolves"))


def _at_night(table: SituationDraw) -> Draft:
    """Whether any seat of a role is ever asked in a whole night with everybody alive, whatever happens in it."""
    role = table.pick(tuple(dict.fromkeys(table.board.roles)))
    holders = tuple(seat for seat in table.seats if table.role(seat) == role)

    def asked(played: SceneOutcome) -> bool:
        return any(ask.phase == "night" and ask.seat in holders for batch in played.batches for ask in batch)

    return Draft(sentence_name="at_night", fills={"role": role}, key=table.settled_value(table.scene(day=1), a_night, asked))


def _two_of_a_role(board: Board) -> bool:
    return len(board.roles) > 1


KINDS = (
    QuestionKind("role count", PLAYERS, "rule", (), ("^[0-9]+ seats: ",), any_board, _role_count),
    QuestionKind("seat count", PLAYERS, "rule", (), ("^[0-9]+ seats: ",), any_board, _seat_count),
    QuestionKind("different roles", PLAYERS, "rule", (), ("^[0-9]+ seats: ",), any_board, _different_roles),
    QuestionKind("who knows whom", PLAYERS, "rule", (), ("knows the whole pack",), _two_of_a_role, _knows),
    QuestionKind("team", PLAYERS, "rule", (), ("^The (?:village|wolves) wins?",), any_board, _team),
    QuestionKind("asked at night", PLAYERS, "rule", (), ("^At night ", "^Each night "), any_board, _at_night),
)
