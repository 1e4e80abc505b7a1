import CommandLineKit
import MessageBus
import Messages

/// Follows the venue store: passes events and pages from the bus to the replica's state machine,
/// and performs its actions.
@Memberwise actor VenueFollower {
  typealias Copying = Replica<VenueChanged, VenueID>

  /// Slow work for a task that reports the result back.
  enum Work: Sendable {
    case ask(after: VenueID?, Copying.Ticket)
    case pause(Copying.Ticket)
    case build(VenueCopy.Build)
    case publish
  }

  private let published: PublishedVenues
  private let log: Log
  private let work: AsyncStream<Work>.Continuation
  private var replica = Copying()
  private var copy = VenueCopy()
  private var isPublicationScheduled = false

  func receive(_ item: StreamItem<VenueChanged>) {
    if case .lost = item { log.warning("venue-store is away; answering from the last copy") }
    if case .refused(let error) = item { log.error("cannot follow the venues: \(error.message)") }
    perform(replica.receive(item))
  }

  func receive(_ page: VenueSnapshotReply, _ ticket: Copying.Ticket) {
    perform(replica.page(readAt: page.position, next: page.next, ticket), page.venues)
  }

  func fail(_ ticket: Copying.Ticket) { perform(replica.failed(ticket)) }

  func endPause(_ ticket: Copying.Ticket) { perform(replica.pauseIsOver(ticket)) }

  func publishChanges() {
    isPublicationScheduled = false
    publish()
    if let build = copy.nextBuild() { work.yield(.build(build)) }
  }

  func adopt(_ table: VenueColumnTable, of build: VenueCopy.Build) {
    guard copy.adopt(table, of: build) else { return }
    publish()
    if build.isFullCopy { log.info("copied \(table.count) venues") }
  }

  private func perform(_ actions: [Copying.Action], _ page: [Venue] = []) {
    for action in actions {
      switch action {
      case .begin: copy.begin()
      case .add: copy.add(page)
      case .ask(let cursor, let ticket): work.yield(.ask(after: cursor, ticket))
      case .pause(let ticket): work.yield(.pause(ticket))
      case .finish(let events): work.yield(.build(copy.finish(events)))
      case .apply(let event):
        copy.apply(event)
        schedulePublication()
      }
    }
    published.setCurrent(isCurrent)
  }

  /// Whether the published venues follow the store.
  private var isCurrent: Bool { replica.isCurrent && !copy.isInitialBuildPending }

  private func schedulePublication() {
    guard !isPublicationScheduled else { return }
    isPublicationScheduled = true
    work.yield(.publish)
  }

  private func publish() {
    guard let position = replica.position, let index = copy.index() else { return }
    published.replace(index, at: position, isCurrent: isCurrent)
  }
}
