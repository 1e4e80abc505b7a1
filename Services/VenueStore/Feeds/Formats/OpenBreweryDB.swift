import JSON
import Messages

/// Open Brewery DB: the v1 API's JSON and the CSV with the same columns.
///
/// Every type is a brewery, except `bar` and `beergarden`. `planning` and `closed` are types, too.
/// A `contract` brewer has no brewery and is skipped.
enum OpenBreweryDB {
  static let reader = FeedReader(paths: [[]], acceptsCSV: true) { value throws(RejectedRow) in
    try row(value)
  }

  /// The API's greatest page length.
  static let rowsPerPage = 200

  private static let categories: [String: VenueCategory] = ["bar": .bar, "beergarden": .pub]
  private static let standings: [String: VenueUnavailability] = [
    "planning": .planning, "closed": .closed,
  ]

  private static func row(_ value: JSONValue) throws(RejectedRow) -> FeedRow {
    let type = value.text("brewery_type")?.lowercased() ?? ""
    // Its beer is brewed by others; the address is an office's. Without the identifier, so that a
    // brewer that becomes one is removed.
    if type == "contract" { throw RejectedRow("contract brewer, which nobody can visit") }
    var draft = RowDraft(category: categories[type] ?? .brewery)
    draft.standing = standings[type]
    draft.id = value.text("id")
    draft.name = value.text("name")
    draft.latitude = value["latitude"]
    draft.longitude = value["longitude"]
    // "street" is the API's old name of "address_1".
    draft.street = value.text("address_1") ?? value.text("street")
    draft.city = value.text("city")
    draft.postcode = value.text("postal_code")
    draft.facts.phone = value.text("phone")
    draft.facts.website = value.text("website_url")
    return try draft.checked()
  }
}
