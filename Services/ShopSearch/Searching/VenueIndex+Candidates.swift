import Geography
package import Messages

extension VenueIndex {
  /// The result of `candidates`.
  package struct Candidates: Sendable, Hashable {
    /// Shortest straight-line detour first; equal ones by identifier.
    package let shops: PackedShops
    /// The number of venues of the category.
    package let inCategory: Int
    /// The number of feasible venues beyond the maximum.
    package let omitted: Int
  }

  /// Every venue of some categories that could be visited on the way; see `CandidatesRequest`.
  ///
  /// - Parameters:
  ///   - filter: the criteria of the request, compiled for this index.
  ///   - maximum: the most venues to return.
  ///   - watch: ends the search, whose result is then incomplete.
  /// - Throws: `ServiceError` with `invalidRequest` for a coordinate or minimum out of range.
  package func candidates(
    _ request: CandidatesRequest, matching filter: CandidateFilter? = nil,
    maximum: Int = ShopSearchLimits.maximumCandidates, watch: SearchWatch = SearchWatch()
  ) throws(ServiceError) -> Candidates {
    try check(request.origin, "The origin")
    try check(request.destination, "The destination")
    let minimum = request.minimum ?? SearchLimits.defaultMinimumCandidates
    try Messages.check(minimum, "The minimum", in: 0...ShopSearchLimits.maximumCandidates)
    for category in request.categories ?? [request.category] { try require(category) }
    let search = CandidateSearch(self, request, filter, watch)
    if request.everything ?? false { return everything(search, request) }
    let length = request.longestWayMeters
    let feasible = length.map { search.count(within: $0) } ?? 0
    let hits =
      feasible >= minimum
      ? search.shortest(min(feasible, maximum), within: length ?? 0)
      : search.shortest(min(minimum, maximum), within: .infinity)
    return Candidates(
      shops: packed(hits, hasTraits: request.traits ?? false), inCategory: search.inCategory,
      omitted: max(0, feasible - maximum))
  }

  private func everything(_ search: CandidateSearch, _ request: CandidatesRequest) -> Candidates {
    let maximum = ShopSearchLimits.maximumInventory
    let hits = search.shortest(maximum, within: .infinity)
    return Candidates(
      shops: packed(hits, hasTraits: request.traits ?? false), inCategory: search.inCategory,
      omitted: hits.count < maximum ? 0 : search.inCategory - hits.count)
  }

  private func packed(_ hits: [Hit], hasTraits: Bool) -> PackedShops {
    // All are read before any is packed, so that the processor waits for many cache misses at once.
    let shops = hits.map { ($0.isInDelta ? delta : base).shops[$0.row] }
    let values = base.shops.hours.count
    var packing = ShopPacking(capacity: hits.count, values: values + delta.shops.hours.count)
    for (hit, shop) in zip(hits, shops) {
      if hit.isInDelta {
        packing.add(shop, of: delta.shops, firstValue: values)
      } else {
        packing.add(shop, of: base.shops, firstValue: 0)
      }
    }
    return packing.packed(hasTraits ? traits(hits) : nil)
  }

  private func traits(_ hits: [Hit]) -> PackedTraits {
    PackedTraits(
      brands: hits.map { ($0.isInDelta ? delta : base).filters.brandName(inRow: $0.row) },
      ratings: hits.map {
        Int32(($0.isInDelta ? delta : base).filters.entries[$0.row].summary.rating)
      })
  }
}
