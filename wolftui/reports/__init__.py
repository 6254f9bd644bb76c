"""Reports: what many games show, as a page, as Markdown, as tables for programs or in a terminal, with the rows behind it."""
