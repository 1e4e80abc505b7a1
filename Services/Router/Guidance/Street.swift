/// The name and the number (ref) of a road, as indices of names; 0 for none.
struct Street: Hashable {
  let name: UInt32
  let ref: UInt32
  /// Motorways are identified by number; their names are often those of bridges and the like.
  var isIdentifiedByNumber = false

  var isNamed: Bool { name > 0 || ref > 0 }

  /// With the name or number of another piece of the same street, where it has none.
  func completed(by other: Street) -> Street {
    Street(
      name: name > 0 ? name : other.name, ref: ref > 0 ? ref : other.ref,
      isIdentifiedByNumber: isIdentifiedByNumber)
  }
}

extension RoadNetwork {
  func street(of segment: SegmentID) -> Street {
    Street(
      name: nameIndex(of: segment), ref: signs(of: segment).ref,
      isIdentifiedByNumber: roadClass(of: segment) == .motorway)
  }

  /// Whether two roads are the same street; false for roads without name and number.
  func isSame(_ one: Street, _ other: Street) -> Bool {
    guard one.isNamed, other.isNamed else { return false }
    let bothNumbered = one.ref > 0 && other.ref > 0
    if bothNumbered, one.isIdentifiedByNumber, other.isIdentifiedByNumber {
      return share(one.ref, other.ref)
    }
    if one.name > 0, other.name > 0 {
      return one.name == other.name || core(one.name) == core(other.name)
    }
    return bothNumbered && share(one.ref, other.ref)
  }

  /// A name without spaces, punctuation and the points of the compass; the latter stay in a name of
  /// two words.
  private func core(_ name: UInt32) -> String {
    let words = (self.name(at: name) ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
    let core = words.filter { !Self.compass.contains($0) }
    return (core.count > 1 ? core : words).joined()
  }

  private static let compass: Set<Substring> = [
    "n", "ne", "e", "se", "s", "sw", "w", "nw", "north", "northeast", "east", "southeast", "south",
    "southwest", "west", "northwest",
  ]

  /// Whether two roads have a number in common, whatever their names.
  func isSameNumber(_ one: Street, _ other: Street) -> Bool {
    one.ref > 0 && other.ref > 0 && share(one.ref, other.ref)
  }

  /// The text for a street in instructions: its name, else its number; on a motorway first the
  /// number.
  func title(of street: Street) -> String? {
    let name = name(at: street.name)
    if name != nil, !street.isIdentifiedByNumber { return name }
    let ref = parts(of: street.ref).joined(separator: " / ")
    guard let name else { return ref.isEmpty ? nil : ref }
    return ref.isEmpty ? name : "\(ref), \(name)"
  }

  /// Whether two texts such as "A 5;A 67" have a number in common.
  private func share(_ one: UInt32, _ other: UInt32) -> Bool {
    if one == other { return true }
    let others = parts(of: other)
    return parts(of: one).contains { others.contains($0) }
  }

  /// The parts of a text with several values: "A 5;A 67" has two.
  func parts(of text: UInt32) -> [String] {
    guard let text = name(at: text) else { return [] }
    guard text.utf8.contains(UInt8(ascii: ";")) else { return [text] }
    return text.split(separator: ";").map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }
}

extension RoadClass {
  /// The importance of a road: 0 for motorways, higher for minor roads; a link ranks as its road.
  var rank: Int {
    switch self {
    case .motorway, .motorwayLink: 0
    case .trunk, .trunkLink: 1
    case .primary, .primaryLink: 2
    case .secondary, .secondaryLink: 3
    case .tertiary, .tertiaryLink: 4
    case .unclassified, .residential, .road: 5
    case .livingStreet, .pedestrian, .ferry, .shuttleTrain: 6
    case .service, .track, .cycleway: 7
    case .footway, .path, .bridleway, .steps, .pier: 8
    }
  }
}
