"""The transcript sets only what is looked at, follows its tail until the reader scrolls, and takes
text as it was typed."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.selection import Selection

from wolftui.screen.app_interface import AppInterface
from wolftui.screen.widgets.terminal_styles import textual_theme
from wolftui.screen.widgets.transcript import Transcript
from wolftui.settings.actions import ACTIONS, Action
from wolftui.settings.themes import load_themes
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Block, Span


class Small(AppInterface):
    """A transcript and nothing else."""

    def __init__(self) -> None:
        self.looks = load_themes()[0]
        super().__init__()
        self.register_theme(textual_theme(self.looks["moonlight"]))
        self.theme = "moonlight"
        self.transcript = Transcript()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return textual_theme(self.looks["moonlight"]).variables

    @property
    def glyphs(self) -> Glyphs:
        return FANCY

    @property
    def actions(self) -> tuple[Action, ...]:
        return ACTIONS

    def compose(self) -> ComposeResult:
        yield self.transcript


def speeches(count: int, start: int = 0) -> list[Block]:
    head = (Span("1 Ada", "seat-1"),)
    return [
        Block(
            "speech", ((Span(f"number {number} of many words that are said here"),),), head, seat=1
        )
        for number in range(start, start + count)
    ]


def seen(pilot: Pilot[int]) -> str:
    transcript = pilot.app.query_one(Transcript)
    return "\n".join(transcript.render_line(y).text.rstrip() for y in range(transcript.size.height))


async def test_of_ten_thousand_blocks_only_those_in_sight_are_set() -> None:
    async with Small().run_test(size=(80, 24)) as pilot:
        blocks = speeches(10_000)
        transcript = pilot.app.query_one(Transcript)
        transcript.show(blocks)
        await pilot.pause()
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert "number 9999" in seen(pilot)
        assert transcript.blocks_typeset < 40


async def test_one_more_block_measures_only_itself() -> None:
    async with Small().run_test(size=(80, 24)) as pilot:
        transcript = pilot.app.query_one(Transcript)
        blocks = speeches(500)
        transcript.show(blocks)
        before = transcript.virtual_size.height
        transcript.show([*blocks, *speeches(1, 500)])
        assert transcript.virtual_size.height == before + 3


async def test_the_tail_is_followed_until_the_reader_scrolls_up_and_again_from_the_end() -> None:
    async with Small().run_test(size=(80, 24)) as pilot:
        transcript = pilot.app.query_one(Transcript)
        transcript.focus()
        transcript.show(speeches(100))
        await pilot.pause()
        assert "number 99 " in seen(pilot)
        await pilot.press("pageup")
        await pilot.pause()
        place = transcript.scroll_y
        transcript.show([*transcript.blocks, *speeches(20, 100)])
        await pilot.pause()
        assert transcript.scroll_y == place
        transcript.anchor()
        await pilot.pause()
        assert "number 119 " in seen(pilot)


async def test_fewer_blocks_and_changed_blocks_are_shown_as_they_are() -> None:
    async with Small().run_test(size=(80, 24)) as pilot:
        transcript = pilot.app.query_one(Transcript)
        blocks = speeches(6)
        transcript.show(blocks)
        transcript.show(blocks[:2])
        assert "number 2" not in transcript.text
        changed = [*blocks[:1], *speeches(1, 77)]
        transcript.show(changed)
        await pilot.pause()
        assert "number 77" in seen(pilot)
        assert "number 1 " not in seen(pilot)


async def test_brackets_show_as_typed_and_nothing_moves_the_cursor() -> None:
    async with Small().run_test(size=(80, 24)) as pilot:
        transcript = pilot.app.query_one(Transcript)
        text = "[red]no[/red] [link=x]y[/] \x1b[2Jend 漢字"
        transcript.show([Block("speech", ((Span(text),),), (Span("1 [b]Ada", "seat-1"),), seat=1)])
        await pilot.pause()
        assert "[red]no[/red] [link=x]y[/]  [2Jend 漢字" in seen(pilot)
        assert "1 [b]Ada" in seen(pilot)
        assert "\x1b" not in seen(pilot)


async def test_what_the_mouse_selects_is_the_text_that_is_shown() -> None:
    async with Small().run_test(size=(80, 24)) as pilot:
        transcript = pilot.app.query_one(Transcript)
        transcript.show(speeches(3))
        await pilot.pause()
        lines = [transcript.render_line(y).text for y in range(6)]
        row = next(y for y, line in enumerate(lines) if "number 0" in line)
        column = lines[row].index("number")
        selected = transcript.get_selection(Selection(Offset(column, row), Offset(column + 8, row)))
        assert selected == ("number 0", "\n")


async def test_words_that_are_still_being_spoken_stand_at_the_end_and_go_away() -> None:
    async with Small().run_test(size=(80, 24)) as pilot:
        transcript = pilot.app.query_one(Transcript)
        blocks = speeches(2)
        transcript.show(blocks, tuple(speeches(1, 50)))
        assert "number 50" in transcript.text
        transcript.show(blocks)
        assert "number 50" not in transcript.text


async def test_what_other_eyes_will_see_is_not_measured_before_it_is_shown() -> None:
    async with Small().run_test(size=(80, 24)) as pilot:
        transcript = pilot.app.query_one(Transcript)
        transcript.show(speeches(30))
        await pilot.pause()
        transcript.measure_ahead(speeches(3, start=50), 10)
        assert "number 29" in seen(pilot)
        transcript.show(speeches(3, start=50))
        await pilot.pause()
        assert "number 52" in seen(pilot)
        assert "number 29" not in seen(pilot)


def long_speech(name: str, rows: int) -> Block:
    """A speech of so many lines, and its name above them."""
    return Block(
        "speech",
        tuple((Span(f"{name} {row}"),) for row in range(rows)),
        (Span("2 Bo", "seat-2"),),
        seat=2,
    )


async def test_in_play_a_long_speech_stays_from_its_beginning_and_what_is_below_is_counted() -> (
    None
):
    async with Small().run_test(size=(80, 24)) as pilot:
        transcript = pilot.app.query_one(Transcript)
        transcript.stop_at_unread = True
        transcript.show([])  # a resumed game is painted before it is read
        blocks = [*speeches(30)]
        transcript.show(blocks)
        await pilot.pause()
        assert "number 29 " in seen(pilot)  # what is there at first is no news
        blocks.append(long_speech("long", 40))
        transcript.show(blocks)
        await pilot.pause()
        assert "long 0" in seen(pilot)
        assert "F4 reads on" in seen(pilot).splitlines()[-1]
        assert "more lines" in seen(pilot).splitlines()[-1]
        blocks += speeches(2, 90)
        transcript.show(blocks)
        await pilot.pause()
        assert "long 0" in seen(pilot)
        assert "3 new below" in seen(pilot).splitlines()[-1]
        read: list[str] = []
        while transcript.unread_note:
            read += [line.strip() for line in seen(pilot).splitlines()[:-1]]
            await pilot.click(Transcript, offset=(4, transcript.size.height - 1))
            await pilot.pause()
        read += [line.strip() for line in seen(pilot).splitlines()]
        assert {f"long {row}" for row in range(40)} <= set(read)
        assert "number 91 " in seen(pilot)
        blocks += speeches(1, 99)
        transcript.show(blocks)
        await pilot.pause()
        assert "number 99 " in seen(pilot)  # and the tail is followed again


async def test_whoever_goes_to_the_end_has_read_all_and_a_spectator_follows_the_tail() -> None:
    async with Small().run_test(size=(80, 24)) as pilot:
        transcript = pilot.app.query_one(Transcript)
        blocks = [*speeches(30)]
        transcript.show(blocks)
        blocks.append(long_speech("long", 40))
        transcript.show(blocks)
        await pilot.pause()
        assert "long 39" in seen(pilot)
        transcript.stop_at_unread = True
        blocks.append(long_speech("next", 40))
        transcript.show(blocks)
        await pilot.pause()
        assert "next 0" in seen(pilot)
        transcript.follow_end()
        await pilot.pause()
        assert "next 39" in seen(pilot)
        assert transcript.unread_note == ""
