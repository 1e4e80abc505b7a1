import FoundationEssentials
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

@testable import Regions

/// Requests to a stack of several maps, each of which is a script.
struct RegionalClientTests {
  private static let points = drawing(
    """
    a  b
             x  y
       c
          m        z
    """)
  private static let vaduz = RegionName("liechtenstein")!
  private static let monaco = RegionName("monaco")!

  /// Three maps: the stack's own around a, b, c; liechtenstein around x, y; monaco around m, z,
  /// whose box holds no other.
  private static func stack() -> ScriptedStack {
    ScriptedStack(
      maps: [
        nil: ("abc", ["Market": 0.9]), vaduz: ("xy", ["Castle": 0.95, "Station": 0.8]),
        monaco: ("mz", ["Casino": 0.97, "Station": 0.9, "Castle": 0.3]),
      ], points: points)
  }

  private static func route(_ letters: String) -> RouteRequest {
    RouteRequest(waypoints: letters.compactMap { points[$0] })
  }

  private static func plan(_ from: LocationReference, _ to: LocationReference) -> PlanRequest {
    PlanRequest(origin: from, destination: to, departure: nil, deadline: nil)
  }

  @Test("a route goes to the map that holds both ends", arguments: [("ab", nil), ("xy", vaduz)])
  func both(ends: String, expected: RegionName?) async throws {
    let stack = Self.stack()
    _ = try? await RegionalClient(stack).send(Self.route(ends))
    #expect(stack.asked("router.route/1") == [expected])
  }

  @Test("a route from one map to another is refused, with which end is where")
  func across() async throws {
    let stack = Self.stack()
    let error = await #expect(throws: ServiceError.self) {
      try await RegionalClient(stack).send(Self.route("am"))
    }
    #expect(error?.code == .outsideMap && error?.message.contains("(in own.osm)") == true)
    #expect(error?.message.contains("(in monaco)") == true)
    #expect(stack.asked("router.route/1") == [])
  }

  @Test("what finds the region of a request is asked on its caller's behalf, too")
  func caller() async throws {
    let stack = Self.stack()
    let ann = Caller(name: "phone", scope: .read, user: "ann")
    let client = RegionalClient(stack).acting(for: ann)
    _ = try? await client.send(Self.plan(.text("Castle"), .device("ann.phone")))
    _ = try? await client.send(PinBoardRequest(board: "ann"))
    _ = try? await client.send(VenueRequest(id: "osm/node/1"))
    let callers = stack.askedBy()
    #expect(callers.count > 5 && callers.allSatisfy { $0 == ann }, "\(callers)")
    _ = try? await RegionalClient(stack).send(Self.route("ab"))
    #expect(stack.askedBy().last == Caller?.none)
  }

  @Test("a plan between texts goes to the map that has both; if none has, it says which has which")
  func texts() async throws {
    let stack = Self.stack()
    let client = RegionalClient(stack)
    _ = try? await client.send(Self.plan(.text("Casino"), .text("Station")))
    #expect(stack.asked("planner.plan/1") == [Self.monaco])
    _ = try? await client.send(
      Self.plan(.coordinate(Self.points["x"]!), .text("Station")))
    #expect(stack.asked("planner.plan/1").last == Self.vaduz, "where the coordinate is")
    let error = await #expect(throws: ServiceError.self) {
      try await client.send(Self.plan(.text("Castle"), .text("Casino")))
    }
    #expect(
      error?.message.hasPrefix(
        "No region holds both “Casino” (in monaco) and “Castle” (in liechtenstein).") == true)
  }

  @Test("a text that no map has goes to one of them, whose planner says what is similar")
  func unknownText() async throws {
    let stack = Self.stack()
    _ = try? await RegionalClient(stack).send(Self.plan(.text("Castle"), .text("Nowhere")))
    #expect(stack.asked("planner.plan/1").count == 1)
  }

  @Test("a text without a place is looked up on all maps, the surest first, with its region")
  func merged() async throws {
    let stack = Self.stack()
    let reply = try await RegionalClient(stack).send(GeocodeRequest(text: "Station"))
    #expect(reply.hits.map(\.region) == [Self.monaco, Self.vaduz])
    #expect(reply.hits.map(\.confidence) == [0.9, 0.8])
    #expect(reply.mapVersion == nil, "of several maps")
    let near = try await RegionalClient(stack).send(
      GeocodeRequest(text: "Station", near: Self.points["x"]))
    #expect(near.hits.map(\.region) == [Self.vaduz, Self.monaco], "the one of the caller's map")
    let one = try await RegionalClient(stack).send(GeocodeRequest(text: "Station", limit: 1))
    #expect(one.hits.count == 1)
  }

  @Test("a map that does not answer is left out of a merged reply, and fails no other's requests")
  func away() async throws {
    let stack = Self.stack()
    let client = RegionalClient(stack)
    _ = try? await client.send(Self.route("mz"))
    stack.silence(Self.monaco)
    let reply = try await client.send(GeocodeRequest(text: "Station"))
    #expect(reply.hits.map(\.region) == [Self.vaduz])
    _ = try? await client.send(Self.route("xy"))
    #expect(stack.asked("router.route/1").last == Self.vaduz)
    let error = await #expect(throws: ServiceError.self) {
      try await client.send(Self.route("mz"))
    }
    #expect(error?.code == .unavailable, "its map is known still")
  }

  @Test("a region that the caller names answers; an unknown one is refused")
  func named() async throws {
    let stack = Self.stack()
    let client = RegionalClient(stack)
    await RegionalClient.$named.withValue(Self.monaco) {
      _ = try? await client.send(Self.route("ab"))
    }
    #expect(stack.asked("router.route/1") == [Self.monaco])
    await RegionalClient.$named.withValue(RegionName("atlantis")) {
      let error = await #expect(throws: ServiceError.self) {
        try await client.send(Self.route("ab"))
      }
      #expect(error?.code == .notFound && error?.suggestions == ["liechtenstein", "monaco"])
    }
  }

  @Test("what names no place goes to the stack's own map, what all maps share to none of them")
  func noPlace() async throws {
    let stack = Self.stack()
    let client = RegionalClient(stack)
    _ = try? await client.send(FeedListRequest())
    _ = try? await client.send(FenceListRequest())
    await RegionalClient.$named.withValue(Self.monaco) {
      _ = try? await client.send(FenceListRequest())
    }
    #expect(stack.asked("venue-store.feed-list/1") == [nil])
    #expect(stack.asked("geofence-monitor.fence-list/1") == [nil, nil])
  }

  @Test("a stack of one map passes every request on, and asks nothing besides")
  func single() async throws {
    let stack = ScriptedStack(maps: [nil: ("abc", [:])], points: Self.points)
    let client = RegionalClient(stack)
    _ = try? await client.send(Self.route("am"))
    _ = try? await client.send(GeocodeRequest(text: "Market"))
    _ = try? await client.send(Self.plan(.text("Castle"), .text("Casino")))
    #expect(stack.sent().map(\.0) == ["router.route/1", "geocoder.search/1", "planner.plan/1"])
    #expect(stack.sent().allSatisfy { $0.1 == nil })
  }
}

/// Maps that answer by a table of texts, and record which of them was asked what.
private final class ScriptedStack: RegionalStack {
  typealias Map = (letters: String, texts: [String: Double])

  private let maps: [RegionName?: Map]
  private let points: [Character: Coordinate]
  private let caller: Caller?
  private let record: Locked<[(String, RegionName?)]>
  private let callers: Locked<[(String, Caller?)]>
  private let silent: Locked<Set<RegionName>>

  init(maps: [RegionName?: Map], points: [Character: Coordinate]) {
    self.maps = maps
    self.points = points
    (caller, record, callers, silent) = (nil, Locked([]), Locked([]), Locked([]))
  }

  private init(_ other: ScriptedStack, for caller: Caller?) {
    (maps, points, self.caller) = (other.maps, other.points, caller)
    (record, callers, silent) = (other.record, other.callers, other.silent)
  }

  func acting(for caller: Caller?) -> ScriptedStack { ScriptedStack(self, for: caller) }

  func silence(_ region: RegionName) { silent.withLock { _ = $0.insert(region) } }

  func regions() -> [RegionName] { maps.keys.compactMap { $0 }.sorted() }

  /// The regions that were asked an operation, in order.
  func asked(_ operation: String) -> [RegionName?] {
    record.withLock { $0.filter { $0.0 == operation }.map(\.1) }
  }

  func sent() -> [(String, RegionName?)] { record.withLock { $0 } }

  /// On whose behalf each request was made, in order; without what the directory of maps asks.
  func askedBy() -> [Caller?] {
    callers.withLock { $0.filter { $0.0 != MapInfoRequest.operation.name }.map(\.1) }
  }

  func services(of region: RegionName?) -> any ServiceClient {
    let isSilent = region.map { name in silent.withLock { $0.contains(name) } } ?? false
    guard let map = maps[region], !isSilent else {
      return Recorded(base: ScriptedBus(), region: region, note: note)
    }
    let box = BoundingBox(around: map.letters.compactMap { points[$0] })!
    let bus = ScriptedBus()
      .answering(MapInfoRequest.self) { _ in
        MapInfo(name: "own.osm", box: box, timeZone: "UTC")
      }
      .answering(GeocodeRequest.self) { request in
        let hits = map.texts[request.text ?? ""].map { confidence in
          [
            PlaceHit(
              label: request.text ?? "", coordinate: box.center, accuracy: .venue,
              confidence: confidence, matched: "")
          ]
        }
        return GeocodeReply(hits: hits ?? [], mapVersion: map.letters)
      }
    return Recorded(base: bus, region: region, note: note)
  }

  private func note(_ operation: String, _ region: RegionName?) {
    record.withLock { $0.append((operation, region)) }
    callers.withLock { $0.append((operation, caller)) }
  }
}

private struct Recorded: ServiceClient {
  let base: ScriptedBus
  let region: RegionName?
  let note: @Sendable (String, RegionName?) -> Void

  func send(
    _ body: Data, as operation: Operation, timeout: Duration?, traceID: String?
  ) async throws(ServiceError) -> Data {
    note(operation.name, region)
    return try await base.send(body, as: operation, timeout: timeout, traceID: traceID)
  }
}
