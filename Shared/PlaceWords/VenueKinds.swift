/// A kind of places that people stop at: a node of the tree in `Words/kinds.txt`.
package struct VenueKind: Sendable, Hashable {
  /// As messages name the category of a venue: "fuel".
  package let name: String
  /// The name of the next wider kind; `nil` for the root.
  package let parent: String?
  /// What one is called in English: "Petrol station".
  package let label: String
  /// One character that stands for it.
  package let icon: String
  /// How long people usually stay, in minutes; `nil` where the driver has to say that, as at a
  /// charger.
  package let usualMinutes: Int?
}

/// The tree of kinds, and the tags by which an element of the map is of a kind.
package struct VenueKinds: Sendable {
  /// The tree that is compiled in; parsed once.
  package static let all = VenueKinds(KindRow.all)

  /// Each kind before those below it; the root is the first.
  package let tree: [VenueKind]
  /// The keys of the tags; an element without any of them is of no kind.
  package let keys: Set<String>
  private let byName: [String: VenueKind]
  /// The rules by their tag, `amenity=cafe` or `shop=*`.
  private let rules: [String: [Rule]]

  private struct Rule {
    let kind: VenueKind
    let condition: (key: String, value: String)?
    /// Of several rules that an element fulfils the lowest counts.
    let rank: Int
  }

  init(_ rows: [KindRow]) {
    let kinds = rows.compactMap(VenueKind.init)
    let below = Dictionary(grouping: kinds) { $0.parent ?? "" }
    func subtree(_ kind: VenueKind) -> [VenueKind] {
      [kind] + (below[kind.name] ?? []).flatMap(subtree)
    }
    tree = (below[""] ?? []).flatMap(subtree)
    byName = Dictionary(kinds.map { ($0.name, $0) }) { first, _ in first }
    var rules: [String: [Rule]] = [:]
    for (row, kind) in rows.compactMap({ row in VenueKind(row).map { (row, $0) } }) {
      for tag in row.tags {
        let level = tag.condition != nil ? 0 : tag.value == KindRow.Tag.anyValue ? 2 : 1
        let rank = level * rows.count + (kinds.firstIndex(of: kind) ?? 0)
        rules["\(tag.key)=\(tag.value)", default: []].append(
          Rule(kind: kind, condition: tag.condition, rank: rank))
      }
    }
    self.rules = rules
    keys = Set(rows.flatMap(\.tags).map(\.key))
  }

  /// The kind of a name; `nil` for a name that is not in the tree.
  package subscript(name: String) -> VenueKind? { byName[name] }

  /// Whether a kind is another one, or below it.
  package func isBelow(_ name: String, _ wide: String) -> Bool {
    name == wide || byName[name]?.parent.map { isBelow($0, wide) } ?? false
  }

  /// The kind of an element; `nil` where it is of none. A value may be a list, `cafe;bar`.
  ///
  /// - Parameter value: the element's value of a key.
  package func kind(_ value: (String) -> String?) -> VenueKind? {
    var best: Rule?
    for key in keys {
      guard let text = value(key) else { continue }
      for word in Self.words(text) {
        let exact = rules["\(key)=\(word)"] ?? []
        let any = Self.unused.contains(word) ? [] : rules["\(key)=\(KindRow.Tag.anyValue)"] ?? []
        for rule in exact + any where rule.rank < best?.rank ?? .max {
          if let (key, wanted) = rule.condition,
            !Self.words(value(key) ?? "").contains(wanted)
          {
            continue
          }
          best = rule
        }
      }
    }
    return best?.kind
  }

  /// The kinds of what an element has besides, by the tags with a plus in the table: a bank with
  /// `atm=yes` has a cash machine.
  ///
  /// - Parameter value: the element's value of a key.
  package func others(_ value: (String) -> String?) -> [VenueKind] {
    keys.filter { $0.hasPrefix("+") && value(String($0.dropFirst())) == "yes" }.sorted()
      .compactMap { rules["\($0)=yes"]?.first?.kind }
  }

  /// Why nobody stops at an element of a kind, as a phrase in the singular: it is closed for good,
  /// or not for the public. `nil` where the tags say neither.
  ///
  /// Lifecycle prefixes such as `disused:amenity` need no check: their key is not among `keys`.
  ///
  /// - Parameter value: the element's value of a key.
  package static func reasonToSkip(_ value: (String) -> String?) -> String? {
    for key in ["disused", "abandoned", "demolished", "closed", "construction", "proposed"]
    where (value(key) ?? "no") != "no" {
      return "venue that is closed for good (\(key))"
    }
    if ["closed", "off"].contains(value("opening_hours")?.lowercased()) {
      return "venue that is closed for good (opening_hours)"
    }
    if privateAccess.contains(value("access") ?? "") { return "venue that is not for the public" }
    return nil
  }

  private static let privateAccess: Set<String> = [
    "private", "no", "permit", "residents", "employees", "members", "delivery", "military",
  ]

  /// Values that say that there is nothing of the key.
  private static let unused: Set<String> = ["no", "none", "vacant"]

  private static func words(_ value: String) -> [String] {
    value.lowercased().split { $0 == ";" || $0 == "," || $0 == " " }.map(String.init)
  }
}

extension VenueKind {
  fileprivate init?(_ row: KindRow) {
    guard let name = row.name else { return nil }
    let label = row.words.first ?? name.replacing("-", with: " ")
    self.init(
      name: name, parent: row.parent, label: label.prefix(1).uppercased() + label.dropFirst(),
      icon: row.icon, usualMinutes: row.minutes)
  }
}
