import Geography

/// Finds places by what a person typed, or by the parts of an address.
///
/// Fails with `invalidRequest` for an empty or over-long text, for both or neither of `text` and
/// `address`, and for a value out of range; with `notFound` where the place of `within` is unknown,
/// with suggestions. Nothing found is an empty `hits`.
package struct GeocodeRequest: RequestMessage, Hashable {
  package typealias Reply = GeocodeReply
  package static let operation = Operation(.geocoder, "search", version: 1)

  /// An address, a street, a corner ("Powell & Geary"), a place, a venue's name, or
  /// "latitude,longitude"; at most `GeocoderLimits.maximumTextBytes`.
  package let text: String?
  /// In place of `text`: an address whose parts are known for what they are. All parts together
  /// have at most `GeocoderLimits.maximumTextBytes`.
  package let address: Address?
  /// Of equally good hits the nearer to this point comes first.
  package let near: Coordinate?
  /// How much nearness counts beside a good fit, 0 (not at all) ... 1; default 0.2. At 1 a near
  /// place comes before a far one even where a word of its name is missing from the text.
  package let nearStrength: Double?
  /// Only places in this area are found.
  package let within: SearchArea?
  /// The language to label hits in, where the map knows their names in it: "sv", "pt-BR". Texts
  /// are understood in every language whatever this says.
  package let language: String?
  /// How many hits at most, 1 ... `GeocoderLimits.maximumHits`; default 5.
  package let limit: Int?
  /// Whether each hit says word by word how the text was understood; default false.
  package let explain: Bool?

  package init(
    text: String? = nil, address: Address? = nil, near: Coordinate? = nil,
    nearStrength: Double? = nil, within: SearchArea? = nil, language: String? = nil,
    limit: Int? = nil, explain: Bool? = nil
  ) {
    self.text = text
    self.address = address
    self.near = near
    self.nearStrength = nearStrength
    self.within = within
    self.language = language
    self.limit = limit
    self.explain = explain
  }
}

/// What the text may mean, best first.
package struct GeocodeReply: Codable, Sendable, Hashable {
  /// Places that fit the text.
  package let hits: [PlaceHit]
  /// Places that resemble the text but do not fit it: for "did you mean", never for going there.
  package let suggestions: [PlaceHit]

  package init(hits: [PlaceHit], suggestions: [PlaceHit] = []) {
    self.hits = hits
    self.suggestions = suggestions
  }
}

/// Finds what is at or near a coordinate: the nearest address, street, corner, venue and place, at
/// most one of each, nearest first.
///
/// The confidence of a hit is here how likely somebody at the coordinate would call it by that:
/// it halves at 50 m, for a place at 1 km.
///
/// Fails with `invalidRequest` for a coordinate or radius out of range. Nothing near is an empty
/// `hits`.
package struct ReverseGeocodeRequest: RequestMessage, Hashable {
  package typealias Reply = GeocodeReply
  package static let operation = Operation(.geocoder, "reverse", version: 1)

  package let coordinate: Coordinate
  /// How far to look, 1 ... 10,000; default 1,000.
  package let radiusMeters: Meters?
  /// As in `GeocodeRequest`.
  package let language: String?

  package init(coordinate: Coordinate, radiusMeters: Meters? = nil, language: String? = nil) {
    self.coordinate = coordinate
    self.radiusMeters = radiusMeters
    self.language = language
  }
}

/// A place that a text may mean.
package struct PlaceHit: Codable, Sendable, Hashable {
  /// One line for a person: "1 Telegraph Hill Boulevard, San Francisco".
  package let label: String
  package let coordinate: Coordinate
  package let accuracy: GeocodeAccuracy
  /// How sure the geocoder is that what was meant lies within 50 m of here, 0 ... 1. Calibrated:
  /// of hits at 0.9 nine in ten do, in the trial of the geocoder's README.
  package let confidence: Double
  /// How the text was understood, for a person: "house number 1 of Telegraph Hill Boulevard;
  /// telegraf → Telegraph, 1 edit".
  package let matched: String
  /// The telling tag, "tourism=museum"; none for a street, a house or a corner.
  package let category: String?
  /// From the request's point, where it gave one.
  package let distanceMeters: Meters?
  /// The parts of the label, where known.
  package let address: Address?
  /// How the text was understood, for a program; only where asked for.
  package let receipt: MatchReceipt?

  package init(
    label: String, coordinate: Coordinate, accuracy: GeocodeAccuracy, confidence: Double,
    matched: String, category: String? = nil, distanceMeters: Meters? = nil,
    address: Address? = nil, receipt: MatchReceipt? = nil
  ) {
    self.label = label
    self.coordinate = coordinate
    self.accuracy = accuracy
    self.confidence = confidence
    self.matched = matched
    self.category = category
    self.distanceMeters = distanceMeters
    self.address = address
    self.receipt = receipt
  }
}

/// What a hit's coordinate stands for.
package enum GeocodeAccuracy: String, Codable, Sendable, Hashable, CaseIterable {
  /// The house itself.
  case rooftop
  /// Between the neighbouring numbers of the house.
  case interpolated
  /// Somewhere on the street.
  case street
  /// Where two streets meet.
  case corner
  /// A shop, a restaurant, a landmark.
  case venue
  /// A city, a suburb, a neighbourhood.
  case place
  /// The text was the coordinate.
  case coordinate
}

/// The parts of an address, as mappers or people typed them.
package struct Address: Codable, Sendable, Hashable {
  package var houseNumber: String?
  package var street: String?
  package var postcode: String?
  package var city: String?

  package init(
    houseNumber: String? = nil, street: String? = nil, postcode: String? = nil,
    city: String? = nil
  ) {
    self.houseNumber = houseNumber
    self.street = street
    self.postcode = postcode
    self.city = city
  }
}

/// An area that a search is limited to: one of three, each under its own key.
package enum SearchArea: Sendable, Hashable {
  /// `{"circle": {"center": {…}, "radiusMeters": 500}}`, the radius 1 ...
  /// `GeocoderLimits.maximumAreaRadius`.
  case circle(center: Coordinate, radiusMeters: Meters)
  /// `{"box": {…}}`.
  case box(BoundingBox)
  /// `{"place": "Kallio"}`: what is said to be in the settlement, or in the part of one, that is
  /// the best hit for the text.
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

/// The bounds of what the geocoder takes and gives.
package enum GeocoderLimits {
  package static let maximumTextBytes = 1_000
  package static let maximumHits = 50
  /// Of a search limited to a circle.
  package static let maximumAreaRadius: Meters = 1_000_000
  /// The length of a language's name.
  package static let maximumLanguageBytes = 35
}
