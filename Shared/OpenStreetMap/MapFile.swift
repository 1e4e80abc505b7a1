import Geography

/// An OpenStreetMap extract on disk: .osm.pbf, .osm, .osm.gz, .osm.bz2 or .o5m.
///
/// Reading streams: memory is bounded whatever the size of the file, save for 16 bytes a node where
/// ways are located. An extract whose header does not promise to be sorted is read once a kind, so
/// nodes come before ways before relations in every case.
package struct MapFile: MapSource, Sendable {
  /// The file, as `init` was given it.
  package let path: String
  /// The size on disk when the file was opened.
  package let byteCount: Int
  let format: MapFormat
  let limits: MapFileLimits

  /// Looks at the first bytes of the file, not at its name, to know the format.
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

  /// Yields the selected elements; see `MapSource`. Deleted elements, and nodes whose location is
  /// no place on Earth, are passed over; `readReporting` counts the latter.
  ///
  /// - Throws: `MapFileError`: `unreadable`, `damaged`, `hasVersions`, `outOfMemory`, `tooLarge`;
  ///   whatever `body` throws, which ends the reading at once.
  package func read(
    _ selection: MapSelection, progress: (Double) -> Void, _ body: (MapElement) throws -> Void
  ) throws {
    _ = try readReporting(selection, progress: progress, body)
  }

  /// Yields the selected elements as `read` does, and answers what was passed over.
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

  /// The area that the header claims to cover; `nil` where it claims none.
  ///
  /// It is what the extract was cut to, and what to call "the map" towards people; but it is only a
  /// claim, and the nodes of ways that leave the extract lie outside of it.
  ///
  /// - Throws: as `read`.
  package func declaredBox() throws -> BoundingBox? {
    try ElementReader.with(self, MapSelection([])) { reader in
      _ = try reader.next()
      return reader.declaredBox
    }
  }

  /// The smallest box around all nodes of the file, whatever its header says. One ferry or hiking
  /// route that leaves the extract makes it wider than `declaredBox`, in Malta's case by 60 km.
  ///
  /// Reads all nodes: about 0.25 s a million.
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

  /// What tells these contents from others; reads the whole file.
  ///
  /// - Throws: `unreadable`, and as `init` where the file has changed since.
  package func fingerprint() throws(MapFileError) -> MapFingerprint {
    try MapFingerprint(of: PlainFile(path: path))
  }
}

/// How much an extract may hold. Whatever they are, a way has at most 1,000,000 nodes and a
/// relation as many members, and in XML a tag at most 1 MiB and an element 64 MiB.
package struct MapFileLimits: Sendable, Hashable {
  /// Bytes of the contents once they are unpacked; `nil`: as many as there are. Not asked of PBF,
  /// whose blocks unpack to 32 MiB each at most: there it is the elements that count.
  package var maximumBytes: Int?
  /// Nodes, ways and relations together; `nil`: as many as there are.
  package var maximumElements: Int?

  package init(maximumBytes: Int? = nil, maximumElements: Int? = nil) {
    self.maximumBytes = maximumBytes
    self.maximumElements = maximumElements
  }
}
