import MessageBus
import Messages
import SQLite
import Stores
import Time

/// What the thread that answers owns: the state, the batch under way, and what to publish once
/// it has committed.
package final class MonitorWorker {
  package let state: MonitorState
  private let publisher: Publisher
  private let tally: PositionTally
  private let now: @Sendable () -> Timestamp
  /// Called when another monitor has taken over; this one can write nothing more.
  private let onLoss: @Sendable (LeaseLost) -> Void
  private var batch: MonitorState.Batch?
  private var pendingPublications = RequestEffects()
  private let location: StoreLocation
  /// The page up to which a part of the store is rewritten after the batch under way.
  private var rewrittenPage: Int64?

  init(
    state: MonitorState, at location: StoreLocation, publisher: Publisher, tally: PositionTally,
    now: @escaping @Sendable () -> Timestamp = { .now() },
    onLoss: @escaping @Sendable (LeaseLost) -> Void = { _ in }
  ) {
    self.now = now
    self.onLoss = onLoss
    self.location = location
    self.state = state
    self.publisher = publisher
    self.tally = tally
  }

  /// Answers requests in one batch, then publishes their effects.
  ///
  /// If the process dies in between, the events are in the log: subscribers that see the new epoch
  /// request them from there.
  func answerBatch(_ answer: () -> Void) throws {
    pendingPublications = RequestEffects()
    do {
      try Self.mappingStoreErrors { batch = try state.begin() }
    } catch let loss as LeaseLost {
      onLoss(loss)
      // Callers ask the other monitor.
      throw ServiceError(.shuttingDown, "\(loss)")
    }
    answer()
    try Self.mappingStoreErrors { try batch.take()?.commit() }
    for event in pendingPublications.events { try publisher.publish(event) }
    for position in pendingPublications.positions { try publisher.publish(position) }
    for upcoming in pendingPublications.upcoming { try publisher.publish(upcoming) }
    tally.add(pendingPublications)
    tally.set(devices: state.deviceCount)
    if let page = rewrittenPage.take() {
      _ = try Self.mappingStoreErrors {
        try state.store.database.rewrite(GeofenceStore.rewritten, at: location, to: page)
      }
    }
  }

  /// Applies a request that erases. After the events come, as numbers below 0, the store's pages.
  func erase(_ request: MonitorEraseRequest) throws -> EraseReply {
    if let after = request.after, after < 0 {
      let page = -max(after, -.max)
      rewrittenPage = page
      return EraseReply(rows: [:], next: try state.store.database.page(before: page).map { -$0 })
    }
    let reply = try apply(request)
    return EraseReply(rows: reply.rows, next: reply.next ?? -.max)
  }

  /// Applies a request to the batch under way, and collects what to publish of it.
  func apply<Command: MonitorCommand>(
    _ command: Command, key: IdempotencyKey? = nil, caller: Caller? = nil
  ) throws -> Command.Reply {
    let outcome = try Self.mappingStoreErrors {
      try batch?.apply(command, now: now(), key: key, caller: caller)
    }
    guard let outcome else {
      throw ServiceError(.internal, "A request came outside of a batch.")
    }
    pendingPublications.append(outcome.effects)
    return outcome.reply
  }

  /// Deletes a bounded part of what is older than the retention, in the batch under way, and counts
  /// who is near a quota.
  func expire() {
    let near = state.nearQuotas()
    tally.nearQuotas.withLock { $0 = near }
    // An error fails the batch, whose commit throws it.
    guard let deleted = try? batch?.expire(now: now(), at: .now) else { return }
    tally.add(deleted)
  }

  /// Maps errors of the store to `ServiceError`: `unavailable` where a retry may help.
  static func mappingStoreErrors<Reply>(_ body: () throws -> Reply) throws -> Reply {
    try Stores.mappingStoreErrors(of: "monitor's store", body)
  }
}

/// Counts the positions since the service started, and what was deleted for its age, for `stats`.
final class PositionTally: Sendable {
  private let all = Locked<[String: Int]>([:])
  /// The users near a quota, as of the last second.
  let nearQuotas = Locked<[QuotaUse]>([])

  var counts: [String: Int] { all.withLock { $0 } }

  func add(_ deleted: RetentionSweep.Deleted) {
    guard deleted != RetentionSweep.Deleted() else { return }
    all.withLock { all in
      all["expired.events", default: 0] += deleted.events
      all["expired.devices", default: 0] += deleted.devices
    }
  }

  func set(devices: Int) { all.withLock { $0["devices"] = devices } }

  func add(_ effects: RequestEffects) {
    guard effects.accepted > 0 || !effects.flaws.isEmpty else { return }
    all.withLock { all in
      all["positions", default: 0] += effects.accepted + effects.flaws.count
      for flaw in effects.flaws { all["ignored.\(flaw.rawValue)", default: 0] += 1 }
    }
  }
}
