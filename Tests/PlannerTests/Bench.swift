import CommandLineKit
import Geography
import MessageBus
import Messages
import Synchronization
import Testing
import Time

@testable import Planner

/// Downtown, in its own time zone, with the holidays of its country.
let downtown = map(country: "US")

/// Downtown as the map of a country; `nil` for an unknown one.
func map(country: String?) -> PlanningMap {
  PlanningMap(
    MapInfo(
      name: "downtown.osm",
      box: BoundingBox(south: 37.7, west: -122.52, north: 37.83, east: -122.35),
      timeZone: "America/Los_Angeles", country: country))!
}

let unionSquare = Coordinate(latitude: 37.785834, longitude: -122.406417)
let coitTower = Coordinate(latitude: 37.802395, longitude: -122.405822)
let morning = Timestamp("2026-11-21T07:30:00-08:00")!

/// A plan request with defaults for whatever a test leaves out.
func request(
  from origin: LocationReference = .coordinate(unionSquare),
  to destination: LocationReference = .coordinate(coitTower), depart: RequestedTime? = nil,
  by deadline: RequestedTime? = nil, dwell: Int? = nil, category: VenueCategory? = nil,
  profile: TravelProfile? = nil, limit: Int? = nil, steps: Bool? = nil, id: PlanID? = nil,
  least: Double? = nil, openOnly: Bool? = nil, choice: PlanChoice? = nil,
  details: PlanDetails? = nil
) -> PlanRequest {
  PlanRequest(
    origin: origin, destination: destination,
    departure: depart ?? .clock(hour: 8, minute: 0),
    deadline: deadline ?? .clock(hour: 8, minute: 45), dwellSeconds: dwell, category: category,
    profile: profile, limit: limit, steps: steps, id: id, leastConfidence: least,
    openOnly: openOnly, choice: choice, details: details)
}

extension CandidateCounts {
  /// The same without its outcomes, which must add up to the shops considered.
  var totals: CandidateCounts {
    #expect(outcomes.sum == considered)
    return CandidateCounts(
      considered: considered, unreachable: unreachable, closed: closed, unknown: unknown,
      onTime: onTime, omitted: omitted, bounded: bounded)
  }
}

extension CandidateOutcomes {
  var sum: Int {
    open + perhaps + late + closed + hoursUnknown + unwanted + unreachable + bounded
  }
}

/// Records items from many tasks, in order.
final class Recorder<Item: Sendable>: Sendable {
  private let stored = Mutex<[Item]>([])

  func add(_ item: Item) { stored.withLock { $0.append(item) } }
  var items: [Item] { stored.withLock { $0 } }
}

/// Counts the tasks inside, and suspends all of them until `expected` have entered.
actor Gate {
  private let expected: Int
  private var inside = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private(set) var mostInside = 0

  init(opensAt expected: Int) { self.expected = expected }

  func enter() async {
    inside += 1
    mostInside = max(mostInside, inside)
    if inside >= expected || mostInside >= expected {
      waiting.forEach { $0.resume() }
      waiting = []
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() { inside -= 1 }
}

/// Returns when the task is cancelled.
func untilCancelled() async {
  for await _ in AsyncStream<Void>(unfolding: { await never() }) {}
}

private func never() async -> Void? {
  let (stream, _) = AsyncStream<Void>.makeStream()
  for await _ in stream {}
  return nil
}

/// Makes plans with scripted services and records the events.
struct Bench: Sendable {
  let services: any ServiceClient
  let map: PlanningMap
  let inventory: ShopInventory
  let events = Recorder<PlanEvent>()

  init(
    _ services: any ServiceClient, on map: PlanningMap = downtown,
    inventory: ShopInventory = ShopInventory()
  ) {
    self.services = services
    self.map = map
    self.inventory = inventory
  }

  func plan(_ request: PlanRequest, now: Timestamp = morning) async throws -> Plan {
    try await made(request, now: now).plan
  }

  func made(
    _ request: PlanRequest, now: Timestamp = morning
  ) async throws -> (plan: Plan, inputs: PlanInputs) {
    let events = events
    let start = ContinuousClock.now
    let planner = Planner(
      map: map, services: services, inventory: inventory, clock: { start },
      publish: { events.add($0) })
    let plan = try await planner.plan(request, now: now, spareID: "spare")
    return (plan, planner.inputs)
  }

  /// The error of a plan that must fail.
  func failure(_ request: PlanRequest, now: Timestamp = morning) async -> ServiceError? {
    do {
      _ = try await plan(request, now: now)
      return nil
    } catch { return error as? ServiceError }
  }

  var progress: [PlanProgress] {
    events.items.compactMap { if case .progress(let progress) = $0 { progress } else { nil } }
  }
}

/// How far each point is from its road: 0 to 2 minutes on foot, by its latitude.
let wholeMinutes: @Sendable (Coordinate) -> Meters = { point in
  var generator = SeededGenerator(seed: point.latitude.bitPattern)
  return Meters(Int.random(in: 0...2, using: &generator)) * 83.33
}

/// From nine o'clock on every drive is half as fast.
enum SlowFromNine {
  private static let nine = morning.adding(seconds: 5400)

  static let slowness: @Sendable (Timestamp) -> Int = { $0 < nine ? 1 : 2 }

  /// How many minutes a drive takes that takes `minutes` before nine, minute by minute.
  static func minutes(_ minutes: Int, from departure: Int) -> Int {
    var (halves, time) = (2 * minutes, departure)
    while halves > 0 {
      halves -= time < nine.minute ? 2 : 1
      time += 1
    }
    return time - departure
  }
}
