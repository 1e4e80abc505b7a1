extension Duration {
  /// How long a test waits for what comes in any case: a slow machine is no fault of what is
  /// tested. It is over when something will never come.
  package static let patience = Duration.seconds(120)
}
