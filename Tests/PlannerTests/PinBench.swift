import FoundationEssentials
import Geography
import MessageBus
import Messages
import Stores
import Synchronization
import TestSupport
import Time

@testable import Planner

/// A handler of boards, with services of a fake city whose driving times a test may change.
struct PinBench: Sendable {
  let city: ChangingCity
  let store: PinBoardStore
  let monitor: FakeMonitor
  let fences: PinFencePublisher
  let handler: PinBoardHandler

  /// Points in a row; 100 s from each to the next.
  static func point(_ number: Int) -> Coordinate {
    Coordinate(latitude: 37.75 + Double(number) / 100, longitude: -122.4)
  }

  static func run<Result>(_ body: (PinBench) async throws -> Result) async throws -> Result {
    try await TemporaryDirectory.with { try await run($0.path("planner.sqlite"), body) }
  }

  static func run<Result>(
    _ path: String, _ body: (PinBench) async throws -> Result
  ) async throws -> Result {
    try await body(try PinBench(.store(path), city: ChangingCity(), monitor: FakeMonitor()))
  }

  /// A separate planner, on a store that it may share with others.
  init(
    _ location: StoreLocation, city: ChangingCity, monitor: FakeMonitor,
    clock: @escaping @Sendable () -> Timestamp = { morning }
  ) throws {
    self.city = city
    self.monitor = monitor
    store = try PinBoardStore(at: location)
    fences = PinFencePublisher(
      store: store, monitor: monitor.bus, clock: clock, onFailure: { _ in })
    handler = PinBoardHandler(map: downtown, store: store, fences: fences, services: city)
  }

  func add(at number: Int, key: IdempotencyKey? = nil) async throws -> PinBoard {
    try await add(.coordinate(Self.point(number)), key: key)
  }

  func add(_ place: LocationReference, key: IdempotencyKey? = nil) async throws -> PinBoard {
    try await handler.add(PinAddRequest(board: "me", place: place), key: key, now: morning)
  }

  func remove(_ label: String) async throws -> PinBoard {
    try await handler.remove(PinRemoveRequest(board: "me", label: label), key: nil, now: morning)
  }

  func reset() async throws -> PinBoard {
    try await handler.reset(PinResetRequest(board: "me"), key: nil, now: morning)
  }

  func watch(_ isOn: Bool) async throws -> PinBoard {
    try await handler.watch(PinWatchRequest(board: "me", on: isOn), key: nil, now: morning)
  }

  func board(named name: BoardID = "me") async throws -> PinBoard {
    try await handler.board(PinBoardRequest(board: name))
  }

  func failure(_ work: @Sendable () async throws -> PinBoard) async -> ServiceError? {
    do {
      _ = try await work()
      return nil
    } catch {
      return error as? ServiceError
    }
  }
}

/// A fake city that a test may change between two requests.
final class ChangingCity: ServiceClient {
  private let city = Mutex(
    FakeCity { start, end in Int(abs(end.latitude - start.latitude) * 10_000 + 0.5) })

  func setSeconds(_ seconds: @escaping @Sendable (Coordinate, Coordinate) -> Int?) {
    city.withLock { $0.seconds = seconds }
  }

  func setDown(_ error: ServiceError?) { city.withLock { $0.down[.router] = error } }

  private var now: FakeCity { city.withLock { $0 } }

  func send(
    _ body: Data, as operation: Operation, timeout: Duration?, traceID: String?
  ) async throws(ServiceError) -> Data {
    if operation == RouteRequest.operation { await Task.yield() }
    return try await now.send(body, as: operation, timeout: timeout, traceID: traceID)
  }
}

/// A geofence monitor that keeps the last fences it was sent.
final class FakeMonitor: Sendable {
  private struct State {
    var fences: [BoardFencesRequest.Pin] = []
    var isAway = false
  }

  private let state = Mutex(State())

  var fences: [BoardFencesRequest.Pin] { state.withLock { $0.fences } }

  /// The centers of the fences.
  var centers: [Coordinate] {
    fences.compactMap {
      if case .circle(let center, _) = $0.definition.area { center } else { nil }
    }
  }

  var isAway: Bool {
    get { state.withLock { $0.isAway } }
    set { state.withLock { $0.isAway = newValue } }
  }

  var bus: ScriptedBus {
    ScriptedBus().answering(BoardFencesRequest.self) { [self] request in
      try state.withLock { state in
        if state.isAway { throw ServiceError(.unavailable, "away") }
        state.fences = request.pins
        return FenceListReply(fences: [])
      }
    }
  }
}
