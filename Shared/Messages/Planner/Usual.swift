/// What a user often plans: two places and a trip, as they were typed.
@Memberwise package struct Usual: Codable, Sendable, Hashable {
  /// A place: a text, or a coordinate such as `37.7959,-122.3937`.
  package let home: String?
  package let work: String?
  package let trip: UsualTrip?
}

/// A trip to be planned again, of any day.
@Memberwise package struct UsualTrip: Codable, Sendable, Hashable {
  /// What people call it: "home → work by 08:45".
  package let words: String
  /// The parameters of the page's link to the trip: `from`, `to`, `depart`, `arrive`, `category`,
  /// `dwell` in minutes, and further ones. Times are those of the clock.
  package let parameters: [String: String]
}

/// Asks for a user's home, work and usual trip; those that are not kept are absent.
///
/// Fails with `invalidRequest` (the user's name).
@Memberwise package struct UsualRequest: RequestMessage, Hashable {
  package typealias Reply = Usual
  package static let operation = Operation(.planner, "usual", version: 1, isPublic: true)

  package let user: String

  package var owners: [DataOwner] { [.user(user)] }
}

/// Keeps a user's home, work or usual trip, and replies with all three.
///
/// Fails with `invalidRequest` (the user's name, or something longer than `UsualLimits` allows) and
/// `conflict` (too many users).
@Memberwise package struct UsualPutRequest: RequestMessage, Hashable {
  package typealias Reply = Usual
  package static let operation = Operation(
    .planner, "usual-put", version: 1, scope: .write, isPublic: true)

  package let user: String
  /// Absent to leave it as it is, empty to remove it.
  package var home: String?
  package var work: String?
  /// Absent to leave it as it is, without parameters to remove it.
  package var trip: UsualTrip?

  package var owners: [DataOwner] { [.user(user)] }
}

/// The limits of `UsualPutRequest`.
package enum UsualLimits {
  package static let maximumUserBytes = 100
  /// Of a place, and of the words of a trip.
  package static let maximumTextBytes = 500
  /// Of all names and values of a trip's parameters.
  package static let maximumParameterBytes = 4_000
  package static let maximumUsers = 100_000
}
