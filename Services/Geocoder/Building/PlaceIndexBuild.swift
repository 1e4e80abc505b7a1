import OpenStreetMap

/// What a build put into the index.
package struct PlaceIndexSummary: Sendable, Hashable {
  package let streets: Int
  package let places: Int
  package let venues: Int
  package let houses: Int
  package let corners: Int
  /// What of the map was passed over, and why.
  package let report: ImportReport
}

extension PlaceIndex {
  /// Builds an index file from a map.
  ///
  /// - Parameters:
  ///   - path: a file that does not exist; it is complete once this returns.
  ///   - progress: the part done, 0 ... 1, and what is being done.
  /// - Throws: `MapFileError` where the map cannot be read; `SQLError` where the file cannot be
  ///   written, with `isDiskFull` where the disk is.
  package static func build(
    from source: some MapSource, into path: String,
    progress: (Double, String) -> Void = { _, _ in }
  ) throws -> PlaceIndexSummary {
    let map = try GatheredMap(source) { progress($0 * 0.6, "reading the map") }
    progress(0.6, "joining streets")
    let index = IndexBuilder(map)
    progress(0.75, "writing the index")
    try IndexWriter.write(index, to: path)
    progress(1, "done")
    return PlaceIndexSummary(
      streets: index.streets.count, places: index.places.count, venues: map.venues.count,
      houses: index.houses.reduce(0) { $0 + $1.count }, corners: index.corners.count,
      report: index.report)
  }
}
