"""For assistants: a page that says how to quote rules, and a server of read-only tools for those without a shell."""
