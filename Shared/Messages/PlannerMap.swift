import Geography
import Time

/// Asks which map the stack runs on.
package struct MapInfoRequest: RequestMessage, Hashable {
  package typealias Reply = MapInfo
  package static let operation = Operation(.planner, "map", version: 1)

  package init() {}
}

/// The map the stack runs on.
package struct MapInfo: Codable, Sendable, Hashable {
  /// The extract's file name.
  package let name: String
  /// The smallest box around the extract's nodes.
  package let box: BoundingBox
  /// The zone of clock times, such as `America/Los_Angeles`.
  package let timeZone: String
  /// Whose public holidays count, as in ISO 3166-1: `US`; where nearly all of the map lies in one.
  package let country: String?
  /// The state, canton or region whose own holidays count too: `CA`; where nearly all of the map
  /// lies in one, and it is one that has some.
  package let state: String?

  package init(
    name: String, box: BoundingBox, timeZone: String, country: String? = nil, state: String? = nil
  ) {
    self.name = name
    self.box = box
    self.timeZone = timeZone
    self.country = country
    self.state = state
  }
}

/// Asks which instants the times that people give mean on the map's clocks.
package struct MapTimesRequest: RequestMessage, Hashable {
  package typealias Reply = MapTimesReply
  package static let operation = Operation(.planner, "times", version: 1)

  package let departure: RequestedTime?
  /// After the departure where there is one; else a clock time is its next occurrence.
  package let deadline: RequestedTime?

  package init(departure: RequestedTime? = nil, deadline: RequestedTime? = nil) {
    self.departure = departure
    self.deadline = deadline
  }
}

/// The times asked for, told with the map's offset at that time.
package struct MapTimesReply: Codable, Sendable, Hashable {
  package let departure: Timestamp?
  package let deadline: Timestamp?

  package init(departure: Timestamp?, deadline: Timestamp?) {
    self.departure = departure
    self.deadline = deadline
  }
}
