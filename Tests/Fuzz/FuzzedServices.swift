import FoundationEssentials
import Geography
import JSON
import Messages

/// The limits that a feed's readers look at; the store's own file needs its fetcher's modules.
struct FeedLimits {
  var maximumRowBytes = 200
  var maximumColumns = 20
  var maximumRowValues = 100
}

/// The body of a response, which the readers of requests do not use.
package final class BodyStream: Sendable {}

/// Readers of services: of feeds, of what people type as coordinates, of a browser's query.
enum FuzzedServices {
  static let all: [String: @Sendable (Data) -> Void] = [
    "csv": csv, "rows": rows, "coordinates": coordinates, "query": query,
  ]

  /// A document is the same in whatever pieces it arrives; the first byte says where it is cut.
  private static func csv(_ data: Data) {
    checkPieces(data) { pieces in
      var reader = CSVRows(FeedLimits())
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
      var reader = JSONRows(at: [[], ["rows"]], maximumRowBytes: 200)
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
      return HTTPRequest.Argument(String(words[0]), words.count > 1 ? String(words[1]) : "")
    }
    read(arguments, as: type)
    _ = RequestForm.warn(of: ["x"], in: data)
  }

  /// What a query becomes is a body that the request can be read from.
  private static func read<Request: RequestMessage>(
    _ arguments: [HTTPRequest.Argument], as type: Request.Type
  ) {
    guard let body = try? RequestForm.body(of: arguments, as: type) else { return }
    precondition((try? JSONValue(reading: body)) != nil, String(decoding: body, as: UTF8.self))
    _ = RequestForm.unknownKeys(in: body, of: type)
  }
}
