import Geography
import Messages
import Time

/// One source's data of a venue.
struct SourceRecord {
  let source: FeedName
  /// When the source was last known to be up to date.
  let asOf: Timestamp?
  /// When the row last changed.
  let since: Timestamp
  let row: FeedRow
  /// The geocoder's location of the row's address.
  let geocoded: GeocodedLocation?
}

/// The geocoder's location of an address.
struct GeocodedLocation: Hashable, Sendable {
  let coordinate: Coordinate
  let confidence: Double
}

/// A venue merged from the records of its sources, and the source of each field.
///
/// Each field comes from the first source in the order of precedence that has it. A coordinate of a
/// source takes precedence over every geocoded one. A venue is closed if any source marks it as
/// closed, and planned if no source has it in business.
struct VenueMerge {
  let venue: Venue
  let fields: [VenueFieldSource]

  /// - Parameter records: in the order of precedence.
  /// - Returns: `nil` if there are no records, or none has a coordinate.
  init?(_ id: VenueID, _ records: [SourceRecord]) {
    guard let first = records.first else { return nil }
    let withCoordinate = records.first { $0.row.coordinate != nil }
    guard let located = withCoordinate ?? records.first(where: { $0.geocoded != nil }),
      let coordinate = located.row.coordinate ?? located.geocoded?.coordinate
    else { return nil }
    var venue = Venue(
      id: id, name: first.row.name, category: first.row.category, coordinate: coordinate)
    var fields = [first.source("name"), first.source("category")]
    fields.append(
      located.source(
        "coordinate",
        derivedConfidence: located.row.coordinate == nil ? located.geocoded?.confidence : nil))
    for fact in VenueFact.all {
      guard let record = records.first(where: { $0.row.facts[fact] != nil }) else { continue }
      venue.facts[fact] = record.row.facts[fact]
      fields.append(record.source(fact.name))
    }
    let closed = records.first { $0.row.standing == .closed }
    let isPlanned = records.allSatisfy { $0.row.standing != nil }
    if let record = closed ?? (isPlanned ? first : nil) {
      venue.standing = record.row.standing
      fields.append(record.source("standing"))
    }
    self.venue = venue
    self.fields = fields
  }
}

extension SourceRecord {
  fileprivate func source(
    _ field: String, derivedConfidence: Double? = nil
  ) -> VenueFieldSource {
    VenueFieldSource(
      field: field, source: source, since: since, asOf: asOf,
      derivedConfidence: derivedConfidence)
  }
}
