"""What lasts: matches, guests and rules in one SQLite file, written by one thread.

``desk`` is what the leaves use; ``writer`` commits, ``log`` reads and writes the rows of matches.
"""
