"""What wolftui promises about speed, measured. `python -m bench` prints tables; `--json` adds one JSON object."""
