/// The streets that carry a drive; a number stands in for a missing name.
struct RouteNames {
  /// A second street is named from this part of the distance on.
  static let leastShare = 0.1

  private let network: RoadNetwork
  private var centimeters: [UInt32: UInt64] = [:]
  private var order: [UInt32] = []
  private var total: UInt64 = 0

  init(_ network: RoadNetwork) { self.network = network }

  mutating func add(_ pieces: [PathPiece]) {
    for piece in pieces {
      total += UInt64(piece.centimeters)
      let name = network.street(of: piece.course.segment).title
      guard name > 0, piece.centimeters > 0 else { continue }
      if centimeters[name] == nil { order.append(name) }
      centimeters[name, default: 0] += UInt64(piece.centimeters)
    }
  }

  /// The one or two names that carry most of the distance, in the order they are driven; `nil`
  /// where no street has a name.
  var text: String? {
    let length = { (name: UInt32) in centimeters[name, default: 0] }
    let ranked = order.enumerated().sorted {
      (length($1.element), $0.offset) < (length($0.element), $1.offset)
    }
    let chosen = ranked.prefix(2).enumerated().filter { rank, entry in
      rank == 0 || Double(length(entry.element)) >= Self.leastShare * Double(total)
    }
    let names = chosen.map(\.element).sorted { $0.offset < $1.offset }
      .compactMap { network.name(at: $0.element) }
    return names.isEmpty ? nil : names.joined(separator: " and ")
  }
}
