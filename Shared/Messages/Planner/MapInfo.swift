package import Geography
package import Time

/// Asks for the current map.
@Memberwise package struct MapInfoRequest: RequestMessage, Hashable {
  package typealias Reply = MapInfo
  package static let operation = Operation(.planner, "map", version: 1, isPublic: true)
}

/// The metadata of the current map.
@Memberwise package struct MapInfo: Codable, Sendable, Hashable {
  /// The extract's file name.
  package let name: String
  /// The smallest box around the extract's nodes.
  package let box: BoundingBox
  /// The zone of clock times, such as `America/Los_Angeles`.
  package let timeZone: String
  /// If the time zone is not certain: one zone for each other clock that parts of the map may keep,
  /// likeliest first.
  package let otherTimeZones: [String]?
  /// The country whose public holidays apply, as in ISO 3166-1: `US`; if nearly all of the map is
  /// in one.
  package let country: String?
  /// The state, canton or region whose own holidays apply too: `CA`; if nearly all of the map is in
  /// one that has some.
  package let state: String?
  /// When its data was current; absent from a map that an older version built.
  package let date: MapDate?
  /// The fingerprint of the extract that the map was built from: another one, another map.
  package var version: String?
}

/// When the data of a map was current.
@Memberwise package struct MapDate: Codable, Sendable, Hashable {
  package enum Source: String, Codable, Sendable, Hashable, CaseIterable {
    /// The extract's header says so.
    case header
    /// The header says nothing; this is when the extract's file was last written, so the data may
    /// be older.
    case file
  }

  package let time: Timestamp
  package let source: Source
}

extension MapInfo {
  /// What to say beside clock times if the time zone is not certain; `nil` if it is.
  package var clockWarning: String? {
    guard let others = otherTimeZones, !others.isEmpty else { return nil }
    return "Times are those of \(timeZone), but parts of the map may keep the clock of "
      + "\(others.joined(separator: " or ")): give the map's own with --time-zone ZONE."
  }
}

/// Resolves requested times to instants in the map's time zone.
@Memberwise package struct MapTimesRequest: RequestMessage, Hashable {
  package typealias Reply = MapTimesReply
  package static let operation = Operation(.planner, "times", version: 1, isPublic: true)

  package let departure: RequestedTime?
  /// After the departure if there is one; else a clock time means its next occurrence.
  package let deadline: RequestedTime?
}

/// The resolved times, with the map's UTC offset at that time.
@Memberwise package struct MapTimesReply: Codable, Sendable, Hashable {
  package let departure: Timestamp?
  package let deadline: Timestamp?
}
