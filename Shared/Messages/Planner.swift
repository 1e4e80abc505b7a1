import Geography

/// Names a plan.
package struct PlanID: TypedID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// Asks: is there time for a stop on the way, and where?
///
/// Fails with `invalidRequest` (deadline before departure, a coordinate or number out of range),
/// `notFound` (an unknown address, with suggestions; a device that never reported), `ambiguous` (an
/// address that is a guess below `leastConfidence`, with suggestions), `outsideMap`,
/// `noRoute` (no road leads to the destination) and, naming the service, `unavailable`.
/// No shop in range is no failure: the plan then has no options.
package struct PlanRequest: RequestMessage, Hashable {
  package typealias Reply = Plan
  package static let operation = Operation(.planner, "plan", version: 1)

  package var origin: PlaceReference
  package var destination: PlaceReference
  package var departure: RequestedTime
  package var deadline: RequestedTime
  /// Time at the stop, 0 ... `PlannerLimits.maximumDwellSeconds`; default 600.
  package var dwellSeconds: Int?
  /// What kind of venue to stop at; default `coffee`.
  package var category: VenueCategory?
  /// How one travels; default `car`.
  package var profile: TravelProfile?
  /// How many options at most, 1 ... `PlannerLimits.maximumOptions`; default 10.
  package var limit: Int?
  /// Whether the legs hold their steps; default false.
  package var steps: Bool?
  /// The plan's name, so that its progress can be followed from the start; by default the planner
  /// gives one.
  package var id: PlanID?
  /// A place given as text must be this certain, 0 ... 1; default 0.5. At 0 the geocoder's first
  /// answer is taken, and its first suggestion where it has no answer.
  package var leastConfidence: Double?
  /// Whether to leave out shops of which nobody knows whether they are open; default false.
  package var openOnly: Bool?

  package init(
    origin: PlaceReference, destination: PlaceReference, departure: RequestedTime,
    deadline: RequestedTime, dwellSeconds: Int? = nil, category: VenueCategory? = nil,
    profile: TravelProfile? = nil, limit: Int? = nil, steps: Bool? = nil, id: PlanID? = nil,
    leastConfidence: Double? = nil, openOnly: Bool? = nil
  ) {
    self.origin = origin
    self.destination = destination
    self.departure = departure
    self.deadline = deadline
    self.dwellSeconds = dwellSeconds
    self.category = category
    self.profile = profile
    self.limit = limit
    self.steps = steps
    self.id = id
    self.leastConfidence = leastConfidence
    self.openOnly = openOnly
  }
}

/// A point as a request names it: one of three, each under its own key.
package enum PlaceReference: Sendable, Hashable {
  /// `{"text": "Coit Tower"}`: for the geocoder.
  case text(String)
  /// `{"coordinate": {…}}`.
  case coordinate(Coordinate)
  /// `{"device": "phone"}`: where the device last reported to be.
  case device(DeviceID)
}

extension PlaceReference: Codable {
  private enum Key: String, CodingKey { case text, coordinate, device }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let text = try container.decodeIfPresent(String.self, forKey: .text) {
      self = .text(text)
    } else if let point = try container.decodeIfPresent(Coordinate.self, forKey: .coordinate) {
      self = .coordinate(point)
    } else if let device = try container.decodeIfPresent(DeviceID.self, forKey: .device) {
      self = .device(device)
    } else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath,
          debugDescription: "a place is given by text, coordinate or device."))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .text(let text): try container.encode(text, forKey: .text)
    case .coordinate(let point): try container.encode(point, forKey: .coordinate)
    case .device(let device): try container.encode(device, forKey: .device)
    }
  }
}

/// The answer: the direct drive as the yardstick, and the options beside it.
package struct Plan: Codable, Sendable, Hashable {
  package let id: PlanID
  package let origin: PlanPlace
  package let destination: PlanPlace
  package let category: VenueCategory
  package let departure: Timestamp
  package let deadline: Timestamp
  package let direct: DirectTrip
  /// The best shops, those that arrive earliest first.
  package let options: [PlanOption]
  package let candidates: CandidateCount
  package let timings: PlanTimings

  package init(
    id: PlanID, origin: PlanPlace, destination: PlanPlace, category: VenueCategory,
    departure: Timestamp, deadline: Timestamp, direct: DirectTrip, options: [PlanOption],
    candidates: CandidateCount, timings: PlanTimings
  ) {
    self.id = id
    self.origin = origin
    self.destination = destination
    self.category = category
    self.departure = departure
    self.deadline = deadline
    self.direct = direct
    self.options = options
    self.candidates = candidates
    self.timings = timings
  }
}

/// A point of a plan, and how it was found.
package struct PlanPlace: Codable, Sendable, Hashable {
  package let label: String
  package let coordinate: Coordinate
  /// The geocoder's receipt where the place was given as text: "house number 1 of …".
  package let matched: String?
  /// How sure the geocoder is of it, 0 ... 1, where the place was given as text.
  package let confidence: Double?

  package init(
    label: String, coordinate: Coordinate, matched: String? = nil, confidence: Double? = nil
  ) {
    self.label = label
    self.coordinate = coordinate
    self.matched = matched
    self.confidence = confidence
  }
}

/// The drive without a stop.
package struct DirectTrip: Codable, Sendable, Hashable {
  package let durationSeconds: Int
  package let distanceMeters: Int
  /// The streets that carry most of the way.
  package let name: String?
  /// Departure and duration.
  package let arrival: Timestamp
  /// Deadline less arrival.
  package let slackSeconds: Int
  /// Whether the slack is not negative.
  package let onTime: Bool
  /// The latest departure that meets the deadline.
  package let leaveBy: Timestamp
  package let geometry: EncodedPolyline
  package let steps: [RouteStep]?

  package init(
    durationSeconds: Int, distanceMeters: Int, name: String?, arrival: Timestamp,
    slackSeconds: Int, onTime: Bool, leaveBy: Timestamp, geometry: EncodedPolyline,
    steps: [RouteStep]?
  ) {
    self.durationSeconds = durationSeconds
    self.distanceMeters = distanceMeters
    self.name = name
    self.arrival = arrival
    self.slackSeconds = slackSeconds
    self.onTime = onTime
    self.leaveBy = leaveBy
    self.geometry = geometry
    self.steps = steps
  }
}

/// What became of the shops that were looked at.
package struct CandidateCount: Codable, Sendable, Hashable {
  /// Shops to which the exact way was computed.
  package let considered: Int
  /// Of those, how many no road reaches, or leads on from.
  package let unreachable: Int
  /// Of those, how many are closed when one comes, and do not open in time.
  package let closed: Int
  /// Of those, how many have hours that do not tell whether they are open then; they are left out
  /// where the request is for open ones only.
  package let unknown: Int
  /// Of those, how many meet the deadline.
  package let onTime: Int
  /// Feasible shops that were left out because there were too many; 0 says none is missing.
  package let omitted: Int

  package init(
    considered: Int, unreachable: Int, closed: Int = 0, unknown: Int = 0, onTime: Int, omitted: Int
  ) {
    self.considered = considered
    self.unreachable = unreachable
    self.closed = closed
    self.unknown = unknown
    self.onTime = onTime
    self.omitted = omitted
  }

  /// Older planners know nothing of opening hours.
  package init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      considered: try keys.decode(Int.self, forKey: .considered),
      unreachable: try keys.decode(Int.self, forKey: .unreachable),
      closed: try keys.decodeIfPresent(Int.self, forKey: .closed) ?? 0,
      unknown: try keys.decodeIfPresent(Int.self, forKey: .unknown) ?? 0,
      onTime: try keys.decode(Int.self, forKey: .onTime),
      omitted: try keys.decode(Int.self, forKey: .omitted))
  }
}

/// Where the time of answering went.
package struct PlanTimings: Codable, Sendable, Hashable {
  package let geocodeMilliseconds: Double
  package let directMilliseconds: Double
  package let candidatesMilliseconds: Double
  package let tablesMilliseconds: Double
  package let legsMilliseconds: Double
  package let totalMilliseconds: Double

  package init(
    geocodeMilliseconds: Double, directMilliseconds: Double, candidatesMilliseconds: Double,
    tablesMilliseconds: Double, legsMilliseconds: Double, totalMilliseconds: Double
  ) {
    self.geocodeMilliseconds = geocodeMilliseconds
    self.directMilliseconds = directMilliseconds
    self.candidatesMilliseconds = candidatesMilliseconds
    self.tablesMilliseconds = tablesMilliseconds
    self.legsMilliseconds = legsMilliseconds
    self.totalMilliseconds = totalMilliseconds
  }
}

/// How far a plan is, published while it is made.
package struct PlanProgress: EventMessage, Hashable {
  package static let topic = Topic(.planner, "plan.progress", version: 1)

  package enum Stage: String, Codable, Sendable, Hashable, CaseIterable {
    /// Origin and destination are known.
    case located
    /// The direct drive is known.
    case direct
    /// The shops to look at are known.
    case candidates
    /// The exact detour of every shop is known.
    case detours
    /// One option is complete.
    case option
  }

  package let planID: PlanID
  package let stage: Stage
  /// Shops to look at, from the stage `candidates` on.
  package let considered: Int?
  /// With the stage `direct`.
  package let direct: DirectTrip?
  /// With the stage `option`.
  package let option: PlanOption?

  package init(
    planID: PlanID, stage: Stage, considered: Int? = nil, direct: DirectTrip? = nil,
    option: PlanOption? = nil
  ) {
    self.planID = planID
    self.stage = stage
    self.considered = considered
    self.direct = direct
    self.option = option
  }
}

/// A plan is made.
package struct PlanCompleted: EventMessage, Hashable {
  package static let topic = Topic(.planner, "plan.completed", version: 1)

  package let plan: Plan

  package init(plan: Plan) { self.plan = plan }
}

/// The bounds of what the planner takes and gives.
package enum PlannerLimits {
  package static let maximumDwellSeconds = 24 * 3600
  package static let maximumOptions = 50
  /// From departure to deadline.
  package static let maximumTripSeconds = 7 * 24 * 3600
  /// A shop that closes longer than this after a visit has ended counts as staying open.
  package static let closingSeconds = 24 * 3600
}
