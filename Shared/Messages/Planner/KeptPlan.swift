package import Time

/// What a plan was computed from, besides its request.
@Memberwise package struct PlanInputs: Codable, Sendable, Hashable {
  /// The version of the planner.
  package let software: String
  /// The router's road network; `nil` where the router does not report it.
  package let mapVersion: String?
  /// The router's live traffic, see `RouteReply.trafficVersion`.
  package let trafficVersion: Int?
  /// The position of shop search's replica in the venue store's log.
  package let venues: StreamPosition?
}

/// A plan as the planner keeps it.
@Memberwise package struct KeptPlan: Codable, Sendable, Hashable {
  /// The request, its times resolved to instants and its devices to coordinates: the same request
  /// means the same later.
  package let request: PlanRequest
  package let plan: Plan
  package let inputs: PlanInputs
  package let made: Timestamp
  /// What a link to the plan carries: whoever has it may see this plan, see `PlanShowRequest`.
  /// 32 random hexadecimal digits; absent for a plan that an earlier version kept.
  package var secret: String?
}

/// Asks for a kept plan. Fails with `notFound`, also for a plan that the caller may not see.
///
/// A plan is its caller's: of the user to whom the key is bound, else of the home's owner. A key
/// that is bound to a user sees that user's plans, and those whose secret it has; it chooses
/// identifiers among that user's only. The other keys see all.
///
/// The planner keeps the last `PlannerLimits.maximumKeptPlans` plans of the home's owner, and fewer
/// of a user, each for at most `PlannerLimits.keptPlanSeconds`; in a flood it may leave some out.
@Memberwise package struct PlanShowRequest: RequestMessage, Hashable {
  package typealias Reply = KeptPlan
  package static let operation = Operation(.planner, "plan-show", version: 1, isPublic: true)

  package let id: PlanID
  /// `KeptPlan.secret`, for a plan of somebody else.
  package let secret: String?

  package var whereabouts: Whereabouts? { .identified }
}

/// Asks for the kept plans that the caller may see without a secret, newest first.
@Memberwise package struct PlanListRequest: RequestMessage, Hashable {
  package typealias Reply = PlanListReply
  package static let operation = Operation(.planner, "plan-list", version: 1)

  /// 1 ... `PlannerLimits.maximumKeptPlans`; default 20.
  package let limit: Int?

  package var whereabouts: Whereabouts? { .everywhere(near: nil) }
}

@Memberwise package struct PlanListReply: Codable, Sendable, Hashable {
  package let plans: [PlanSummary]
}

/// A kept plan in a list.
@Memberwise package struct PlanSummary: Codable, Sendable, Hashable {
  package let id: PlanID
  package let made: Timestamp
  package let origin: String
  package let destination: String
  package let departure: Timestamp
  package let deadline: Timestamp
  package let category: VenueCategory
  /// How many shops met the deadline.
  package let onTime: Int
}

/// Makes a kept plan again, from its request, and compares. Fails with `notFound`, also for a plan
/// of somebody else, and as `PlanRequest` does.
@Memberwise package struct PlanReplayRequest: RequestMessage, Hashable {
  package typealias Reply = PlanReplayReply
  package static let operation = Operation(.planner, "plan-replay", version: 1)

  package let id: PlanID

  package var whereabouts: Whereabouts? { .identified }
}

/// The reply: whether the plan is the same, and which inputs differ.
@Memberwise package struct PlanReplayReply: Codable, Sendable, Hashable {
  /// Whether everything but the identifier and the timings is equal.
  package let isSame: Bool
  /// The inputs that differ from those of the kept plan, in the order in which a plan uses them;
  /// where the plan differs, the first is where to look.
  package let differences: [PlanInputDifference]
  /// The kept plan.
  package let kept: KeptPlan
  /// The plan made now.
  package let plan: Plan
}

/// An input of a plan that has changed.
@Memberwise package struct PlanInputDifference: Codable, Sendable, Hashable {
  package enum Input: String, Codable, Sendable, Hashable, CaseIterable {
    case software, origin, destination, map, traffic, venues
  }

  package let input: Input
  /// The values as texts; absent where there was, or is, none.
  package let before: String?
  package let now: String?
}

extension PlannerLimits {
  package static let maximumKeptPlans = 1000
  /// A week: plans reveal where people are.
  package static let keptPlanSeconds = 7 * 86_400
}
