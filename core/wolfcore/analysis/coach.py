"""What a seat could have done better at each of its decisions, by its own view at that moment.

Of each decision a few options are compared. Bots play on from games that the seat may imagine then
(`imagined_games`), with each option in the same games and with the same dice. A first sample finds
the best other option, a second one compares it with what was done, so that the choice does not
flatter the result. All intervals of one seat hold together with a probability of 95 %.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice

from msgspec.structs import replace

from wolfcore.bots import HouseBot
from wolfcore.bots.belief.arguments import distinguishes, holds
from wolfcore.bots.house import PLANS_BY_TEAM, USUAL_PLAN, Plan
from wolfcore.bots.mind import Mind
from wolfcore.bots.thinker import HouseThinker
from wolfcore.game import (
    ROLES,
    WOLVES,
    Answer,
    Ask,
    AskKind,
    Game,
    RoleName,
    View,
    dice_of,
)
from wolfcore.intervals import UPPER_QUANTILE, gaffke_interval
from wolfcore.records import SavedGame
from wolfcore.speech import ClaimsRole, GivesReason, ReportsCheck, checking_role, read
from wolfcore.speech.acts import Reason
from wolfcore.table.replay import expected_log, log_difference, replay_game

from .decisions import Coaching, CoachReason, Decision, Subject
from .imagined_games import BELIEVER, Imagination
from .rollouts import played_on
from .silent_turns import Cancelled

TARGET_KINDS: frozenset[AskKind] = frozenset(
    {"kill", "protect", "check", "save", "poison", "shoot", "vote"}
)
"""The asks whose choice is coached."""


CLAIM_KINDS: frozenset[AskKind] = frozenset({"campaign", "speak", "defend", "plead"})
"""The asks of which only this is coached: whether to claim a role now, never how."""


UNCOACHED_KINDS: frozenset[AskKind] = frozenset(
    {"whisper", "run", "elect", "order", "suspect", "lean", "summarise", "badge", "last_words",
     "bid"}
)  # fmt: skip
"""The other asks."""


SCREENED = 20
"""The imagined games of the first sample of a decision."""


CONFIRMED, LEAST_CONFIRMED, MOST_CONFIRMED = 320, 80, 160
"""The games of all second samples of a seat together, and the least and most of one."""


_FEWEST_GAMES = 12
"""The fewest games of a sample; with fewer a decision is not compared."""


_LEAST_LEAD = 0.05
"""The least difference of the first sample that the second one looks at."""


_DEALS = 300
"""The deals of which the chance that a seat has a power is a share."""


_MOST_OPTIONS = 4


def coach_seat(
    saved: SavedGame,
    seat: int,
    is_cancelled: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Coaching:
    """Compute what a seat of a finished game could have done better; takes some 10 to 25 seconds.

    Args:
        saved: The game.
        seat: The seat.
        is_cancelled: Called before each imagined game; True stops.
        progress: Called with the decisions done and all decisions.

    Raises:
        LogError: The game is damaged, imported, or was played by other rules.
        Cancelled: `is_cancelled` returned True.
    """
    whole = replay_game(saved, "coached")
    expected = expected_log(saved, whole)
    if expected != saved.log:
        raise log_difference(saved, expected, whole)
    moments = list(_moments(saved, seat))
    seen: list[tuple[Screening, int]] = []
    for number, (view, ask, answer, entry) in enumerate(moments):
        progress(number, len(moments))
        if one := Screening.of(view, ask, answer, is_cancelled):
            seen.append((one, entry))
    # The second samples are independent of the first ones, by which the decisions are chosen.
    open_ = [one for one, _ in seen if one.is_open]
    size = min(MOST_CONFIRMED, max(LEAST_CONFIRMED, CONFIRMED // max(len(open_), 1)))
    for number, one in enumerate(open_):
        progress(len(moments) + number, len(moments) + len(open_))
        one.confirm(size, len(open_))
    return Coaching(tuple([replace(one.decision, entry=entry) for one, entry in seen]))


def _moments(saved: SavedGame, seat: int) -> Iterator[tuple[View, Ask, Answer, int]]:
    """Yield the decisions of a seat: its view then, ask and answer, and the last log entry."""
    game = Game(saved.spec)
    while game.asks:
        for ask in game.asks:
            answer = saved.answers[ask.id]
            if (
                ask.seat == seat
                and ask.kind in TARGET_KINDS | CLAIM_KINDS
                and answer.how in ("given", "repaired")
            ):
                yield game.view(seat).copy(), ask, answer, len(game.log) - 1
        game.submit({ask.id: saved.answers[ask.id] for ask in game.asks})


class Screening:
    """A decision after its first sample.

    Args:
        imagined: What the seat may imagine at the ask.
        done: What it chose.
        options: The answers to compare, by choice, `done` among them.
        seed: The seed of the dice, which depends on nothing beyond the view.
        is_cancelled: Called before each imagined game; True stops.

    Attributes:
        decision: What is known so far.
    """

    def __init__(
        self,
        imagined: Imagination,
        done: int,
        options: Mapping[int, Answer],
        seed: int,
        is_cancelled: Callable[[], bool],
    ) -> None:
        self._sampler = _Sampler(imagined, options, seed, is_cancelled)
        other, gain, games = next((each for each in options if each != done), None), 0.0, 0
        if other is not None:
            first = self._sampler.sample(SCREENED, list(options))
            if len(first) >= _FEWEST_GAMES:
                sums = {each: sum(won[each] for won in first) for each in options}
                other = max(sums.keys() - {done}, key=lambda each: (sums[each], -each))
                gain, games = (sums[done] - sums[other]) / len(first), len(first)
        about, chances = _chances(imagined, done, other)
        names_other = about != "self" and other in imagined.mind.others
        reasons = tuple(_reasons(imagined.mind, other)) if other and names_other else ()
        ask = imagined.ask
        self.decision = Decision(
            ask.id, ask.kind, ask.day, done, other, about, chances, gain, 0, 0, games, reasons
        )

    @classmethod
    def of(
        cls, view: View, ask: Ask, answer: Answer, is_cancelled: Callable[[], bool] = lambda: False
    ) -> Screening | None:
        """Compare what a seat did at an ask with what else its view supported.

        Args:
            view: The seat's view at the ask; nothing else of the game is known here.
            ask: The ask, of `TARGET_KINDS` or `CLAIM_KINDS`.
            answer: What the seat answered.
            is_cancelled: Called before each imagined game; True stops.

        Returns:
            The decision; None of a speech in which there was no role to claim.

        Raises:
            Cancelled: `is_cancelled` returned True.
        """
        seed = _seed_of(view, ask)
        imagined = Imagination(view, ask, seed)
        if ask.kind in CLAIM_KINDS:
            found = _claim_options(imagined, answer)
            return cls(imagined, *found, seed, is_cancelled) if found else None
        options = _target_options(imagined, answer.choice)
        return cls(imagined, answer.choice, options, seed, is_cancelled)

    @property
    def is_open(self) -> bool:
        """Whether a second sample may show a difference."""
        return abs(self.decision.gain) >= _LEAST_LEAD

    def confirm(self, size: int, looks: int) -> None:
        """Compare what was done with the best other option in games of their own.

        Args:
            size: The number of games.
            looks: The number of decisions that are confirmed together, for Bonferroni's correction.

        Raises:
            Cancelled: The caller wants no result any more.
        """
        done, other = self.decision.done, self.decision.other
        assert other is not None
        games = self._sampler.sample(size, (done, other))
        if len(games) < _FEWEST_GAMES:
            return
        gains = [won[done] - won[other] for won in games]
        low, high, _ = gaffke_interval(gains, -1, 1, 1 - (1 - UPPER_QUANTILE) / looks)
        assert low is not None
        assert high is not None
        self.decision = replace(
            self.decision, gain=sum(gains) / len(gains), low=low, high=high, games=len(gains)
        )


def _seed_of(view: View, ask: Ask) -> int:
    """Return a seed that depends on nothing beyond the view."""
    mixed = blake2b(f"{'/'.join(view.names)}:{ask.id}".encode(), digest_size=8)
    return int.from_bytes(mixed.digest(), "little") >> 1


class _Sampler:
    """Plays imagined games on, each with several options and the same dice.

    Args:
        imagined: What the seat may imagine.
        options: The answer of each option.
        seed: The seed of the dice.
        is_cancelled: Called before each imagined game; True stops.
    """

    def __init__(
        self,
        imagined: Imagination,
        options: Mapping[int, Answer],
        seed: int,
        is_cancelled: Callable[[], bool],
    ) -> None:
        self._ask, self._team = imagined.ask.id, imagined.view.team
        self._options, self._seed, self._is_cancelled = options, seed, is_cancelled
        # A deal in three may fail to lead to the ask.
        self._games = imagined.games(3 * (SCREENED + MOST_CONFIRMED))
        self._number = 0

    def sample(self, size: int, options: Sequence[int]) -> list[dict[int, bool]]:
        """Return, for up to `size` fresh games, whether the seat's team won with each option."""
        return list(islice(self._results(options), size))

    def _results(self, options: Sequence[int]) -> Iterator[dict[int, bool]]:
        for game in self._games:
            if self._is_cancelled():
                raise Cancelled
            if game is None:
                continue
            self._number += 1
            dice = dice_of(self._seed, f"rollout.{self._number}").draw("seed", 1 << 62)
            yield {
                each: played_on(game, dice, {self._ask: self._options[each]}) == self._team
                for each in options
            }


# -- what could be done


def _target_options(imagined: Imagination, done: int) -> dict[int, Answer]:
    """Return what was done, what a bot would do, the likeliest wolf, and nobody, where legal."""
    view, ask, mind = imagined.view, imagined.ask, imagined.mind
    proposed = HouseThinker((BELIEVER,)).propose(view, ask, imagined.desk, 2)
    choices = [done, *(answer.choice for _, answer in proposed)]
    if not mind.is_wolf and ask.kind in ("vote", "shoot", "poison"):
        suspects = [seat for seat in ask.options if seat in mind.others]
        choices += sorted(suspects, key=lambda seat: -mind.belief.p_wolf[seat])[:1]
    if ask.kind in ("vote", "shoot", "poison", "save"):
        choices += [0] if 0 in ask.options else []
    kept = list(dict.fromkeys(choices))[:_MOST_OPTIONS]
    # Without words, so that the ballot is compared and not what was said with it.
    return {choice: Answer(choice) for choice in kept}


def _claim_options(imagined: Imagination, answer: Answer) -> tuple[int, dict[int, Answer]] | None:
    """Return whether a role was claimed, and a bot's speech with that claim and without any.

    None where the seat had claimed before or was shown, where neither it nor a bot in its place
    claimed a role, and where it claimed another role than a bot would.
    """
    view, mind = imagined.view, imagined.mind
    if mind.claimed_role or mind.is_shown:
        return None
    plans = {plan.name: plan for plan in PLANS_BY_TEAM["wolves" if mind.is_wolf else "village"]}
    said = _claim_in(view, answer.text)
    if not said and not _claim_in(view, _spoken(imagined, USUAL_PLAN).text):
        return None
    with_claim, without = [_spoken(imagined, plans[name]) for name in _PLANS[mind.is_wolf]]
    claimed, hidden = [_claim_in(view, each.text) for each in (with_claim, without)]
    if not claimed or hidden or said not in (None, claimed):
        return None
    return int(said is not None), {1: with_claim, 0: without}


_PLANS = (("show oneself", "hide"), ("play the seer", "keep quiet"))
"""The plans of a bot that claims a role and of one that does not: of the village, of the wolves."""


def _spoken(imagined: Imagination, plan: Plan) -> Answer:
    bot, ask = HouseBot((BELIEVER,)), imagined.ask
    return bot.answer_by(plan, imagined.view, ask, imagined.desk)


def _claim_in(view: View, text: str) -> RoleName | None:
    """Return the role with a power that words claim for their speaker, or None."""
    roles = view.board.roles
    acts = read(text, view.seat, view.names, len(view.names), roles)
    claimed = [act.role for act in acts if isinstance(act, ClaimsRole) and act.role]
    if not claimed and any(isinstance(act, ReportsCheck) for act in acts):
        checker = checking_role(roles, ())
        claimed = [checker] if checker else []
    return next((role for role in claimed if not ROLES[role].plain), None)


# -- what the view says


def shown_chances(view: View, ask: Ask, done: int) -> tuple[Subject, dict[int, float]]:
    """Return the chances by seat that are named of a decision, without other options.

    Args:
        view: The seat's view at the ask.
        ask: The ask, of `TARGET_KINDS`.
        done: What the seat chose.
    """
    return _chances(Imagination(view, ask, _seed_of(view, ask)), done, None)


def _chances(
    imagined: Imagination, done: int, other: int | None
) -> tuple[Subject, dict[int, float]]:
    """Return what the chances are about, and those of the seats in question."""
    mind, ask = imagined.mind, imagined.ask
    if ask.kind in CLAIM_KINDS:
        return "self", {mind.me: mind.public_belief.p_wolf[mind.me]}
    if mind.is_wolf:
        deals = list(islice(imagined.deals(), _DEALS))
        chance = {
            seat: sum(_has_power(roles[seat - 1]) for roles in deals) / max(len(deals), 1)
            for seat in range(1, mind.record.size + 1)
        }
    else:
        chance = dict(enumerate(mind.belief.p_wolf))
    seats = [seat for seat in ask.options if seat]
    likeliest = max(seats, key=lambda seat: chance[seat], default=0)
    asked = dict.fromkeys(seat for seat in (done, other, likeliest) if seat)
    return "power" if mind.is_wolf else "wolf", {seat: chance[seat] for seat in asked}


def _has_power(role: RoleName) -> bool:
    return role not in WOLVES and not ROLES[role].plain


_TOLD: tuple[Reason, ...] = ("changed", "late", "gained", "voted", "defended", "silent")
"""The reasons that are given beside checks, the weightiest first."""


def _reasons(mind: Mind, seat: int) -> Iterator[CoachReason]:
    """Yield up to two facts that speak against a seat more than against most others.

    For a wolf it is whether the seat has claimed a role with a power.
    """
    record = mind.record
    if mind.is_wolf:
        held = record.claims.get(seat)
        if held and _has_power(held.role):
            yield CoachReason(seat, "claim")
        return
    if any(check.target == seat and check.result for check in record.checks):
        yield CoachReason(seat, "own")
        return
    seer = checking_role(record.board.roles, ())
    believed = [
        teller
        for teller in mind.reported_by(seat)
        if seer and mind.belief.claim_probability(seer, teller) > 0.5
    ]
    if believed:
        yield CoachReason(seat, "checked", believed[0])
    yield from islice(_facts_against(mind, seat), 1 if believed else 2)


def _facts_against(mind: Mind, seat: int) -> Iterator[CoachReason]:
    record, p_wolf = mind.record, mind.belief.p_wolf
    seats = [each for each in range(1, record.size + 1) if each != seat]
    good = [each for each in seats if p_wolf[each] < _GOOD]
    pairs = {
        "voted": good,
        "gained": [each for each in seats if not record.lives(each)],
        "defended": [each for each in seats if p_wolf[each] > _BAD],
    }
    for reason in _TOLD:
        for other in pairs.get(reason, (0,)):
            act = GivesReason(seat, reason, other)
            if holds(record, seat, reason, other) and distinguishes(record, act, mind.me):
                yield CoachReason(seat, reason, other)
                break


_GOOD, _BAD = 0.1, 0.9
"""The chances below which a seat is held for one of the village, and above which for a wolf."""
