import CommandLineKit

/// Any JSON value.
package indirect enum Tree: Codable, Hashable {
  case null
  case boolean(Bool)
  case whole(Int)
  case number(Double)
  case text(String)
  case list([Tree])
  case object([String: Tree])

  package init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Name.self) {
      var object: [String: Tree] = [:]
      for key in members.allKeys {
        object[key.stringValue] = try members.decode(Tree.self, forKey: key)
      }
      self = .object(object)
    } else if var elements = try? decoder.unkeyedContainer() {
      var list: [Tree] = []
      while !elements.isAtEnd { list.append(try elements.decode(Tree.self)) }
      self = .list(list)
    } else {
      self = try Self.scalar(decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> Tree {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .boolean(value) }
    if let value = try? container.decode(Int.self) { return .whole(value) }
    if let value = try? container.decode(Double.self) { return .number(value) }
    return .text(try container.decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var members = encoder.container(keyedBy: Name.self)
      for (key, value) in object { try members.encode(value, forKey: Name(stringValue: key)) }
    case .list(let list):
      var elements = encoder.unkeyedContainer()
      for value in list { try elements.encode(value) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .boolean(let value): try container.encode(value)
      case .whole(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      default: try container.encodeNil()
      }
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension Tree {
  /// Equal, but for whole numbers beyond 2⁵³ that are written with a fraction or an exponent:
  /// Foundation takes them for whole ones.
  package func isSame(as other: Tree) -> Bool {
    switch (self, other) {
    case (.whole(let whole), .number(let number)):
      return abs(number) >= 0x1p53 && abs(Double(whole) - number) <= number.ulp
    case (.list(let list), .list(let others)):
      return list.count == others.count && zip(list, others).allSatisfy { $0.isSame(as: $1) }
    case (.object(let object), .object(let others)):
      return object.count == others.count
        && object.allSatisfy { key, value in others[key].map(value.isSame(as:)) == true }
    default:
      return self == other
    }
  }

  /// A value of any kind, with up to `depth` values inside one another.
  package static func random(depth: Int, using random: inout SeededGenerator) -> Tree {
    switch Int.random(in: 0..<(depth > 1 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .boolean(.random(using: &random))
    case 2:
      return .whole(
        Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random))
    // Not whole, so that it is read as what it is.
    case 3: return .number(.random(in: -180...180, using: &random) + 1e-7)
    case 4: return .text(text(using: &random))
    case 5:
      return .list(
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in
          Tree.random(depth: depth - 1, using: &random)
        })
    default:
      var object: [String: Tree] = [:]
      for _ in 0..<Int.random(in: 0..<40, using: &random) {
        object[text(using: &random)] = Tree.random(depth: 1, using: &random)
      }
      return .object(object)
    }
  }

  private static func text(using random: inout SeededGenerator) -> String {
    let characters: [Character] = [
      "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\u{1}", "é", "😀", "{",
    ]
    let count = Int.random(in: 0..<24, using: &random)
    return String(
      (0..<count).map { _ in characters[Int.random(in: 0..<characters.count, using: &random)] })
  }
}
