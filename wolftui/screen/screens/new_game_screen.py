"""The new-game screen: a form for board, seats, models and pace, and the equivalent command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll

from wolfcore.errors import ConfigError
from wolfcore.models import models_to_offer
from wolftui.games.favourites import Favourites, check_table_name
from wolftui.games.setup_choices import (
    FREE_TEXT_PARTS,
    PARTS,
    Choice,
    Part,
    choices,
    next_choice,
    part_text,
    player_choices,
    seat_targets,
    with_part,
    with_player_at,
)
from wolftui.games.table_setup import TableSetup, setup_board, setup_problem
from wolftui.screen.widgets.line_view import ComputedLines, Heading, TooSmall
from wolftui.screen.widgets.menu import Item, Menu
from wolftui.settings.actions import Situation
from wolftui.views.lobby import board_lines
from wolftui.views.new_game import PART_LABELS, form_rows, help_lines
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line, Span

from .app_screen import AppScreen, key_bindings
from .dialogs import ChoiceDialog
from .game_dialogs import rules_dialog
from .input_dialog import WRITE_IT, InputDialog

_WIDTHS = [(0, "-small"), (100, "-wide")]


_HEIGHTS = [(0, "-low"), (20, "-high")]


class NewGameScreen(AppScreen):
    """A form in which the person sets up a table and starts its games.

    Args:
        setup: The table at first.
        favourites: The saved tables.
        name: The name under which `setup` is saved; empty if it is not saved.
        glyphs: The glyphs to draw.

    Attributes:
        setup: The table as chosen now.
        problem: Why the table cannot be played; empty if it can.
        menu: The form.
    """

    PLACE = "new_game"
    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("new_game")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS
    DEFAULT_CSS = """
    NewGameScreen #left { width: 58; background: $w-background; padding: 2 3 1 4; }
    NewGameScreen #left Menu { background: $w-background; }
    NewGameScreen #part-help { margin-top: 1; padding: 0 1; height: auto; }
    NewGameScreen #right {
        width: 1fr; background: $w-panel; padding: 2 4; scrollbar-size-vertical: 1;
    }
    NewGameScreen.-small #left { width: 1fr; padding: 1 1 0 2; }
    NewGameScreen.-small #right { display: none; }
    NewGameScreen.-low #left { padding: 0 1; }
    NewGameScreen.-low #left Menu { max-height: 7; }
    NewGameScreen.-low #part-help { margin-top: 0; }
    """

    def __init__(
        self, setup: TableSetup, favourites: Favourites, name: str = "", glyphs: Glyphs = FANCY
    ) -> None:
        super().__init__(glyphs)
        self.setup, self._favourites, self._favourite_name = setup, favourites, name
        self.problem = ""
        self.heading, self.menu = Heading(), Menu(dom_id="form")
        self.help, self.rules = (
            ComputedLines(self._help_lines, dom_id="part-help"),
            ComputedLines(self._rules, dom_id="rules"),
        )

    def compose(self) -> ComposeResult:
        """Yield heading, form with help below, the board's rules beside it, and key line."""
        yield self.heading
        with Horizontal():
            with Vertical(id="left"):
                yield self.menu
                yield self.help
            with VerticalScroll(id="right"):
                yield self.rules
        yield self.keys
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Show the table, with the cursor on the last line of the form."""
        self.query_one("#right").can_focus = False
        self.menu.at = len(PARTS) - 1
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """Repaint the help text, which is wrapped to the width."""
        super().on_resize(event)
        self.call_after_refresh(self.help.repaint)

    # -- showing

    @property
    def part(self) -> Part:
        """The part of the table under the cursor."""
        return PARTS[self.menu.at]

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return Situation(
            "new_game",
            can_go_back=True,
            has_favourites=bool(self._favourites.entries),
            choosing=False,
            side_page_scrolls=self._rules_scroll_range > 0,
        )

    @property
    def _rules_scroll_range(self) -> int:
        """How many lines the rules can be scrolled; 0 if they fit or are hidden."""
        right = self.query_one("#right")
        return right.max_scroll_y if right.display else 0

    def action_panel_down(self) -> None:
        """Scroll the rules down."""
        right = self.query_one("#right")
        right.scroll_relative(y=max(right.size.height - 2, 1), animate=False)

    def action_panel_up(self) -> None:
        """Scroll the rules up."""
        right = self.query_one("#right")
        right.scroll_relative(y=-max(right.size.height - 2, 1), animate=False)

    def _show(self) -> None:
        self.problem = setup_problem(self.setup, self.app.config, self.app.models)
        kept = f"  {self._favourite_name}" if self._favourite_name else ""
        self.heading.show(
            (
                Span(f" {self.glyphs.night} wolftui", "accent"),
                Span("  new game", "quiet"),
                Span(kept, "strong"),
            )
        )
        self.menu.offer(
            [
                Item(line)
                for line in form_rows(self.setup, self.app.config, self.app.theme, self.glyphs)
            ],
            self.menu.at,
        )
        self.help.repaint()
        self.rules.repaint()
        self.refresh_key_line()

    def _help_lines(self, width: int) -> Sequence[Line]:
        return help_lines(self.setup, self.part, self.problem, self.app.config, width)

    def _rules(self, width: int) -> Sequence[Line]:
        try:
            return board_lines(setup_board(self.setup), self.glyphs, width)
        except ConfigError:
            return ()  # the help below the form shows the error

    @on(Menu.Moved)
    def _moved(self) -> None:
        self.help.repaint()

    def _change(self, make: Callable[[], TableSetup]) -> None:
        """Replace the table by the result of `make`; show the error if that raises one."""
        try:
            changed = make()
        except ConfigError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        if changed.theme and changed.theme != self.setup.theme:
            self.app.theme = changed.theme
        self.setup = changed
        self._show()

    # -- choosing

    def action_turn(self) -> None:
        """Switch the part under the cursor to its next choice."""
        self._turn(1)

    def action_turn_back(self) -> None:
        """Switch the part under the cursor to its previous choice."""
        self._turn(-1)

    def _turn(self, step: int) -> None:
        self._change(
            lambda: next_choice(self._with_current_theme(), self.part, step, self._themes())
        )

    def _with_current_theme(self) -> TableSetup:
        """Return the table with the current theme set, so that the next choice follows it."""
        return (
            self.setup
            if self.setup.theme or self.part != "theme"
            else with_part(self.setup, "theme", self.app.theme)
        )

    def _themes(self) -> list[str]:
        return sorted(self.app.available_themes)

    @on(Menu.Chosen)
    def _chosen(self, message: Menu.Chosen) -> None:
        message.stop()
        match self.part:
            case "begin":
                self.action_begin()
            case "name" | "games" | "seed":
                self._write(self.part)
            case "seats":
                self._seats()
            case part:
                self._list(part)

    def _list(self, part: Part) -> None:
        """Ask for a part of the table in a menu of its choices."""
        try:
            offered = choices(
                self.setup, part, self._themes(), models_to_offer(self.app.models.specs)
            )
        except ConfigError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        if part in FREE_TEXT_PARTS:
            offered.append(Choice(WRITE_IT, "write it"))
        values = [choice.value for choice in offered]
        now = part_text(self.setup, part)
        at = values.index(now) if now in values else 0

        def take(value: str | None) -> None:
            if value == WRITE_IT:
                self._write(part)
            elif value is not None:
                self._change(lambda: with_part(self.setup, part, value))

        self._ask(PART_LABELS[part], offered, take, at)

    def _ask(
        self, title: str, offered: Sequence[Choice], take: Callable[[str | None], None], at: int = 0
    ) -> None:
        width = max(len(choice.value) for choice in offered if choice.value != WRITE_IT)
        rows: list[tuple[Line, str]] = [
            (_choice_line(choice, width), choice.value) for choice in offered
        ]
        self.app.push_screen(ChoiceDialog(title, "", rows, at=at), take)

    def _write(self, part: Part) -> None:
        """Ask for a part of the table as text, which is checked before it is accepted."""
        said = {
            "board": "A name of `wolftui boards`, or a TOML file of your own.",
            "me": "A seat number, a role or a team; empty to watch.",
            "name": f"Your name at the table. Left empty, {self._usual_name()}.",
            "others": "Such as bot:hard:quiet, vanilla@llama or random.",
            "seats": "Such as wolves=bot:hard,seer=vanilla@llama; the entry for fewer seats wins.",
            "games": "The number of games in a row.",
            "seed": "The number from which the cards are dealt: the same one deals the same cards "
            "again. Empty: drawn anew.",
            "clock": "Seconds for each answer; 0 for no limit, empty for that of your settings.",
        }[part]

        def take(text: str | None) -> None:
            if text is not None:
                self._change(lambda: with_part(self.setup, part, text))

        ask = InputDialog(
            PART_LABELS[part],
            said,
            part_text(self.setup, part),
            lambda text: with_part(self.setup, part, text),
        )
        self.app.push_screen(ask, take)

    def _usual_name(self) -> str:
        """Return what a person is called if the name is left empty."""
        name = self.app.config.name
        return f"you are {name}, as in your settings" if name else "a name is drawn for you"

    # -- seats of their own

    def _seats(self) -> None:
        """Ask whether to assign a seat, remove an assignment, or write all assignments."""
        taken = [Choice(f"-{word}", f"take {word} away") for word in self.setup.seats]
        offered = [
            Choice("+", "seat a person, a model or another bot"),
            *taken,
            Choice(WRITE_IT, "write it as a command does"),
        ]

        def take(value: str | None) -> None:
            if value == "+":
                self._ask_target()
            elif value == WRITE_IT:
                self._write("seats")
            elif value is not None:
                rest = [word for word in self.setup.seats if f"-{word}" != value]
                self._change(lambda: with_part(self.setup, "seats", ",".join(rest)))

        rows: list[tuple[Line, str]] = [((Span(choice.words),), choice.value) for choice in offered]
        self.app.push_screen(ChoiceDialog(PART_LABELS["seats"], "", rows), take)

    def _ask_target(self) -> None:
        def take(target: str | None) -> None:
            if target is not None:
                self._ask_player(target)

        try:
            board = setup_board(self.setup)
        except ConfigError as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            self._ask("For whom?", seat_targets(board), take)

    def _ask_player(self, target: str) -> None:
        def take(player: str | None) -> None:
            if player is not None:
                self._change(lambda: with_player_at(self.setup, target, player))

        self._ask(
            f"Who plays {target}?", player_choices(models_to_offer(self.app.models.specs)), take
        )

    # -- keeping

    def action_keep(self) -> None:
        """Save this table as a favourite under a name."""

        def take(name: str | None) -> None:
            if name is None:
                return
            try:
                self._favourite_name = self._favourites.save(name, self.setup)
            except ConfigError as error:
                self.notify(str(error), severity="error", markup=False)
            else:
                self.notify(f"Kept as {self._favourite_name}.", markup=False, timeout=3)
            self._show()

        said = "A name for this table; a saved table with the same name is replaced."
        self.app.push_screen(
            InputDialog("Keep this table", said, self._favourite_name, check_table_name), take
        )

    def action_take_up(self) -> None:
        """Load a favourite table."""

        def take(name: str | None) -> None:
            favourite = self._favourites.find(name or "")
            if favourite:
                self._favourite_name = favourite.name
                self._change(lambda: favourite.setup)

        offered = [
            Choice(each.name, f"{each.setup.board}  {', '.join(each.setup.seat_words)}")
            for each in self._favourites.entries
        ]
        self._ask("Which table?", offered, take)

    def action_forget(self) -> None:
        """Delete a favourite table."""

        def take(name: str | None) -> None:
            if name is None:
                return
            try:
                self._favourites.delete(name)
            except ConfigError as error:
                self.notify(str(error), severity="error", markup=False)
            self._favourite_name = "" if name == self._favourite_name else self._favourite_name
            self._show()

        offered = [Choice(each.name, each.setup.board) for each in self._favourites.entries]
        self._ask("Delete which saved table?", offered, take)

    # -- what else

    def action_begin(self) -> None:
        """Start the games of this table; if it cannot be played, show why."""
        if self.problem:
            self.notify(self.problem, severity="error", markup=False)
            return
        if (
            self._favourite_name
            and (kept := self._favourites.find(self._favourite_name))
            and kept.setup == self.setup
        ):
            try:
                self._favourites.mark_used(self._favourite_name)
            except ConfigError as error:
                self.notify(str(error), severity="warning", markup=False)
        self.app.start_games(self.setup)

    def action_board_rules(self) -> None:
        """Show the rules of the chosen board."""
        try:
            self.app.push_screen(rules_dialog(setup_board(self.setup), self.glyphs))
        except ConfigError as error:
            self.notify(str(error), severity="error", markup=False)

    def action_back(self) -> None:
        """Return to the lobby."""
        self.app.pop_screen()


def _choice_line(choice: Choice, width: int) -> Line:
    if choice.value in ("", WRITE_IT):
        return (Span(choice.words),)
    return (Span(f"{choice.value:<{width}}  "), Span(choice.words, "dim"))
