import CommandLineKit
import MessageBus
import Messages

/// `quickbrew nearby --watch`: keeps the list around a device up to date.
enum NearbyWatchMode {
  static func run(
    _ options: NearbyOptions, _ context: CommandContext
  ) async throws -> CommandStatus {
    guard case .device(let device) = options.place else {
      throw UsageError("--watch needs --device NAME.")
    }
    var filter = try await options.filter(context)
    filter.hours = options.opening.map { HoursFilter(seconds: $0.seconds) }
    let request = NearbyWatchRequest(
      device: device, limit: options.limit, radiusMeters: options.radiusMeters,
      filter: filter == VenueFilter() ? nil : filter)
    // Subscribe before the first request, so that no event is missed in between.
    let events = try context.events(NearbyChanged.self)
    var first = NearbyListFollower(context: context, request: request)
    let wait = try await first.ask()
    let asked = first
    try await context.output.runUntilClosed { try await follow(events, asked, wait) }
    return .success
  }

  /// Feeds the events and the lease timer into the follower.
  private static func follow(
    _ events: AsyncStream<StreamItem<NearbyChanged>>, _ asked: NearbyListFollower, _ wait: Duration
  ) async throws {
    var follower = asked
    let (signals, continuation) = AsyncStream<NearbyListFollower.Signal>.makeStream()
    let listening = Task {
      for await item in events { continuation.yield(.stream(item)) }
      continuation.finish()
    }
    var renewal = alarm(after: wait, continuation)
    defer {
      listening.cancel()
      renewal.cancel()
    }
    for await signal in signals {
      guard let wait = try await follower.handle(signal) else { continue }
      renewal.cancel()
      renewal = alarm(after: wait, continuation)
    }
  }

  private static func alarm(
    after wait: Duration, _ continuation: AsyncStream<NearbyListFollower.Signal>.Continuation
  ) -> Task<Void, any Error> {
    Task {
      // The lease expires after a fixed time; no event announces it.
      try await Task.sleep(for: wait)
      continuation.yield(.renew)
    }
  }
}

/// Prints the venues nearest to a device as it moves. Each list is printed once, with the changes
/// since the previous one, whichever instance of shop search sends it.
@Memberwise struct NearbyListFollower: Sendable {
  enum Signal: Sendable {
    case stream(StreamItem<NearbyChanged>)
    /// The lease has to be renewed.
    case renew
  }

  private let context: CommandContext
  private let request: NearbyWatchRequest
  private var instance: String?
  private var watch: NearbyWatchID?
  private var shown: NearbyList?
  /// The watch that made `shown`. Times of lists are comparable within one watch only.
  private var shownBy: NearbyWatchID?
  /// The changes of the last list that had any.
  private var came: Set<VenueID> = []
  private var went: [String] = []
  private var hasAnnouncedWaiting = false
  private var hasReportedOutage = false

  /// The interval between retries while no instance answers.
  static let retryWait = Duration.seconds(1)

  /// Handles an event or the lease timer.
  ///
  /// - Returns: when to renew the lease next; `nil` where that does not change.
  /// - Throws: a `ServiceError` that is not retryable, `OutputFailure`.
  mutating func handle(_ signal: Signal) async throws -> Duration? {
    if case .stream(.event(let change, _)) = signal {
      if change.watch == watch { try show(change.list, change.cause) }
      return nil
    }
    if case .stream(.refused(let error)) = signal { throw error }
    // The stream does not say which publisher connected, vanished or lost events. It may be the one
    // that holds the watch.
    do {
      return try await ask()
    } catch let error as ServiceError where error.code.isRetryable {
      if !hasReportedOutage { context.report(error.message) }
      hasReportedOutage = true
      return Self.retryWait
    }
  }

  /// Renews the watch at the instance that holds it, or starts a new one at any other. Prints the
  /// list where it has changed.
  ///
  /// - Returns: when to renew: after half of the lease, which leaves time to move to another
  ///   instance.
  /// - Throws: `ServiceError`, `OutputFailure`.
  mutating func ask() async throws -> Duration {
    let reply = try await reply()
    instance = reply.instance
    watch = reply.watch
    hasReportedOutage = false
    if let list = reply.list {
      try show(list, nil)
    } else if !hasAnnouncedWaiting {
      hasAnnouncedWaiting = true
      context.report(Formats.phrase("nearby.waiting", ["device": "\(request.device)"]))
    }
    return max(Self.retryWait, .seconds(reply.leaseSeconds) / 2)
  }

  private func reply() async throws -> NearbyWatchReply {
    if let instance {
      do {
        return try await context.connect().send(
          request, to: .shopSearch, instance: instance, timeout: context.timeout)
      } catch let error as ServiceError where error.code.isRetryable {
        // The instance is gone or cannot answer; another starts a new watch.
      }
    }
    return try await context.send(request)
  }

  private mutating func show(_ list: NearbyList, _ cause: NearbyChanged.Cause?) throws {
    if let shown, watch == shownBy, list.asOf < shown.asOf { return }
    let old = shown
    (shown, shownBy) = (list, watch)
    if let old, old.isSeen(as: list) { return }
    let change = NearbyLine(cause: cause, from: old, to: list)
    if context.wantsJSONLines { return try context.output.jsonLine(change) }
    if !change.came.isEmpty || !change.went.isEmpty {
      came = Set(change.came)
      let before = (old?.venues ?? []).map(\.venue)
      went = before.filter { change.went.contains($0.id) }.map(\.shownTitle)
    }
    let text = NearbyRendering.render(list, came: came, went: went, style: context.style)
    // A dumb terminal cannot be cleared; append instead.
    if context.environment.variables["TERM"] == "dumb" {
      try context.output.text(old == nil ? text : "\n" + text)
    } else {
      try context.output.screen(text)
    }
  }
}

/// A list as `nearby --watch` prints it as JSON.
private struct NearbyLine: Encodable {
  /// The event that caused the new list; left out for a requested list.
  let cause: NearbyChanged.Cause?
  /// The differences to the previous line.
  let came: [VenueID]
  let went: [VenueID]
  let list: NearbyList

  /// - Parameter old: `nil` for the first list, which has no differences.
  init(cause: NearbyChanged.Cause?, from old: NearbyList?, to list: NearbyList) {
    self.cause = cause
    self.list = list
    let now = list.venues.map(\.venue.id)
    let before = old?.venues.map(\.venue.id) ?? now
    came = now.filter { !before.contains($0) }
    went = before.filter { !now.contains($0) }
  }
}

extension NearbyList {
  /// Whether the other list shows nothing new.
  fileprivate func isSeen(as other: NearbyList) -> Bool {
    coordinate == other.coordinate && time == other.time && venues == other.venues
      && safe == other.safe && replica.isCurrent == other.replica.isCurrent
  }
}
