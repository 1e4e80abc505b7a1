extension Duration {
  /// The time limit for waiting in tests. It is generous, as a slow machine must not fail a test;
  /// it only ends a wait for something that never happens. Long tests that compute can keep all the
  /// threads of two cores for more than two minutes; the suites' own limit is ten.
  package static let patience = Duration.seconds(400)
}
