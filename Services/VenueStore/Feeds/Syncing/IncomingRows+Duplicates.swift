import Messages
import SQL

/// Deduplication: rows of one document that describe the same venue under different identifiers.
extension IncomingRows {
  /// The greatest difference of the coordinates of duplicates, in degrees: about 160 m of latitude;
  /// of longitude 330 m at the equator and 160 m at 60° of latitude.
  private static let tolerance = (latitude: 0.0015, longitude: 0.003)

  /// Removes each row that has the same name, category, standing, address and telephone as another
  /// one nearby. Of several the one with the lowest identifier is kept, whatever the order of the
  /// document.
  ///
  /// The address must have a house number. Texts must be equal, except for the case of the name:
  /// the rule is strict, because no other source makes up for a row that is removed by mistake.
  ///
  /// - Throws: `SQLError`.
  func removeDuplicates() throws {
    try database.run(Self.findDuplicates, Self.tolerance.latitude, Self.tolerance.longitude)
    try database.forEach(
      """
      SELECT row_id, first_id, latitude, standing
      FROM duplicate JOIN incoming USING (row_id) ORDER BY row_id
      """
    ) { row in
      let pair = "\(row.text("row_id")) as \(row.text("first_id"))"
      countDuplicate(
        "row of the same name, place and address as another", example: pair,
        isUnplaced: row.isNull("latitude"), isNotOffered: !row.isNull("standing"))
    }
    try database.run("DELETE FROM incoming WHERE row_id IN (SELECT row_id FROM duplicate)")
  }

  /// Equal rows all have a coordinate or all have none: `geocodable_address` is only set without.
  private static let findDuplicates = """
    INSERT INTO duplicate
    SELECT row_id, first_id FROM (
      SELECT row_id, latitude, longitude, first_value(row_id) OVER same AS first_id,
        first_value(latitude) OVER same AS first_latitude,
        first_value(longitude) OVER same AS first_longitude
      FROM incoming
      WHERE folded_name IS NOT NULL AND (latitude IS NOT NULL OR geocodable_address IS NOT NULL)
      WINDOW same AS (
        PARTITION BY folded_name, category, standing, address, phone, geocodable_address
        ORDER BY row_id)
    ) AS paired
    WHERE row_id <> first_id AND (latitude IS NULL
      OR abs(latitude - first_latitude) <= ? AND abs(longitude - first_longitude) <= ?)
    """
}

extension FeedRow {
  /// The name in lower case; `nil` if the address has no house number, as such rows are never
  /// duplicates. Folded here, because not every database can lower-case every script.
  var foldedName: String? {
    guard let street = facts.address?.split(separator: ",").first,
      StreetParts(String(street)).number != nil
    else { return nil }
    return name.lowercased()
  }
}
