"""Only what is new: findings that are known already, and lines that a change added."""
