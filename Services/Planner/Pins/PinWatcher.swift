import Messages

/// Keeps the geofence monitor's fences in line with the boards that are watched.
///
/// One board is told at a time, and always as it is then: so the last word is the last change.
actor PinWatcher {
  private let boards: PinBoards
  private let tellMonitor: @Sendable (BoardFencesRequest) async throws -> Void
  private var telling: [BoardID: Task<Void, Never>] = [:]
  /// Called where the monitor could not be told.
  private let onFailure: @Sendable (any Error) -> Void

  init(
    _ boards: PinBoards, onFailure: @escaping @Sendable (any Error) -> Void,
    tellMonitor: @escaping @Sendable (BoardFencesRequest) async throws -> Void
  ) {
    self.boards = boards
    self.onFailure = onFailure
    self.tellMonitor = tellMonitor
  }

  /// Tells the fences of a board, once whoever tells them already is done. Where that fails they
  /// stay pending.
  func tell(_ id: BoardID) async {
    while let others = telling[id] { await others.value }
    let task = Task {
      await send(id)
      // Before those who wait for it go on: they would find it done, and wait no more.
      telling[id] = nil
    }
    telling[id] = task
    await task.value
  }

  /// Tells the fences of all boards where they are pending.
  func tellPending() async {
    do {
      for id in try await boards.pending() { await tell(id) }
    } catch {
      onFailure(error)
    }
  }

  private func send(_ id: BoardID) async {
    do {
      guard try await boards.isPending(id) else { return }
      let board = try await boards.board(id)
      try await tellMonitor(board.fences(of: id))
      try await boards.noteWatched(id, as: board)
    } catch {
      onFailure(error)
    }
  }
}
