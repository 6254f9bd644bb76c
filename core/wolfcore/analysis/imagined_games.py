"""Games as a seat may imagine them at an ask: hidden cards from its belief, the rest as it knows.

Everything is computed from the `View` at the ask, so that nothing else can enter. A deal is drawn
from the belief of a house bot in the seat. The game is then played up to the ask: what the seat
knows happens again, and hidden answers are made up so that it happens. A deal with which it does
not happen is left out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile
from typing import TypeVar

from wolfcore.bots import HouseBot
from wolfcore.bots.belief.claims import ClaimedRole, claimed_roles
from wolfcore.bots.belief.likelihoods import FITTED
from wolfcore.bots.mind import Mind
from wolfcore.errors import ConfigError, IllegalAnswer
from wolfcore.game import (
    HOLDERS,
    WOLVES,
    Answer,
    Ask,
    Belief,
    Dice,
    Game,
    GameSpec,
    RoleName,
    View,
    wolves_of,
)
from wolfcore.game import facts as f
from wolfcore.game.dice import MAX_SEED, dice_of
from wolfcore.players import Desk

BELIEVER = "hard"
"""The level of the bot whose belief is the seat's: it reads others nearly without errors."""


_TRIES = 40
"""How often the hidden answers of a part of a game are made up before its deal is given up."""


_T = TypeVar("_T")


class Imagination:
    """What one seat may imagine at one ask.

    Args:
        view: The seat's view at the ask; a copy, which grows no more.
        ask: The ask.
        seed: The seed of all draws. It may depend on the view and on nothing else.

    Attributes:
        view, ask: The arguments.
        desk: The desk of the seat, with dice of `seed`.
        mind: The mind of the house bot with whose belief the seat sees the table.
    """

    def __init__(self, view: View, ask: Ask, seed: int) -> None:
        self.view, self.ask, self._seed = view, ask, seed
        self.desk = Desk.of_seed(ask, seed)
        self.mind: Mind = HouseBot((BELIEVER,)).mind(view, ask, self.desk)
        self._facts = tuple(view.facts)
        self._answered = {own.ask.id: own.answer for own in view.answered}
        self._claimed = claimed_roles(self.mind.record, FITTED)
        belief = self.mind.belief
        self._masks, self._sums = belief.masks, tuple(accumulate(belief.weights))

    def deals(self) -> Iterator[tuple[RoleName, ...]]:
        """Draw deals without end, each with the probability that the seat gives it.

        Yields nothing where the seat's knowledge leaves no wolf set or no deal.
        """
        if not self._sums or not self._sums[-1]:
            return
        failed = number = 0
        while failed < _TRIES:
            number += 1
            roles = self._deal(dice_of(self._seed, f"deal.{number}"))
            failed = 0 if roles else failed + 1
            if roles:
                yield roles

    def games(self, most: int) -> Iterator[Game | None]:
        """Play `most` drawn deals up to the ask; None for a deal that does not lead there.

        The batch of each game holds the ask, and the seat's view in it has the facts of `view`.
        """
        for number, roles in zip(range(most), self.deals(), strict=False):
            yield self._played(roles, dice_of(self._seed, f"game.{number}"))

    # -- cards

    def _deal(self, dice: Dice) -> tuple[RoleName, ...] | None:
        """Draw a wolf set, then the holders of claimed roles, then the others; None if none fit."""
        drawn = bisect_left(self._sums, dice.chance("pack") * self._sums[-1])
        pack = self._masks[min(drawn, len(self._masks) - 1)]
        board, record = self.view.board, self.mind.record
        known = {seat: role for seat, role in enumerate(self.view.state.roles) if role}
        known |= {
            check.target: check.result
            for check in record.checks
            if check.target and check.result not in ("", "village", "wolves")
        }
        # A shot is public, and shows its role.
        shoot = [role for role in board.roles if role in HOLDERS["shoot"]]
        known |= {seat: shoot[0] for seat in record.shooters if len(shoot) == 1}
        left = Counter(board.roles)
        left.subtract(known.values())
        free = [seat for seat in range(1, board.size + 1) if seat not in known]
        for claimed in self._claimed:
            for card in range(left[claimed.role]):
                odds = [_odds(claimed, seat, pack) for seat in free]
                if not sum(odds):
                    return None
                holder = _weighted(dice, f"{claimed.role}.{card}", free, odds)
                known[holder] = claimed.role
                left[claimed.role] -= 1
                free.remove(holder)
        cards = list(dice.shuffle("cards", sorted((+left).elements())))
        for seat in free:
            of_team = [role for role in cards if (role in WOLVES) == bool(pack >> seat & 1)]
            if not of_team:
                return None
            known[seat] = of_team[0]
            cards.remove(of_team[0])
        return tuple([known[seat] for seat in range(1, board.size + 1)])

    # -- the game up to the ask

    def _played(self, roles: tuple[RoleName, ...], dice: Dice) -> Game | None:
        board, seat = self.view.board, self.ask.seat
        spec = GameSpec(
            board,
            dice.draw("seed", MAX_SEED),
            self.view.names,
            deal=dict(enumerate(roles, 1)),
            chance=self._draws(),
        )
        try:
            game = Game(spec)
        except ConfigError:
            return None
        start, part, tries = game.copy(), (0, ""), 0
        known = 0
        known_at_start = 0
        while True:
            mine = game.view(seat).facts
            fits = bool(game.asks) and tuple(mine[known:]) == self._facts[known : len(mine)]
            if fits and any(ask.id == self.ask.id for ask in game.asks):
                whole = len(mine) == len(self._facts) and self.ask in game.asks
                if whole:
                    return game
                fits = False
            if fits:
                known = len(mine)
                # Who pleads shows who tied, so that pleas belong to the ballots before them.
                first = game.asks[0]
                now = first.day, "vote" if first.kind == "plead" else first.phase
                if now != part:
                    start, part, tries, known_at_start = game.copy(), now, 0, known
                if _Script(self, game, self._facts[known:], roles, dice, tries).submitted():
                    continue
            tries += 1
            if tries == _TRIES:
                return None
            game, known = start.copy(dice.draw(f"again.{tries}", MAX_SEED)), known_at_start

    def answered(self, ask: Ask) -> Answer | None:
        """Return the seat's own recorded answer; None where it was not asked this."""
        return self._answered.get(ask.id)

    def _draws(self) -> dict[str, tuple[int, ...]]:
        """Return the public draws that the seat saw, to be forced."""
        found: dict[str, tuple[int, ...]] = {}
        day = turn = 0
        for fact in self._facts:
            match fact:
                case f.Began(day=day, phase="night"):
                    turn = 0
                case f.OrderSet(seats=seats, by=0):
                    found[f"order.d{day}"] = seats
                    found.setdefault("order", seats)
                case f.Candidates(seats=seats):
                    found["candidates"] = seats
                case f.Badge(seat=seat, how="appointed"):
                    found["appointed"] = (seat,)
                case f.TieBroken(seat=seat):
                    found[f"tie.d{day}"] = (seat,)
                case f.CalledOn(seat=seat):
                    turn += 1
                    found[f"speaker.d{day}.{turn}"] = (seat,)
                case f.Decider(seat=seat):
                    found[f"decider.n{day}"] = (seat,)
                case _:
                    pass
        if self.view.board.switches.discussion == "shuffled_once" and "order" in found:
            # The dead of the first night are at unknown places of the order; they never speak.
            first = found["order"]
            dead = [seat for seat in range(1, self.view.board.size + 1) if seat not in first]
            found["order"] = (*first, *dead)
        return found


def _odds(claimed: ClaimedRole, seat: int, pack: int) -> float:
    """How likely a seat is to hold a claimed role where the wolves are `pack`, up to a factor."""
    if pack >> seat & 1:
        return 0.0
    fitting = [
        each.odds
        for each in claimed.claimants
        if each.seat == seat
        and not each.reported_village & pack
        and not each.reported_wolves & ~pack
    ]
    return claimed.silent_holder_odds[seat] + sum(fitting)


def _weighted(dice: Dice, purpose: str, items: Sequence[_T], odds: Sequence[float]) -> _T:
    sums = list(accumulate(odds))
    return items[min(bisect_left(sums, dice.chance(purpose) * sums[-1]), len(items) - 1)]


class _Script:
    """The answers to one batch: the seat's own, the public ones, and made-up hidden ones.

    Args:
        imagined: What the seat may imagine.
        game: The imagined game.
        coming: The facts that the seat learned from here to the ask.
        roles: The imagined deal.
        dice: The dice of this game.
        tries: How often this part of the game was made up before.
    """

    def __init__(
        self,
        imagined: Imagination,
        game: Game,
        coming: Sequence[f.Fact],
        roles: tuple[RoleName, ...],
        dice: Dice,
        tries: int,
    ) -> None:
        self._imagined, self._game, self._roles = imagined, game, roles
        self._dice, self._tries = dice, tries
        self._later = coming
        # Nothing of a later night answers an ask of today.
        self._coming = list(
            takewhile(
                lambda fact: not (isinstance(fact, f.Began) and fact.phase == "night"), coming
            )
        )

    def submitted(self) -> bool:
        """Give the game its answers; False if what was made up is impossible, to try it anew."""
        try:
            self._game.submit({ask.id: self.answer(ask) for ask in self._game.asks})
        except (IllegalAnswer, ConfigError):
            return False
        return True

    def answer(self, ask: Ask) -> Answer:
        """Return the answer to one ask of the batch."""
        if ask.seat == self._imagined.ask.seat:
            own = self._imagined.answered(ask)
            if own is None:
                raise IllegalAnswer(ask.id, "the seat was not asked this")
            return own
        match ask.kind:
            case "whisper":
                said = [
                    fact.text
                    for fact in self._coming
                    if isinstance(fact, f.Whispered) and fact.seat == ask.seat
                ]
                return Answer(text=said[0] if said else "")
            case "campaign" | "speak" | "summarise" | "defend" | "plead" | "last_words":
                return self._speech(ask)
            case "vote" | "lean" | "elect":
                return self._ballot(ask)
            case "suspect":
                return Answer(beliefs=self._trust())
            case "kill" | "protect" | "check" | "save" | "poison":
                choice = self._night_deed(ask)
            case "run" | "order" | "badge" | "shoot" | "bid":
                choice = self._day_choice(ask)
        return Answer(choice if choice in ask.options else self._any(ask))

    def _any(self, ask: Ask) -> int:
        return self._dice.pick(f"{ask.id}.{self._tries}", ask.options)

    # -- by day

    def _speech(self, ask: Ask) -> Answer:
        said = (
            fact.text
            for fact in self._coming
            if isinstance(fact, f.Said) and (fact.seat, fact.kind) == (ask.seat, ask.kind)
        )
        named = (fact.target for fact in self._coming if isinstance(fact, f.Recommended))
        return Answer(next(named, 0) if ask.kind == "summarise" else 0, next(said, ""))

    def _ballot(self, ask: Ask) -> Answer:
        kind = "runoff" if ask.phase == "runoff" else ask.kind
        for fact in self._coming:
            if isinstance(fact, f.Voted) and (fact.voter, fact.ballot) == (ask.seat, kind):
                return Answer(fact.target, fact.line)
        wanted = self._outcome(ask)
        if len(wanted) > 1:
            return Answer(self._tied_ballots(wanted).get(ask.seat, self._any(ask)))
        legal = [seat for seat in wanted if seat in ask.options]
        return Answer(legal[0] if legal else self._any(ask))

    def _outcome(self, ask: Ask) -> Sequence[int]:
        """Return whom a secret ballot exiled or elected, or who tied; empty where nobody knows."""
        pleading: list[int] = []
        for fact in self._coming:
            match fact:
                case f.Badge(seat=seat) if ask.kind == "elect":
                    return (seat,) if seat else ()
                case f.Began(phase="runoff") if ask.phase == "vote":
                    tied = self._imagined.ask.seat if self._imagined.ask.kind == "plead" else 0
                    pleading += [tied] if tied else []
                case f.Said(seat=seat, kind="plead") if ask.phase == "vote":
                    pleading.append(seat)
                case f.TieBroken(among=among):
                    return among
                case f.Exiled(seat=seat):
                    return pleading or ((seat,) if seat else ())
                case _:
                    pass
        # The seat pleads itself, and has not heard who else will.
        others = [seat for seat in self._game.state.living if seat not in pleading]
        return [*pleading, self._pick("tied", others)] if len(pleading) == 1 else pleading

    def _tied_ballots(self, tied: Sequence[int]) -> dict[int, int]:
        """Return secret ballots after which some seats tie: as many for each, the others spread."""
        counts, found = Counter[int](), dict[int, int]()
        many = max(1, len(self._game.asks) // len(tied) - self._tries % 2)
        own = self._imagined.ask.seat
        for ask in self._game.asks:
            if given := self._imagined.answered(ask):
                counts[given.choice] += 1
        for ask in self._dice.shuffle(f"ballots.{self._tries}", self._game.asks):
            if ask.seat == own:
                continue
            open_ = [seat for seat in tied if seat in ask.options and counts[seat] < many]
            spread = [seat for seat in ask.options if seat not in tied] or ask.options
            few = min(counts[seat] for seat in (open_ or spread))
            choice = next(seat for seat in (open_ or spread) if counts[seat] == few)
            counts[choice] += 1
            found[ask.seat] = choice
        return found

    def _trust(self) -> tuple[Belief, ...]:
        """Return a belief that makes a dying sheriff trust whom the badge went to."""
        return tuple(
            Belief(fact.seat, "Villager", 10)
            for fact in self._later
            if isinstance(fact, f.Badge) and fact.how == "trusted"
        )[:1]

    def _day_choice(self, ask: Ask) -> int:
        for fact in self._coming:
            match fact:
                case f.Candidates(seats=seats) if ask.kind == "run":
                    return int(ask.seat in seats)
                case f.Badge(seat=seat) if ask.kind == "badge":
                    return seat
                case f.Shot(seat=ask.seat, target=target) if ask.kind == "shoot":
                    return target
                case f.CalledOn(seat=seat) if ask.kind == "bid":
                    return 4 if seat == ask.seat else 0
                case _:
                    pass
        return self._any(ask) if ask.kind == "order" else 0

    # -- by night

    def _night_deed(self, ask: Ask) -> int:
        attacked, dead = self._tonight()
        match ask.kind:
            case "kill":
                picked = [
                    fact.target
                    for fact in self._coming
                    if isinstance(fact, f.Proposed) and fact.seat == ask.seat
                ]
                return picked[0] if picked else attacked
            case "protect":
                # Somebody has to have saved the victim where it did not die.
                saves = attacked not in dead and self._happens("guarded", 0.6)
                others = [seat for seat in ask.options if seat and seat not in dead]
                return attacked if saves else self._pick(ask.id, others or ask.options)
            case "save":
                return 0 if ask.options[-1] in dead else ask.options[-1]
            case "poison":
                poisoned = [seat for seat in dead if seat != attacked]
                return self._pick(ask.id, poisoned) if poisoned else 0
            case _:
                return self._checked(ask)

    def _checked(self, ask: Ask) -> int:
        """Return whom a seer checked: the next of its reports, else anybody."""
        before = [check.target for check in self._game.state.checks if check.seer == ask.seat]
        reports = self._imagined.mind.record.reports.get(ask.seat, {})
        told = [seat for seat in reports if seat not in before and seat in ask.options]
        new = [seat for seat in ask.options if seat and seat not in before]
        return told[0] if told else self._pick(ask.id, new or ask.options)

    def _tonight(self) -> tuple[int, list[int]]:
        """Return the seat that the pack attacks tonight, or 0, and the seats that die of it all.

        Nobody is known to die in a night whose dawn the seat has not seen.
        """
        board, dead, told = self._imagined.view.board, list[int](), 0
        for fact in self._coming:
            match fact:
                case f.Died(seat=seat):
                    dead.append(seat)
                case f.Victim(target=target) | f.Attacked(target=target) if target:
                    told = target
                case f.Shot() | f.Said() | f.Began(phase="election" | "discussion"):
                    break
                case _:
                    pass
        pack = wolves_of(self._roles)
        prey = [seat for seat in self._game.state.living if seat not in pack]
        mortal = [seat for seat in dead if seat in prey or board.switches.wolves_may_target_pack]
        dawned = any(isinstance(fact, f.Began) and fact.phase == "dawn" for fact in self._coming)
        spared = [seat for seat in prey if seat not in dead] if dawned else prey
        return told or self._pick("attacked", mortal or spared or [0]), dead

    def _pick(self, purpose: str, items: Sequence[int]) -> int:
        return self._dice.pick(f"{purpose}.{self._game.state.day}.{self._tries}", items)

    def _happens(self, purpose: str, chance: float) -> bool:
        return self._dice.chance(f"{purpose}.{self._game.state.day}.{self._tries}") < chance
