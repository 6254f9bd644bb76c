"""PublicRecord and SeatRecord: the public facts of a game, and those that one seat knows.

Only data: `observation` fills it from the facts of one view, so that equal facts give equal records
however they were split. Seat sets are bit masks: seat s is bit 1 << s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from wolfcore.game import (
    HOLDERS,
    ROLES,
    Board,
    Death,
    RoleName,
    Team,
    apply,
    initial_state,
    team_of,
)
from wolfcore.game import facts as f
from wolfcore.speech import Act, GivesReason, Proposes, Subject
from wolfcore.speech.acts import Chat, Reason

from .text_cues import Oddity

KnownLineReader: TypeAlias = Callable[[str, int, tuple[RoleName, ...]], tuple[Act, ...] | None]


class CastBallot(NamedTuple):
    """A ballot that the seat saw; `target` is 0 for nobody, `kind` is `Voted.ballot`."""

    day: int
    voter: int
    target: int
    kind: str


class Claim(NamedTuple):
    """A role claimed, and whether the claimant was under pressure when it first claimed it.

    `is_implied` is True where the claimant has reported a check and named no role.
    """

    role: RoleName
    day: int
    pressed: bool
    speech_number: int
    is_implied: bool = False


class Report(NamedTuple):
    """A check as reported by its speaker: the target and its team.

    `role` is None where the report names no role; `night` is 0 where it names no night.
    """

    target: int
    team: Team
    role: RoleName | None
    night: int
    speech_number: int = 0


def finds_wolf(check: f.Checked) -> bool:
    """Whether a check found a wolf; its result is a team or a role, depending on the board."""
    return (
        bool(check.result)
        and (check.result if check.result in ("wolves", "village") else team_of(check.result))
        == "wolves"
    )


class OpenQuestion(NamedTuple):
    """A question that waits for an answer.

    Attributes:
        asker: The seat that asked.
        about: The topic.
        day, target: The day, and the other seat that the question is about, as named in the words;
            0 if unnamed. `target` is also the first of two seats to choose from.
        was_skipped: Whether the asked seat has passed over it in a turn of its own.
        second: The second of two seats to choose from, or 0.
    """

    asker: int
    about: Subject
    day: int
    target: int
    was_skipped: bool
    second: int = 0


class PublicRecord:
    """The public record: everything that all seats have learned. Seat s is bit 1 << s of a mask.

    Args:
        board: The board of the game.
        names: All names in seat order.
        meant_by: Looks up the acts of a speech of house bots, from the words with seats marked,
            the speaker and the dealt roles, without parsing. It returns None for unknown words.
            Without it every speech is parsed.

    Attributes:
        board, names, size: The board, the names and the number of seats.
        known_lines: The argument `meant_by`.
        wolves: The number of wolves dealt.
        unique_roles: The roles that were dealt once.
        weighed_roles: The village roles whose claims are weighed: gods that are dealt, and others
            dealt once.
        has_guard, has_witch: Whether the board has a role that protects, and one with potions.
        checking_roles: The roles that check seats on this board, in the order of all roles; where
            it deals none, the first of all that do. Whoever reports a check claims to hold one.
        state: The game state folded from the public facts.
        day, living, sheriff: The current day, mask of the living and sheriff, copied from the
            state.
        living_masks: The masks of the living at every moment at which the game went on.
        ballots: All ballots seen, in order.
        heard_before_ballots: The number of speeches heard before the ballots of a kind, by (day,
            kind).
        explained_ballots: The day and voter of each ballot that came with a line.
        accusations, vouchings: How firmly (0..1] a seat spoke against or for another, by (day,
            speaker, target).
        accusation_weights, praise_weights: The evidential weight of these words and of calls for a
            vote, with the reasons given (0..3], by the same key in order of speech.
        last_stances: The last word of a seat about another, by (speaker, target): the number of the
            speech, and whether it spoke for the target.
        defended: The seats that spoke for themselves on a day on which another seat had spoken
            against them: (day, seat).
        claims: The standing claim of each claimant.
        reports: Standing reports by speaker and target.
        claimed_actions: (speaker, kind, target, night) of potions and protections as told.
        first_told: The number of the speech in which a seat first told of such an action, by
            (speaker, target).
        vote_calls: Today's latest call for a vote, by speaker.
        announced_targets: The last seat that a seat spoke against before the ballots of a day, by
            (day, speaker).
        announcement_speech: The number of the speech in which it did, by the same key.
        last_news: The number of the last speech in which a seat claimed a god's role, took a claim
            back, reported or was reported.
        open_questions: The questions that wait for an answer, by asked seat and asker; kept across
            days.
        passed_over: The question that a seat passed over in its turn and has not answered since,
            by (asker, asked); kept across days.
        asked_again: Whether a question that was put again after that is still open, by the same
            key.
        unanswered: Those of them that were passed over once more.
        open_accusations: The number of the speech in which each speaker accused a seat since the
            seat last spoke, by seat and speaker.
        questions_to_all: The questions put to everybody today, by asker, with the seats that have
            taken them.
        reasons_given: The kinds and seats of the true reasons that count for a word, by its key in
            the weights; an empty string for a false one.
        refuted_speakers: The seats that have given a false reason.
        reasons_today: Who gave a reason against a seat first today, by seat, reason and second
            seat.
        false_reasons: The latest false reason that each speaker gave against a seat since the seat
            last spoke, by seat and speaker.
        links: 1 where a seat said that two seats are wolves together, -1 where it said that they
            are not both, by (day, speaker, lower seat, higher seat).
        table_plans: Today's latest plan of each seat that proposed one, in order of speech.
        plan_answers: Who agreed with a plan (True) or refused it, by its proposer.
        small_talk: Today's talk that is not about the game and was not met yet, by speaker.
        asked_today: The seats that were asked something today before their turn.
        open_joins: (day, speaker, target) of words against a seat that name who spoke against it
            before.
        questioned_ballots: (voter, target) of the ballots that a seat has asked about.
        accusers: The seats that accused, reported or called a vote against a seat today, in order.
        speakers_today: The seats that have spoken today, in order; `last_speech` has the number of
            each seat's last speech.
        turns_today: The seats that have had a turn in today's discussion or summed it up, in order.
            A speech in the campaign, in defence or before a runoff is no turn.
        spoken_sentences: Every sentence said aloud so far; `sentence_shapes` has the same with
            every seat as `@`.
        speeches: The number of speeches heard.
        accusers_ever: The seats that have ever named a suspect.
        odd_speeches: The reaction of listeners to the latest speech of a seat, where it was odd
            (`oddity_of`).
        foreign_speakers: The seats of whose speeches one was not English. What they claimed and
            whom they named is not known.
        claim_changers: The seats that have claimed another role before their current claim.
        retracted: The seats that have taken a claim back.
        vote_callers_ever: The seats that have ever called for a vote against a seat.
        recommended_target: The sheriff's recommendation of today, or 0.
        runoff_seats: The seats in today's runoff.
        revealed: The roles that were shown to all, by seat: at a death, or while the seat lives.
        shooters: Hunters who revealed themselves by a shot.
        quiet_nights: The nights in which nobody died, though somebody might have.
    """

    def __init__(
        self, board: Board, names: Sequence[str], meant_by: KnownLineReader | None = None
    ) -> None:
        self.board, self.names, self.size, self.known_lines = (
            board,
            tuple(names),
            board.size,
            meant_by,
        )
        self.wolves = sum(team_of(role) == "wolves" for role in board.roles)
        self.unique_roles = frozenset(role for role in board.roles if board.roles.count(role) == 1)
        self.weighed_roles = frozenset(
            role
            for role in board.roles
            if team_of(role) == "village" and (role in self.unique_roles or not ROLES[role].plain)
        )
        self.has_guard, self.has_witch = (
            bool(board.roles_with("protect")),
            bool(board.roles_with("potions")),
        )
        dealt = board.roles_using("check")
        self.checking_roles = tuple([role for role in ROLES if role in dealt])
        self.state = initial_state(board.size)
        self.day, self.living, self.sheriff = 0, mask_of(self.state.living), 0
        self.living_masks: list[int] = []
        self.ballots: list[CastBallot] = []
        self.heard_before_ballots: dict[tuple[int, str], int] = {}
        self.explained_ballots: set[tuple[int, int]] = set()
        self.accusations: dict[tuple[int, int, int], float] = {}
        self.vouchings: dict[tuple[int, int, int], float] = {}
        self.accusation_weights: dict[tuple[int, int, int], float] = {}
        self.praise_weights: dict[tuple[int, int, int], float] = {}
        self.last_stances: dict[tuple[int, int], tuple[int, bool]] = {}
        self.defended: set[tuple[int, int]] = set()
        self.claims: dict[int, Claim] = {}
        self.reports: dict[int, dict[int, Report]] = {}
        self.claimed_actions: list[tuple[int, str, int, int]] = []
        self.first_told: dict[tuple[int, int], int] = {}
        self.vote_calls: dict[int, int] = {}
        self.announced_targets: dict[tuple[int, int], int] = {}
        self.announcement_speech: dict[tuple[int, int], int] = {}
        self.last_news: dict[int, int] = {}
        self.open_questions: dict[int, dict[int, OpenQuestion]] = {}
        self.passed_over: dict[tuple[int, int], OpenQuestion] = {}
        self.asked_again: dict[tuple[int, int], bool] = {}
        self.unanswered: set[tuple[int, int]] = set()
        self.open_accusations: dict[int, dict[int, int]] = {}
        self.questions_to_all: dict[int, tuple[OpenQuestion, frozenset[int]]] = {}
        self.reasons_given: dict[tuple[int, int, int], set[str]] = {}
        self.refuted_speakers: set[int] = set()
        self.reasons_today: dict[tuple[int, Reason, int], int] = {}
        self.false_reasons: dict[int, dict[int, GivesReason]] = {}
        self.links: dict[tuple[int, int, int, int], int] = {}
        self.table_plans: dict[int, Proposes] = {}
        self.plan_answers: dict[int, dict[int, bool]] = {}
        self.small_talk: dict[int, Chat] = {}
        self.asked_today: set[int] = set()
        self.open_joins: set[tuple[int, int, int]] = set()
        self.questioned_ballots: set[tuple[int, int]] = set()
        self.accusers: dict[int, list[int]] = {}
        self.speakers_today: list[int] = []
        self.turns_today: list[int] = []
        self.last_speech: dict[int, int] = {}
        self.spoken_sentences: set[str] = set()
        self.sentence_shapes: set[str] = set()
        self.accusers_ever: set[int] = set()
        self.vote_callers_ever: set[int] = set()
        self.odd_speeches: dict[int, Oddity] = {}
        self.foreign_speakers: set[int] = set()
        self.claim_changers: set[int] = set()
        self.retracted: set[int] = set()
        self.recommended_target = 0
        self.runoff_seats: tuple[int, ...] = ()
        self.revealed: dict[int, RoleName] = {}
        self.shooters: set[int] = set()
        self.quiet_nights: set[int] = set()
        self.speeches = 0

    def words_before(self, ballot: CastBallot) -> int:
        """Return the number of speeches that were heard before a ballot was cast."""
        return self.heard_before_ballots.get((ballot.day, ballot.kind), 0)

    @property
    def alive(self) -> tuple[int, ...]:
        """The living seats, ascending."""
        return seats_of(self.living)

    @property
    def voters(self) -> tuple[int, ...]:
        """The living seats that have not lost their vote, ascending."""
        return self.state.voters

    def lives(self, seat: int) -> bool:
        """Whether a seat is alive."""
        return bool(self.living >> seat & 1)

    def has_turn_left(self, seat: int) -> bool:
        """Whether a seat has a turn left in today's discussion, the sheriff's summary included.

        Where seats bid for turns, every seat may have one until the last turn of the day.
        """
        switches, had = self.board.switches, self.turns_today
        if switches.discussion == "bids" and not self.sheriff:
            return len(had) + 1 < switches.discussion_turns
        turns = switches.discussion_rounds
        if seat == self.sheriff:
            turns = 1 + turns * (switches.sheriff_speaks == "first")
        return had.count(seat) < turns

    def shown_holders(self, role: RoleName) -> list[int]:
        """List the seats that were shown to hold `role`."""
        return [seat for seat, shown in self.revealed.items() if shown == role]

    def hidden_cards(self, role: RoleName) -> int:
        """Count the cards of `role` that have not been shown; 0 for a role that is not dealt."""
        return max(0, self.board.roles.count(role) - len(self.shown_holders(role)))

    def may_hold(self, seat: int, role: RoleName) -> bool:
        """Whether the roles that were shown leave `seat` a card of `role`."""
        shown = self.revealed.get(seat)
        return shown == role if shown else bool(self.hidden_cards(role))

    def rivals(self, role: RoleName, seat: int) -> list[int]:
        """List the other seats that claim `role`, if `seat` cannot hold it as well as all of them.

        Empty while the board deals the role more often than other seats claim it or were shown to
        hold it.
        """
        others = [
            other for other, claim in self.claims.items() if claim.role == role and other != seat
        ]
        holders = {*others, *self.shown_holders(role)} - {seat}
        return others if len(holders) >= self.board.roles.count(role) else []

    def least_claimed_checkers(self, seat: int) -> list[RoleName]:
        """List the checking roles with most cards that were not shown and no other seat claims.

        Claims of seats that were shown to be something count nothing. A role without a hidden card
        is left out, unless none has one.
        """
        others = [
            claim.role
            for other, claim in self.claims.items()
            if other != seat and other not in self.revealed
        ]
        roles = [role for role in self.checking_roles if self.hidden_cards(role)]
        roles = roles or self.checking_roles
        left = {role: self.hidden_cards(role) - others.count(role) for role in roles}
        most = max(left.values())
        return [role for role in roles if left[role] == most]

    def role_of_reports(self, seat: int) -> RoleName:
        """Return the checking role that a report of `seat` claims.

        That is the checking role that it was shown to hold or has claimed by name; else the first
        of those that other claims contradict least.
        """
        shown = self.revealed.get(seat)
        if shown in HOLDERS["check"]:
            return shown
        held = self.claims.get(seat)
        if held and held.role in HOLDERS["check"] and not held.is_implied:
            return held.role
        return self.least_claimed_checkers(seat)[0]

    def protection_worked(self, night: int) -> bool:
        """Whether the seat protected in a night must have been the target of the wolves.

        True if nobody died in that night, nobody else can save, and the pack had to attack one
        target.
        """
        switches = self.board.switches
        sure = (
            switches.wolf_kill in ("second_decides", "one_decides") and not switches.wolves_may_pass
        )
        return night in self.quiet_nights and sure and not self.has_witch

    def tells_of_rescue(self, kind: str, night: int) -> bool:
        """Whether a told action, if it is true, means that the pack attacked its target.

        Args:
            kind: The kind of the action, as in `claimed_actions`.
            night: Its night; 0 where none was told.
        """
        if night and not self.board.switches.kills_in(night):
            return False
        return kind == "saved" or (kind == "protected" and self.protection_worked(night))

    @property
    def deaths(self) -> tuple[Death, ...]:
        """All deaths in order; cause None is a night death for an unannounced reason."""
        return self.state.deaths

    def apply_fact(self, fact: f.Fact) -> None:
        """Apply one fact to the state, and copy the day, living mask and sheriff from it."""
        state = apply(self.state, fact)
        # Only a death changes the mask.
        if len(state.living) < len(self.state.living):
            self.living = mask_of(state.living)
        self.state, self.day, self.sheriff = state, state.day, state.sheriff


class SeatRecord(PublicRecord):
    """The record of one seat: all public facts, and its private ones.

    Attributes:
        me, role, pack_mask: The own seat, its role, and for a wolf the mask of all wolves, itself
            included.
        night: The latest night that has begun.
        checks: The own checks in order.
        victim: The victim that a witch was told tonight, or 0; `victims` has all of them.
        potions: (kind, target, night) of the own potions.
        poison_used: Whether the own poison is used.
        protected: The own protections by night.
        attacked: The pack's targets by night.
        proposals, whispered_targets: The targets that each wolf proposed or whispered tonight, by
            seat.
        night_talk: The whispers of the latest night in order: the wolf, and what it proposed and
            answered.
        whispered: All whispered sentences, as they were and with every seat as `@`.
        heard_before: The fingerprints of the sentences that the people at this table heard in
            earlier games; nothing learned in this game.
        leanings_key: The key of the seat's leanings (`leanings_of`); nothing learned either.
        recollection: The seat of a person and what became of it in its last game, or None; nothing
            learned either.

    Args:
        seat: The own seat.
        board, names: The board of the game and the names in seat order.
        public: A public record to share (`adopt_public`); None creates an own one.
    """

    def __init__(
        self, seat: int, board: Board, names: Sequence[str], public: PublicRecord | None = None
    ) -> None:
        if public is None:
            super().__init__(board, names)
        else:
            self.adopt_public(public)
        self.me = seat
        self.role: RoleName | None = None
        self.pack_mask = self.night = 0
        self.checks: list[f.Checked] = []
        self.victim, self.victims = 0, set[int]()
        self.potions: list[tuple[str, int, int]] = []
        self.poison_used = False
        self.protected: dict[int, int] = {}
        self.attacked: dict[int, int] = {}
        self.proposals: dict[int, int] = {}
        self.whispered_targets: dict[int, int] = {}
        self.night_talk: list[tuple[int, tuple[Act, ...]]] = []
        self.whispered: set[str] = set()
        self.heard_before: frozenset[str] = frozenset()
        self.leanings_key = ""
        self.recollection: tuple[int, str] | None = None

    def accusation_day(self, seat: int) -> int:
        """Return the last day on which this seat accused another, without later praise; or 0."""
        day = self._last_day(self.accusations, seat)
        return day if day > self._last_day(self.vouchings, seat) else 0

    def day_against(self, seat: int) -> int:
        """Return the last day on which this seat spoke against another or voted for it; or 0."""
        named = [(day, by, of) for (day, by), of in self.announced_targets.items()]
        cast = [(b.day, b.voter, b.target) for b in self.ballots if b.kind in ("vote", "runoff")]
        return self._last_day([*self.accusations, *named, *cast], seat)

    def _last_day(self, said: Iterable[tuple[int, int, int]], seat: int) -> int:
        """Return the last of the days (day, speaker, seat) with this speaker and seat, or 0."""
        return max((day for day, by, of in said if by == self.me and of == seat), default=0)

    def adopt_public(self, public: PublicRecord) -> None:
        """Share all fields of `public`: this record then refers to the same objects."""
        # Lists and tables are shared; numbers such as `day` are copied, so that this runs after
        # each extension of the public record.
        vars(self).update(vars(public))


def mask_of(seats: Sequence[int]) -> int:
    """Return the bit mask of some seats."""
    return sum(1 << seat for seat in seats)


@lru_cache(maxsize=1 << 14)
def seats_of(mask: int) -> tuple[int, ...]:
    """Return the seats of a bit mask, ascending."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
