/// How fast the roads of each class are at some hour, measured by empty roads.
package struct SpeedFactors: Sendable, Hashable {
  /// The least and the most a factor may be; no road is faster than the promised top speed in any
  /// case.
  package static let range = 0.05...1.5

  /// Thousandths, in the order of `RoadClass.allCases`.
  let permille: [UInt16]

  /// Every class as fast as it is without others on the road.
  package static let emptyRoads = SpeedFactors { _ in 1 }

  /// - Parameter factor: the part of its speed on empty roads that a class has, in `range`; kept to
  ///   the thousandth.
  init(_ factor: (RoadClass) -> Double) {
    permille = RoadClass.allCases.map { roadClass in
      let factor = min(max(factor(roadClass), Self.range.lowerBound), Self.range.upperBound)
      return UInt16((factor * 1000).rounded())
    }
  }
}
