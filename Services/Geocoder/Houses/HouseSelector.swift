import Geography

/// Chooses between houses with the same number. A street that runs through several towns may have
/// the number in each: the typed town or postcode decides, then nearness.
struct HouseSelector {
  let query: ParsedQuery
  /// Bits of the tokens that the street's name explains; the others may be a town.
  let inName: UInt32
  let index: PlaceIndex
  /// Supplies the town and postcode of houses without their own.
  let street: IndexEntry
  let options: SearchOptions

  func town(of house: House) -> String? { house.city ?? street.city }

  /// Whether a house is as likely as the chosen one with its number, in another town.
  func isRival(_ other: House, of house: House) -> Bool {
    !other.streetIsAssumed && town(of: other) != town(of: house)
      && contextMatches(other) == contextMatches(house) && options.near == nil
  }

  /// The houses in the search area, the most likely first; otherwise the order is kept.
  func sorted(_ houses: [House]) -> [House] {
    guard houses.count > 1 || options.area != nil else { return houses }
    let houses = houses.filter { options.area?.contains($0.coordinate) ?? true }
    let keyed = houses.enumerated().map { index, house in
      (
        house: house, contextMatches: contextMatches(house),
        distance: options.near.map { $0.distance(to: house.coordinate) } ?? 0, index: index
      )
    }
    return keyed.sorted {
      ($1.contextMatches, $0.distance, $0.index) < ($0.contextMatches, $1.distance, $1.index)
    }
    .map(\.house)
  }

  /// Keeps the lower and higher neighbours of a number that are in the typed town; keeps all of
  /// them where no town was typed.
  func inTypedTown(_ below: [House], _ above: [House]) -> ([House], [House]) {
    let most = (below + above).map(contextMatches).max() ?? 0
    guard most > 0 else { return (below, above) }
    return (
      below.filter { contextMatches($0) == most }, above.filter { contextMatches($0) == most }
    )
  }

  /// How many terms of the house's town and postcode the query contains.
  private func contextMatches(_ house: House) -> Int {
    let postcode = house.postcode ?? street.postcode
    return [town(of: house), postcode].compactMap { $0 }
      .reduce(0) { $0 + WordTokenizer.tokens(in: $1).count(where: isTyped) }
  }

  /// Whether the query has the word beside the street's name, in any spelling.
  private func isTyped(_ word: WordToken) -> Bool {
    query.expansions.contains {
      $0.bits & inName == 0 && index.dictionary.terms[Int($0.term)].elementsEqual(word.letters)
    }
  }
}
