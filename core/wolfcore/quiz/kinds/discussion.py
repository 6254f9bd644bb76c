"""Questions on the discussion: order and number of speeches, bids, suspicions, and the defence."""

from __future__ import annotations

from wolfcore.game import AskKind, Board, dice_of, kind_of
from wolfcore.game import facts as f
from wolfcore.quiz.kind import (
    Draft,
    QuestionKind,
    SituationDraw,
    any_board,
    has_sheriff,
    join_words,
    name_seat,
    name_seats,
    seat_options,
    who_lives,
)
from wolfcore.quiz.scenes import Choices, SceneOutcome, Unsettled, Words, a_day, a_night, two_days

SUBJECT = "talk"


def _leaderless(board: Board) -> bool:
    return not has_sheriff(board)


def _speaker(table: SituationDraw) -> Draft:
    """Ask who speaks at a given place of a day without a sheriff.

    If the order is drawn, the question states it.
    """
    living = table.living(dead=(0, 1, 2))
    way = table.board.switches.discussion
    day = table.late_day(living)
    # The order of the whole game is drawn among all seats, those who die later included.
    among = table.seats if way == "shuffled_once" else living
    drawn = table.sample(among, len(among))
    chance = {"shuffled_once": {"order": drawn}, "shuffled_daily": {f"order.d{day}": drawn}}.get(
        way, {}
    )
    place = table.pick(range(1, min(3, len(living)) + 1))

    def speaker(played: SceneOutcome) -> str:
        return name_seat(_speeches(played)[place - 1].seat)

    key = table.settled_value(table.scene(living, day=day, chance=chance), a_day, speaker)
    when = {"shuffled_once": "for the whole game", "shuffled_daily": f"for day {day}"}.get(way, "")
    order = f" The order drawn {when} is {', '.join(map(str, drawn))}." if chance else ""
    fills = {
        "alive": who_lives(table, living),
        "order": order,
        "place": _PLACES[place],
        "day": str(day),
    }
    return Draft(
        sentence_name="speaker", fills=fills, key=key, options=seat_options(living, nobody=False)
    )


_PLACES = {1: "first", 2: "second", 3: "third"}


def _speeches(played: SceneOutcome) -> list[f.Said]:
    return [said for said in played.facts_of(f.Said) if said.kind == "speak"]


def _in_turn(board: Board) -> bool:
    return _leaderless(board) and board.switches.discussion != "bids"


def _rounds(board: Board) -> bool:
    return board.switches.discussion != "bids"


def _order_again(table: SituationDraw) -> Draft:
    """Ask whether two days with the same living players have the same order of speeches."""
    first = table.pick(table.seats)
    key = table.settled_value(
        table.scene(),
        two_days,
        lambda played: played.facts_of(f.OrderSet)[0] == played.facts_of(f.OrderSet)[1],
    )
    return Draft(sentence_name="order_again", fills={"seat": str(first)}, key=key)


def _opens_by_seat(table: SituationDraw) -> Draft:
    """Ask whether the lowest living seat opens every day without a sheriff."""
    living = table.living(dead=(1, 2, 3))
    scene = table.scene(living, day=table.late_day(living))
    # Other seeds are other games: a drawn order may begin with this seat by chance.
    opened = [table.play(scene, a_day).facts_of(f.Said)[0].seat == living[0]] + [
        SituationDraw(table.board, dice_of(seed)).play(scene, a_day).facts_of(f.Said)[0].seat
        == living[0]
        for seed in range(6)
    ]
    return Draft(
        sentence_name="opens_by_seat",
        fills={"alive": who_lives(table, living), "first": name_seat(living[0])},
        key=all(opened),
    )


def _times(table: SituationDraw) -> Draft:
    """Ask how often a living player who is not the sheriff speaks in a day's discussion."""
    living = table.living(dead=(0, 1, 2))
    sheriff = table.pick(living) if has_sheriff(table.board) else 0
    seat = table.pick(table.others(sheriff, living=living))
    scene = table.scene(living, day=table.late_day(living), sheriff=sheriff)
    times = table.settled_value(
        scene, a_day, lambda played: len([said for said in _speeches(played) if said.seat == seat])
    )
    return Draft(
        sentence_name="times",
        fills={"who": "a living player who is not sheriff" if sheriff else "a living player"},
        key=str(times),
        options=tuple(map(str, range(max(4, times + 2)))),
    )


def _turns(table: SituationDraw) -> Draft:
    """Ask how many turns of talk a day has if bids decide who speaks."""
    living = table.living(dead=(0, 1, 2))
    turns = table.settled_value(
        table.scene(living, day=table.late_day(living)),
        a_day,
        lambda played: len(_speeches(played)),
    )
    around = range(max(turns - 3, 0), turns + 4)
    return Draft(
        sentence_name="turns",
        fills={"alive": who_lives(table, living)},
        key=str(turns),
        options=tuple(map(str, around)),
    )


def _bids(table: SituationDraw) -> Draft:
    """Ask who speaks after given bids.

    The highest bidder speaks; among several, the one that the last speaker named.
    """
    living = table.living(dead=(0, 1, 2))
    opener, named = table.sample(living, 2)
    rivals = table.others(opener, living=living)
    high = table.pick((2, 3, 4))
    top = table.sample(rivals, table.pick((1, 1, 2)))
    second = {seat: high if seat in top else table.pick(range(high)) for seat in rivals}
    words: Words = {("speak", opener): f"I want to hear seat {named}." if named in rivals else ""}
    choices: Choices = {
        ("bid", seat): ((4 if seat == opener else 0), second.get(seat, 0)) for seat in living
    }
    key = table.settled_value(
        table.scene(living, day=table.late_day(living)),
        a_day,
        lambda played: name_seat(_speeches(played)[1].seat),
        choices,
        words,
    )
    said = join_words([f"seat {seat} bids {bid}" for seat, bid in second.items()])
    fills = {
        "alive": who_lives(table, living),
        "opener": name_seat(opener),
        "named": name_seat(named),
        "bids": said,
    }
    return Draft(
        sentence_name="bids", fills=fills, key=key, options=seat_options(rivals, nobody=False)
    )


def _may_bid(table: SituationDraw) -> Draft:
    """Ask whether the last speaker, or another player, bids for the next turn."""
    living = table.living(dead=(0, 1, 2))
    last = table.pick((True, True, False))

    def bids(played: SceneOutcome) -> bool:
        second = [batch for batch in played.batches if batch[0].kind == "bid"][1]
        speaker = _speeches(played)[0].seat
        return any((ask.seat == speaker) == last for ask in second)

    who = "the player who spoke last" if last else "a living player who did not speak last"
    key = table.settled_value(table.scene(living, day=table.late_day(living)), a_day, bids)
    return Draft(sentence_name="may_bid", fills={"who": who}, key=key)


# -- suspicions and defence


_BEFORE: tuple[tuple[AskKind, str], ...] = (
    ("vote", "before the vote of a day"),
    ("speak", "immediately before a speech in the discussion"), ("lean", "before the straw vote"),
    ("kill", "before the wolves choose whom to kill"), ("vote", "before the vote of a day"),
)  # fmt: skip


def _suspicions(table: SituationDraw) -> Draft:
    """Ask whether a player notes suspicions before a ballot, a speech, or a night action."""
    living = table.living(dead=(0, 1))
    sheriff = table.pick(living) if has_sheriff(table.board) else 0
    scene = table.scene(living, day=table.late_day(living), sheriff=sheriff)
    kind, words = table.pick(_BEFORE)
    if kind == "lean" and table.board.switches.straw_vote == "none":
        raise Unsettled

    def noted(played: SceneOutcome) -> bool:
        if not played.asked(kind):
            raise Unsettled
        return any(
            kind_of(ask.id.removesuffix(".suspect")) == kind for ask in played.asked("suspect")
        )

    return Draft(
        sentence_name="suspicions",
        fills={"when": words},
        key=table.settled_value(scene, a_night if kind == "kill" else a_day, noted),
    )


def _defence_held(table: SituationDraw) -> Draft:
    """Ask whether any player who was named speaks once more before the vote."""
    living = table.living(dead=(0, 1, 2))
    sheriff = table.pick(living) if has_sheriff(table.board) else 0
    words: Words = {("speak", seat): f"I look at {living[0]} and {living[1]}." for seat in living}
    scene = table.scene(living, day=table.late_day(living, 2), sheriff=sheriff)
    key = table.settled_value(
        scene, a_day, lambda played: bool(played.asked("defend")), words=words
    )
    return Draft(sentence_name="defence_held", fills={"alive": who_lives(table, living)}, key=key)


def _defence(table: SituationDraw) -> Draft:
    """Ask who, if anybody, speaks once more before the vote because of being named.

    That is whoever was named most; where there are replies, the first who may reply.
    """
    living = table.living(dead=(0, 1, 2))
    sheriff = table.pick(living) if has_sheriff(table.board) else 0
    speakers = table.others(sheriff, living=living)
    calls = {
        seat: tuple(sorted(table.sample(table.others(seat, living=living), table.pick((1, 1, 2)))))
        for seat in speakers
    }
    words: Words = {
        ("speak", seat): f"I look at {join_words(named)}." for seat, named in calls.items()
    }
    scene = table.scene(living, day=table.late_day(living, 2), sheriff=sheriff)

    def called(played: SceneOutcome) -> str:
        return name_seat(next((fact.seat for fact in played.facts_of(f.MostNamed)), 0))

    key = table.settled_value(scene, a_day, called, words=words)
    naming = join_words([f"seat {seat} names {name_seats(named)}" for seat, named in calls.items()])
    rest = f" The sheriff is seat {sheriff}, and names nobody." if sheriff else ""
    fills = {"alive": who_lives(table, living), "naming": naming, "rest": rest}
    name = "first_reply" if _replies(table.board) else "defence"
    return Draft(sentence_name=name, fills=fills, key=key, options=seat_options(living))


def _defends(board: Board) -> bool:
    return board.switches.defence == "most_named"


def _replies(board: Board) -> bool:
    return board.switches.defence == "replies"


def _without_replies(board: Board) -> bool:
    return not _replies(board)


def _by_bids(board: Board) -> bool:
    return _leaderless(board) and board.switches.discussion == "bids"


KINDS = (
    QuestionKind(
        "who speaks", SUBJECT, "situation", (), ("^The living speak",), _in_turn, _speaker
    ),
    QuestionKind(
        "same order",
        SUBJECT,
        "rule",
        ("discussion",),
        ("^The living speak",),
        _in_turn,
        _order_again,
    ),
    QuestionKind(
        "who opens",
        SUBJECT,
        "situation",
        ("discussion",),
        ("^The living speak", "turns of talk", "highest bidders"),
        _leaderless,
        _opens_by_seat,
    ),
    QuestionKind(
        "speeches a day",
        SUBJECT,
        "rule",
        ("discussion_rounds",),
        ("^The living speak", "sheriff (?:opens|speaks)"),
        _rounds,
        _times,
    ),
    QuestionKind(
        "turns of talk",
        SUBJECT,
        "rule",
        ("discussion_turns",),
        ("turns of talk",),
        _by_bids,
        _turns,
    ),
    QuestionKind(
        "bids", SUBJECT, "situation", (), ("turns of talk", "highest bidders"), _by_bids, _bids
    ),
    QuestionKind("who bids", SUBJECT, "rule", (), ("turns of talk",), _by_bids, _may_bid),
    QuestionKind("suspicions", SUBJECT, "rule", ("suspicions",), (), any_board, _suspicions),
    QuestionKind(
        "defence held", SUBJECT, "situation", ("defence",), (), _without_replies, _defence_held
    ),
    QuestionKind(
        "first reply",
        SUBJECT,
        "situation",
        (),
        ("own last speech", "^At most", "A number that counts"),
        _replies,
        _defence,
    ),
    QuestionKind(
        "defence",
        SUBJECT,
        "situation",
        (),
        ("named most", "number of speeches", "A number that counts", "named as often"),
        _defends,
        _defence,
    ),
)
