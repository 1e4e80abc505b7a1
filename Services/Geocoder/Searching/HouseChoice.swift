import Geography

/// Which of the houses that bear one number is meant. A street that runs through several towns may
/// have the number in each: the town or postcode that was typed decides, then nearness.
struct HouseChoice {
  /// The words of the query beside the street's name, as the index writes them.
  let typed: Set<String>
  /// What holds for a house that says nothing else.
  let street: Entry
  let scope: SearchScope

  func town(of house: House) -> String? { house.city ?? street.city }

  /// The likeliest first; as they came where nothing tells.
  func sorted(_ houses: [House]) -> [House] {
    guard houses.count > 1 || scope.area != nil else { return houses }
    let houses = houses.filter { scope.area?.holds($0.coordinate) ?? true }
    let keyed = houses.enumerated().map { index, house in
      (
        house: house, typed: typedWords(house),
        distance: scope.near.map { $0.distance(to: house.coordinate) } ?? 0, index: index
      )
    }
    return keyed.sorted { ($1.typed, $0.distance, $0.index) < ($0.typed, $1.distance, $1.index) }
      .map(\.house)
  }

  /// Of the houses below and above a number those in the town that was typed; all, where none is.
  func inTypedTown(_ below: [House], _ above: [House]) -> ([House], [House]) {
    let most = (below + above).map(typedWords).max() ?? 0
    guard most > 0 else { return (below, above) }
    return (below.filter { typedWords($0) == most }, above.filter { typedWords($0) == most })
  }

  /// How many words of the house's town and postcode were typed.
  private func typedWords(_ house: House) -> Int {
    guard !typed.isEmpty else { return 0 }
    let postcode = house.postcode ?? street.postcode
    return [town(of: house), postcode].compactMap { $0 }
      .reduce(0) { $0 + Words.of($1).count { typed.contains($0.folded) } }
  }
}
