"""How servers are spoken to: one dialect a kind of server, and the connection that carries what a dialect says."""
