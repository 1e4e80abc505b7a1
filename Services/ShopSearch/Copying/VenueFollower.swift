import CommandLineKit
import MessageBus
import Messages

/// Keeps the copy of the venues: feeds what comes from the bus to the state machine, and does what
/// that decides.
actor VenueFollower {
  typealias Copying = Replica<VenueChanged, VenueID>

  /// What takes time, to be done by a task that reports back.
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
  private var isToPublish = false

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

  func publishChanges() {
    isToPublish = false
    publish()
    if let build = copy.nextBuild() { work.yield(.build(build)) }
  }

  func adopt(_ table: VenueTable, of build: VenueCopy.Build) {
    guard copy.adopt(table, of: build) else { return }
    publish()
    if build.isAnew { log.info("copied \(table.count) venues") }
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
        planToPublish()
      }
    }
    published.isCurrent(isCurrent)
  }

  /// Whether the venues in use are those of the store now.
  private var isCurrent: Bool { replica.isCurrent && !copy.isBuiltAnew }

  private func planToPublish() {
    guard !isToPublish else { return }
    isToPublish = true
    work.yield(.publish)
  }

  private func publish() {
    guard let position = replica.position, let index = copy.index() else { return }
    published.replace(index, at: position, isCurrent: isCurrent)
  }
}
