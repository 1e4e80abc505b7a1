package import Messages

/// A clock.
package typealias Now = @Sendable () -> ContinuousClock.Instant

/// The context of a request besides its message.
@Memberwise package struct RequestContext: Sendable {
  /// When the caller stops waiting.
  package let deadline: ContinuousClock.Instant
  /// That of what it asks of other services; `nil` where its caller named none.
  package let trace: TraceContext?
  /// Of a `.keyed` operation: store the reply under this key in the transaction of the change, and
  /// return the stored reply when the key comes again.
  package let idempotencyKey: IdempotencyKey?
  /// On whose behalf it is made; `nil` for the home's owner. The runtime has checked it.
  package let caller: Caller?
  /// The languages in which the caller reads texts, as `Accept-Language` has them; `nil` for
  /// English.
  package let language: String?
  var now: @Sendable () -> ContinuousClock.Instant = { .now }
  /// Whether the caller has taken the request back.
  package var isCancelled: @Sendable () -> Bool = { false }

  /// The time left, not negative.
  package var timeLeft: Duration { max(.zero, now().duration(to: deadline)) }

  /// Whether somebody still waits for the reply; as `checkIsWanted`.
  package var isWanted: Bool { !isCancelled() && timeLeft > .zero }

  /// Whether somebody still waits for the reply. A worker whose answer may be long asks between its
  /// parts; a task is cancelled instead. Costs a look at the clock.
  ///
  /// - Throws: `deadlineExceeded` if nobody does.
  package func checkIsWanted() throws(ServiceError) {
    if isCancelled() { throw .cancelled }
    if timeLeft == .zero {
      throw ServiceError(.deadlineExceeded, "The time for the request ran out.")
    }
  }
}

extension ServiceError {
  /// An error as the caller receives it: itself if it is a `ServiceError`, else `internal`.
  init(unexpected error: any Error) {
    self = (error as? ServiceError) ?? ServiceError(.internal, "\(error)")
  }

  static func tooLarge(_ bytes: Int, limit: Int) -> ServiceError {
    ServiceError(
      .tooLarge, "The request's body has \(bytes) bytes; at most \(limit) are accepted.")
  }

  static let cancelled = ServiceError(.deadlineExceeded, "The caller has cancelled the request.")
}
