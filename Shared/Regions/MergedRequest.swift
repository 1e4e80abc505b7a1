import Geography
package import Messages

/// A request that goes to all maps, whose replies become one.
protocol MergedRequest: RequestMessage {
  /// - Parameters:
  ///   - replies: of the maps, in the order in which they count where they are equally good; at
  ///     least one.
  ///   - isNear: whether the first is that of the map on which the caller is.
  func merged(_ replies: [(region: RegionName?, reply: Reply)], isNear: Bool) -> Reply
}

extension GeocodeRequest: MergedRequest {
  func merged(_ replies: [(region: RegionName?, reply: GeocodeReply)], isNear: Bool)
    -> GeocodeReply
  {
    let limit = limit ?? PlaceMerge.defaultHits
    return GeocodeReply(
      hits: PlaceMerge.best(replies.map { ($0.region, $0.reply.hits) }, limit, isNear: isNear),
      suggestions: PlaceMerge.best(
        replies.map { ($0.region, $0.reply.suggestions) }, limit, isNear: isNear),
      mapVersion: replies.count == 1 ? replies[0].reply.mapVersion : nil,
      stop: replies.lazy.compactMap(\.reply.stop).first)
  }
}

extension FindRequest: MergedRequest {
  func merged(_ replies: [(region: RegionName?, reply: FindReply)], isNear: Bool) -> FindReply {
    // Venues around the caller, or around the place that is the surest.
    let searches = replies.filter { $0.reply.search != nil }
    let surest = searches.enumerated().max {
      let left = $0.element.reply.search?.place?.confidence ?? 0
      let right = $1.element.reply.search?.place?.confidence ?? 0
      return (left, -$0.offset) < (right, -$1.offset)
    }
    if let surest { return surest.element.reply }
    let limit = limit ?? PlaceMerge.defaultHits
    return FindReply(
      hits: PlaceMerge.best(replies.map { ($0.region, $0.reply.hits) }, limit, isNear: isNear),
      suggestions: PlaceMerge.best(
        replies.map { ($0.region, $0.reply.suggestions) }, limit, isNear: isNear),
      mapVersion: replies.count == 1 ? replies[0].reply.mapVersion : nil)
  }
}

extension SuggestRequest: MergedRequest {
  /// Completions have no confidence: the maps take turns, that of the caller's place goes first.
  func merged(_ replies: [(region: RegionName?, reply: SuggestReply)], isNear: Bool)
    -> SuggestReply
  {
    var columns = replies.map { region, reply in
      reply.completions.map { completion in
        var completion = completion
        completion.region = region
        return completion
      }[...]
    }
    var merged: [Completion] = isNear ? Array(columns.removeFirst()) : []
    while columns.contains(where: { !$0.isEmpty }) {
      for index in columns.indices {
        if let next = columns[index].popFirst() { merged.append(next) }
      }
    }
    return SuggestReply(
      completions: Array(merged.prefix(limit ?? PlaceMerge.defaultHits)),
      mapVersion: replies.count == 1 ? replies[0].reply.mapVersion : nil)
  }
}

extension FavouriteListRequest: MergedRequest {
  func merged(_ replies: [(region: RegionName?, reply: FavouriteListReply)], isNear: Bool)
    -> FavouriteListReply
  {
    FavouriteListReply(
      favourites: replies.flatMap(\.reply.favourites).sorted { $0.addedAt < $1.addedAt })
  }
}

extension PlanListRequest: MergedRequest {
  func merged(_ replies: [(region: RegionName?, reply: PlanListReply)], isNear: Bool)
    -> PlanListReply
  {
    let plans = replies.flatMap(\.reply.plans).sorted { $0.made > $1.made }
    return PlanListReply(plans: Array(plans.prefix(limit ?? PlaceMerge.defaultPlans)))
  }
}

/// Makes one list of the places that several maps found.
package enum PlaceMerge {
  /// How many hits or completions, and how many plans a list has at most, unless the request says.
  static let defaultHits = 5
  static let defaultPlans = 20

  /// The surest places of all maps, with their regions; of equally sure ones those of the earlier
  /// map. A place that two maps have counts once, as that of the earlier.
  ///
  /// - Parameter isNear: whether places of the first map that are likelier than not precede all
  ///   others: who is there most probably means them.
  package static func best(
    _ found: [(region: RegionName?, hits: [PlaceHit])], _ limit: Int, isNear: Bool
  ) -> [PlaceHit] {
    var all: [(isHere: Bool, hit: PlaceHit)] = []
    for (index, map) in found.enumerated() {
      for hit in map.hits {
        let isKnown = all.contains {
          $0.hit.label == hit.label && $0.hit.coordinate.distance(to: hit.coordinate) < 1
        }
        guard !isKnown else { continue }
        var hit = hit
        hit.region = map.region
        let isHere = isNear && index == 0 && hit.confidence >= PlaceFinder.leastConfidence
        all.append((isHere, hit))
      }
    }
    let sorted = all.enumerated().sorted { left, right in
      if left.element.isHere != right.element.isHere { return left.element.isHere }
      let (one, other) = (left.element.hit.confidence, right.element.hit.confidence)
      return (other, left.offset) < (one, right.offset)
    }
    return sorted.prefix(limit).map(\.element.hit)
  }
}
