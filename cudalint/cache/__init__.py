"""Answers of earlier runs, kept below the user's cache folder and believed only while all they were read from is the
same."""
