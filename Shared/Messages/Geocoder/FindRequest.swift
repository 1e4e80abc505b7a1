package import Geography

/// Reads what a person types into the one search field: a place, or venues and where to look for
/// them.
///
/// Fails with `invalidRequest` as `GeocodeRequest`.
@Memberwise package struct FindRequest: RequestMessage, Hashable {
  package typealias Reply = FindReply
  package static let operation = Operation(.geocoder, "find", version: 1, isPublic: true)

  /// As of `GeocodeRequest`, or "starbucks marienplatz", "coffee near Smithfield", "open bakery",
  /// "brewery 2 km around Porto station", "[amenity=cafe]", "restaurant near 41.15,-8.61".
  package let text: String
  /// Of equally good hits the nearer to this point comes first.
  package let near: Coordinate?
  /// As in `GeocodeRequest`.
  package let language: String?
  /// How many hits at most, 1 ... `GeocoderLimits.maximumHits`; default 5.
  package let limit: Int?

  package var whereabouts: Whereabouts? { .everywhere(near: near) }
}

/// Either a search, or places.
@Memberwise package struct FindReply: Codable, Sendable, Hashable {
  /// What to ask shop search for; none if the text means a place, or venues near a place that the
  /// map lacks.
  package let search: VenueSearch?
  /// Without a search: the places that match, best first.
  package var hits: [PlaceHit] = []
  /// As in `GeocodeReply`; with a search of an unknown place, those similar to it.
  package var suggestions: [PlaceHit] = []
  /// As in `GeocodeReply`.
  package var mapVersion: String?
}

/// Venues of a kind or chain, near a place.
@Memberwise package struct VenueSearch: Codable, Sendable, Hashable {
  /// What the venues have to be; never without a criterion.
  package let filter: VenueFilter
  /// Around what; none means around the person.
  package let place: PlaceHit?
  /// How far from the place at most, if the text contains it; 1 ...
  /// `ShopSearchLimits.maximumRadiusMeters`.
  package let radiusMeters: Meters?

  /// The request for shop search; `nil` where it is about the person's surroundings and nobody
  /// knows where that is.
  ///
  /// - Parameters:
  ///   - person: where the person is.
  ///   - limit: as `NearbyRequest.limit`.
  package func request(around person: Coordinate?, limit: Int? = nil) -> NearbyRequest? {
    (place?.coordinate ?? person).map {
      NearbyRequest(coordinate: $0, radiusMeters: radiusMeters, filter: filter, limit: limit)
    }
  }
}
