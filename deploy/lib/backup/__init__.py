"""The parts of deploy/backup beside the copies of files."""
