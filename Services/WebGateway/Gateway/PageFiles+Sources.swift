import Hashing

extension PageFiles {
  /// The doors of the page, and those of earlier releases, which lead to one of them: each path is
  /// the page, which shows what the path says.
  package static let doors = [
    "commute", "explore", "pins", "system", "breweries", "campus", "cafes",
  ]

  /// A text of the page, and where it is served.
  struct Source: Sendable {
    let path: String
    let text: String
    let caching: Caching
  }

  /// The page at each of its doors, and all that it loads. `BundlePage` has made them of `Page/`:
  /// a browser asks for a file at a time on each of its six connections, and the page's modules are
  /// some seventy files, so they are one script, and its style is one sheet.
  ///
  /// Scripts, sheets and catalogues of words are in a folder named by their fingerprint, so a
  /// browser keeps them for ever and asks for other ones after an update. The service worker is
  /// beside the page, because it serves only what is below its own path.
  static let own: [Source] = {
    let isBuilt = { (name: String) in
      name.hasSuffix(".js") || name.hasSuffix(".css") || name.hasPrefix("words-")
    }
    let isWorker = { (name: String) in name == "sw.js" }
    let built = PageTexts.all.filter { isBuilt($0.key) && !isWorker($0.key) }
    let contents = built.sorted { $0.key < $1.key }.map(\.value).joined()
    let folder = "/page/\(Fingerprint(of: Array(contents.utf8)))/"
    return PageTexts.all.flatMap { name, text in
      let page = text.replacing("\"/page/built/", with: "\"\(folder)")
      switch name {
      case "index.html":
        return (["/"] + doors.map { "/\($0)" }).map {
          Source(path: $0, text: page, caching: .checked)
        }
      case "reference.html": return [Source(path: "/api", text: page, caching: .checked)]
      case "icon.svg": return [Source(path: "/page/icon.svg", text: text, caching: .checked)]
      case _ where built[name] != nil:
        return [Source(path: folder + name, text: text, caching: .immutable)]
      default: return [Source(path: "/\(name)", text: text, caching: .checked)]
      }
    }
  }()
}
