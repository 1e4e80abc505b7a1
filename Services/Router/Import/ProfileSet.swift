import Messages

/// A set of profiles.
struct ProfileSet: Equatable {
  private var bits: UInt8 = 0

  mutating func insert(_ profile: TravelProfile) { bits |= 1 << profile.number }

  func contains(_ profile: TravelProfile) -> Bool { bits >> profile.number & 1 == 1 }
}
