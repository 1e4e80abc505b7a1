import SQL

/// Rows of one document that tell of the same venue under different identifiers.
extension IncomingRows {
  /// How far apart the coordinates of twins may be: some 160 m, in degrees. East and west it is
  /// twice as much at the equator and as much at 60° of latitude.
  private static let reach = (latitude: 0.0015, longitude: 0.003)

  /// Passes over each row that says of a venue what another one does: with the same name,
  /// category, standing, address and telephone, and less than 200 m or so away. The one with the
  /// least identifier counts, whatever the order of the document.
  ///
  /// The address has a house number. Texts must be equal, the name but for capitals: two rows of
  /// one source are the same venue only where there can be no doubt, as nobody else tells of the
  /// one that is passed over.
  ///
  /// - Throws: `SQLError`.
  func passOverTwins() throws {
    try database.run(Self.findTwins, Self.reach.latitude, Self.reach.longitude)
    try database.forEach(
      """
      SELECT row_id, first_id, latitude IS NULL, standing IS NOT NULL
      FROM twin JOIN incoming USING (row_id) ORDER BY row_id
      """
    ) { row in
      let pair = "\(row.text(0)) as \(row.text(1))"
      passOver(
        "row of the same name, place and address as another", example: pair,
        isUnplaced: row.bool(2), isNotOffered: row.bool(3))
    }
    try database.run("DELETE FROM incoming WHERE row_id IN (SELECT row_id FROM twin)")
  }

  /// Of rows that agree, all have a coordinate, or none: `sought` is only there in place of one.
  private static let findTwins = """
    INSERT INTO twin
    SELECT row_id, first_id FROM (
      SELECT row_id, latitude, longitude, first_value(row_id) OVER same AS first_id,
        first_value(latitude) OVER same AS first_latitude,
        first_value(longitude) OVER same AS first_longitude
      FROM incoming
      WHERE twin_name IS NOT NULL AND (latitude IS NOT NULL OR sought IS NOT NULL)
      WINDOW same AS (
        PARTITION BY twin_name, category, standing, address, phone, sought ORDER BY row_id)
    ) AS paired
    WHERE row_id <> first_id AND (latitude IS NULL
      OR abs(latitude - first_latitude) <= ? AND abs(longitude - first_longitude) <= ?)
    """
}

extension FeedRow {
  /// The name without capitals, where the address tells a house, not only a street or a town. Made
  /// here, as not every store knows the small letters of every script.
  var twinName: String? {
    guard let street = address?.split(separator: ",").first,
      StreetParts(String(street)).number != nil
    else { return nil }
    return name.lowercased()
  }
}
