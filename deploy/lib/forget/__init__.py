"""The parts of deploy/forget beside the SQLite stores."""
