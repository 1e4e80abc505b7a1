"""What `deploy/chaos` is made of."""
