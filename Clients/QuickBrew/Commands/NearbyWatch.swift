import CommandLineKit
import MessageBus
import Messages

/// `quickbrew nearby --watch`: the list that follows a device.
enum NearbyWatch {
  static func run(
    _ wishes: NearbyWishes, _ call: Call, _ bus: any ServiceBus
  ) async throws -> CommandStatus {
    guard case .device(let device) = wishes.place else {
      throw UsageError("--watch needs --device NAME.")
    }
    var filter = try await wishes.filter(call)
    filter.hours = wishes.opening.map { HoursFilter(seconds: $0.seconds) }
    let request = NearbyWatchRequest(
      device: device, limit: wishes.limit, radiusMeters: wishes.radiusMeters,
      filter: filter == VenueFilter() ? nil : filter)
    // Listening begins before the first question, so that nothing falls between.
    let events = bus.events(NearbyChanged.self)
    var first = NearbyWatcher(call: call, bus: bus, request: request)
    let wait = try await first.ask()
    let asked = first
    try await call.output.whileRead { try await follow(events, asked, wait) }
    return .fine
  }

  /// Hands the watcher what comes, and its times to ask.
  private static func follow(
    _ events: AsyncStream<StreamItem<NearbyChanged>>, _ asked: NearbyWatcher, _ wait: Duration
  ) async throws {
    var watcher = asked
    let (signals, feed) = AsyncStream<NearbyWatcher.Signal>.makeStream()
    let listening = Task {
      for await item in events { feed.yield(.stream(item)) }
      feed.finish()
    }
    var renewal = alarm(after: wait, feed)
    defer {
      listening.cancel()
      renewal.cancel()
    }
    for await signal in signals {
      guard let wait = try await watcher.take(signal) else { continue }
      renewal.cancel()
      renewal = alarm(after: wait, feed)
    }
  }

  private static func alarm(
    after wait: Duration, _ feed: AsyncStream<NearbyWatcher.Signal>.Continuation
  ) -> Task<Void, any Error> {
    Task {
      // A lease is a matter of time, and nothing else tells of its end.
      try await Task.sleep(for: wait)
      feed.yield(.renew)
    }
  }
}

/// Shows the venues nearest to a device as it moves: each list once, compared with the one shown
/// before, whichever instance of shop search tells it.
struct NearbyWatcher: Sendable {
  enum Signal: Sendable {
    case stream(StreamItem<NearbyChanged>)
    /// It is time to ask again.
    case renew
  }

  private let call: Call
  private let bus: any ServiceBus
  private let request: NearbyWatchRequest
  private var instance: String?
  private var watch: NearbyWatchID?
  private var shown: NearbyList?
  /// Whose clock told when the list was made that is shown.
  private var shownBy: NearbyWatchID?
  /// What the last list changed that was not of the same venues.
  private var came: Set<VenueID> = []
  private var went: [String] = []
  private var saidWaiting = false
  private var saidAway = false

  init(call: Call, bus: any ServiceBus, request: NearbyWatchRequest) {
    self.call = call
    self.bus = bus
    self.request = request
  }

  /// How soon to ask again while nobody answers.
  static let retryWait = Duration.seconds(1)

  /// Acts on what the stream or the clock tells.
  ///
  /// - Returns: after how long to ask again, where that is not as it was.
  /// - Throws: `ServiceError` that no later try could mend, `OutputClosed`.
  mutating func take(_ signal: Signal) async throws -> Duration? {
    if case .stream(.event(let change, _)) = signal {
      if change.watch == watch { try show(change.list, change.cause) }
      return nil
    }
    // The publisher that came, went or was missed may be the one that watches.
    do {
      return try await ask()
    } catch let error as ServiceError where error.code.isRetryable {
      if !saidAway { call.output.message("quickbrew: \(error.message.printable)") }
      saidAway = true
      return Self.retryWait
    }
  }

  /// Asks the instance that watches, and any other where that one is gone; shows the list, where it
  /// is another.
  ///
  /// - Returns: after how long to ask again: in the middle of the lease, so that there is time for
  ///   another instance.
  /// - Throws: `ServiceError`, `OutputClosed`.
  mutating func ask() async throws -> Duration {
    let reply = try await reply()
    instance = reply.instance
    watch = reply.watch
    saidAway = false
    if let list = reply.list {
      try show(list, nil)
    } else if !saidWaiting {
      saidWaiting = true
      call.output.message(
        "quickbrew: Waiting for the first position of \(request.device.rawValue.printable).")
    }
    return max(Self.retryWait, .seconds(reply.leaseSeconds) / 2)
  }

  private func reply() async throws(ServiceError) -> NearbyWatchReply {
    if let instance, let reply = try await reply(of: instance) { return reply }
    return try await bus.send(request, timeout: call.timeout)
  }

  /// `nil` where the instance is gone, or cannot answer.
  private func reply(of instance: String) async throws(ServiceError) -> NearbyWatchReply? {
    do {
      return try await bus.send(
        request, to: .shopSearch, instance: instance, timeout: call.timeout)
    } catch {
      if error.code.isRetryable { return nil }
      throw error
    }
  }

  private mutating func show(_ list: NearbyList, _ cause: NearbyChanged.Cause?) throws {
    if let shown, watch == shownBy, list.asOf < shown.asOf { return }
    let old = shown
    (shown, shownBy) = (list, watch)
    if let old, old.isSeen(as: list) { return }
    let change = NearbyLine(cause: cause, from: old, to: list)
    if call.wantsJSONLines { return try call.output.jsonLine(change) }
    if !change.came.isEmpty || !change.went.isEmpty {
      came = Set(change.came)
      let before = (old?.venues ?? []).map(\.venue)
      went = before.filter { change.went.contains($0.id) }.map(\.name)
    }
    let text = NearbyRendering.render(list, came: came, went: went, style: call.style)
    // A dumb terminal can only go on.
    if call.surroundings.environment["TERM"] == "dumb" {
      try call.output.text(old == nil ? text : "\n" + text)
    } else {
      try call.output.screen(text)
    }
  }
}

/// What `nearby --watch` prints as a line of JSON.
private struct NearbyLine: Encodable {
  /// Why there is a new list; left out where it was asked for.
  let cause: NearbyChanged.Cause?
  /// Compared with the line before.
  let came: [VenueID]
  let went: [VenueID]
  let list: NearbyList

  /// - Parameter old: `nil` for the first list, which is no news.
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
  /// Whether the other tells nothing new.
  fileprivate func isSeen(as other: NearbyList) -> Bool {
    coordinate == other.coordinate && time == other.time && venues == other.venues
      && safe == other.safe && replica.isCurrent == other.replica.isCurrent
  }
}
