import Foundation

/// The HTTP request for one document of a feed.
struct DocumentRequest: Sendable {
  let url: URL
  /// Of the version that was read last; empty at first.
  var validators = Validators()
  /// Headers for the feed's own server only, by name.
  let headers: [String: String]

  /// The lines of the header that the request is sent with.
  ///
  /// - Parameter own: whether it goes to the feed's own server.
  func lines(own: Bool) -> [String] {
    var lines = own ? headers.map { "\($0): \($1)" } : []
    if let etag = validators.etag { lines.append("If-None-Match: \(etag)") }
    if let date = validators.lastModified { lines.append("If-Modified-Since: \(date)") }
    return lines
  }
}
