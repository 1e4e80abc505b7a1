import Geography
import Messages

/// What hits of one name have to do with each other: maps contain a station as a node, an outline,
/// its entrances and its platforms, and a square with the stops and the street that bear its name.
enum Namesakes {
  /// The kinds of things of which people see one where the map has several.
  private enum Family {
    case transit, ground, land, settlement, airfield, building

    /// How far apart parts of one thing may be mapped.
    var extent: Meters {
      switch self {
      case .transit, .ground: 300
      case .land: 500
      case .settlement: 1_500
      case .airfield: PlaceKind.airfieldExtent
      case .building: 150
      }
    }

    /// The family of a tag, else that of its key.
    static let all: [String: Family] = [
      "railway": .transit, "public_transport": .transit, "aeroway": .transit,
      "aeroway=aerodrome": .airfield,
      "highway=bus_stop": .transit, "amenity=bus_station": .transit,
      "amenity=ferry_terminal": .transit, "building=train_station": .transit,
      "": .ground, "highway": .ground, "place=square": .ground, "junction": .ground,
      "bridge": .ground, "man_made=bridge": .ground, "amenity=marketplace": .ground,
      "place": .settlement, "natural": .land, "water": .land, "waterway": .land,
      "leisure=park": .land, "leisure=garden": .land, "leisure=nature_reserve": .land,
      "boundary": .land, "landuse": .land,
    ]

    static func of(_ tag: String) -> Family {
      all[tag] ?? all[String(tag.prefix { $0 != "=" })] ?? .building
    }
  }

  /// How far from a greater thing of its name a lesser one may be that is named after it.
  private static let neighbourhood: Meters = 300

  /// Whether both have the name that was typed, however much of it was; or the same words are the
  /// whole name of both, in any spelling, also as another name: "Ringstraße", "Ringstrasse".
  static func haveOneName(_ one: RankedHit, _ other: RankedHit) -> Bool {
    guard let match = one.match, let otherMatch = other.match, match.inName == otherMatch.inName,
      one.numberedStreet == nil, other.numberedStreet == nil
    else { return false }
    return one.spelling == other.spelling
      || match.isWhole && otherMatch.isWhole && !match.isBegun && !otherMatch.isBegun
  }

  /// Whether two hits are one thing that was mapped twice. What has another address is another.
  static func areOne(_ one: RankedHit, _ other: RankedHit) -> Bool {
    let family = Family.of(one.hit.category ?? "")
    guard haveOneName(one, other), family == Family.of(other.hit.category ?? ""),
      gap(one, other) <= family.extent
    else { return false }
    let areStreets = one.hit.accuracy == .street && other.hit.accuracy == .street
    return !areStreets && (family != .building || one.hasAddress(of: other))
  }

  /// Whether the lesser one is named after the greater one beside it, so that who asks for the name
  /// may go to the greater: a stop on its street, a café on its square.
  static func isBeside(_ lesser: RankedHit, _ greater: RankedHit) -> Bool {
    haveOneName(lesser, greater) && lesser.rank <= greater.rank
      && (lesser.hit.accuracy != .street || greater.hit.accuracy != .street)
      && gap(lesser, greater) <= neighbourhood
  }

  /// The distance of two hits; of a street, of its nearest part where it may be near.
  private static func gap(_ one: RankedHit, _ other: RankedHit) -> Meters {
    one.hit.coordinate.distance(to: other.hit.coordinate)
      - max(one.evidence.extent, other.evidence.extent)
  }
}

extension RankedHit {
  fileprivate func hasAddress(of other: RankedHit) -> Bool {
    guard let address = hit.address, let otherAddress = other.hit.address,
      let street = address.street, let otherStreet = otherAddress.street
    else { return true }
    return street == otherStreet
      && (address.houseNumber == nil || otherAddress.houseNumber == nil
        || address.houseNumber == otherAddress.houseNumber)
  }
}
