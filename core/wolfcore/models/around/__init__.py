"""Models around a model: what every call needs beside the call itself. They compose."""
