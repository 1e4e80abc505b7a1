package import Time

/// One line of an option's ledger. The seconds of all rows add up to the plan's deadline minus the
/// departure of the option's schedule; those before `arrival` to its arrival minus that departure.
@Memberwise package struct LedgerRow: Codable, Sendable, Hashable {
  package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// Has no duration.
    case departure
    case drive
    /// Only if the request has a time to park.
    case park
    /// Between a road or parking place and a door.
    case walk
    /// Until the shop is open.
    case wait
    /// At the stop.
    case dwell
    /// Has no duration.
    case arrival
    /// From the arrival to the deadline; negative if the option is late.
    case slack
  }

  package let kind: Kind
  /// When it begins.
  package let begins: Timestamp
  package let seconds: Int
  /// What the number follows from; at least one.
  package let sources: [LedgerSource]
}

/// What a number of a ledger follows from.
@Memberwise(positional: 2) package struct LedgerSource: Codable, Sendable, Hashable {
  package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// The request.
    case request
    /// The road network; the detail is its version.
    case map
    /// Live traffic; the detail is its version.
    case traffic
    /// The shop's opening hours; the detail is their value.
    case hours
    /// Unknown, so this is assumed; the detail says what.
    case assumption
    /// The rows before.
    case sum
  }

  package let kind: Kind
  package let detail: String?
  /// When the source was current: of the map, when its data was; of opening hours, when their feed
  /// last had them.
  package let date: Timestamp?
  /// The feed that opening hours come from.
  package let feed: FeedName?
}
