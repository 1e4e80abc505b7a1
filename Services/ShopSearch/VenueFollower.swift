import MessageBus
import Messages
import ServiceRuntime

/// Keeps the copy of the venues: feeds what comes from the bus to the state machine, and does what
/// that decides.
actor VenueFollower {
  typealias Copying = Replica<VenueChanged, VenueID>

  /// What takes time, to be done by a task that reports back.
  enum Work: Sendable {
    case ask(after: VenueID?, Copying.Ticket)
    case pause(Copying.Ticket)
    case rebuild
  }

  private let published: PublishedVenues
  private let log: Log
  private let work: AsyncStream<Work>.Continuation
  private var replica = Copying()
  private var copy = VenueCopy()
  /// A copy that is being made, page by page.
  private var next = VenueCopy()
  private var hasPlannedRebuild = false

  init(
    publishingTo published: PublishedVenues, log: Log, work: AsyncStream<Work>.Continuation
  ) {
    self.published = published
    self.log = log
    self.work = work
  }

  func see(_ item: StreamItem<VenueChanged>) {
    if case .lost = item { log.warning("venue-store is away; answering from the last copy") }
    perform(replica.see(item))
  }

  func receive(_ page: VenueSnapshotReply, _ ticket: Copying.Ticket) {
    perform(replica.page(readAt: page.position, next: page.next, ticket), page.venues)
  }

  func fail(_ ticket: Copying.Ticket) { perform(replica.failed(ticket)) }

  func endPause(_ ticket: Copying.Ticket) { perform(replica.pauseIsOver(ticket)) }

  func rebuild() {
    hasPlannedRebuild = false
    publish()
  }

  private func perform(_ actions: [Copying.Action], _ page: [Venue] = []) {
    for action in actions {
      switch action {
      case .begin: next = VenueCopy()
      case .add: next.add(page)
      case .ask(let cursor, let ticket): work.yield(.ask(after: cursor, ticket))
      case .pause(let ticket): work.yield(.pause(ticket))
      case .finish(let events):
        for event in events { next.apply(event) }
        copy = next
        next = VenueCopy()
        publish()
        log.info("copied \(copy.count) venues")
      case .apply(let event):
        copy.apply(event)
        planRebuild()
      }
    }
    published.isCurrent(replica.isCurrent)
  }

  private func planRebuild() {
    guard !hasPlannedRebuild else { return }
    hasPlannedRebuild = true
    work.yield(.rebuild)
  }

  private func publish() {
    guard let position = replica.position else { return }
    published.replace(copy.index(), at: position, isCurrent: replica.isCurrent)
  }
}
