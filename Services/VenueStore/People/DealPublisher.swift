import CommandLineKit
import MessageBus
import Messages
import Time

/// Publishes each deal when it begins to count.
struct DealPublisher: Sendable {
  private let publisher: Publisher
  private let log: Log

  init(publisher: Publisher, log: Log) {
    self.publisher = publisher
    self.log = log
  }

  /// Publishes what counts by now and has not been published.
  ///
  /// - Throws: `SQLError`; what could not be written down is published again.
  func publishDue(in store: VenueDatabase, now: Timestamp) throws {
    let deals = try store.dueDeals(now: now)
    if deals.isEmpty { return }
    for deal in deals { try publisher.publish(DealPublished(deal: deal)) }
    // After: a store that is killed in between says it twice rather than never.
    try store.markPublished(deals, now: now)
  }

  /// Publishes each deal at its start, until cancelled.
  func run(_ open: @Sendable () throws -> VenueDatabase) async {
    var opened: VenueDatabase?
    while !Task.isCancelled {
      do {
        let store = try opened ?? open()
        opened = store
        try publishDue(in: store, now: .now())
      } catch {
        log.error("cannot publish deals: \(error)")
      }
      // Ends early only when the service ends.
      try? await Task.sleep(for: VenueStoreLimits.dealPeriod)
    }
  }
}
