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
    // A street has many pieces one after another, and is looked up once.
    var run: (name: UInt32, centimeters: UInt64) = (0, 0)
    for piece in pieces {
      let name = network.street(of: piece.course.segment).title
      if name != run.name {
        add(run.centimeters, to: run.name)
        run = (name, 0)
      }
      run.centimeters += UInt64(piece.centimeters)
    }
    add(run.centimeters, to: run.name)
  }

  private mutating func add(_ driven: UInt64, to name: UInt32) {
    total += driven
    guard name > 0, driven > 0 else { return }
    if centimeters[name] == nil { order.append(name) }
    centimeters[name, default: 0] += driven
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
