/// The speed of each road class at some hour, relative to empty roads.
package struct SpeedFactors: Sendable, Hashable {
  /// The range of a factor. No road is ever faster than the promised top speed.
  package static let range = 0.05...1.5

  /// Thousandths, in the order of `RoadClass.allCases`.
  let permille: [UInt16]

  /// Free flow: the factor 1 for every class.
  package static let emptyRoads = SpeedFactors { _ in 1 }

  /// - Parameter factor: the factor of a class, in `range`; rounded to the thousandth.
  init(_ factor: (RoadClass) -> Double) {
    permille = RoadClass.allCases.map { roadClass in
      let factor = min(max(factor(roadClass), Self.range.lowerBound), Self.range.upperBound)
      return UInt16((factor * 1000).rounded())
    }
  }
}
