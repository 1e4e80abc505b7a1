package import Geography

/// Finds places by free text, or by the parts of an address.
///
/// Fails with `invalidRequest` for an empty or over-long text, for both or neither of `text` and
/// `address`, and for a value out of range; with `notFound` if the place of `within` is unknown,
/// with suggestions. If nothing is found, `hits` is empty.
@Memberwise package struct GeocodeRequest: RequestMessage, Hashable {
  package typealias Reply = GeocodeReply
  package static let operation = Operation(.geocoder, "search", version: 1, isPublic: true)

  /// An address, a street, a corner ("Powell & Geary"), a place, a venue's name, or
  /// "latitude,longitude"; at most `GeocoderLimits.maximumTextBytes`.
  package let text: String?
  /// In place of `text`: an address with labelled parts. All parts together have at most
  /// `GeocoderLimits.maximumTextBytes`.
  package let address: Address?
  /// Of equally good hits the nearer to this point comes first.
  package let near: Coordinate?
  /// The weight of nearness against the textual match, 0 ... 1; default 0.2. At 1 a near place
  /// ranks before a far one even if a word of its name is missing from the text.
  package let nearStrength: Double?
  /// Only places in this area are found.
  package let within: SearchArea?
  /// The language of the labels, if the map has names in it: "sv", "pt-BR". Texts are matched in
  /// all languages in any case.
  package let language: String?
  /// How many hits at most, 1 ... `GeocoderLimits.maximumHits`; default 5.
  package let limit: Int?
  /// Whether each hit explains its match word by word; default false.
  package let explain: Bool?
  /// Whether the text may be "coffee on the way to the station": the hits are then of the station,
  /// and `stop` is the coffee; default false: the request then fails.
  package let allowsStop: Bool?

  package var whereabouts: Whereabouts? { within.whereabouts(near: near) }
}

/// The matching places, best first.
@Memberwise package struct GeocodeReply: Codable, Sendable, Hashable {
  /// Places that match the text.
  package let hits: [PlaceHit]
  /// Places that are similar to the text but do not match it: for "did you mean" only.
  package var suggestions: [PlaceHit] = []
  /// The fingerprint of the extract that was searched, as `MapInfo.version`; absent where the hits
  /// are of several maps.
  package var mapVersion: String?
  /// What the text asks for on the way to the hits.
  package var stop: VenueFilter?
}

/// Finds what is at or near a coordinate: the nearest address, street, corner, point of interest
/// and settlement, at most one of each, nearest first.
///
/// The confidence of a hit is here how likely it is that it names the coordinate: it halves at 50
/// m, for a settlement at 1 km.
///
/// Fails with `invalidRequest` for a coordinate or radius out of range. If nothing is near, `hits`
/// is empty.
@Memberwise package struct ReverseGeocodeRequest: RequestMessage, Hashable {
  package typealias Reply = GeocodeReply
  package static let operation = Operation(.geocoder, "reverse", version: 1, isPublic: true)

  package let coordinate: Coordinate
  /// How far to look, 1 ... 10,000; default 1,000, for `suburb` and `city` 10,000.
  package let radiusMeters: Meters?
  /// As in `GeocodeRequest`.
  package let language: String?
  /// Only the hit of this level.
  package let level: ReverseLevel?

  package var whereabouts: Whereabouts? { .coordinates([coordinate]) }
}

/// How exactly a coordinate is described.
package enum ReverseLevel: String, Codable, Sendable, Hashable, CaseIterable {
  /// The nearest house number.
  case house
  case street
  /// The nearest part of a settlement.
  case suburb
  /// The city, town or village: the nearest one in proportion to its size.
  case city
  /// The country, or the likeliest one near a border; its confidence is then lower.
  case country
}

/// A place that matches a text.
@Memberwise package struct PlaceHit: Codable, Sendable, Hashable {
  /// One line for a person: "1 Telegraph Hill Boulevard, San Francisco".
  package let label: String
  package let coordinate: Coordinate
  package let accuracy: GeocodeAccuracy
  /// The probability that the intended place is within 50 m of the coordinate, 0 ... 1. Calibrated:
  /// of hits at 0.9 nine in ten are, in the measurements of the geocoder's README.
  package let confidence: Double
  /// How the text was matched, for people: "house number 1 of Telegraph Hill Boulevard; telegraf →
  /// Telegraph, 1 edit".
  package let matched: String
  /// The tag that classifies the place, "tourism=museum"; none for a street, a house or a corner.
  package let category: String?
  /// From the request's `near`, if given.
  package let distanceMeters: Meters?
  /// The parts of the label, where known.
  package let address: Address?
  /// How the text was matched, for programs; only on request.
  package let explanation: MatchExplanation?
  /// On which of several maps; `nil` for the stack's own.
  package var region: RegionName?

  private enum CodingKeys: String, CodingKey {
    case label, coordinate, accuracy, confidence, matched, category, distanceMeters, address, region
    case explanation = "receipt"
  }
}

/// What a hit's coordinate represents.
package enum GeocodeAccuracy: String, Codable, Sendable, Hashable, CaseIterable {
  /// The house itself.
  case rooftop
  /// Between the neighbouring numbers of the house.
  case interpolated
  /// Somewhere on the street.
  case street
  /// The intersection of two streets.
  case corner
  /// A shop, a restaurant, a landmark.
  case venue
  /// A city, a suburb, a neighbourhood.
  case place
  /// The text was a coordinate.
  case coordinate
}

/// The parts of an address, as mappers or users typed them.
@Memberwise package struct Address: Codable, Sendable, Hashable {
  package var houseNumber: String?
  package var street: String?
  package var postcode: String?
  package var city: String?
}

/// An area that a search is limited to: one of three, each under its own key.
package enum SearchArea: Sendable, Hashable {
  /// `{"circle": {"center": {…}, "radiusMeters": 500}}`, the radius 1 ...
  /// `GeocoderLimits.maximumAreaRadius`.
  case circle(center: Coordinate, radiusMeters: Meters)
  /// `{"box": {…}}`.
  case box(BoundingBox)
  /// `{"place": "Kallio"}`: places in the settlement, or part of one, that is the best match of the
  /// text.
  case place(String)
}

extension SearchArea: Codable {
  private enum Key: String, CodingKey { case circle, box, place }
  private enum CircleKey: String, CodingKey { case center, radiusMeters }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if container.contains(.circle) {
      let circle = try container.nestedContainer(keyedBy: CircleKey.self, forKey: .circle)
      self = .circle(
        center: try circle.decode(Coordinate.self, forKey: .center),
        radiusMeters: try circle.decode(Meters.self, forKey: .radiusMeters))
    } else if let box = try container.decodeIfPresent(BoundingBox.self, forKey: .box) {
      self = .box(box)
    } else if let place = try container.decodeIfPresent(String.self, forKey: .place) {
      self = .place(place)
    } else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath,
          debugDescription: "an area is given by circle, box or place."))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .circle(let center, let radius):
      var circle = container.nestedContainer(keyedBy: CircleKey.self, forKey: .circle)
      try circle.encode(center, forKey: .center)
      try circle.encode(radius, forKey: .radiusMeters)
    case .box(let box): try container.encode(box, forKey: .box)
    case .place(let place): try container.encode(place, forKey: .place)
    }
  }
}

extension Optional<SearchArea> {
  func whereabouts(near: Coordinate?) -> Whereabouts {
    switch self {
    case .circle(let center, _): .coordinates([center])
    case .box(let box): .coordinates([box.center])
    case .place, nil: .everywhere(near: near)
    }
  }
}

/// The limits of the geocoder's requests and replies.
package enum GeocoderLimits {
  package static let maximumTextBytes = 1_000
  package static let maximumHits = 50
  /// Of a search limited to a circle.
  package static let maximumAreaRadius: Meters = 1_000_000
  /// The length of a language's name.
  package static let maximumLanguageBytes = 35
}
