import Messages

/// The shops that a plan may list, best first, with a limit for each brand.
struct OptionQueue {
  private let candidates: [EvaluatedShop]
  /// The numbers of all shops that the request wants, best first.
  private let order: [Int]
  private let perBrand: Int
  private var waiting: [Int]
  /// How many shops of each brand are taken.
  private var taken: [String: Int] = [:]

  init(_ candidates: [EvaluatedShop], on trip: Trip) {
    self.candidates = candidates
    // Numbers instead of candidates, whose texts would be counted with each move.
    var ranks: [(rank: Rank, number: Int)] = []
    for (number, candidate) in candidates.enumerated()
    where trip.admits(candidate.shop.id, candidate.outcome) {
      if let rank = trip.rank(candidate) { ranks.append((rank, number)) }
    }
    order = ranks.sorted { $0.rank < $1.rank }.map(\.number)
    waiting = order
    perBrand = trip.query.perBrand
  }

  /// Every shop that the request wants, best first.
  var ranked: some Sequence<EvaluatedShop> { order.lazy.map { candidates[$0] } }

  /// Takes the next best shops.
  ///
  /// - Parameter count: how many at most.
  mutating func next(_ count: Int) -> [EvaluatedShop] {
    var next: [EvaluatedShop] = []
    var (passed, full) = (0, [Int]())
    for number in waiting {
      guard next.count < count else { break }
      passed += 1
      let candidate = candidates[number]
      if let brand = candidate.shop.brand {
        guard taken[brand, default: 0] < perBrand else {
          full.append(number)
          continue
        }
        taken[brand, default: 0] += 1
      }
      next.append(candidate)
    }
    waiting.replaceSubrange(..<passed, with: full)
    return next
  }

  /// Makes room for another shop of the same brand: this one cannot be listed after all.
  mutating func release(_ shop: Shop) {
    if let brand = shop.brand { taken[brand, default: 1] -= 1 }
  }
}
