import CommandLineKit
import MessageBus
import Messages
import Stores
import Time

/// Publishes each deal when it starts.
@Memberwise struct DealPublisher: Sendable {
  private let publisher: Publisher
  private let log: Log

  /// Publishes the deals that have started, have not ended and have not been published.
  ///
  /// - Throws: `SQLError`. A deal that could not be marked as published is published again.
  func publishDue(in store: VenueDatabase, now: Timestamp) throws {
    let due = try Deals(store).due(now: now)
    if due.isEmpty { return }
    for (deal, isIntact) in due where isIntact { try publisher.publish(DealPublished(deal: deal)) }
    for (deal, isIntact) in due where !isIntact {
      log.error("deal \(deal.id) is damaged in the store: quickbrew deal remove \(deal.id)")
    }
    // After publishing: a store that is killed in between publishes twice rather than never. Those
    // that are damaged as well: they are reported once.
    try Deals(store).markPublished(due.map(\.deal), now: now)
  }

  /// Publishes each deal at its start, until cancelled.
  func run(_ store: StoreConnection<VenueDatabase>) async {
    while !Task.isCancelled {
      do {
        try await store.perform { try publishDue(in: $0, now: .now()) }
      } catch {
        log.error("cannot publish deals: \(error)")
      }
      // Throws only when the service is stopping; the loop then ends.
      try? await Task.sleep(for: VenueStoreLimits.dealPeriod)
    }
  }
}
