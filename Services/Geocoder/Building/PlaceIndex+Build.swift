package import OpenStreetMap

/// What a build wrote to the index.
package struct PlaceIndexSummary: Sendable, Hashable {
  package let streets: Int
  package let places: Int
  package let pointsOfInterest: Int
  package let houses: Int
  package let corners: Int
  /// Which elements of the map were skipped, and why.
  package let report: ImportReport
}

extension PlaceIndex {
  /// Builds an index file from a map.
  ///
  /// - Parameters:
  ///   - path: a file that does not exist yet; it is complete when this returns.
  ///   - progress: is called with the fraction done, 0 ... 1, and the current step.
  /// - Throws: `MapFileError` where the map cannot be read; `SQLError` where the file cannot be
  ///   written, with `isDiskFull` where the disk is full.
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
      streets: index.streets.count, places: index.places.count,
      pointsOfInterest: map.pointsOfInterest.count + map.unnamed.count,
      houses: index.houses.reduce(0) { $0 + $1.count }, corners: index.corners.count,
      report: index.report)
  }
}
