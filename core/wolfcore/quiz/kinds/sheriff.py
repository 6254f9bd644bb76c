"""Questions on the sheriff: election, rights in office, straw votes, and where the badge goes."""

from __future__ import annotations

from wolfcore.errors import ConfigError
from wolfcore.game import AskKind, Belief, Board
from wolfcore.game import facts as f
from wolfcore.quiz.kind import (
    Draft,
    QuestionKind,
    SituationDraw,
    any_board,
    cast_ballots,
    everybody_votes,
    has_sheriff,
    name_seat,
    name_seats,
    seat_options,
    who_lives,
)
from wolfcore.quiz.question import NOBODY
from wolfcore.quiz.scenes import (
    Choices,
    SceneOutcome,
    Unsettled,
    a_day,
    a_night,
    an_election,
    an_exile,
)

SUBJECT = "sheriff"


def _ways(table: SituationDraw) -> Draft:
    """Ask how the board gets a sheriff.

    By an election in which any seat may run or candidates are drawn, by the deal, or not at all.
    """
    size = table.board.size
    running: Choices = {("run", seat): (1 if seat < size else 0,) for seat in table.seats}

    def way(played: SceneOutcome) -> str:
        if played.asked("run"):
            return _WAYS[0]
        return _WAYS[1] if played.facts_of(f.Candidates) else _WAYS[3]

    elected = table.settled_value(table.scene(), an_election, way, running)
    first = table.play(table.scene(), a_night)
    appointed = any(badge.how == "appointed" for badge in first.facts_of(f.Badge))
    return Draft(
        sentence_name="sheriff_how", fills={}, key=_WAYS[2] if appointed else elected, options=_WAYS
    )


_WAYS = (
    "whoever wants to may stand for election",
    "candidates for election are drawn by lot",
    "the deal appoints the sheriff",
    "there is no sheriff",
)


def _how_many_drawn(table: SituationDraw) -> Draft:
    count = table.settled_value(
        table.scene(), an_election, lambda played: len(played.facts_of(f.Candidates)[0].seats)
    )
    return Draft(
        sentence_name="candidates_drawn",
        fills={},
        key=str(count),
        options=tuple(map(str, range(1, table.board.size + 1))),
    )


def _person(table: SituationDraw) -> Draft:
    """Ask whether a person's seat, or a machine's, may become sheriff on this board."""
    seat = table.pick(table.seats)
    person = table.pick((True, True, False))
    drawn = (
        seat,
        *table.sample(table.others(seat), max(table.board.switches.drawn_candidates - 1, 0)),
    )
    scene = table.scene(
        people=(seat,) if person else (), chance={"appointed": (seat,), "candidates": drawn}
    )
    appoints = table.board.switches.sheriff == "appointed"

    def leads(played: SceneOutcome) -> bool:
        named = any(badge.seat == seat for badge in played.facts_of(f.Badge)) if appoints else False
        return (
            named
            or bool(played.asked("run", seat=seat))
            or any(seat in found.seats for found in played.facts_of(f.Candidates))
        )

    try:
        key = table.settled_value(scene, a_night if appoints else an_election, leads)
    except ConfigError:  # the board does not allow this draw
        key = False
    fills = {"seat": str(seat), "who": "a person" if person else "not a person but a machine"}
    return Draft(sentence_name="person_leads", fills=fills, key=key)


def _stands(
    table: SituationDraw,
) -> tuple[tuple[int, ...], dict[str, tuple[int, ...]], dict[tuple[AskKind, int], tuple[int, ...]]]:
    """Draw two or three candidates; return them, forced draws, and choices to run.

    On boards that draw candidates, as many as the board draws.
    """
    count = table.board.switches.drawn_candidates
    if count:
        drawn = table.sample(table.seats, min(count, table.board.size))
        return drawn, {"candidates": drawn}, {}
    standing = tuple(sorted(table.sample(table.seats, table.pick((2, 2, 3)))))
    return standing, {}, {("run", seat): (int(seat in standing),) for seat in table.seats}


def _election(table: SituationDraw) -> Draft:
    """Ask who becomes sheriff with given ballots, and those of a second round if there is one."""
    standing, chance, runs = _stands(table)
    scene = table.scene(chance=chance)
    first = table.play(scene, an_election, runs).asked("elect")
    # `d1.elect.` is the first ballot, and `d1.elect2.` the second.
    voters = tuple(ask.seat for ask in first if ask.id.startswith("d1.elect."))
    pair = table.sample(standing, 2)
    ballots = {seat: table.pick(pair) for seat in voters}
    choices = {**runs, **_electing(ballots)}
    asked = table.play(scene, an_election, choices).asked("elect")
    again = ""
    if rest := tuple(ask for ask in asked if ask.id.startswith("d1.elect2.")):
        second = {ask.seat: table.pick(ask.options) for ask in rest}
        for seat, choice in second.items():
            # A seat may vote in the second ballot alone; its first choice is never read then.
            choices["elect", seat] = (ballots.get(seat, choice), choice)
        again = " " + _ballots_in_words(second, "In the second ballot ")
    key = table.settled_value(scene, an_election, _elected, choices)
    fills = {
        "alive": "Everybody is alive.",
        "standing": name_seats(standing),
        "ballots": _ballots_in_words(ballots, "In the ballot "),
        "again": again,
    }
    return Draft(
        sentence_name="election", fills=fills, key=key, options=seat_options(sorted(standing))
    )


def _electing(ballots: dict[int, int]) -> dict[tuple[AskKind, int], tuple[int, ...]]:
    """Convert ballots of an election to choices."""
    return {("elect", seat): (choice,) for seat, choice in ballots.items()}


def _elected(played: SceneOutcome) -> str:
    badges = played.facts_of(f.Badge)
    return name_seat(badges[0].seat) if badges else NOBODY


def _ballots_in_words(ballots: dict[int, int], start: str) -> str:
    return f"{start}{cast_ballots(ballots)}."


def _who_elects(table: SituationDraw) -> Draft:
    """Ask whether a candidate, or a player who does not run, votes in the election."""
    standing, chance, runs = _stands(table)
    if len(standing) == table.board.size:
        raise Unsettled
    seat = table.pick(
        (table.pick(standing), table.pick(standing), table.pick(table.others(*standing)))
    )

    def votes(played: SceneOutcome) -> bool:
        return any(
            ask.seat == seat and ask.id.startswith("d1.elect.") for ask in played.asked("elect")
        )

    key = table.settled_value(table.scene(chance=chance), an_election, votes, runs)
    return Draft(
        sentence_name="who_elects",
        fills={"standing": name_seats(standing), "seat": str(seat)},
        key=key,
    )


def _few_stand(table: SituationDraw) -> Draft:
    """Ask who is sheriff if nobody, one seat, or everybody runs."""
    count = table.pick((0, 1, table.board.size))
    standing = tuple(sorted(table.sample(table.seats, count)))
    runs: Choices = {("run", seat): (int(seat in standing),) for seat in table.seats}
    key = table.settled_value(table.scene(), an_election, _elected, runs)
    stands = (
        "Nobody stands"
        if not count
        else "Everybody stands"
        if count > 1
        else f"Seat {standing[0]} alone stands"
    )
    around = standing if count == 1 else table.sample(table.seats, 2)
    others = tuple(sorted({*around, *table.sample(table.seats, 1)}))
    return Draft(
        sentence_name="few_stand", fills={"stands": stands}, key=key, options=seat_options(others)
    )


# -- in office


def _first_speaker(table: SituationDraw) -> Draft:
    """Ask who speaks at a given place of a day whose direction the sheriff chose."""
    living = table.living(dead=(0, 1, 2))
    sheriff = table.pick(living)
    turn = table.pick((0, 1))
    place = table.pick(range(1, min(3, len(living) - 1) + 1))
    day = table.late_day(living)

    def speaker(played: SceneOutcome) -> str:
        speeches = [said for said in played.facts_of(f.Said) if said.kind == "speak"]
        return name_seat(speeches[place - 1].seat)

    key = table.settled_value(
        table.scene(living, day=day, sheriff=sheriff), a_day, speaker, {("order", sheriff): (turn,)}
    )
    fills = {
        "alive": who_lives(table, living),
        "sheriff": name_seat(sheriff),
        "turn": "right" if turn else "left",
        "place": _PLACES[place],
    }
    return Draft(
        sentence_name="first_speaker",
        fills=fills,
        key=key,
        options=seat_options(living, nobody=False),
    )


_PLACES = {1: "first", 2: "second", 3: "third"}


def _sheriff_speaks(table: SituationDraw) -> Draft:
    """Ask whether the sheriff gives the first or the last speech of a day (without pleas)."""
    living = table.living(dead=(0, 1))
    sheriff = table.pick(living)
    scene = table.scene(living, day=table.late_day(living), sheriff=sheriff)

    def opens(played: SceneOutcome) -> bool:
        return (
            next(
                said for said in played.facts_of(f.Said) if said.kind in ("speak", "summarise")
            ).seat
            == sheriff
        )

    def closes(played: SceneOutcome) -> bool:
        return [said for said in played.facts_of(f.Said) if said.kind in ("speak", "summarise")][
            -1
        ].seat == sheriff

    read, words = table.pick(((opens, "open"), (opens, "open"), (closes, "close")))
    return Draft(
        sentence_name="sheriff_speaks",
        fills={"place": words},
        key=table.settled_value(scene, a_day, read),
    )


def _straw(table: SituationDraw) -> Draft:
    """Ask whether there is a straw vote, who casts one, and who sees it."""
    living = table.living(dead=(0, 1))
    sheriff = table.pick(living)
    scene = table.scene(living, day=table.late_day(living), sheriff=sheriff)
    other = table.pick(table.others(sheriff, living=living))

    def held(played: SceneOutcome) -> bool:
        return bool(played.asked("lean"))

    def of_sheriff(played: SceneOutcome) -> bool:
        return bool(played.asked("lean", seat=sheriff))

    def shown(played: SceneOutcome) -> bool:
        return any(
            isinstance(e.fact, f.Voted) and e.fact.ballot == "lean" and e.to == "all"
            for e in played.entries
        )

    read, words = table.pick(
        (
            (held, "players cast a straw vote before the summary"),
            (of_sheriff, "the sheriff casts a straw vote"),
            (shown, f"seat {other}, who is not the sheriff, sees how others cast straw votes"),
        )
    )
    if read is of_sheriff and not everybody_votes(table.board):
        raise Unsettled
    return Draft(
        sentence_name="straw", fills={"what": words}, key=table.settled_value(scene, a_day, read)
    )


# -- the badge


def _badge(table: SituationDraw) -> Draft:
    """Ask who is sheriff after the sheriff is exiled.

    The sheriff names one seat as successor and trusts another seat most.
    """
    living = table.living(dead=(0, 1, 2))
    # A hunter would shoot, and could shoot the successor.
    sheriff = table.pick(tuple(s for s in living if s not in table.with_power("shoot")))
    heir, trusted = table.sample(table.others(sheriff, living=living), 2)
    torn = table.board.switches.badge_may_be_torn and table.pick((True, False))
    before = (f.Believed(sheriff, "d1.vote.1", _trusting(table, living, sheriff, trusted)),)
    scene = table.scene(living, day=table.late_day(living), sheriff=sheriff, before=before)

    def holder(played: SceneOutcome) -> str:
        # In a game that is over, or by a sheriff who stays alive, no badge is passed on.
        if played.facts_of(f.Ended) or sheriff in played.state.living:
            raise Unsettled
        badges = played.facts_of(f.Badge)
        return name_seat(badges[-1].seat) if badges else name_seat(played.state.sheriff)

    key = table.settled_value(
        scene, an_exile(sheriff), holder, {("badge", sheriff): (0 if torn else heir,)}
    )
    wants = "would tear up the badge" if torn else f"would name {name_seat(heir)} as successor"
    fills = {
        "alive": who_lives(table, living, roles=True),
        "sheriff": name_seat(sheriff),
        "wants": wants,
        "trusted": name_seat(trusted),
    }
    return Draft(
        sentence_name="badge", fills=fills, key=key, options=seat_options(sorted((heir, trusted)))
    )


def _trusting(
    table: SituationDraw, living: tuple[int, ...], sheriff: int, trusted: int
) -> tuple[Belief, ...]:
    """Build beliefs of the sheriff in which one seat is the most reliable of all."""
    others = table.others(sheriff, living=living)
    return tuple(
        Belief(seat, table.board.roles[-1], 10 if seat == trusted else 6) for seat in others
    )


def _badge_choice(table: SituationDraw) -> Draft:
    """Ask whether a dying sheriff chooses a successor, and whether it may tear up the badge."""
    living = table.living(dead=(0, 1))
    sheriff = table.pick(tuple(s for s in living if s not in table.with_power("shoot")))
    trusted = table.pick(table.others(sheriff, living=living))
    before = (f.Believed(sheriff, "d1.vote.1", _trusting(table, living, sheriff, trusted)),)
    scene = table.scene(living, day=table.late_day(living), sheriff=sheriff, before=before)

    def asked(played: SceneOutcome) -> bool:
        return bool(played.asked("badge"))

    def torn(played: SceneOutcome) -> bool:
        return 0 in played.options("badge", sheriff)

    chosen, words = table.pick((
        (asked, "the sheriff chooses who gets the badge"),
        (torn, "the sheriff may tear up the badge, so that nobody gets it"),
    ))  # fmt: skip

    def read(played: SceneOutcome) -> bool:
        if any(ended.ended in ("village", "wolves", "draw") for ended in played.facts_of(f.Ended)):
            raise Unsettled
        return chosen(played)

    return Draft(
        sentence_name="badge_choice",
        fills={"what": words},
        key=table.settled_for_any_role(sheriff, scene, an_exile(sheriff), read),
    )


def _drawn(board: Board) -> bool:
    return board.switches.drawn_candidates > 0


def _standing(board: Board) -> bool:
    return board.switches.sheriff == "candidates"


def _passes(board: Board) -> bool:
    return has_sheriff(board) and board.switches.stop != "sheriff_falls"


def _elects(board: Board) -> bool:
    return _drawn(board) or _standing(board)


_ELECTION = ("On the first day", "^Candidates speak", "^The tied", "stands alone")


KINDS = (
    QuestionKind(
        "how a sheriff comes",
        SUBJECT,
        "rule",
        ("sheriff",),
        ("^On the first day", "made sheriff by the deal"),
        any_board,
        _ways,
    ),
    QuestionKind(
        "candidates drawn", SUBJECT, "rule", ("sheriff",), _ELECTION[:1], _drawn, _how_many_drawn
    ),
    QuestionKind(
        "people lead",
        SUBJECT,
        "situation",
        ("people_may_lead",),
        ("Human players may not", *_ELECTION[:1], "by the deal"),
        has_sheriff,
        _person,
    ),
    QuestionKind("election", SUBJECT, "situation", (), _ELECTION, _elects, _election),
    QuestionKind(
        "who elects", SUBJECT, "situation", ("candidates_vote",), _ELECTION, _elects, _who_elects
    ),
    QuestionKind("few stand", SUBJECT, "situation", (), _ELECTION, _standing, _few_stand),
    QuestionKind(
        "who speaks when led",
        SUBJECT,
        "situation",
        ("sheriff_speaks",),
        ("the sheriff chooses", "sheriff (?:opens|speaks)", "neighbour"),
        has_sheriff,
        _first_speaker,
    ),
    QuestionKind(
        "sheriff's speeches",
        SUBJECT,
        "rule",
        ("sheriff_speaks",),
        ("sheriff (?:opens|speaks)",),
        has_sheriff,
        _sheriff_speaks,
    ),
    QuestionKind("straw vote", SUBJECT, "rule", ("straw_vote",), (), has_sheriff, _straw),
    QuestionKind(
        "badge",
        SUBJECT,
        "situation",
        ("badge_on_death",),
        ("badge", "successor", "no sheriff any more"),
        _passes,
        _badge,
    ),
    QuestionKind(
        "badge chosen",
        SUBJECT,
        "rule",
        ("badge_on_death", "badge_may_be_torn"),
        ("badge", "successor", "no sheriff any more"),
        has_sheriff,
        _badge_choice,
    ),
)
