import Messages
import Time

/// Answers what is asked of pin boards: finds the place of a new pin and the drive to it, and only
/// then changes the board, all at once or not at all.
struct PinKeeper: Sendable {
  let map: PlanningMap
  let boards: PinBoards
  let watcher: PinWatcher
  let services: any PlanningServices

  init(
    map: PlanningMap, boards: PinBoards, watcher: PinWatcher, services: any PlanningServices
  ) {
    self.map = map
    self.boards = boards
    self.watcher = watcher
    self.services = NamedServices(base: services)
  }

  /// - Throws: as `PinAddRequest` says; `SQLError`.
  func add(_ request: PinAddRequest, key: String?, now: Timestamp) async throws -> PinBoard {
    try PlanQuestion.check(request.place, .pin, on: map)
    let leastConfidence = request.leastConfidence ?? PlanDefaults.leastConfidence
    try PlanQuestion.check(leastConfidence: leastConfidence)
    return try await change(request.board, for: request, key: key, now: now) { board in
      guard !board.isFull else {
        throw ServiceError(
          .tooManyPins,
          "A board has at most \(PinLimits.maximumPins) pins; remove one, or reset the board.")
      }
      let last = board.pins.last?.place.coordinate
      let place = try await PlaceFinder(map: map, services: services).find(
        request.place, as: .pin, near: last ?? map.info.box.center,
        leastConfidence: leastConfidence)
      board.append(place, try await drive(from: board.pins.last?.place, to: place))
    }
  }

  /// - Throws: as `PinRemoveRequest` says; `SQLError`.
  func remove(_ request: PinRemoveRequest, key: String?, now: Timestamp) async throws -> PinBoard {
    try await change(request.board, for: request, key: key, now: now) { board in
      guard let index = board.index(of: request.label) else {
        throw ServiceError(.notFound, "The board has no pin “\(request.label.prefix(20))”.")
      }
      var leg: PlanLeg?
      if index + 1 < board.pins.count {
        let before = index > 0 ? board.pins[index - 1].place : nil
        leg = try await drive(from: before, to: board.pins[index + 1].place)
      }
      board.remove(at: index, joining: leg)
    }
  }

  /// - Throws: as `PinResetRequest` says; `SQLError`.
  func reset(_ request: PinResetRequest, key: String?, now: Timestamp) async throws -> PinBoard {
    try await change(request.board, for: request, key: key, now: now) { $0.reset() }
  }

  /// - Throws: as `PinWatchRequest` says; `SQLError`.
  func watch(_ request: PinWatchRequest, key: String?, now: Timestamp) async throws -> PinBoard {
    try await change(request.board, for: request, key: key, now: now) {
      $0.isWatched = request.on
    }
  }

  /// - Throws: as `PinBoardRequest` says; `SQLError`.
  func board(_ request: PinBoardRequest) async throws -> PinBoard {
    try Self.check(request.board)
    return try await reply(try await boards.board(request.board), request.board)
  }

  /// Makes a change and answers the board; a repeat of a request changes nothing.
  ///
  /// While `edit` asks other services the board may change; it is then made anew.
  private func change(
    _ id: BoardID, for request: some RequestMessage, key: String?, now: Timestamp,
    _ edit: (inout StoredBoard) async throws -> Void
  ) async throws -> PinBoard {
    try Self.check(id)
    if let board = try await boards.answer(to: request, key: key) {
      return try await reply(board, id)
    }
    for _ in 0..<PlanningLimits.pinAttempts {
      let old = try await boards.board(id)
      var new = old
      try await edit(&new)
      let isMade = try await boards.replace(
        old, by: new, id, for: request, key: key, now: now)
      if isMade {
        await watcher.tell(id)
        return try await reply(new, id)
      }
    }
    throw ServiceError(.conflict, "Others change the board at the same time; try again.")
  }

  private func drive(from start: PlanPlace?, to end: PlanPlace) async throws -> PlanLeg? {
    guard let start else { return nil }
    let route = try await services.route(
      RouteRequest(waypoints: [start.coordinate, end.coordinate], geometry: true, steps: true))
    return try PlanLeg(route)
  }

  private func reply(_ board: StoredBoard, _ id: BoardID) async throws -> PinBoard {
    let isPending = try await boards.isPending(id)
    return PinBoard(
      board, named: id, watch: isPending ? .pending : board.isWatched ? .on : .off,
      betterOrders: await betterOrders(board), on: map)
  }

  /// A router that does not answer leaves the board as good as it is.
  private func betterOrders(_ board: StoredBoard) async -> [PinOrder] {
    guard board.pins.count > 2 else { return [] }
    let places = board.pins.map(\.place.coordinate)
    let table = try? await services.table(TableRequest(sources: places, destinations: places))
    return (table?.durationsSeconds).map { PinOrders(seconds: $0).better() } ?? []
  }

  private static func check(_ board: BoardID) throws(ServiceError) {
    let name = board.rawValue
    let isPrintable = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard !name.isEmpty, isPrintable, name.utf8.count <= PinLimits.maximumNameBytes else {
      throw ServiceError(
        .invalidRequest,
        "A board's name has 1 to \(PinLimits.maximumNameBytes) bytes and no control characters.")
    }
  }
}
