import Geography

/// Finds places by what a person typed.
///
/// Fails with `invalidRequest` for an empty or over-long text. Nothing found is an empty `hits`.
package struct GeocodeRequest: RequestMessage, Hashable {
  package typealias Reply = GeocodeReply
  package static let operation = Operation(.geocoder, "search", version: 1)

  /// An address, a street, a place, a venue's name, or "latitude,longitude"; at most
  /// `GeocoderLimits.maximumTextBytes`.
  package let text: String
  /// Of equally good hits the nearer to this point comes first.
  package let near: Coordinate?
  /// How many hits at most, 1 ... `GeocoderLimits.maximumHits`; default 5.
  package let limit: Int?

  package init(text: String, near: Coordinate? = nil, limit: Int? = nil) {
    self.text = text
    self.near = near
    self.limit = limit
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

/// Finds what is at or near a coordinate: the nearest address, street, venue and place.
///
/// Fails with `invalidRequest` for a coordinate out of range. Nothing near is an empty `hits`.
package struct ReverseGeocodeRequest: RequestMessage, Hashable {
  package typealias Reply = GeocodeReply
  package static let operation = Operation(.geocoder, "reverse", version: 1)

  package let coordinate: Coordinate
  /// How far to look, 1 ... 10,000; default 1,000.
  package let radiusMeters: Meters?

  package init(coordinate: Coordinate, radiusMeters: Meters? = nil) {
    self.coordinate = coordinate
    self.radiusMeters = radiusMeters
  }
}

/// A place that a text may mean.
package struct PlaceHit: Codable, Sendable, Hashable {
  /// One line for a person: "1 Telegraph Hill Boulevard, San Francisco".
  package let label: String
  package let coordinate: Coordinate
  package let accuracy: GeocodeAccuracy
  /// How sure the geocoder is that this is what was meant, 0 ... 1.
  package let confidence: Double
  /// How the text was understood: "house number 1 of Telegraph Hill Boulevard".
  package let matched: String
  /// From the request's point, where it gave one.
  package let distanceMeters: Meters?
  /// The parts of the label, where known.
  package let address: Address?

  package init(
    label: String, coordinate: Coordinate, accuracy: GeocodeAccuracy, confidence: Double,
    matched: String, distanceMeters: Meters? = nil, address: Address? = nil
  ) {
    self.label = label
    self.coordinate = coordinate
    self.accuracy = accuracy
    self.confidence = confidence
    self.matched = matched
    self.distanceMeters = distanceMeters
    self.address = address
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

/// The parts of an address, as mappers typed them.
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

/// The bounds of what the geocoder takes and gives.
package enum GeocoderLimits {
  package static let maximumTextBytes = 1_000
  package static let maximumHits = 50
}
