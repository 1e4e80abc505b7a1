import Foundation
import TestSupport

/// What the source of the messages says of types and their properties, for readers of JSON: with
/// numbers in place of the limits' names, and without the marks of code.
struct MessageComments {
  private var types: [String: String] = [:]
  private var properties: [String: [String: String]] = [:]
  private var limits: [String: String] = [:]

  /// Read once.
  static let all = Result { try MessageComments() }

  private init() throws {
    let folder = Executables.repository + "/Shared/Messages"
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    where name.hasSuffix(".swift") {
      read(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
    }
  }

  /// The first sentence of a type's documentation.
  func summary(of type: String) -> String {
    String((types[type] ?? "").split(separator: ". ").first ?? "")
  }

  /// The documentation of a property; `nil` without any.
  func description(of property: String, in type: String) -> String? {
    guard let text = properties[type]?[property] else { return nil }
    if let other = text.firstMatch(of: /^As in `(\w+)`/) {
      return description(of: property, in: String(other.1)) ?? plain(text)
    }
    return plain(text)
  }

  private mutating func read(_ source: String) {
    var comment: [Substring] = []
    var enclosing = [""]
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let code = line.drop { $0 == " " }
      let level = (line.count - code.count) / 2
      if code.hasPrefix("///") {
        comment.append(code.dropFirst(3).drop { $0 == " " })
        continue
      }
      defer { if !code.hasPrefix("@dynamic") { comment = [] } }
      let isDeclared = ["package ", "@Memberwise", "extension "].contains(where: code.hasPrefix)
      guard isDeclared || code.contains("static let ") else { continue }
      let text = comment.prefix { !$0.isEmpty }.joined(separator: " ")
      if let type = code.firstMatch(of: /\b(?:struct|enum|extension) (\w+)/)?.1 {
        enclosing = enclosing.prefix(level) + [String(type)]
        if !text.isEmpty { types[String(type)] = text }
      } else if let name = code.firstMatch(of: /^package (?:let|var) (\w+):/)?.1 {
        // A type that ended before the property does not have it.
        let type = enclosing.prefix(level).last ?? ""
        if !text.isEmpty { properties[type, default: [:]][String(name)] = text }
      } else if let limit = code.firstMatch(of: /static let (\w+)(?:: \w+)? = ([\d_ *]+)$/) {
        let factors = limit.2.split(separator: " * ").compactMap {
          Int($0.replacing("_", with: ""))
        }
        limits["\(enclosing.last ?? "").\(limit.1)"] = "\(factors.reduce(1, *))"
      }
    }
  }

  private func plain(_ text: String) -> String {
    text.replacing(/`(\w+\.\w+)`/) { limits[String($0.1)] ?? String($0.1) }
      .replacing("`", with: "").replacing(" ... ", with: " to ").replacing(
        " ..< ", with: " to below ")
  }
}
