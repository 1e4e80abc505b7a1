/// A row of `Words/kinds.txt`, whose first lines explain the columns.
struct KindRow: Sendable {
  /// A tag, or two that an element has to have.
  struct Tag: Sendable {
    let key: String
    /// `*` for any other value of the key.
    let value: String
    let condition: (key: String, value: String)?

    static let anyValue = "*"

    /// `nil` for a text that is not `key=value` or `key=value&key=value`.
    init?(_ text: Substring) {
      let parts = text.split(separator: "&").map { $0.split(separator: "=").map(String.init) }
      guard let first = parts.first, parts.allSatisfy({ $0.count == 2 }) else { return nil }
      (key, value) = (first[0], first[1])
      condition = parts.count > 1 ? (parts[1][0], parts[1][1]) : nil
    }
  }

  /// `nil` in a row of places that are no venues, such as stations.
  let name: String?
  let parent: String?
  let icon: String
  let minutes: Int?
  let tags: [Tag]
  let otherTags: [String]
  let words: [String]

  /// The rows that are compiled in; parsed once.
  static let all = rows(String(decoding: PackageResources.kinds_txt, as: UTF8.self))

  /// The rows of a text; lines that are not rows are skipped.
  static func rows(_ text: String) -> [KindRow] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap(KindRow.init)
  }

  private init?(_ line: Substring) {
    let columns = line.split(separator: "|", omittingEmptySubsequences: false)
    guard columns.count == 4 else { return nil }
    let head = columns[0].split(separator: ",").map { $0.split(separator: " ") }
    guard let names = head.first, let first = names.first else { return nil }
    let details = head.dropFirst().first ?? []
    name = first == "-" ? nil : String(first)
    parent = names.count == 3 ? String(names[2]) : nil
    icon = details.first.map(String.init) ?? ""
    minutes = details.dropFirst().first.flatMap { Int($0) }
    tags = columns[1].split(separator: " ").compactMap { Tag($0) }
    otherTags = columns[2].split(separator: " ").map(String.init)
    words = columns[3].split(separator: ";")
      .map { $0.split(separator: " ").joined(separator: " ") }
      .filter { !$0.isEmpty }
  }
}
