import Geography
import MessageBus
import Messages
import Time

/// Answers the requests about pin boards. A change first resolves the place of a pin and the drive
/// to it, and then commits the whole board or nothing.
struct PinBoardHandler: Sendable {
  let map: PlanningMap
  let store: PinBoardStore
  let fences: PinFencePublisher
  let services: any PlanServices

  init(
    map: PlanningMap, store: PinBoardStore, fences: PinFencePublisher,
    services: any ServiceClient
  ) {
    self.map = map
    self.store = store
    self.fences = fences
    self.services = BusServices(services)
  }

  /// - Throws: as documented for `PinAddRequest`; `SQLError`.
  func add(_ request: PinAddRequest, key: IdempotencyKey?, now: Timestamp) async throws -> PinBoard
  {
    try request.place.validate(as: .pin, on: map)
    let leastConfidence = request.leastConfidence ?? PlanDefaults.leastConfidence
    try check(leastConfidence, "The least confidence", in: 0...1)
    return try await change(request.board, for: request, key: key, now: now) { board in
      try check(
        !board.isFull, or: .tooManyPins,
        "A board has at most \(PinLimits.maximumPins) pins; remove one, or reset the board.")
      let last = board.pins.last?.place.coordinate
      let place = try await PlaceResolver(map: map, services: services).resolve(
        request.place, as: .pin, near: last ?? map.info.box.center,
        leastConfidence: leastConfidence)
      board.append(place, try await drive(from: board.pins.last?.place, to: place))
    }
  }

  /// - Throws: as documented for `PinRemoveRequest`; `SQLError`.
  func remove(_ request: PinRemoveRequest, key: IdempotencyKey?, now: Timestamp) async throws
    -> PinBoard
  {
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

  /// - Throws: as documented for `PinResetRequest`; `SQLError`.
  func reset(_ request: PinResetRequest, key: IdempotencyKey?, now: Timestamp) async throws
    -> PinBoard
  {
    try await change(request.board, for: request, key: key, now: now) { $0.reset() }
  }

  /// - Throws: as documented for `PinWatchRequest`; `SQLError`.
  func watch(_ request: PinWatchRequest, key: IdempotencyKey?, now: Timestamp) async throws
    -> PinBoard
  {
    try await change(request.board, for: request, key: key, now: now) {
      $0.isWatched = request.on
    }
  }

  /// - Throws: as documented for `PinBoardRequest`; `SQLError`.
  func board(_ request: PinBoardRequest) async throws -> PinBoard {
    try Self.validate(request.board)
    return try await reply(try await store.board(request.board), request.board)
  }

  /// Commits a change and answers the board; a repeated request changes nothing.
  ///
  /// Another request may change the board while `edit` asks other services; then `edit` runs again
  /// on the new board.
  private func change(
    _ id: BoardID, for request: some RequestMessage, key: IdempotencyKey?, now: Timestamp,
    _ edit: (inout StoredBoard) async throws -> Void
  ) async throws -> PinBoard {
    try Self.validate(id)
    for _ in 0..<PlanningLimits.pinAttempts {
      // The board first: one that the same request has changed already would be edited twice.
      let old = try await store.board(id)
      if let board = try await store.answer(to: request, key: key) {
        return try await reply(board, id)
      }
      var new = old
      try await edit(&new)
      if case .done(let board) = try await store.replace(
        old, by: new, id, for: request, key: key, now: now)
      {
        await fences.publish(id)
        return try await reply(board, id)
      }
    }
    throw ServiceError(.conflict, "Others change the board at the same time; try again.")
  }

  private func drive(from start: PlanLocation?, to end: PlanLocation) async throws -> PlanLeg? {
    guard let start else { return nil }
    let route = try await services.send(
      RouteRequest(waypoints: [start.coordinate, end.coordinate], geometry: true, steps: true))
    return try PlanLeg(route)
  }

  private func reply(_ board: StoredBoard, _ id: BoardID) async throws -> PinBoard {
    let isPending = try await store.isPending(id)
    return PinBoard(
      board, named: id, watch: isPending ? .pending : board.isWatched ? .on : .off,
      betterOrders: await betterOrders(board), on: map)
  }

  /// Empty if the router does not answer: the board is complete without it.
  private func betterOrders(_ board: StoredBoard) async -> [PinOrder] {
    guard board.pins.count > 2 else { return [] }
    let coordinates = board.pins.map(\.place.coordinate)
    let table = try? await services.send(
      TableRequest(sources: coordinates, destinations: coordinates))
    return (table?.durationsSeconds).map { PinOrderSearch(seconds: $0).better() } ?? []
  }

  private static func validate(_ board: BoardID) throws(ServiceError) {
    let name = board.rawValue
    let isPrintable = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    try check(
      !name.isEmpty && isPrintable && name.utf8.count <= PinLimits.maximumNameBytes,
      "A board's name has 1 to \(PinLimits.maximumNameBytes) bytes and no control characters.")
  }
}
