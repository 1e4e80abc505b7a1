/// Orders matches.
enum Ranking {
  /// Orders equally good matches: by importance, then by nearness.
  static func tieBreak(_ name: UInt32, _ index: PlaceIndex, _ options: SearchOptions) -> Float {
    let entry = index.names.entries[Int(name)]
    let bonus = options.importanceBonus * index.names.importance(of: entry)
    return options.near == nil ? bonus : bonus + options.nearness(index.names.coordinate(of: entry))
  }

  /// The rank of a match with this fit, before its details are read.
  static func rank(
    _ match: NameMatch, fit: Float, _ index: PlaceIndex, _ options: SearchOptions
  ) -> Float {
    fit + tieBreak(match.name, index, options)
      - (match.isInOrder ? 0 : RankingModel.orderPenalty)
      - (match.isNamedAfterStreet ? RankingModel.otherKindPenalty : 0)
      - RankingModel.besidePenalty * match.besideShare
      - (index.names.isPrimary(match.name) ? 0 : RankingModel.alternateNamePenalty)
  }
}
