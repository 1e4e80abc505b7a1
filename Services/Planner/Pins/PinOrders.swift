import Messages

/// Compares the orders in which pins can be visited, all of them.
struct PinOrders {
  /// Whole seconds from each pin to each; `nil` where no road leads.
  let seconds: [[Int?]]

  /// The orders worth telling: the best of all, and where that begins at another pin than the
  /// first, the best that begins there. Of equally quick ones the first in the alphabet.
  func better(leastSaving: Int = PinLimits.leastSavingSeconds) -> [PinOrder] {
    let pins = Array(seconds.indices)
    guard pins.count > 1, let now = duration(of: pins) else { return [] }
    var told: [PinOrder] = []
    for orders in [Self.orders(of: pins), Self.orders(of: pins).filter { $0.first == 0 }] {
      let best = orders.lazy.compactMap { order in duration(of: order).map { ($0, order) } }
        .min { $0.0 < $1.0 }
      guard let (seconds, order) = best, now - seconds >= leastSaving else { continue }
      let better = PinOrder(
        order: order.map { PinLimits.labels[$0] }, durationSeconds: seconds,
        savedSeconds: now - seconds)
      if told.last != better { told.append(better) }
    }
    return told
  }

  private func duration(of order: [Int]) -> Int? {
    var sum = 0
    for (from, to) in zip(order, order.dropFirst()) {
      guard let leg = seconds[from][to] else { return nil }
      sum += leg
    }
    return sum
  }

  /// All orders of the pins, in the alphabet's order where the pins are: 120 of five.
  private static func orders(of pins: [Int]) -> [[Int]] {
    guard pins.count > 1 else { return [pins] }
    return pins.indices.flatMap { index in
      var others = pins
      let first = others.remove(at: index)
      return orders(of: others).map { [first] + $0 }
    }
  }
}
