import Messages

/// Finds quicker orders in which to visit the pins of a board, by trying all of them.
struct PinOrderSearch {
  /// Driving times from each pin to each, in whole seconds; `nil` without a road.
  let seconds: [[Int?]]

  /// The orders that save at least `leastSaving` seconds: the quickest of all and, if that does not
  /// begin at the first pin, the quickest that does. Ties go to the alphabetically first order.
  func better(leastSaving: Int = PinLimits.leastSavingSeconds) -> [PinOrder] {
    let pins = Array(seconds.indices)
    guard pins.count > 1, let now = duration(of: pins) else { return [] }
    var found: [PinOrder] = []
    for orders in [pins.permutations, pins.permutations.filter { $0.first == 0 }] {
      let best = orders.lazy.compactMap { order in duration(of: order).map { ($0, order) } }
        .min { $0.0 < $1.0 }
      guard let (seconds, order) = best, now - seconds >= leastSaving else { continue }
      let better = PinOrder(
        order: order.map { PinLimits.labels[$0] }, durationSeconds: seconds,
        savedSeconds: now - seconds)
      if found.last != better { found.append(better) }
    }
    return found
  }

  private func duration(of order: [Int]) -> Int? {
    var sum = 0
    for (from, to) in zip(order, order.dropFirst()) {
      guard let leg = seconds[from][to] else { return nil }
      sum += leg
    }
    return sum
  }
}
