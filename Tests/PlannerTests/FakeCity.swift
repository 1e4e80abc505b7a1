import CommandLineKit
import FoundationEssentials
import Geography
import MessageBus
import Messages
import TestSupport
import Time

@testable import Planner

/// The other services of a city whose driving times are given pair by pair.
struct FakeCity: ServiceClient {
  var venues: [Venue] = []
  /// Whether candidates are only those of the requested categories.
  var listsCategories = false
  /// Whether candidates are only those whose straight way is short enough.
  var listsReach = false
  /// Further venues that shop search does not list as candidates.
  var unlisted: [Venue] = []
  /// Whole seconds from one point to another; `nil` without a road.
  var seconds: @Sendable (Coordinate, Coordinate) -> Int? = { _, _ in 300 }
  /// The factor by which drives of the hour that contains a time are slower.
  var slowness: @Sendable (Timestamp) -> Int = { _ in 1 }
  /// The durations of drives, if they differ from those of detours.
  var drivenSeconds: (@Sendable (Coordinate, Coordinate) -> Int?)?
  var meters: @Sendable (Coordinate, Coordinate) -> Int = { Int($0.distance(to: $1)) }
  var places: [String: GeocodeReply] = [:]
  var devices: [DeviceID: Coordinate] = [:]
  var omitted = 0
  var maximumCandidates = Int.max
  /// The change of a venue after shop search listed it.
  var since: @Sendable (Venue) -> Venue? = { $0 }
  /// Points too far from every road.
  var offRoad: Set<Coordinate> = []
  /// How far each point is from its road, in whole centimetres.
  var walkMeters: @Sendable (Coordinate) -> Meters = { _ in 0 }
  /// The name of every road.
  var street: String?
  /// Where all opening hours come from.
  var hoursFeed: VenueFieldSource?
  /// Services that fail, with their error.
  var down: [ServiceName: ServiceError] = [:]
  /// Called with each drive before it is answered.
  var onRoute: @Sendable (RouteRequest) async throws(ServiceError) -> Void = { _ in }
  /// Records the requests of all copies.
  private let script = ScriptedBus()

  /// The bus on which the city answers for all services.
  var bus: ScriptedBus {
    script
      .answering(GeocodeRequest.self) { try await geocode($0) }
      .answering(PositionRequest.self) { try await position($0) }
      .answering(RouteRequest.self) { try await route($0) }
      .answering(RoutesRequest.self) { try await routes($0) }
      .answering(TableRequest.self) { try await table($0) }
      .answering(DetoursRequest.self) { try await detours($0) }
      .answering(BestDetoursRequest.self) { try await bestDetours($0) }
      .answering(CandidatesRequest.self) { try await candidates($0) }
      .answering(ShopDetailsRequest.self) { try await details($0) }
      .answering(VenueSourcesRequest.self) { try await sources($0) }
  }

  func send(
    _ body: Data, as operation: Operation, timeout: Duration?, traceID: String?
  ) async throws(ServiceError) -> Data {
    try await bus.send(body, as: operation, timeout: timeout, traceID: traceID)
  }

  /// All requests so far, in order.
  var sent: [ScriptedBus.SentRequest] { script.sent }

  /// The requests of one type so far, in order.
  func sent<Request: RequestMessage>(_ type: Request.Type) throws -> [Request] {
    try script.sent(type)
  }

  func geocode(_ request: GeocodeRequest) async throws(ServiceError) -> GeocodeReply {
    if let error = down[.geocoder] { throw error }
    return places[request.text ?? ""] ?? GeocodeReply(hits: [])
  }

  func position(_ request: PositionRequest) async throws(ServiceError) -> DevicePosition {
    if let error = down[.geofenceMonitor] { throw error }
    guard let coordinate = devices[request.device] else {
      throw ServiceError(.notFound, "no position")
    }
    return DevicePosition(device: request.device, coordinate: coordinate, time: morning)
  }

  func route(_ request: RouteRequest) async throws(ServiceError) -> RouteReply {
    if let error = down[.router] { throw error }
    try await onRoute(request)
    let (start, end) = (request.waypoints[0], request.waypoints[1])
    guard
      let seconds = driven((drivenSeconds ?? self.seconds)(start, end), request.departure)
    else {
      throw ServiceError(.noRoute, "No road leads from \(start.text) to \(end.text).")
    }
    let meters = meters(start, end)
    let step = RouteStep(
      maneuver: Maneuver(kind: .depart, coordinate: start), instruction: "Go", name: nil,
      durationSeconds: seconds, distanceMeters: meters)
    let leg = RouteLeg(
      durationSeconds: seconds, distanceMeters: meters, name: "A Street",
      steps: request.steps == true ? [step] : nil)
    return RouteReply(
      durationSeconds: seconds, distanceMeters: meters, name: "A Street",
      geometry: request.geometry == true ? EncodedPolyline([start, end]) : nil, legs: [leg],
      waypoints: request.waypoints.map {
        SnappedWaypoint(
          coordinate: $0.moved(by: walkMeters($0), bearing: 0), distanceMeters: walkMeters($0),
          name: street)
      }, mapVersion: "fake")
  }

  func routes(_ request: RoutesRequest) async throws(ServiceError) -> RoutesReply {
    var routes: [RouteResult] = []
    for item in request.routes {
      do throws(ServiceError) {
        routes.append(.route(try await route(item)))
      } catch {
        guard error.code == .noRoute else { throw error }
        routes.append(.failure(error))
      }
    }
    return RoutesReply(routes: routes)
  }

  /// Each departure has its own column.
  func detours(_ request: DetoursRequest) async throws(ServiceError) -> DetoursReply {
    if let error = down[.router] { throw error }
    guard offRoad.isDisjoint(with: [request.origin, request.destination]) else {
      throw ServiceError(.outsideMap, "too far from every road")
    }
    let stops = request.stops.coordinates
    let leavings = request.leavings ?? []
    func cells(_ duration: (Coordinate) -> Int?) -> [Int32?] {
      stops.map { offRoad.contains($0) ? nil : duration($0).map { Int32($0) } }
    }
    return DetoursReply(
      toStopSeconds: PackedNumbers(
        cells { driven(seconds(request.origin, $0), request.departure) }),
      toDestinationSeconds: PackedNumbers([]),
      leavingColumns: Array(leavings.indices),
      stopCentimeters: PackedNumbers(
        stops.map { offRoad.contains($0) ? nil : Int32((walkMeters($0) * 100).rounded()) }),
      originMeters: walkMeters(request.origin), destinationMeters: walkMeters(request.destination),
      mapVersion: "fake",
      toDestinationMilliseconds: PackedNumbers(
        leavings.flatMap { leaving in
          cells { hourly(seconds($0, request.destination), leaving) }
        }))
  }

  func table(_ request: TableRequest) async throws(ServiceError) -> TableReply {
    if let error = down[.router] { throw error }
    guard offRoad.isDisjoint(with: request.sources + request.destinations) else {
      throw ServiceError(.outsideMap, "too far from every road")
    }
    let cells = request.sources.flatMap { source in
      request.destinations.map { end in
        hourly(seconds(source, end), request.departure).map { Int32($0) }
      }
    }
    func centimeters(_ points: [Coordinate]) -> PackedNumbers {
      PackedNumbers(cells: points.map { Int32((walkMeters($0) * 100).rounded()) })
    }
    return TableReply(
      durationsSeconds: nil, packedSeconds: nil,
      sourceCentimeters: centimeters(request.sources),
      destinationCentimeters: centimeters(request.destinations), mapVersion: "fake",
      packedMilliseconds: PackedNumbers(cells))
  }

  /// Milliseconds at the speeds of one hour throughout.
  private func hourly(_ seconds: Int?, _ hour: Timestamp?) -> Int? {
    seconds.map { $0 * 1000 * (hour.map(slowness) ?? 1) }
  }

  /// Seconds at the speeds of every hour of the drive.
  private func driven(_ seconds: Int?, _ departure: Timestamp?) -> Int? {
    guard let seconds, let departure else { return seconds }
    return HourlyDuration(departing: departure) {
      .milliseconds(UInt32(seconds * 1000 * slowness($0)))
    }.seconds
  }

  /// By name: the stops that the router was sent.
  private let stopSets = Locked<[String: [Coordinate]]>([:])

  func bestDetours(
    _ request: BestDetoursRequest
  ) async throws(ServiceError) -> BestDetoursReply {
    if let error = down[.router] { throw error }
    if let stops = request.stops?.coordinates { stopSets.withLock { $0[request.set] = stops } }
    guard let stops = stopSets.withLock({ $0[request.set] }) else {
      throw ServiceError(.notFound, "send them")
    }
    let sums = stops.enumerated().compactMap { number, stop -> (Int, Int)? in
      guard !offRoad.contains(stop),
        let there = driven(seconds(request.origin, stop), request.departure),
        let on = (request.leavings ?? []).compactMap({
          hourly(seconds(stop, request.destination), $0)
        }).min()
      else { return nil }
      return (there * 1000 + on, number)
    }.sorted { $0 < $1 }
    let others = sums.dropFirst(request.count)
    return BestDetoursReply(
      stops: PackedNumbers(sums.prefix(request.count).map { Int32($0.1) }), others: others.count,
      leastMillisecondsOfOthers: others.first?.0, unreachable: stops.count - sums.count,
      mapVersion: "fake")
  }

  func candidates(_ request: CandidatesRequest) async throws(ServiceError) -> CandidatesReply {
    if let error = down[.shopSearch] { throw error }
    if request.everything == true, request.unless == replica.position {
      return CandidatesReply(
        shops: PackedShops([]), inCategory: 0, omitted: 0, replica: replica, isUnchanged: true)
    }
    let wanted = request.categories ?? [request.category]
    let venues = venues.filter { venue in
      !listsCategories || wanted.contains { $0.covers(venue.category) }
    }
    let near = venues.filter { venue in
      let way =
        request.origin.distance(to: venue.coordinate)
        + venue.coordinate.distance(to: request.destination)
      return !listsReach || way <= request.longestWayMeters ?? -1
    }
    let listed = request.everything == true ? venues : Array(near.prefix(maximumCandidates))
    return CandidatesReply(
      shops: PackedShops(listed.map(Shop.init), hasTraits: request.traits ?? false),
      inCategory: venues.count,
      omitted: request.everything == true ? 0 : omitted + near.count - listed.count,
      replica: replica)
  }

  func details(_ request: ShopDetailsRequest) async throws(ServiceError) -> ShopDetailsReply {
    if let error = down[.shopSearch] { throw error }
    let now = (venues + unlisted).compactMap(since)
    return ShopDetailsReply(
      venues: request.ids.compactMap { id in now.first { $0.id == id } }, replica: replica)
  }

  func sources(_ request: VenueSourcesRequest) async throws(ServiceError) -> VenueSourcesReply {
    if let error = down[.venueStore] { throw error }
    return VenueSourcesReply(fields: hoursFeed.map { [$0] } ?? [])
  }

  private var replica: ReplicaState {
    ReplicaState(
      position: StreamPosition(epoch: "fake", sequence: 0), venues: venues.count, isCurrent: true)
  }
}

extension FakeCity {
  /// A shop this many thousandths of a degree north-east of Union Square.
  static func shop(
    _ name: String, at step: Int, id: VenueID? = nil, hours: String? = "24/7"
  ) -> Venue {
    Venue(
      id: id ?? VenueID(rawValue: "fake/\(name)"), name: name, category: .coffee,
      coordinate: Coordinate(
        latitude: 37.786 + Double(step) / 1000, longitude: -122.406 + Double(step) / 1000),
      facts: VenueFacts(openingHours: hours, names: NamesByLanguage(["en": "Shop \(name)"])))
  }

  /// Shops with these hours, each with the same two legs.
  init(hours: [String?], toStop: Int = 600, toDestination: Int = 300) {
    let venues = hours.enumerated().map { Self.shop("S\($0)", at: $0, hours: $1) }
    let shops = Set(venues.map(\.coordinate))
    self.init(venues: venues) { start, end in
      shops.contains(end) ? toStop : shops.contains(start) ? toDestination : 600
    }
  }

  /// Shops, each with its two legs; the direct drive has `direct` seconds.
  init(direct: Int?, shops: [(name: String, toStop: Int?, toDestination: Int?)]) {
    let venues = shops.enumerated().map { Self.shop($1.name, at: $0) }
    let legs = Dictionary(
      uniqueKeysWithValues: zip(venues.map(\.coordinate), shops.map { ($0.1, $0.2) }))
    self.init(venues: venues) { start, end in
      if let (toStop, _) = legs[end] { return toStop }
      if let (_, toDestination) = legs[start] { return toDestination }
      return direct
    }
  }

  /// Opening hours of random shops; all their times are whole minutes.
  private static let values: [String?] = [
    nil, nil, "24/7", "24/7", "24/7", "nonsense", "07:00-18:00", "08:15-08:40", "08:25+",
    "Mo-Fr 06:00-20:00; Sa 08:20-08:35,08:50-12:00", "Sa 08:10-08:30 unknown, 08:30-09:30",
    "Sa 21:00-08:21", "Sa off", "07:00-08:12,08:27-08:33", "\"by appointment\"",
  ]

  /// A city of random driving times that follow from the seed alone; one pair in ten has no road.
  static func random(seed: UInt64, shops count: Int) -> FakeCity {
    var generator = SeededGenerator(seed: seed)
    let venues = (0..<count).map { index in
      Venue(
        id: VenueID(rawValue: "fake/\(index)"),
        name: "Shop \(Int.random(in: 0..<4, using: &generator))", category: .coffee,
        coordinate: Coordinate(
          latitude: .random(in: 37.71...37.82, using: &generator),
          longitude: .random(in: -122.5 ... -122.36, using: &generator)),
        facts: VenueFacts(openingHours: values.randomElement(using: &generator) ?? nil))
    }
    return FakeCity(venues: venues) { start, end in
      if start == unionSquare && end == coitTower { return 900 }
      var bits = seed
      for number in [start.latitude, start.longitude, end.latitude, end.longitude] {
        bits = bits &* 31 &+ number.bitPattern
      }
      var generator = SeededGenerator(seed: bits)
      if Int.random(in: 0..<10, using: &generator) == 0 { return nil }
      return 60 * Int.random(in: 1...30, using: &generator)
    }
  }
}
