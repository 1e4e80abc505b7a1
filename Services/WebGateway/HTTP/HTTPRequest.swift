package import FoundationEssentials
import Messages

/// A complete request, within the server's limits.
@Memberwise package struct HTTPRequest: Sendable, Hashable {
  /// As sent, such as `GET`.
  package let method: String
  /// Without the query, percent-decoded.
  package let path: String
  /// The query in its order, percent-decoded; a name without a value has "".
  package var arguments: [NamedValue] = []
  /// By lower-case name; several with one name are a list with commas. (RFC 9110, 5.3)
  package var headers: [String: String] = [:]
  package var body: Data = Data()
  /// The address of the client's machine, or of the proxy in front: see `Proxies`.
  package var client: String = ""

  /// The first value of each name of the query.
  package var query: [String: String] {
    Dictionary(arguments.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// All values of a name of the query, in order.
  package func values(of name: String) -> [String] {
    arguments.filter { $0.name == name }.map(\.value)
  }
}

/// A response.
@Memberwise(positional: 1) package struct HTTPResponse: Sendable {
  package enum Body: Sendable {
    /// The whole body; the server adds the length.
    case whole(Data)
    /// Everything written to the stream until it is finished.
    case stream(BodyStream)
  }

  package let status: Int
  /// Names and values must not contain control characters: such a header is not sent.
  package var headers: [NamedValue] = []
  package var body: Body = .whole(Data())

  /// A response with a whole body of one media type.
  package init(_ status: Int, _ type: String, _ bytes: Data, headers: [NamedValue] = []) {
    self.init(
      status, headers: [NamedValue("Content-Type", type)] + headers, body: .whole(bytes))
  }
}

/// One argument of a query, or one header of a response.
@Memberwise(positional: 2) package struct NamedValue: Sendable, Hashable {
  package let name: String
  package let value: String
}
