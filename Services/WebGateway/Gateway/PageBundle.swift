/// Makes one script of the page's modules, and one style sheet of its sheets.
///
/// A browser asks for a file at a time on each of its six connections, and can use the page when
/// the last module is there: some seventy files took a dozen rounds. The modules of the page have
/// the few forms of imports and exports that are read here; a module becomes a function that
/// returns what it exports, and they run in the order of their imports.
struct PageBundle {
  /// The texts of all modules by their paths, such as `core/dom.js`.
  let modules: [String: String]

  /// A module that cannot be part of a bundle, and its line that is the reason.
  struct Unreadable: Error, Hashable {
    let module: String
    let line: String
  }

  /// The script of a module and everything that it imports, at once or later.
  ///
  /// - Throws: `Unreadable` for a missing module, a circle of imports, or a form that is not known.
  func script(of entry: String) throws(Unreadable) -> String {
    var writer = Writer(modules: modules)
    try writer.add(entry, for: "")
    return writer.text
  }

  private struct Writer {
    let modules: [String: String]
    var text = ""
    private var begun: Set<String> = []
    private var done: Set<String> = []

    init(modules: [String: String]) { self.modules = modules }

    /// Adds a module after those that it imports; `line` is what asks for it.
    mutating func add(_ path: String, for line: String) throws(Unreadable) {
      if done.contains(path) { return }
      guard let source = modules[path], begun.insert(path).inserted else {
        throw Unreadable(module: path, line: line)
      }
      var body = ""
      var exports: [String] = []
      for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
        body += try rewrite(String(line), of: path, &exports) + "\n"
      }
      text +=
        "const \(PageBundle.name(of: path)) = (() => {\n\(body)"
        + "return { \(exports.joined(separator: ", ")) };\n})();\n"
      done.insert(path)
    }

    private mutating func rewrite(
      _ line: String, of path: String, _ exports: inout [String]
    ) throws(Unreadable) -> String {
      if line.hasPrefix("import ") {
        guard let match = line.wholeMatch(of: /import (\{.*\}) from '(\..*)';/) else {
          throw Unreadable(module: path, line: line)
        }
        let name = try imported(String(match.2), by: path, line)
        return "const \(match.1.replacing(" as ", with: ": ")) = \(name);"
      }
      if line.hasPrefix("export ") {
        let match = line.firstMatch(of: /^export (?:async )?(?:function\*?|const|class) (\w+)/)
        guard let match else { throw Unreadable(module: path, line: line) }
        exports.append(String(match.1))
        return String(line.dropFirst("export ".count))
      }
      guard line.contains("import("),
        let match = line.firstMatch(of: /import\('(\.[^']*)'\)/)
      else { return line }
      let name = try imported(String(match.1), by: path, line)
      return line[..<match.range.lowerBound] + "Promise.resolve(\(name))"
        + line[match.range.upperBound...]
    }

    private mutating func imported(
      _ target: String, by path: String, _ line: String
    ) throws(Unreadable) -> String {
      let resolved = PageBundle.resolve(target, from: path)
      try add(resolved, for: "\(path): \(line)")
      return PageBundle.name(of: resolved)
    }
  }

  /// `core/dom.js` for `../core/dom.js` in `map/map.js`.
  static func resolve(_ target: String, from path: String) -> String {
    var parts = path.split(separator: "/").dropLast().map(String.init)
    for part in target.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }

  /// `$core_map_info` for `core/map-info.js`: no module declares such a name itself.
  private static func name(of path: String) -> String {
    "$" + String(path.dropLast(".js".count).map { $0 == "/" || $0 == "-" ? "_" : $0 })
  }
}
