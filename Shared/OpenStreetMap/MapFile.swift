package import Geography
import Memberwise

/// An OpenStreetMap extract on disk: .osm.pbf, .osm, .osm.gz, .osm.bz2 or .o5m.
///
/// Reading streams: memory is bounded whatever the size of the file, except for 16 bytes per node
/// if ways are located. An extract whose header does not promise that it is sorted is read once for
/// each kind, so nodes always come before ways, and ways before relations.
package struct MapFile: MapSource, Sendable {
  /// The file, as `init` was given it.
  package let path: String
  /// The size on disk when the file was opened.
  package let byteCount: Int
  let format: MapFormat
  let limits: MapFileLimits

  /// Detects the format by the first bytes of the file, not by its name.
  ///
  /// - Parameter limits: of a file that comes from somebody else.
  /// - Throws: `missing`, `notAFile`, `unreadable`, `empty`, `unknownFormat`.
  package init(
    path: String, limits: MapFileLimits = MapFileLimits()
  ) throws(MapFileError) {
    let file = try PlainFile(path: path)
    byteCount = file.byteCount
    guard byteCount > 0 else { throw .empty(path: path) }
    guard let format = MapFormat(firstBytes: try file.firstBytes(16)) else {
      throw .unknownFormat(path: path)
    }
    self.path = path
    self.format = format
    self.limits = limits
  }

  /// Yields the selected elements; see `MapSource`. Skips deleted elements, and nodes whose
  /// location is invalid; `readReporting` counts the latter.
  ///
  /// - Throws: `MapFileError`: `unreadable`, `damaged`, `hasVersions`, `outOfMemory`, `tooLarge`;
  ///   whatever `body` throws, which ends the reading at once.
  package func read(
    _ selection: MapSelection, progress: (Double) -> Void, _ body: (MapElement) throws -> Void
  ) throws {
    _ = try readReporting(selection, progress: progress, body)
  }

  /// Yields the selected elements as `read` does, and returns what was skipped.
  ///
  /// - Throws: as `read`.
  package func readReporting(
    _ selection: MapSelection, progress: (Double) -> Void, _ body: (MapElement) throws -> Void
  ) throws -> ImportReport {
    try ElementReader.with(self, selection) { reader in
      while let step = try reader.next() {
        switch step {
        case .element: try body(reader.element)
        case .progress: progress(reader.progress)
        }
      }
      progress(1)
      return reader.report
    }
  }

  /// The area that the header declares; `nil` if it declares none.
  ///
  /// This is the area that the extract was cut to, and the one to show people as the map's; but the
  /// header may be wrong, and ways that leave the extract have nodes outside of it.
  ///
  /// - Throws: as `read`.
  package func declaredBox() throws -> BoundingBox? {
    try ElementReader.with(self, MapSelection([])) { reader in
      _ = try reader.next()
      return reader.declaredBox
    }
  }

  /// When the data was current: ISO 8601, as the header declares it (in PBF the replication
  /// timestamp); `nil` if it declares nothing.
  ///
  /// - Throws: as `read`.
  package func declaredDate() throws -> String? {
    try ElementReader.with(self, MapSelection([])) { reader in
      _ = try reader.next()
      return reader.declaredDate
    }
  }

  /// The smallest box around all nodes of the file, whatever its header declares. One ferry or
  /// hiking route that leaves the extract makes it larger than `declaredBox`; by 60 km in the case
  /// of Malta.
  ///
  /// Reads all nodes: about 0.25 s per million.
  ///
  /// - Throws: `noNodes`; as `read`.
  package func boundingBox() throws -> BoundingBox {
    try ElementReader.with(self, MapSelection([.node])) { reader in
      var box: BoundingBox?
      while let step = try reader.next() {
        guard case .element = step else { continue }
        let point = reader.coordinate
        if box == nil { box = BoundingBox(point) } else { box?.extend(to: point) }
      }
      guard let box else { throw MapFileError.noNodes(path: path) }
      return box
    }
  }

  /// The fingerprint of the contents; reads the whole file.
  ///
  /// - Throws: `unreadable`; as `init`, if the file has changed since.
  package func fingerprint() throws(MapFileError) -> MapFingerprint {
    try MapFingerprint(of: PlainFile(path: path))
  }
}

/// How much an extract may hold. Whatever they are, a way has at most 1,000,000 nodes and a
/// relation as many members, and in XML a tag at most 1 MiB and an element 64 MiB.
@Memberwise package struct MapFileLimits: Sendable, Hashable {
  /// Bytes of the contents once they are unpacked; `nil`: as many as there are. Not asked of PBF,
  /// whose blocks unpack to 32 MiB each at most: there it is the elements that count.
  package var maximumBytes: Int?
  /// Nodes, ways and relations together; `nil`: as many as there are.
  package var maximumElements: Int?
}
