import Messages

/// The shops that a plan may list, best first, of each brand only so many at a time.
struct OptionQueue {
  /// Every shop that the request wants, best first.
  let ranked: [Candidate]
  private let perBrand: Int
  private var waiting: [Candidate]
  /// How many shops of each brand are taken.
  private var taken: [String: Int] = [:]

  init(_ candidates: [Candidate], on trip: Trip, directSeconds: Int) {
    ranked =
      candidates
      .filter { trip.admits($0.shop.id, $0.stop, directSeconds: directSeconds) }
      .compactMap { candidate in trip.rank(candidate).map { (rank: $0, candidate: candidate) } }
      .sorted { $0.rank < $1.rank }
      .map(\.candidate)
    waiting = ranked
    perBrand = trip.query.perBrand
  }

  /// Takes the next best shops.
  ///
  /// - Parameter count: how many at most.
  mutating func next(_ count: Int) -> [Candidate] {
    var next: [Candidate] = []
    waiting.removeAll { candidate in
      guard next.count < count else { return false }
      if let brand = candidate.shop.brand {
        guard taken[brand, default: 0] < perBrand else { return false }
        taken[brand, default: 0] += 1
      }
      next.append(candidate)
      return true
    }
    return next
  }

  /// Makes room for another shop of the same brand: this one cannot be listed after all.
  mutating func release(_ shop: Shop) {
    if let brand = shop.brand { taken[brand, default: 1] -= 1 }
  }
}
