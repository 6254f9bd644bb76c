"""English as people type it: chat spelling, notation, half sentences. Behind the rules for tidy sentences, not instead of them."""
