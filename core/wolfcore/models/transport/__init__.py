"""HTTP transport of chat requests: client, streaming, one exchange, and errors in words."""
