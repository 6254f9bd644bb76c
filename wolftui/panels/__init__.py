"""What the panels say: lines of spans from a session and nothing else, so that eyes decide what stands there. No widgets."""
