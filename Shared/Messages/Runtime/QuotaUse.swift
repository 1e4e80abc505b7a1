/// How much a user keeps of one kind, and the most that it may keep before the service refuses more.
@Memberwise package struct QuotaUse: Codable, Sendable, Hashable {
  package let user: String
  /// In the plural, such as `devices`.
  package let kind: String
  package let count: Int
  package let quota: Int

  /// How much of the quota is in use; 1 is all of it.
  package var share: Double { Double(count) / Double(max(1, quota)) }

  /// From which share of a quota its user is listed.
  package static let leastShare = 0.8
}

/// The users nearest to a quota; bounded, so it costs the same however many users there are.
package struct QuotaUses: Sendable, Hashable {
  /// The fullest first.
  package private(set) var all: [QuotaUse] = []

  /// How many are listed.
  package static let maximumCount = 20

  package init() {}

  /// Lists a use, or removes it from the list if its share is low; replaces what was known of the
  /// user and the kind.
  package mutating func update(_ use: QuotaUse) {
    all.removeAll { $0.user == use.user && $0.kind == use.kind }
    guard use.share >= QuotaUse.leastShare else { return }
    let place = all.firstIndex {
      (-$0.share, $0.user, $0.kind) > (-use.share, use.user, use.kind)
    }
    all.insert(use, at: place ?? all.count)
    if all.count > Self.maximumCount { all.removeLast() }
  }
}
