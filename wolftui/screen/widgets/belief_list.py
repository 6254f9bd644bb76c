"""`BeliefList`: stating role and confidence for each seat by keys; `GuessPrompt`: guess mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message

from wolfcore.game import Belief, RoleName
from wolftui.words.glyphs import Glyphs
from wolftui.words.questions import Option
from wolftui.words.questions.seat_options import CERTAIN, GUESS, GuessedRole, possible_roles
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import key_spans, width_of, wrap

from .line_view import TYPING_SECONDS, ComputedLines, LineView

_KEYS = "1-9 ← → seat   ↑ ↓ or letter role   + - how surely   Backspace leaves out"


class BeliefList(LineView, can_focus=True):
    """A list in which a person states a role and a confidence for each seat, by keys alone.

    Left, right and digits choose a seat; up, down and the first letter of a role choose the role it
    is believed to have; plus and minus change the confidence. Enter confirms the list, Esc states
    nothing this time.
    """

    DEFAULT_CSS = """
    BeliefList { height: auto; background: $w-prompt; }
    """

    class Confirmed(Message):
        """Posted with the stated beliefs, in order of seats; empty if the person passes."""

        def __init__(self, beliefs: tuple[Belief, ...]) -> None:
            super().__init__()
            self.beliefs = beliefs

    class Escaped(Message):
        """Posted on Tab: the person moves to the transcript, and the question stays open."""

    def __init__(
        self, roles: Sequence[RoleName], glyphs: Glyphs, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(dom_id="beliefs")
        self._roles: tuple[GuessedRole, ...] = possible_roles(roles)
        self._glyphs, self.clock = glyphs, clock
        self._options: tuple[Option, ...] = ()
        self._beliefs: dict[int, Belief] = {}
        self._at = 0
        self._typed: str = ""
        self._typed_at: float = 0.0
        self._wide, self._across = 1, 1

    def offer(self, options: Sequence[Option], held: Sequence[Belief]) -> None:
        """Start a new list.

        Args:
            options: The seats to judge.
            held: The beliefs that the person stated last; the list starts with them.
        """
        self._options = tuple(options)
        self._beliefs = {belief.seat: belief for belief in held}
        self._at, self._typed = 0, ""
        self.repaint()

    @property
    def used_keys(self) -> frozenset[str]:
        """The keys that this list handles, whatever they do elsewhere: role letters, + and -."""
        return frozenset((*(role[0].casefold() for role in self._roles), "plus", "minus"))

    # -- what it shows

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the seats in cells of equal width, and a line that explains the keys."""
        cells = [
            self._cell(option, here=number == self._at)
            for number, option in enumerate(self._options)
        ]
        wide = max(map(width_of, cells), default=1) + 1
        across = max(width // wide, 1)
        self._wide, self._across = wide, across
        rows = [cells[first : first + across] for first in range(0, len(cells), across)]
        lines = [
            tuple(span for cell in row for span in (*cell, Span(" " * (wide - width_of(cell)))))
            for row in rows
        ]
        return [*lines, *wrap(key_spans(self._glyphs.draw_keys(_KEYS), "dim"), width)]

    def _cell(self, option: Option, *, here: bool) -> list[Span]:
        """Return the cell of a seat: name, role and confidence, as wide as for any other role."""
        belief = self._beliefs.get(option.value)
        name = Span(
            f" {option.label:<{max(len(each.label) for each in self._options)}} ",
            "chosen" if here else f"seat-{option.value}",
        )
        most = max(map(len, self._roles)) + len(f" {CERTAIN}")
        if belief is None:
            return [name, Span(f" {self._glyphs.none} {'':<{most}}", "dim")]
        sign = self._glyphs.roles.get(belief.role, "?")
        return [
            name,
            Span(f" {sign} {f'{belief.role} {belief.confidence}':<{most}}", f"role-{belief.role}"),
        ]

    # -- what the keys do

    def on_key(self, event: events.Key) -> None:
        """Choose a seat, change its belief, confirm or pass; other keys go to the screen."""
        match event.key:
            case "left" | "right":
                self._at = (self._at + (1 if event.key == "right" else -1)) % max(
                    len(self._options), 1
                )
            case "up" | "down":
                self._next(1 if event.key == "down" else -1)
            case "plus" | "equals_sign" | "minus":
                self._change_confidence(-1 if event.key == "minus" else 1)
            case "backspace":
                self._beliefs.pop(self._seat, None)
            case "enter":
                self.post_message(
                    self.Confirmed(tuple(self._beliefs[seat] for seat in sorted(self._beliefs)))
                )
            case "escape":
                self.post_message(self.Confirmed(()))
            case "tab":
                self.post_message(self.Escaped())
            case _:
                if not (
                    event.character
                    and (self._type_seat(event.character) or self._choose_role(event.character))
                ):
                    return
        if not (event.character or "").isdecimal():
            self._typed = ""  # any other key ends a two-digit number
        event.stop()
        event.prevent_default()
        self.repaint()

    @property
    def _seat(self) -> int:
        return self._options[self._at].value

    def _type_seat(self, digit: str) -> bool:
        """Go to the seat with the typed number, of one digit or of two typed quickly.

        Returns:
            Whether the character is an ASCII digit.
        """
        if not (digit.isascii() and digit.isdecimal()):
            return False
        now = self.clock()
        before = self._typed if now - self._typed_at <= TYPING_SECONDS else ""
        seats = [option.value for option in self._options]
        number = next((typed for typed in (before + digit, digit) if int(typed) in seats), digit)
        self._typed, self._typed_at = number, now
        if int(number) in seats:
            self._at = seats.index(int(number))
        return True

    def _choose_role(self, letter: str) -> bool:
        """Set the role that begins with `letter`; repeated, the next role with that letter.

        Returns:
            Whether any role begins with the letter.
        """
        roles: list[GuessedRole] = [
            role for role in self._roles if role[0].casefold() == letter.casefold()
        ]
        held = self._beliefs.get(self._seat)
        if roles:
            place = (roles.index(held.role) + 1) % len(roles) if held and held.role in roles else 0
            self._beliefs[self._seat] = Belief(
                self._seat, roles[place], held.confidence if held else GUESS
            )
        return bool(roles)

    def on_click(self, event: events.Click) -> None:
        """Choose the seat under the mouse; if it is chosen already, set its next role."""
        place = event.get_content_offset_capture(self)
        column = place.x // self._wide
        number = place.y * self._across + column
        if place.y >= 0 and 0 <= column < self._across and number < len(self._options):
            if number == self._at:
                self._next(1)
            self._at, self._typed = number, ""
            self.repaint()

    def _next(self, step: int) -> None:
        held = self._beliefs.get(self._seat)
        place = (self._roles.index(held.role) + step) % len(self._roles) if held else 0
        self._beliefs[self._seat] = Belief(
            self._seat, self._roles[place], held.confidence if held else GUESS
        )

    def _change_confidence(self, step: int) -> None:
        held = self._beliefs.get(self._seat)
        if held:
            confidence = min(max(held.confidence + step, GUESS), CERTAIN)
            self._beliefs[self._seat] = Belief(self._seat, held.role, confidence)


class GuessPrompt(Vertical):
    """The prompt of guess mode: a title and a `BeliefList`; hidden while nothing is asked.

    Attributes:
        day: The day that has ended and is asked about; 0 while nothing is asked.
        beliefs: The list of beliefs.
    """

    DEFAULT_CSS = """
    GuessPrompt {
        height: auto; max-height: 12; background: $w-prompt; padding: 0 1;
        border-left: outer $w-day; display: none;
    }
    GuessPrompt #guess-title { background: $w-prompt; }
    """

    def __init__(self, roles: Sequence[RoleName], glyphs: Glyphs) -> None:
        super().__init__(id="guess")
        self.day = 0
        self.beliefs = BeliefList(roles, glyphs)
        self._title = ComputedLines(self._words, dom_id="guess-title")

    def compose(self) -> ComposeResult:
        """Yield the title and the list."""
        yield self._title
        yield self.beliefs

    def _words(self, width: int) -> Sequence[Line]:
        del width
        return (
            (
                Span(f"Day {self.day} is over: whom do you hold for what? ", "day-title"),
                *key_spans("Enter goes on.", "quiet"),
            ),
        )

    def ask(self, day: int, options: Sequence[Option], held: Sequence[Belief]) -> None:
        """Show the prompt at the end of a day and focus its list.

        Args:
            day: The day that has ended.
            options: The seats to judge.
            held: The previous guesses; the list starts with them.
        """
        self.day, self.display = day, True
        self._title.repaint()
        self.beliefs.offer(options, held)
        self.beliefs.focus()

    def close(self) -> None:
        """Hide the prompt."""
        self.day, self.display = 0, False
