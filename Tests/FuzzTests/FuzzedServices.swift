import FoundationEssentials
import Geography
import JSON
import Messages

@testable import Geocoder
@testable import VenueStore
@testable import WebGateway

/// Readers of services: of feeds, of what people type as coordinates, of a browser's query.
enum FuzzedServices {
  static let all: [String: @Sendable (Data) -> Void] = [
    "csv": csv, "rows": rows, "coordinates": coordinates, "query": query, "gzip": gzip,
    "osrm": osrm, "headers": headers, "framing": framing,
  ]

  private static let limits = {
    var limits = FeedLimits()
    limits.maximumRowBytes = 200
    limits.maximumColumns = 20
    limits.maximumRowValues = 100
    return limits
  }()

  /// A document is the same in whatever pieces it arrives; the first byte says where it is cut.
  private static func csv(_ data: Data) {
    checkPieces(data) { pieces in
      var reader = CSVRows(limits)
      var rows: [Result<JSONValue, RejectedRow>] = []
      do {
        for piece in pieces { try reader.consume(piece) { rows.append($0) } }
        try reader.finish { rows.append($0) }
      } catch {
        rows.append(.failure(RejectedRow("\(error)")))
      }
      return rows
    }
  }

  private static func rows(_ data: Data) {
    checkPieces(data) { pieces in
      var reader = JSONRows(paths: [[], ["rows"]], maximumRowBytes: 200)
      var rows: [String] = []
      do {
        for piece in pieces { try reader.consume(piece) { rows.append("\($0)") } }
        try reader.finish()
      } catch {
        rows.append("\(error)")
      }
      return rows
    }
  }

  private static func checkPieces<Row: Equatable>(
    _ data: Data, _ read: ([ArraySlice<UInt8>]) -> [Row]
  ) {
    guard let first = data.first else { return }
    let bytes = [UInt8](data.dropFirst())
    let cut = bytes.isEmpty ? 0 : Int(first) % (bytes.count + 1)
    precondition(
      read([bytes[...]]) == read([bytes[..<cut], bytes[cut...]]), "cut at \(cut), it differs")
  }

  private static func coordinates(_ data: Data) {
    let text = String(decoding: data, as: UTF8.self)
    guard let found = CoordinateText.coordinate(in: text) else { return }
    precondition(
      abs(found.latitude) <= 90 && abs(found.longitude) <= 180, "\(text) is \(found)")
  }

  /// The first byte chooses the request; the rest has arguments as in a URL.
  private static func query(_ data: Data) {
    guard let first = data.first else { return }
    let types = FuzzedMessages.all
    let type = types[Int(first) % types.count]
    let text = String(decoding: data.dropFirst(), as: UTF8.self)
    let arguments = text.split(separator: "&").prefix(20).map { part in
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return NamedValue(String(words[0]), words.count > 1 ? String(words[1]) : "")
    }
    read(arguments, as: type)
    _ = RequestForm.warn(of: ["x"], in: data)
  }

  /// What a query becomes is a body that the request can be read from.
  private static func read<Request: RequestMessage>(
    _ arguments: [NamedValue], as type: Request.Type
  ) {
    guard let body = try? RequestForm.body(of: arguments, as: type) else { return }
    precondition((try? JSONValue(reading: body)) != nil, String(decoding: body, as: UTF8.self))
    _ = RequestForm.unknownKeys(in: body, of: type)
  }

  /// What is no gzip unpacks to nothing, and never to more than the bound and a chunk; what was
  /// packed is the same when it is unpacked.
  private static func gzip(_ data: Data) {
    if let unpacked = Gzip.unpack(data) {
      precondition(unpacked.count <= Gzip.mostBytes + (1 << 16), "\(unpacked.count) bytes")
    }
    guard let packed = Gzip.pack(data) else { return }
    precondition(Gzip.unpack(packed) == data, "it differs when it is unpacked")
  }

  /// A path, a line feed, and options as in a URL.
  private static func osrm(_ data: Data) {
    let text = String(decoding: data, as: UTF8.self)
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    var options: [String: String] = [:]
    for part in parts.dropFirst().joined().split(separator: "&").prefix(20) {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      options[String(words[0])] = words.count > 1 ? String(words[1]) : ""
    }
    _ = OSRMQuery.isOne(String(parts[0]))
    guard let query = try? OSRMQuery(path: String(parts[0]), options: options) else { return }
    precondition(query.coordinates.allSatisfy(\.isValid), "a coordinate is no place on Earth")
    read(query)
    for precision in [5, 6] {
      let line = OSRMPolyline.text(query.coordinates, precision: precision)
      precondition(
        OSRMPolyline.coordinates(line, precision: precision)?.count == query.coordinates.count)
    }
    precondition(OSRMPolyline.simplified(query.coordinates).count <= query.coordinates.count)
  }

  /// Every option is read or refused.
  private static func read(_ query: OSRMQuery) {
    _ = try? query.choice("geometries", OSRMQuery.Geometries.polyline)
    _ = try? query.choice("overview", OSRMQuery.Overview.simplified)
    _ = try? query.flag("steps")
    _ = try? query.alternatives()
    _ = try? query.annotations([])
    _ = try? query.number()
    _ = try? query.scale()
    _ = try? query.roads()
    let count = query.coordinates.count
    for indices in [try? query.indices("sources"), try? query.stops()] {
      precondition(indices?.allSatisfy { (0..<count).contains($0) } ?? true, "\(indices ?? [])")
    }
    if let bearings = try? query.bearings() { precondition(bearings.count == count) }
    if let radiuses = try? query.radiuses() { precondition(radiuses.count == count) }
  }

  /// The head of a request: its address, then headers as they were sent, a line each; the first
  /// byte says whether it is of HTTP/1.0. What is not refused has one reading.
  private static func framing(_ data: Data) {
    guard let first = data.first else { return }
    let lines = String(decoding: data.dropFirst(), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if RequestFraming.isPlain(lines[0]) {
      let escapes = lines[0].split(separator: "%", omittingEmptySubsequences: false).dropFirst()
      precondition(!lines[0].contains(/[\x00-\x20\x7f]/), "an address with a control byte")
      precondition(!escapes.contains { $0.hasPrefix("00") }, "an address ends early")
    }
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
    }
    let isOld = first.isMultiple(of: 2)
    guard RequestFraming.refusal(of: headers, isOld: isOld) == nil else { return }
    func values(_ name: String) -> [String] {
      headers.filter { $0.name.lowercased() == name }.map(\.value)
    }
    let (lengths, codings, hosts) =
      (values("content-length"), values("transfer-encoding"), values("host"))
    precondition(lengths.count + codings.count <= 1 && hosts.count <= 1, "two readings")
    precondition(codings.isEmpty || !isOld && codings[0].lowercased() == "chunked", "\(codings)")
    precondition(lengths.allSatisfy { $0.wholeMatch(of: /[0-9]+/) != nil }, "\(lengths)")
    precondition(hosts.allSatisfy { !$0.contains(/[\/@?#\\\s]/) }, "\(hosts)")
    precondition(!headers.contains { $0.name.isEmpty || $0.name.contains(/[\s:()<>]/) }, "a name")
  }

  /// Headers that browsers send, a line each.
  private static func headers(_ data: Data) {
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    let names = ["accept-encoding", "if-none-match", "host", "origin", "content-type"]
    let headers = Dictionary(zip(names, lines.map(String.init))) { first, _ in first }
    let request = HTTPRequest(method: "GET", path: "/", headers: headers, body: data)
    for isPacked in [false, true] {
      let response = HTTPResponse.cacheable(
        data, "text/plain", .checked, isPacked: isPacked, for: request)
      _ = response.packed(for: request)
    }
  }
}
