import Foundation
import FoundationNetworking

/// What a feed's server is asked for one document.
struct DocumentRequest: Sendable {
  let url: URL
  /// Of the version that is known.
  var validators = Validators()
  /// What goes along to the feed's own server, by name.
  let headers: [String: String]

  /// As it is first sent.
  func first(_ limits: FeedLimits) -> URLRequest {
    var request = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalCacheData,
      timeoutInterval: limits.maximumSilence / .seconds(1))
    request.setValue("QuickBrew", forHTTPHeaderField: "User-Agent")
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    if let etag = validators.etag {
      request.setValue(etag, forHTTPHeaderField: "If-None-Match")
    }
    if let date = validators.lastModified {
      request.setValue(date, forHTTPHeaderField: "If-Modified-Since")
    }
    return request
  }

  /// A request without the headers, for another server than the feed's own.
  func stripped(_ request: URLRequest) -> URLRequest {
    var request = request
    for name in headers.keys { request.setValue(nil, forHTTPHeaderField: name) }
    return request
  }

  /// Whether an address is of the server that is asked: by the same scheme, of the same host and
  /// port. Source: RFC 6454, section 4.
  func isOfSameServer(_ other: URL) -> Bool {
    Self.origin(url) == Self.origin(other)
  }

  private static func origin(_ url: URL) -> [String] {
    let scheme = url.scheme?.lowercased() ?? ""
    let port = url.port ?? (scheme == "https" ? 443 : 80)
    return [scheme, url.host()?.lowercased() ?? "", "\(port)"]
  }
}
