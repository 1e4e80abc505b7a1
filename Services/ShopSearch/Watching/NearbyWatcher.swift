import CommandLineKit
import MessageBus
import Messages
import OpeningHours
import ServiceRuntime

/// Keeps up the lists of this instance: feeds what comes from the bus to the state machine, and
/// publishes what that tells.
actor NearbyWatcher {
  private let published: PublishedVenues
  private let turns: HoursTurns
  private let client: RequestClient
  private let publisher: Publisher
  private let log: Log
  private var watches: NearbyWatches
  /// Whether positions may have been missed.
  private var isBehind = false

  /// - Parameter place: tells what opening hours mean on the map.
  init(_ environment: ServiceEnvironment, _ published: PublishedVenues, at place: HoursPlace) {
    self.published = published
    turns = HoursTurns(HoursBook(place))
    client = environment.client
    publisher = environment.publisher
    log = environment.log
    watches = NearbyWatches(
      instance: environment.instance,
      epoch: publisher.position(of: NearbyChanged.self).epoch)
  }

  /// Begins a watch, or prolongs it; see `NearbyWatchRequest`.
  func watch(_ request: NearbyWatchRequest) async throws(ServiceError) -> NearbyWatchReply {
    let reply = try begin(request)
    // Where nobody knows the device, or nobody answers, the list waits for a position.
    guard reply.list == nil, let position = try? await locate(request.device) else { return reply }
    publish(watches.see(position, in: venues, now: .now()))
    return try begin(request)
  }

  private func begin(_ request: NearbyWatchRequest) throws(ServiceError) -> NearbyWatchReply {
    let venues = SearchedVenues(snapshot: try published.snapshot(), turns: turns)
    return try watches.watch(request, in: venues, now: .now())
  }

  func see(_ item: StreamItem<DevicePosition>) async {
    switch item {
    case .event(let position, _): publish(watches.see(position, in: venues, now: .now()))
    case .live, .gap: await catchUp()
    case .lost: break
    }
  }

  /// Tells what time and the venues have changed, every so often until cancelled.
  func run() async {
    while !Task.isCancelled {
      // Ends early only when the service ends.
      try? await Task.sleep(for: WatchLimits.tick)
      if isBehind { await catchUp() }
      publish(watches.tick(in: venues, now: .now()))
    }
  }

  /// Asks where the devices are, as positions may have been missed.
  private func catchUp() async {
    isBehind = false
    for device in watches.devices {
      do throws(ServiceError) {
        let position = try await locate(device)
        publish(watches.see(position, in: venues, now: .now()))
      } catch {
        // Who does not answer for one device does not for the next.
        if error.code != .notFound { isBehind = true }
      }
      if isBehind { return }
    }
  }

  /// `nil` until the first copy is whole.
  private var venues: SearchedVenues? {
    (try? published.snapshot()).map { SearchedVenues(snapshot: $0, turns: turns) }
  }

  private func locate(_ device: DeviceID) async throws(ServiceError) -> DevicePosition {
    try await client.send(PositionRequest(device: device), timeout: WatchLimits.positionTimeout)
  }

  private func publish(_ events: [NearbyChanged]) {
    for event in events {
      do { try publisher.publish(event) } catch {
        log.error("cannot publish what is near \(event.list.device.rawValue): \(error)")
      }
    }
  }
}
