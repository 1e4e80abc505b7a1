import MessageBus
import Messages
import Time

/// Keeps the geofence monitor's fences in line with the boards that are watched.
///
/// The fences of one board are sent by one task of one planner at a time, always from its latest
/// state, so the last fences that the monitor gets are those of the last change.
@Memberwise actor PinFencePublisher {
  private let store: PinBoardStore
  private let monitor: any ServiceClient
  private let clock: @Sendable () -> Timestamp
  private var running: [BoardID: Task<Void, Never>] = [:]
  /// Called if the monitor did not accept the fences of a board.
  private let onFailure: @Sendable (any Error) -> Void

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
      guard let turn = try await store.takeTurn(of: id, now: clock()) else { return }
      var failure: (any Error)?
      do {
        _ = try await monitor.send(
          turn.board.fences(of: id), timeout: PlanningLimits.pinFenceTimeout)
      } catch {
        failure = error
      }
      try await store.end(turn, of: id, isAccepted: failure == nil)
      if let failure { throw failure }
    } catch {
      onFailure(error)
    }
  }
}
