import Geography
import Messages
import Time

/// What one source says of a venue.
struct VenueStatement {
  let source: FeedName
  /// When the source was last known to say so.
  let asOf: Timestamp?
  /// When it last said something else.
  let since: Timestamp
  let row: FeedRow
  /// What the geocoder found for the row's address.
  let derived: DerivedPlace?
}

/// Where the geocoder says that an address is.
struct DerivedPlace: Hashable, Sendable {
  let coordinate: Coordinate
  let confidence: Double
}

/// One venue made of what its sources say, and who said what.
///
/// Of each field the most trusted source that gives it counts. A coordinate that a source gives
/// counts more than one derived from an address. A venue is closed where any source says so, and
/// being planned where all do.
struct VenueMerge {
  let venue: Venue
  let fields: [VenueFieldSource]

  /// - Parameter statements: the most trusted first.
  /// - Returns: `nil` where no source says where the venue is, or there is none.
  init?(_ id: VenueID, _ statements: [VenueStatement]) {
    guard let first = statements.first else { return nil }
    let placed = statements.first { $0.row.coordinate != nil }
    guard let place = placed ?? statements.first(where: { $0.derived != nil }),
      let coordinate = place.row.coordinate ?? place.derived?.coordinate
    else { return nil }
    var venue = Venue(
      id: id, name: first.row.name, category: first.row.category, coordinate: coordinate)
    var fields = [first.source("name"), first.source("category")]
    fields.append(
      place.source(
        "coordinate",
        derivedConfidence: place.row.coordinate == nil ? place.derived?.confidence : nil))
    func take<Value>(
      _ field: String, _ said: KeyPath<FeedRow, Value?>, _ kept: WritableKeyPath<Venue, Value?>
    ) {
      guard let teller = statements.first(where: { $0.row[keyPath: said] != nil }) else { return }
      venue[keyPath: kept] = teller.row[keyPath: said]
      fields.append(teller.source(field))
    }
    take("address", \.address, \.address)
    take("phone", \.phone, \.phone)
    take("website", \.website, \.website)
    take("openingHours", \.openingHours, \.openingHours)
    take("brand", \.brand, \.brand)
    take("cuisine", \.cuisine, \.cuisine)
    take("outdoorSeating", \.outdoorSeating, \.outdoorSeating)
    take("takeaway", \.takeaway, \.takeaway)
    take("wheelchair", \.wheelchair, \.wheelchair)
    take("wifi", \.wifi, \.wifi)
    let closing = statements.first { $0.row.standing == .closed }
    let isPlanned = statements.allSatisfy { $0.row.standing != nil }
    if let teller = closing ?? (isPlanned ? first : nil) {
      venue.standing = teller.row.standing
      fields.append(teller.source("standing"))
    }
    self.venue = venue
    self.fields = fields
  }
}

extension VenueStatement {
  fileprivate func source(
    _ field: String, derivedConfidence: Double? = nil
  ) -> VenueFieldSource {
    VenueFieldSource(
      field: field, source: source, since: since, asOf: asOf,
      derivedConfidence: derivedConfidence)
  }
}
