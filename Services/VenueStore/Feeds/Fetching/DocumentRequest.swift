import Foundation
import FoundationNetworking

/// The HTTP request for one document of a feed.
struct DocumentRequest: Sendable {
  let url: URL
  /// Of the version that was read last; empty if there is none.
  var validators = Validators()
  /// Headers for the feed's own server only, by name.
  let headers: [String: String]

  /// The request as it is sent first, before any redirect.
  func initial(_ limits: FeedLimits) -> URLRequest {
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

  /// The request without the feed's headers, for any other server.
  func stripped(_ request: URLRequest) -> URLRequest {
    var request = request
    for name in headers.keys { request.setValue(nil, forHTTPHeaderField: name) }
    return request
  }

  /// Whether a URL has the same origin as this request: the same scheme, host and port. Source:
  /// RFC 6454, section 4.
  func isSameOrigin(_ other: URL) -> Bool {
    Self.origin(url) == Self.origin(other)
  }

  private static func origin(_ url: URL) -> [String] {
    let scheme = url.scheme?.lowercased() ?? ""
    let port = url.port ?? (scheme == "https" ? 443 : 80)
    return [scheme, url.host()?.lowercased() ?? "", "\(port)"]
  }
}
