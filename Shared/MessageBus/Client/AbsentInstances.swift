import Messages

/// The instances that went away, never came, or do not know this process's key.
@Memberwise struct AbsentInstances {
  /// How long requests wait for the return of an instance that has just gone away.
  let grace: Duration
  /// When this process began to ask: it cannot know who went away before.
  let began: ContinuousClock.Instant
  /// When an instance went away that has not come back since.
  private var since: [ConnectionID: ContinuousClock.Instant] = [:]
  private var denying: Set<ConnectionID> = []

  mutating func left(_ id: ConnectionID, at now: ContinuousClock.Instant) { since[id] = now }

  /// It could not be reached, perhaps for a while already.
  mutating func refused(_ id: ConnectionID, at now: ContinuousClock.Instant) {
    if !denying.contains(id) { since[id] = since[id] ?? now }
  }

  /// It does not know the key, and waiting does not help.
  mutating func denied(_ id: ConnectionID) { denying.insert(id) }

  mutating func returned(_ id: ConnectionID) {
    since[id] = nil
    denying.remove(id)
  }

  /// Whether an instance went away so recently that it is probably restarting.
  ///
  /// - Parameter hasStack: whether other services run where it is missing.
  func mayReturn(
    _ request: OutgoingRequest, at now: ContinuousClock.Instant, hasStack: @autoclosure () -> Bool
  ) -> Bool {
    let earliest = now - grace
    return since.contains { $0.key.serves(request) && $0.value > earliest }
      || began > earliest && hasStack()
  }

  /// Why no instance can be asked.
  func reason(_ request: OutgoingRequest) -> ServiceError {
    denying.first { $0.serves(request) }.map { .denied($0) } ?? .notRunning(request)
  }
}
