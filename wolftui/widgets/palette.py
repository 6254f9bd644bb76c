"""The palette: every command by its name."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette


class SafeCommandPalette(CommandPalette):
    """Textual's palette, whose list fails on PgDn where the terminal has no line for it."""

    def _action_command_list(self, action: str) -> None:
        """Hand an action on to the list, if any of it is there to be seen."""
        if self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)
