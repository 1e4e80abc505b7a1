import Foundation

/// The files of this repository in the working copy, relative to the location of this file.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Every Swift file outside the build folder.
  static let sources: [SwiftSource] =
    (["Package.swift"] + folders.flatMap { files(in: $0, named: ".swift") }).compactMap(source)

  /// Every script of the page and of its tests.
  static let scripts: [SwiftSource] = folders.flatMap { files(in: $0, named: ".js") }
    .compactMap(source)

  /// The files of phrases in a language, by path.
  static func phrases(_ language: String) -> [String: String] {
    let paths = folders.flatMap { folder in
      ["/\(language).txt", "/\(language).json"].flatMap { files(in: folder, named: $0) }
    }
    return Dictionary(
      paths.compactMap { path in text(of: path).map { (path, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  private static func source(at path: String) -> SwiftSource? {
    text(of: path).map { SwiftSource(path: path, text: $0) }
  }

  /// The direct subfolders of `folder`, by name.
  static func subfolders(of folder: String) -> [String] {
    let urls = try? FileManager.default.contentsOfDirectory(
      at: root.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey])
    return (urls ?? []).filter(\.hasDirectoryPath).map(\.lastPathComponent).sorted()
  }

  static func text(of path: String) -> String? {
    try? String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static let folders = ["Clients", "Services", "Shared", "Tests"]

  private static func files(in folder: String, named suffix: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    let names = (paths?.allObjects ?? []).compactMap { $0 as? String }
    return names.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
  }
}

/// Whether a README is not empty: at least a sentence besides headings.
func hasContent(_ readme: String) -> Bool {
  let prose = readme.split(separator: "\n").filter { !$0.hasPrefix("#") }
  return prose.joined(separator: " ").split(separator: " ").count >= 10
}
