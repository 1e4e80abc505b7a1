extension Duration {
  /// The time limit for waiting in tests. It is generous, as a slow machine must not fail a test;
  /// it only ends a wait for something that never happens.
  package static let patience = Duration.seconds(120)
}
