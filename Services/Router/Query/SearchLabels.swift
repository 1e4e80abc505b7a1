/// The labels of a search for the numbers 0 ..< `capacity`: the least cost so far, and the
/// predecessor.
///
/// `reset` takes constant time: a label is valid only if its stamp is that of the current round.
struct SearchLabels {
  private var costs: [UInt32]
  private var origins: [UInt32]
  private var stamps: [UInt32]
  private var round: UInt32 = 0

  static let unreached = UInt32.max

  init(capacity: Int) {
    costs = Array(repeating: 0, count: capacity)
    origins = costs
    stamps = costs
  }

  /// Makes room for more numbers; allocates only if the capacity grows.
  mutating func reserve(_ capacity: Int) {
    let more = capacity - costs.count
    guard more > 0 else { return }
    let zeros = [UInt32](repeating: 0, count: more)
    costs += zeros
    origins += zeros
    stamps += zeros
  }

  /// Forgets all labels.
  mutating func reset() {
    if round == .max {
      for index in stamps.indices { stamps[index] = 0 }
      round = 0
    }
    round += 1
  }

  @inline(__always)
  func cost(_ number: Int) -> UInt32 {
    stamps[number] == round ? costs[number] : Self.unreached
  }

  /// The predecessor of a number; meaningful only if it has a label.
  func origin(_ number: Int) -> UInt32 { origins[number] }

  /// Lowers a label; returns whether the cost is lower than before.
  @inline(__always)
  mutating func improve(_ number: Int, cost: UInt32, origin: UInt32) -> Bool {
    guard cost < self.cost(number) else { return false }
    costs[number] = cost
    origins[number] = origin
    stamps[number] = round
    return true
  }
}
