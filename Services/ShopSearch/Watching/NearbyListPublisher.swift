import CommandLineKit
import MessageBus
import Messages
import OpeningHours
import ServiceRuntime
import Time

/// Runs the subscriptions of this instance: passes requests and positions from the bus to the state
/// machine, and publishes the events that it returns.
actor NearbyListPublisher {
  private let published: PublishedVenues
  private let transitions: HoursTransitionCache
  private let client: RequestClient
  private let publisher: Publisher
  private let log: Log
  private var subscriptions: NearbySubscriptions
  /// Whether positions may have been missed.
  private var hasMissedPositions = false

  /// - Parameter hoursContext: the zone and the holidays of the map, for opening hours.
  init(
    _ environment: ServiceEnvironment, _ published: PublishedVenues, at hoursContext: HoursContext
  ) {
    self.published = published
    transitions = HoursTransitionCache(OpeningHoursCache(hoursContext))
    client = environment.client
    publisher = environment.publisher
    log = environment.log
    subscriptions = NearbySubscriptions(
      instance: environment.instance,
      epoch: publisher.position(of: NearbyChanged.self).epoch)
  }

  /// Starts or extends a subscription; see `NearbyWatchRequest`.
  func subscribe(_ request: NearbyWatchRequest) async throws(ServiceError) -> NearbyWatchReply {
    let reply = try reply(to: request)
    // If the device is unknown or the monitor does not answer, the list waits for a position.
    guard reply.list == nil, let position = try? await locate(request.device) else { return reply }
    publish(subscriptions.report(position, in: context, now: .now()))
    return try self.reply(to: request)
  }

  private func reply(
    to request: NearbyWatchRequest
  ) throws(ServiceError) -> NearbyWatchReply {
    let context = SearchContext(snapshot: try published.snapshot(), transitions: transitions)
    return try subscriptions.subscribe(request, in: context, now: .now())
  }

  func receive(_ item: StreamItem<DevicePosition>) async {
    switch item {
    case .event(let position, _):
      publish(subscriptions.report(position, in: context, now: .now()))
    case .live, .gap: await catchUp()
    case .lost, .refused: break
    }
  }

  /// Publishes changes by time and by changed venues at a fixed interval, until cancelled.
  func run() async {
    while !Task.isCancelled {
      // Throws only when cancelled, which ends the loop.
      try? await Task.sleep(for: SearchLimits.subscriptionTick)
      if hasMissedPositions { await catchUp() }
      publish(subscriptions.tick(in: context, now: .now()))
    }
  }

  /// Requests the positions of all subscribed devices.
  private func catchUp() async {
    hasMissedPositions = false
    for device in subscriptions.devices {
      do throws(ServiceError) {
        let position = try await locate(device)
        publish(subscriptions.report(position, in: context, now: .now()))
      } catch {
        // A monitor that does not answer for one device will not answer for the next.
        if error.code != .notFound { hasMissedPositions = true }
      }
      if hasMissedPositions { return }
    }
  }

  /// `nil` until the first copy of the venues is complete.
  private var context: SearchContext? {
    (try? published.snapshot()).map { SearchContext(snapshot: $0, transitions: transitions) }
  }

  private func locate(_ device: DeviceID) async throws(ServiceError) -> DevicePosition {
    try await client.send(
      PositionRequest(device: device), timeout: SearchLimits.positionTimeout)
  }

  private func publish(_ events: [NearbyChanged]) {
    for event in events {
      do { try publisher.publish(event) } catch {
        log.error("cannot publish the list of \(event.list.device.rawValue): \(error)")
      }
    }
  }
}
