import CPage
import FoundationEssentials
import Hashing

extension PageFiles {
  /// The doors of the page: each path is the page, which shows what the path says.
  package static let doors = ["commute", "breweries", "campus", "pins", "cafes", "system"]

  /// The files of `Page/` by their paths on the site.
  ///
  /// They are embedded by `Page/Page.c`, as the compiler reads files in C in no time, but takes a
  /// minute for array literals of this size in Swift. The service worker is beside the page,
  /// because it serves only what is below its own path.
  package static var sources: [(path: String, bytes: [UInt8])] {
    UnsafeBufferPointer(start: page_files(), count: page_file_count()).map { file in
      // Its bytes end with a zero, which is not part of the file.
      (path: String(cString: file.path), bytes: Array(String(cString: file.bytes).utf8))
    }
  }

  /// What `bundle` makes, which is the same each time.
  static let bundled = Result { try bundle() }

  /// The style sheets in their order, in which the later wins.
  private static let sheets = ["base", "layout", "parts", "map"]

  /// What is served of `sources`: the page at each of its doors, with all modules in one script and
  /// all style in one sheet. Their paths have the fingerprint of both, so a browser keeps them for
  /// ever and asks for other ones after an update.
  ///
  /// - Throws: `PageBundle.Unreadable`, which no released page does.
  static func bundle() throws -> [(path: String, bytes: [UInt8], caching: Caching)] {
    let texts = Dictionary(
      uniqueKeysWithValues: sources.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
    let modules = texts.filter { $0.key.hasPrefix("/page/") && $0.key.hasSuffix(".js") }
      .map { (String($0.key.dropFirst("/page/".count)), $0.value) }
    let bundle = PageBundle(modules: Dictionary(uniqueKeysWithValues: modules))
    let script = try bundle.script(of: "app.js")
    let style = sheets.compactMap { texts["/page/style/\($0).css"] }.joined()
    let folder = "/page/\(Fingerprint(of: Array((script + style).utf8)))"
    let page = (texts["/"] ?? "").replacing("\"/page/all.", with: "\"\(folder)/all.")
    let files = sources.filter { $0.path != "/" }.map { ($0.path, $0.bytes, Caching.checked) }
    return files + (["/"] + doors.map { "/\($0)" }).map { ($0, Array(page.utf8), .checked) }
      + [("js", script), ("css", style)].map { kind, text in
        ("\(folder)/all.\(kind)", Array(text.utf8), .immutable)
      }
  }
}
