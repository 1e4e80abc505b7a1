import Geography
import Memberwise

/// Which elements a reader yields.
@Memberwise(positional: 1) package struct MapSelection: Sendable {
  /// The kinds of element to yield.
  package var kinds: Set<MapElementKind>
  /// Only elements with at least one of these keys are yielded; empty: all elements.
  package var keys: Set<String> = []
  /// Whether ways carry the coordinates of their nodes.
  package var locatesWays: Bool = false
}

/// A source of map elements: an extract on disk, or a map drawn in a test.
package protocol MapSource {
  /// Yields the selected elements: nodes, then ways, then relations, as in a sorted extract.
  ///
  /// - Parameter progress: called now and then with the part read so far, 0 ... 1.
  /// - Throws: `MapFileError` where the source cannot be read; whatever `body` throws.
  func read(
    _ selection: MapSelection, progress: (Double) -> Void, _ body: (MapElement) throws -> Void
  ) throws

  /// Yields the selected elements as `read` does, and returns what the source had to skip.
  ///
  /// - Throws: as `read`.
  func readReporting(
    _ selection: MapSelection, progress: (Double) -> Void, _ body: (MapElement) throws -> Void
  ) throws -> ImportReport
}

extension MapSource {
  /// For a source that skips nothing.
  package func readReporting(
    _ selection: MapSelection, progress: (Double) -> Void, _ body: (MapElement) throws -> Void
  ) throws -> ImportReport {
    try read(selection, progress: progress, body)
    return ImportReport()
  }

  /// Yields the selected elements without reporting progress.
  package func read(_ selection: MapSelection, _ body: (MapElement) throws -> Void) throws {
    try read(selection, progress: { _ in }, body)
  }
}
