import COsmium
import Geography

/// Wraps one libosmium reader: steps through a file and copies what the C side points at into Swift
/// values. Every pointer is read before the next step; none leaves this type.
struct ElementReader {
  enum Step {
    /// `element` can be read.
    case element
    /// Some more of the file has been read.
    case progress
  }

  private let path: String
  // Opened before the body of `with` and closed after it. This type is internal to the module, and
  // no body in `MapFile` lets a reader escape.
  private let handle: OpaquePointer

  /// Opens the file, and closes it after `body`, however that ends.
  static func with<Result>(
    _ file: MapFile, _ selection: MapSelection, _ body: (ElementReader) throws -> Result
  ) throws -> Result {
    guard let handle = open(file, selection) else {
      throw MapFileError.outOfMemory(path: file.path)
    }
    defer { quickbrew_osm_close(handle) }
    return try body(ElementReader(path: file.path, handle: handle))
  }

  /// `nil` at the end of the file.
  func next() throws(MapFileError) -> Step? {
    switch quickbrew_osm_next(handle) {
    case QUICKBREW_OSM_END: return nil
    case QUICKBREW_OSM_ELEMENT: return .element
    case QUICKBREW_OSM_PROGRESS: return .progress
    default: throw failure
    }
  }

  /// The part read so far, 0 ... 1.
  var progress: Double { quickbrew_osm_progress(handle) }

  /// The coordinate of the current element, which must be a node.
  var coordinate: Coordinate { Coordinate(current.location) }

  /// The current element.
  var element: MapElement {
    let element = current
    let tags = Tags(element)
    switch Int(element.kind) {
    case QUICKBREW_OSM_NODE:
      return .node(MapNode(id: element.id, coordinate: Coordinate(element.location), tags: tags))
    case QUICKBREW_OSM_WAY:
      return .way(MapWay(element, tags: tags))
    default:
      return .relation(MapRelation(element, tags: tags))
    }
  }

  /// The area that the header declares, known after the first step.
  var declaredBox: BoundingBox? {
    var southwest = quickbrew_osm_location()
    var northeast = quickbrew_osm_location()
    guard quickbrew_osm_declared_box(handle, &southwest, &northeast) else { return nil }
    return BoundingBox(
      south: southwest.latitude, west: southwest.longitude, north: northeast.latitude,
      east: northeast.longitude)
  }

  /// When the data was current, as the header declares it, known after the first step.
  var declaredDate: String? {
    let text = String(cString: quickbrew_osm_declared_date(handle))
    return text.isEmpty ? nil : text
  }

  /// What was skipped so far.
  var report: ImportReport {
    var report = ImportReport()
    let misplaced = Int(quickbrew_osm_misplaced_count(handle))
    if misplaced > 0 {
      report.skip(
        "node without a valid location", count: misplaced,
        example: "node \(quickbrew_osm_first_misplaced(handle))")
    }
    return report
  }

  private var current: quickbrew_osm_element { quickbrew_osm_current(handle).pointee }

  private var failure: MapFileError {
    let reason = String(cString: quickbrew_osm_error_message(handle))
    switch quickbrew_osm_error_code(handle) {
    case QUICKBREW_OSM_CANNOT_READ: return .unreadable(path: path, reason: reason)
    case QUICKBREW_OSM_HAS_VERSIONS: return .hasVersions(path: path)
    case QUICKBREW_OSM_TOO_LARGE: return .tooLarge(path: path, reason: reason)
    case QUICKBREW_OSM_NO_MEMORY: return .outOfMemory(path: path)
    default: return .damaged(path: path, reason: reason)
    }
  }
}

extension ElementReader {
  private static func open(_ file: MapFile, _ selection: MapSelection) -> OpaquePointer? {
    withCStrings(Array(selection.keys)) { keys in
      file.path.withCString { path in
        file.format.rawValue.withCString { format in
          var options = quickbrew_osm_options(
            path: path, format: format, kinds: selection.kinds.reduce(0) { $0 | $1.bit },
            keys: keys.baseAddress, key_count: keys.count, locates_ways: selection.locatesWays,
            maximum_bytes: UInt64(file.limits.maximumBytes ?? 0),
            maximum_elements: UInt64(file.limits.maximumElements ?? 0))
          return quickbrew_osm_open(&options)
        }
      }
    }
  }

  /// Calls `body` with the texts as C strings, which are valid only during the call.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    // Each start is within `bytes`, whose buffer does not move during the call: every text occupies
    // the length of its UTF-8 and one zero.
    let bytes = texts.flatMap { $0.utf8CString }
    return bytes.withUnsafeBufferPointer { buffer in
      var starts: [UnsafePointer<CChar>?] = []
      var offset = 0
      for text in texts {
        starts.append(buffer.baseAddress.map { $0 + offset })
        offset += text.utf8.count + 1
      }
      return starts.withUnsafeBufferPointer(body)
    }
  }
}

extension MapElementKind {
  fileprivate var bit: Int32 {
    switch self {
    case .node: Int32(QUICKBREW_OSM_NODE)
    case .way: Int32(QUICKBREW_OSM_WAY)
    case .relation: Int32(QUICKBREW_OSM_RELATION)
    }
  }

  fileprivate init?(bit: Int32) {
    guard let kind = Self.allCases.first(where: { $0.bit == bit }) else { return nil }
    self = kind
  }
}

extension Coordinate {
  fileprivate init(_ location: quickbrew_osm_location) {
    self.init(latitude: location.latitude, longitude: location.longitude)
  }
}

extension Tags {
  /// Bytes that are not UTF-8 become U+FFFD, as `String(cString:)` does.
  fileprivate init(_ element: quickbrew_osm_element) {
    // The C side owns `tag_count` pairs of zero-terminated texts until the next step; both are
    // copied here.
    let tags = UnsafeBufferPointer(start: element.tags, count: element.tag_count)
    self.init(tags.lazy.map { (key: String(cString: $0.key), value: String(cString: $0.value)) })
  }
}

extension MapWay {
  fileprivate init(_ element: quickbrew_osm_element, tags: Tags) {
    // The C side owns `node_count` ids, and as many locations or none, until the next step; both
    // are copied here.
    let locations = UnsafeBufferPointer(
      start: element.locations, count: element.locations == nil ? 0 : element.node_count)
    self.init(
      id: element.id,
      nodeIDs: Array(UnsafeBufferPointer(start: element.node_ids, count: element.node_count)),
      coordinates: locations.map { $0.latitude.isNaN ? nil : Coordinate($0) }, tags: tags)
  }
}

extension MapRelation {
  fileprivate init(_ element: quickbrew_osm_element, tags: Tags) {
    // The C side owns `member_count` members and their roles until the next step; they are copied.
    let members = UnsafeBufferPointer(start: element.members, count: element.member_count)
    self.init(
      id: element.id,
      members: members.compactMap { member in
        MapElementKind(bit: member.kind).map {
          Member(kind: $0, id: member.id, role: String(cString: member.role))
        }
      }, tags: tags)
  }
}
