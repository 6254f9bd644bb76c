"""PublicRecord and SeatRecord: what all seats, and one seat, have seen and heard.

Only data: `observation` fills it from the facts of one view, so that equal facts give equal
records however they were split. Seat sets are bit masks: seat s is bit 1 << s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from wolfcore.game import Board, Death, RoleName, Team, apply, initial_state, team_of
from wolfcore.game import facts as f
from wolfcore.speech import Act

from .text_cues import Oddity

KnownLineReader: TypeAlias = Callable[[str, int], tuple[Act, ...] | None]


class CastBallot(NamedTuple):
    """A ballot that the seat saw; `kind` as in the facts."""

    day: int
    voter: int
    target: int
    kind: str


class Claim(NamedTuple):
    """A role claimed, and whether the claimant was under pressure when it first did so."""

    role: RoleName
    day: int
    pressed: bool
    speech_number: int


class Report(NamedTuple):
    """A check as reported: the team that the result means, the role where it names one, and the night (0: unsaid)."""

    target: int
    team: Team
    role: RoleName | None
    night: int


def finds_wolf(check: f.Checked) -> bool:
    """Whether a check found a wolf; it names a team or a role, by the board."""
    return (
        bool(check.result)
        and (check.result if check.result in ("wolves", "village") else team_of(check.result))
        == "wolves"
    )


class OpenQuestion(NamedTuple):
    """A question that waits for an answer.

    Attributes:
        asker: Who asked.
        about: What about, as in the act (AsksSeat); or `proof` of a claim, `late` (why only now),
            `trust` (whom it believes, of no role), `choice` (whom of two it trusts more) or `blame`
            (whom of two it would rather see gone).
        day, target: The day and the other seat that the words named, or 0: whom the ballot or the
            suspicion was against.
        was_skipped: Whether the seat has passed over it in a turn of its own.
        second: The other of two seats between which it is to choose, or 0.
    """

    asker: int
    about: str
    day: int
    target: int
    was_skipped: bool
    second: int = 0


class PublicRecord:
    """What all have seen and heard. All seat sets are bit masks: seat s is bit 1 << s.

    Attributes:
        board, names, size: Of the game.
        meant_by: Tells what a speech of house bots means, from the words with seats marked and the
            speaker, without reading; None for what they do not say.
        wolves: How many wolves were dealt.
        unique_roles: The roles that were dealt once.
        has_guard, has_witch: Whether somebody can protect, and whether somebody has potions.
        seer_role: The role that checks seats here, which whoever reports a check claims to hold.
        state: The fold of what all have learned.
        day, living, sheriff: Now, as the state has them.
        living_masks: The masks of the living at every moment at which the game went on.
        ballots: All ballots seen, in order.
        accusations, vouchings: How firmly (0..1] somebody spoke against or for another, by (day,
            speaker, target).
        accusation_weights, praise_weights: How much that counts, calls for a vote too, with the
            reasons given (0..1.5], in the order of a day.
        defended: Who has spoken for itself on a day on which somebody had spoken against it: (day,
            seat).
        claims: The standing claim of each claimant.
        reports: Standing reports by speaker and target.
        claimed_actions: (speaker, kind, target, night) of potions and protections as told.
        vote_calls: Today's latest call for a vote, by speaker.
        announced_targets: Whom a seat spoke against last before the ballots of a day, by (day,
            speaker).
        announcement_speech: The number of the speech in which it did.
        last_news: The number of the last speech in which a seat claimed a god's role, took a claim
            back, reported or was reported.
        open_questions: The questions that wait for an answer, by who was asked and who asked; they
            outlast the day.
        open_accusations: Who spoke against a seat since it last spoke, by seat and speaker: the
            number of the speech.
        questioned_ballots: (voter, target) of the ballots that somebody has asked about.
        accusers: Who accused, reported or called against a seat today, in order.
        speakers_today: Who has spoken today, in order; `last_speech` the number of each seat's last
            speech.
        spoken_sentences: Every sentence said aloud so far; `phrases` the same with every seat as
            `@`.
        speeches: How many speeches were heard.
        accusers_ever: Who has ever named a suspect.
        odd_speeches: What listeners are after the latest speech of a seat, where there was
            something odd about it (`oddities`).
        claim_changers: Who has claimed another role before the one that it claims now.
        vote_callers_ever: Who has ever called for a vote against somebody.
        recommended_target: The sheriff's recommendation of today, or 0.
        runoff_seats: Who stands in today's runoff.
        revealed: Roles shown at death, by seat.
        shooters: Hunters who showed themselves by a shot.
        quiet_nights: The nights in which nobody died.
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
        self.has_guard, self.has_witch = (
            bool(board.roles_with("protect")),
            bool(board.roles_with("potions")),
        )
        self.seer_role: RoleName = board.role_using("check")
        self.state = initial_state(board.size)
        self.day, self.living, self.sheriff = 0, mask_of(self.state.living), 0
        self.living_masks: list[int] = []
        self.ballots: list[CastBallot] = []
        self.accusations: dict[tuple[int, int, int], float] = {}
        self.vouchings: dict[tuple[int, int, int], float] = {}
        self.accusation_weights: dict[tuple[int, int, int], float] = {}
        self.praise_weights: dict[tuple[int, int, int], float] = {}
        self.defended: set[tuple[int, int]] = set()
        self.claims: dict[int, Claim] = {}
        self.reports: dict[int, dict[int, Report]] = {}
        self.claimed_actions: list[tuple[int, str, int, int]] = []
        self.vote_calls: dict[int, int] = {}
        self.announced_targets: dict[tuple[int, int], int] = {}
        self.announcement_speech: dict[tuple[int, int], int] = {}
        self.last_news: dict[int, int] = {}
        self.open_questions: dict[int, dict[int, OpenQuestion]] = {}
        self.open_accusations: dict[int, dict[int, int]] = {}
        self.questioned_ballots: set[tuple[int, int]] = set()
        self.accusers: dict[int, list[int]] = {}
        self.speakers_today: list[int] = []
        self.last_speech: dict[int, int] = {}
        self.spoken_sentences: set[str] = set()
        self.sentence_shapes: set[str] = set()
        self.accusers_ever: set[int] = set()
        self.vote_callers_ever: set[int] = set()
        self.odd_speeches: dict[int, Oddity] = {}
        self.claim_changers: set[int] = set()
        self.recommended_target = 0
        self.runoff_seats: tuple[int, ...] = ()
        self.revealed: dict[int, RoleName] = {}
        self.shooters: set[int] = set()
        self.quiet_nights: set[int] = set()
        self.speeches = 0

    @property
    def alive(self) -> tuple[int, ...]:
        """The living seats, ascending."""
        return seats_of(self.living)

    def lives(self, seat: int) -> bool:
        """Whether a seat lives."""
        return bool(self.living >> seat & 1)

    def protection_worked(self, night: int) -> bool:
        """Whether whoever was protected in a night was attacked: nobody fell, nobody else saves, and the pack had to kill."""
        switches = self.board.switches
        sure = (
            switches.wolf_kill in ("second_decides", "one_decides") and not switches.wolves_may_pass
        )
        return night in self.quiet_nights and sure and not self.has_witch

    @property
    def deaths(self) -> tuple[Death, ...]:
        """All deaths in order; one without a cause fell in the dark for a reason untold."""
        return self.state.deaths

    def apply_fact(self, fact: f.Fact) -> None:
        """Take one more fact into the state, and what is read from it all the time out of it."""
        state = apply(self.state, fact)
        if len(state.living) < len(self.state.living):
            self.living = mask_of(state.living)
        self.state, self.day, self.sheriff = state, state.day, state.sheriff


class SeatRecord(PublicRecord):
    """What one seat has seen and heard: what all have, and its own.

    Attributes:
        me, role, pack_mask: The own seat, role, and for a wolf all wolves (a mask, own seat
            included).
        night: The night of which it last heard.
        checks: The own checks in order.
        victim: The victim that a witch was told tonight, or 0; `victims` all of them.
        potions: (kind, target, night) of the own potions.
        poison_used: Whether the own poison is gone.
        protected: The own protections by night.
        attacked: The pack's targets by night.
        proposals, whispered_targets: The pack's picks and whispered wishes tonight, by seat.
        requested_pushes: Whom a wolf would have the pack speak against on the next day, by who
            whispered it in the latest night.
        assigned_seer: Who of the pack shall play the seer on the next day, by what was whispered
            last in the latest night; or 0.
        whispered: All that was whispered, whole sentences and with every seat as `@`.
        heard_before: The signs (`phrases`) of what the people here were told in earlier games;
            nothing that was learned at this table.

    Args:
        seat: The own seat.
        board, names: Of the game.
        public: What all have seen, where somebody else keeps that (`share`).
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
        self.requested_pushes: dict[int, int] = {}
        self.assigned_seer = 0
        self.whispered: set[str] = set()
        self.heard_before: frozenset[str] = frozenset()

    def adopt_public(self, public: PublicRecord) -> None:
        """Take what all have seen from `public`, which goes on to belong to both."""
        vars(self).update(vars(public))


def mask_of(seats: Sequence[int]) -> int:
    """The mask of some seats."""
    return sum(1 << seat for seat in seats)


@lru_cache(maxsize=1 << 14)
def seats_of(mask: int) -> tuple[int, ...]:
    """The seats of a mask, ascending."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
