/// The names of a venue in languages, where they differ from its `name`; in JSON an object by
/// language, `{"en": "Cathedral of Christ the Saviour"}`.
///
/// In memory it is one text, as there may be a million venues and few have such names.
package struct NamesByLanguage: Sendable, Hashable {
  private let utf8: [UInt8]

  /// - Parameter names: by language, such as `sv` or `pt-BR`; names with line breaks are left out.
  package init(_ names: [String: String]) {
    let lines = names.filter { !$0.value.contains(where: \.isNewline) }
      .sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    utf8 = Array(lines.joined(separator: "\n").utf8)
  }

  /// By language, such as `sv` or `pt-BR`.
  package var byLanguage: [String: String] { Dictionary(pairs) { first, _ in first } }

  /// The names alone, in the order of their languages.
  package var texts: [String] { pairs.map(\.name) }

  /// The name in the first of these languages that has one; `nil` if none has.
  ///
  /// - Parameter languages: BCP 47 tags in any case; of `pt-BR` also `pt` counts.
  package func name(in languages: [String]) -> String? {
    let names = Dictionary(pairs.map { ($0.language.lowercased(), $0.name) }) { one, _ in one }
    return languages.lazy.map { $0.lowercased() }
      .compactMap { names[$0] ?? names[String($0.prefix { $0 != "-" })] }.first
  }

  private var pairs: [(language: String, name: String)] { Self.pairs(packed) }

  private static func pairs(_ packed: String) -> [(language: String, name: String)] {
    packed.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[$0...].dropFirst())) }
    }
  }
}

extension NamesByLanguage {
  /// A line for each name, `en=Cathedral of Christ the Saviour`, in the order of the languages.
  var packed: String { String(decoding: utf8, as: UTF8.self) }

  /// Reads one text of lines such as `en=Cathedral of Christ the Saviour`; `nil` without a name.
  package init?(packed: String) {
    self.init(Dictionary(Self.pairs(packed)) { first, _ in first })
    if utf8.isEmpty { return nil }
  }
}

extension NamesByLanguage: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try [String: String](from: decoder))
  }

  package func encode(to encoder: any Encoder) throws { try byLanguage.encode(to: encoder) }
}
