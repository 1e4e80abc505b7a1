import Geography

/// Completes what a person is typing: places whose names begin with the text, its last word
/// possibly cut short. Answers from the first letter on.
///
/// Fails with `invalidRequest` as `GeocodeRequest`, and with `notFound` where the place of `within`
/// is unknown.
package struct SuggestRequest: RequestMessage, Hashable {
  package typealias Reply = SuggestReply
  package static let operation = Operation(.geocoder, "suggest", version: 1)

  /// What is typed so far; at most `GeocoderLimits.maximumTextBytes`. A space at the end says that
  /// the last word is whole.
  package let text: String
  /// Of equally good completions the nearer to this point comes first.
  package let near: Coordinate?
  /// As in `GeocodeRequest`.
  package let nearStrength: Double?
  /// Only places in this area are suggested.
  package let within: SearchArea?
  /// As in `GeocodeRequest`.
  package let language: String?
  /// How many completions at most, 1 ... `GeocoderLimits.maximumHits`; default 5.
  package let limit: Int?

  package init(
    text: String, near: Coordinate? = nil, nearStrength: Double? = nil,
    within: SearchArea? = nil, language: String? = nil, limit: Int? = nil
  ) {
    self.text = text
    self.near = near
    self.nearStrength = nearStrength
    self.within = within
    self.language = language
    self.limit = limit
  }
}

/// What the text may become, likeliest first.
package struct SuggestReply: Codable, Sendable, Hashable {
  package let completions: [Completion]

  package init(completions: [Completion]) { self.completions = completions }
}

/// A place that somebody may be about to name.
package struct Completion: Codable, Sendable, Hashable {
  /// The text when finished: "1 Telegraph Hill Boulevard, San Francisco". Searching for it finds
  /// the place.
  package let label: String
  package let coordinate: Coordinate
  package let accuracy: GeocodeAccuracy
  /// The telling tag, "tourism=museum"; none for a street, a house or a corner.
  package let category: String?
  /// From the request's point, where it gave one.
  package let distanceMeters: Meters?
  /// The parts of the label, where known.
  package let address: Address?

  package init(
    label: String, coordinate: Coordinate, accuracy: GeocodeAccuracy, category: String? = nil,
    distanceMeters: Meters? = nil, address: Address? = nil
  ) {
    self.label = label
    self.coordinate = coordinate
    self.accuracy = accuracy
    self.category = category
    self.distanceMeters = distanceMeters
    self.address = address
  }
}
