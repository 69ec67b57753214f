"""What programs say to their database, kept for ever by the last step of the schema that they know.

`python -m tests.db.said`, from the root, writes down what this one says. A later step that lets it run beside
(`-- oldest:`) must leave all of it understood: see tests/db/test_last_release.py.
"""
