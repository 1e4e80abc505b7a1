import FoundationEssentials
import Messages

/// The third frame of a request. Every field is optional.
struct RequestHeader: Codable, Sendable, Hashable {
  /// How long the caller will wait from now on.
  var timeoutMilliseconds: Int?
  /// Correlates the log lines of all services involved in one request.
  var traceID: String?
  /// The same with the span that asks, as in HTTP; comes before `traceID`.
  var traceparent: String?
  /// Makes it safe to retry a change.
  var idempotencyKey: String?
  /// On whose behalf it is made: takes rights away, and never gives any.
  var caller: Caller?
  /// Who asked for it in the first place: a key's name or a client's address. Requests that name
  /// the same wait for one another, those of others do not wait for them.
  var askedBy: String?
  /// The languages in which the caller reads texts, as `Accept-Language` has them; absent for
  /// English.
  var language: String?

  var trace: TraceContext? {
    traceparent.flatMap(TraceContext.init(traceparent:)) ?? traceID.map(TraceContext.init)
  }
}

/// The header encoded or decoded last: consecutive requests often have the same.
struct HeaderCache: Sendable {
  private var header = RequestHeader()
  private var text = Data()

  /// The JSON of a header.
  mutating func text(of header: RequestHeader) -> Data {
    if text.isEmpty || header != self.header {
      // A header of a number and two strings always encodes.
      self = HeaderCache(header: header, text: (try? MessageCoder.encode(header)) ?? Data())
    }
    return text
  }

  /// The header of a JSON text; an empty text is a header without fields.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`.
  mutating func header(in text: Data) throws(ServiceError) -> RequestHeader {
    if text != self.text {
      let header =
        text.isEmpty ? RequestHeader() : try MessageCoder.decode(RequestHeader.self, from: text)
      self = HeaderCache(header: header, text: text)
    }
    return header
  }
}

/// A request as frames: request id · operation · header · body.
struct RequestFrames: Sendable {
  let requestID: Data
  let operation: String
  let header: Data
  let body: Data

  var frames: [Data] { [requestID, Data(operation.utf8), header, body] }
}

extension RequestFrames {
  /// `nil` if the frames are not a request.
  init?(_ frames: ArraySlice<Data>) {
    guard frames.count == 4, let first = frames.first,
      (1...WireLimits.maximumRequestIDBytes).contains(first.count)
    else { return nil }
    let start = frames.startIndex
    self.init(
      requestID: first, operation: String(decoding: frames[start + 1], as: UTF8.self),
      header: frames[start + 2], body: frames[start + 3])
  }
}

/// A request that takes back an earlier one over the same connection, whose identifier it has. It
/// has no reply; the other one is still answered, with `deadlineExceeded` unless it was ready.
enum CancelFrame {
  static let operation = Operation(everyService: "cancel", version: 1).name

  static func frames(of requestID: Data) -> [Data] {
    RequestFrames(requestID: requestID, operation: operation, header: Data(), body: Data()).frames
  }
}

/// A reply as frames: request id · `ok` or `error` · body.
struct ReplyFrames: Sendable {
  let requestID: Data
  let result: Result<Data, ServiceError>

  var frames: [Data] {
    switch result {
    case .success(let body): return [requestID, Data("ok".utf8), body]
    case .failure(let error):
      // A message of strings always encodes.
      let body = (try? MessageCoder.encode(error)) ?? Data()
      return [requestID, Data("error".utf8), body]
    }
  }
}

extension ReplyFrames {
  /// `nil` if the frames are not a reply.
  init?(_ frames: [Data]) {
    guard frames.count == 3 else { return nil }
    requestID = frames[0]
    switch String(decoding: frames[1], as: UTF8.self) {
    case "ok":
      result = .success(frames[2])
    case "error":
      do {
        result = .failure(try MessageCoder.decode(ServiceError.self, from: frames[2]))
      } catch {
        result = .failure(error)
      }
    default:
      return nil
    }
  }
}

/// The second frame of an event; the third is the body.
struct EventHeader: Codable, Sendable {
  var epoch: String
  var sequence: UInt64
  /// A heartbeat only carries the position of the stream; its body is empty.
  var heartbeat: Bool?

  var position: StreamPosition { StreamPosition(epoch: epoch, sequence: sequence) }
}

/// The limits of messages on the bus.
package enum WireLimits {
  static let maximumRequestIDBytes = 64
  /// A larger body is refused with `tooLarge`.
  package static let maximumBodyBytes = 16 << 20
  /// A larger message is not read at all: the connection is closed.
  static let maximumMessageBytes: Int64 = 256 << 20
}
