import CommandLineKit
import FoundationEssentials

/// Links into the page, whose parameters docs/page.md lists.
struct PageLinks: Sendable {
  private let page: URLComponents

  /// - Throws: `UsageError` where the address is not one of a site.
  init(_ context: CommandContext) throws(UsageError) {
    let port =
      context.environment.variables["QUICKBREW_HTTP_PORT"]
      ?? context.environment.configuration[.port] ?? "8080"
    let address = context.arguments["page"] ?? "http://localhost:\(port)"
    guard let page = URLComponents(string: address), ["http", "https"].contains(page.scheme),
      page.host != nil
    else {
      throw UsageError("--page is an address like https://coffee.example, not “\(address)”.")
    }
    self.page = page
  }

  /// A door of the page with its parameters, but for those without a value.
  func callAsFunction(_ door: String, _ parameters: KeyValuePairs<String, String?>) -> String? {
    var link = page
    link.path += (page.path.hasSuffix("/") ? "" : "/") + door
    link.queryItems = parameters.compactMap { name, value in
      value.map { URLQueryItem(name: name, value: $0) }
    }
    return link.string
  }
}
