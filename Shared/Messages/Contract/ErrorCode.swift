/// The kinds of failure, part of the wire contract.
///
/// | code | meaning | retry | HTTP | exit |
/// |---|---|---|---|---|
/// | `invalidRequest` | it cannot be answered as asked; asking again will not help | no | 400 | 2 |
/// | `unsupported` | the service does not know the operation in that version | no | 501 | 2 |
/// | `tooLarge` | the message is larger than the service accepts | no | 413 | 2 |
/// | `outsideMap` | a coordinate is off the map the service was built from | no | 422 | 2 |
/// | `notFound` | no such place, venue, fence or device | no | 404 | 3 |
/// | `noRoute` | both ends are on the map and no road leads from one to the other | no | 422 | 3 |
/// | `ambiguous` | several places match; the suggestions list them | no | 409 | 3 |
/// | `conflict` | the change contradicts what is stored | no | 409 | 1 |
/// | `tooManyPins` | a board holds five pins | no | 409 | 2 |
/// | `unauthorised` | the caller may not do this | no | 401 | 1 |
/// | `overloaded` | the service's queue is full | yes | 503 | 5 |
/// | `unavailable` | no instance is running, or it cannot reach what it needs | yes | 503 | 5 |
/// | `shuttingDown` | this instance is draining; another may answer | yes | 503 | 5 |
/// | `deadlineExceeded` | no reply within the time given | yes | 504 | 6 |
/// | `internal` | a fault of the service; its log has the details | no | 500 | 1 |
package enum ErrorCode: Sendable, Hashable {
  case invalidRequest, unsupported, tooLarge, outsideMap, notFound, noRoute, ambiguous, conflict
  case tooManyPins, unauthorised, overloaded, unavailable, shuttingDown, deadlineExceeded,
    `internal`
  /// A code of a newer peer.
  case unknown(String)
}

extension ErrorCode {
  /// A row of the table above.
  package struct Row: Sendable {
    package let code: ErrorCode
    package let name: String
    /// Whether the same request may succeed later, or elsewhere.
    package let isRetryable: Bool
    package let httpStatus: Int
    /// The exit status of `quickbrew` when a request fails with this code.
    package let exitStatus: Int32
  }

  /// The table, one row for each code.
  package static let table: [Row] = [
    Row(.invalidRequest, "invalidRequest", http: 400, exit: 2),
    Row(.unsupported, "unsupported", http: 501, exit: 2),
    Row(.tooLarge, "tooLarge", http: 413, exit: 2),
    Row(.outsideMap, "outsideMap", http: 422, exit: 2),
    Row(.notFound, "notFound", http: 404, exit: 3),
    Row(.noRoute, "noRoute", http: 422, exit: 3),
    Row(.ambiguous, "ambiguous", http: 409, exit: 3),
    Row(.conflict, "conflict", http: 409, exit: 1),
    Row(.tooManyPins, "tooManyPins", http: 409, exit: 2),
    Row(.unauthorised, "unauthorised", http: 401, exit: 1),
    Row(.overloaded, "overloaded", retryable: true, http: 503, exit: 5),
    Row(.unavailable, "unavailable", retryable: true, http: 503, exit: 5),
    Row(.shuttingDown, "shuttingDown", retryable: true, http: 503, exit: 5),
    Row(.deadlineExceeded, "deadlineExceeded", retryable: true, http: 504, exit: 6),
    Row(.internal, "internal", http: 500, exit: 1),
  ]

  private static let rowsByCode = Dictionary(uniqueKeysWithValues: table.map { ($0.code, $0) })
  private static let codesByName = Dictionary(
    uniqueKeysWithValues: table.map { ($0.name, $0.code) })

  /// This code's row; an unknown code counts as a failure that is not retryable.
  package var row: Row {
    if let row = Self.rowsByCode[self] { return row }
    guard case .unknown(let name) = self else { return Row(self, "internal", http: 500, exit: 1) }
    return Row(self, name, http: 500, exit: 1)
  }

  package var isRetryable: Bool { row.isRetryable }
}

extension ErrorCode.Row {
  fileprivate init(
    _ code: ErrorCode, _ name: String, retryable: Bool = false, http: Int, exit: Int32
  ) {
    self.init(
      code: code, name: name, isRetryable: retryable, httpStatus: http, exitStatus: exit)
  }
}

extension ErrorCode: Codable, CustomStringConvertible {
  package var description: String { row.name }

  package init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    self = Self.codesByName[name] ?? .unknown(name)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(row.name)
  }
}
