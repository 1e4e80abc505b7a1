import MessageBus
import Messages

/// Keeps the geofence monitor's fences in line with the boards that are watched.
///
/// The fences of one board are sent by one task at a time, always from its latest state, so the
/// last fences that the monitor gets are those of the last change.
actor PinFencePublisher {
  private let store: PinBoardStore
  private let monitor: any ServiceClient
  private var running: [BoardID: Task<Void, Never>] = [:]
  /// Called if the monitor did not accept the fences of a board.
  private let onFailure: @Sendable (any Error) -> Void

  init(
    _ store: PinBoardStore, monitor: any ServiceClient,
    onFailure: @escaping @Sendable (any Error) -> Void
  ) {
    self.store = store
    self.onFailure = onFailure
    self.monitor = monitor
  }

  /// Sends the fences of a board, after a task that already sends them. If that fails they stay
  /// pending.
  func publish(_ id: BoardID) async {
    while let other = running[id] { await other.value }
    let task = Task {
      await send(id)
      // Before the waiting callers resume: each checks `running` again and must find it empty.
      running[id] = nil
    }
    running[id] = task
    await task.value
  }

  /// Sends the fences of all boards whose fences are pending.
  func publishPending() async {
    do {
      for id in try await store.pending() { await publish(id) }
    } catch {
      onFailure(error)
    }
  }

  private func send(_ id: BoardID) async {
    do {
      guard try await store.isPending(id) else { return }
      let board = try await store.board(id)
      _ = try await monitor.send(board.fences(of: id), timeout: PlanningLimits.pinFenceTimeout)
      try await store.markPublished(id, as: board)
    } catch {
      onFailure(error)
    }
  }
}
