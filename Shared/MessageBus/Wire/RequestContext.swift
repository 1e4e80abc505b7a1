package import Messages

/// The context of a request besides its message.
package struct RequestContext: Sendable {
  /// When the caller stops waiting.
  package let deadline: ContinuousClock.Instant
  /// Correlates the log lines of all services involved in one request.
  package let traceID: String
  /// Of a `.keyed` operation: store the reply under this key in the transaction of the change, and
  /// return the stored reply when the key comes again.
  package let idempotencyKey: String?
  /// On whose behalf it is made; `nil` for the home's owner. The runtime has checked it.
  package let caller: Caller?

  package init(
    deadline: ContinuousClock.Instant, traceID: String, idempotencyKey: String? = nil,
    caller: Caller? = nil
  ) {
    self.deadline = deadline
    self.traceID = traceID
    self.idempotencyKey = idempotencyKey
    self.caller = caller
  }

  /// The time left, not negative.
  package var timeLeft: Duration { max(.zero, ContinuousClock.now.duration(to: deadline)) }
}
