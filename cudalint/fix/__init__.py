"""Fixes: other layouts for shared arrays, searched, written as edits and proved by analysing the edited text again."""
