package import Geography

/// Completes a text while it is typed: places whose names begin with it, with a possibly incomplete
/// last word. Works from the first letter on.
///
/// Fails with `invalidRequest` as `GeocodeRequest`, and with `notFound` if the place of `within` is
/// unknown.
@Memberwise package struct SuggestRequest: RequestMessage, Hashable {
  package typealias Reply = SuggestReply
  package static let operation = Operation(.geocoder, "suggest", version: 1, isPublic: true)

  /// The text typed so far; at most `GeocoderLimits.maximumTextBytes`. A trailing space means that
  /// the last word is complete.
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

  package var whereabouts: Whereabouts? { within.whereabouts(near: near) }
}

/// The completions of the text, most likely first.
@Memberwise package struct SuggestReply: Codable, Sendable, Hashable {
  package let completions: [Completion]
  /// As in `GeocodeReply`.
  package var mapVersion: String?
}

/// A place that completes the text.
@Memberwise package struct Completion: Codable, Sendable, Hashable {
  /// The completed text: "1 Telegraph Hill Boulevard, San Francisco". Searching for it finds the
  /// place.
  package let label: String
  package let coordinate: Coordinate
  package let accuracy: GeocodeAccuracy
  /// The tag that classifies the place, "tourism=museum"; none for a street, a house or a corner.
  package let category: String?
  /// From the request's `near`, if given.
  package let distanceMeters: Meters?
  /// The parts of the label, where known.
  package let address: Address?
  /// On which of several maps; `nil` for the stack's own.
  package var region: RegionName?
}
