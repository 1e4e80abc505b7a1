/// How sure each part of a plan is.
@Memberwise package struct PlanCertainty: Codable, Sendable, Hashable {
  package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// As the services answer now.
    case exact
    /// As they answered `ageSeconds` ago.
    case stale
    /// Durations are lower bounds: straight lines at the highest speed of any road. Whatever is
    /// late or closed with them is so for certain; whatever is on time may be late.
    case bound
    /// Unknown, and thus left out.
    case missing
  }

  /// The certainty of one part.
  @Memberwise package struct Part: Codable, Sendable, Hashable {
    package let kind: Kind
    /// If it is stale.
    package let ageSeconds: Int?
    /// Why it is not exact.
    package let cause: String?

    package static let exact = Part(kind: .exact)
  }

  package var origin: Part = .exact
  package var destination: Part = .exact
  /// The drive without a stop.
  package var direct: Part = .exact
  /// Which shops there are.
  package var shops: Part = .exact
  /// The durations over each shop, and what follows from them.
  package var detours: Part = .exact
  /// The lines and distances of the options' legs; straight lines if they are bounds.
  package var legs: Part = .exact
}
