"""Reports about many games as HTML, Markdown, CSV or terminal lines, with raw rows beside them."""
