/// A day's 24 hours, painted rule by rule: later paint covers earlier paint.
struct DayCanvas: Equatable {
  /// From `start` to the next stretch, or to the end of the day.
  struct Stretch: Equatable {
    var start: Int
    var paint: Paint
  }

  /// A state, and the rule that it comes from.
  struct Paint: Equatable {
    var state: HoursState
    /// -1 if no rule applies.
    var rule: Int
    var isOpenEnd: Bool

    static let nothing = Paint(state: .closed, rule: -1, isOpenEnd: false)
  }

  private(set) var stretches = [Stretch(start: 0, paint: .nothing)]

  mutating func clear() { stretches = [Stretch(start: 0, paint: .nothing)] }

  /// Paints the minutes `start ..< end`.
  ///
  /// - Parameter onlyClosed: leaves what is open or unknown as it is.
  mutating func paint(_ start: Int, _ end: Int, _ paint: Paint, onlyClosed: Bool) {
    let (start, end) = (max(start, 0), min(end, HoursLimits.minutesInDay))
    guard start < end else { return }
    var result: [Stretch] = []
    result.reserveCapacity(stretches.count + 2)
    for (index, old) in stretches.enumerated() {
      let last = index + 1 < stretches.count ? stretches[index + 1].start : HoursLimits.minutesInDay
      let keeps = onlyClosed && old.paint.state != .closed
      if keeps || old.start >= end || last <= start {
        Self.add(old, to: &result)
        continue
      }
      if old.start < start { Self.add(old, to: &result) }
      Self.add(Stretch(start: max(start, old.start), paint: paint), to: &result)
      if last > end { Self.add(Stretch(start: end, paint: old.paint), to: &result) }
    }
    stretches = result
  }

  private static func add(_ stretch: Stretch, to list: inout [Stretch]) {
    if list.last?.paint == stretch.paint { return }
    list.append(stretch)
  }

  /// The paint of a minute.
  subscript(minute: Int) -> Paint {
    stretches.last { $0.start <= minute }?.paint ?? .nothing
  }

  /// One day from several possible versions of it: unknown where they differ.
  static func merged(_ days: [DayCanvas]) -> DayCanvas {
    guard let first = days.first, days.contains(where: { $0 != first }) else {
      return days.first ?? DayCanvas()
    }
    let edges = Set(days.flatMap { $0.stretches.map(\.start) }).sorted()
    var merged = DayCanvas()
    merged.stretches = []
    for edge in edges {
      let paints = days.map { $0[edge] }
      let agreed = paints.allSatisfy { $0.state == paints[0].state }
      let paint = agreed ? paints[0] : Paint(state: .unknown, rule: -1, isOpenEnd: false)
      add(Stretch(start: edge, paint: paint), to: &merged.stretches)
    }
    return merged
  }
}
