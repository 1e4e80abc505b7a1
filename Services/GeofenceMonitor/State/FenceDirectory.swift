import Messages

/// The numbers of the watched fences by their names and their boards, so that a change of one board
/// costs its own fences and not those of everybody.
struct FenceDirectory {
  private var numberByID: [FenceID: FenceNumber] = [:]
  private var numbersByBoard: [BoardID: Set<FenceNumber>] = [:]

  /// Lists a fence under its name, in place of the one that had the name before, and its board.
  mutating func insert(_ fence: WatchedFence) {
    numberByID[fence.fence.id] = fence.number
    if let board = fence.fence.board { numbersByBoard[board, default: []].insert(fence.number) }
  }

  mutating func remove(_ fence: WatchedFence) {
    if numberByID[fence.fence.id] == fence.number { numberByID[fence.fence.id] = nil }
    guard let board = fence.fence.board else { return }
    numbersByBoard[board]?.remove(fence.number)
    if numbersByBoard[board]?.isEmpty == true { numbersByBoard[board] = nil }
  }

  func number(of id: FenceID) -> FenceNumber? { numberByID[id] }

  /// In the order in which they were set up or moved last.
  func numbers(of board: BoardID) -> [FenceNumber] { numbersByBoard[board, default: []].sorted() }
}
