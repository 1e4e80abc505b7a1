/// How much a user keeps of one kind, and the most that it may keep before more is refused.
@Memberwise package struct QuotaUse: Codable, Sendable, Hashable {
  package let user: String
  /// In the plural, such as `devices`.
  package let kind: String
  package let count: Int
  package let quota: Int

  /// How much of the quota is in use; 1 is all of it.
  package var share: Double { Double(count) / Double(max(1, quota)) }

  /// From which share of a quota its user is listed, and how many are.
  package static let leastShare = 0.8
  package static let maximumListed = 20
}

extension Sequence<QuotaUse> {
  /// Those near their quotas, the fullest first, at most `QuotaUse.maximumListed`.
  package var nearest: [QuotaUse] {
    let near = filter { $0.share >= QuotaUse.leastShare }
      .sorted { (-$0.share, $0.user, $0.kind) < (-$1.share, $1.user, $1.kind) }
    return Array(near.prefix(QuotaUse.maximumListed))
  }
}
