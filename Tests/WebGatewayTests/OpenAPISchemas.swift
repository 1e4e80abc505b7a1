import Foundation
import Messages

/// The schemas of messages: what their golden fixtures decode to and encode as.
///
/// A Swift value names every key that a message can have, also those that no fixture sets, and
/// their types; its JSON shows how a type is written that has its own coding.
struct OpenAPISchemas {
  /// What a property is called on the wire, where its coding keys say so.
  private static let wireNames = ["allowsDegraded": "partial"]

  private(set) var schemas: [String: Any] = [:]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/Messages")

  /// The fixtures of a type as JSON, the plain one first.
  static func examples(of type: String) throws -> [Any] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0 == "\(type).json" || $0.hasPrefix("\(type)-") }
    return try names.sorted { ($0.count, $0) < ($1.count, $1) }.map {
      try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: $0)))
    }
  }

  /// Adds a message; a reference to its schema.
  mutating func add<Message: Codable>(_ type: Message.Type) throws -> [String: Any] {
    var reference: [String: Any] = [:]
    for example in try Self.examples(of: "\(type)") {
      let data = try JSONSerialization.data(withJSONObject: example)
      reference = schema(of: try MessageCoder.decode(type, from: data), as: example)
    }
    return reference.isEmpty ? ["type": "object"] : reference
  }

  /// The schema of a value that is written as `json`.
  private mutating func schema(of value: Any, as json: Any) -> [String: Any] {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional, let some = mirror.children.first {
      return schema(of: some.value, as: json)
    }
    guard let object = json as? [String: Any] else {
      guard let array = json as? [Any] else { return Self.scalar(Swift.type(of: value), json) }
      let elements = mirror.displayStyle == .collection ? mirror.children.map(\.value) : []
      let items = array.indices.map { index in
        schema(of: index < elements.count ? elements[index] : array[index], as: array[index])
      }
      return ["type": "array", "items": items.reduce([:], Self.merged)]
    }
    let fields = Dictionary(
      mirror.children.compactMap { child in
        child.label.map { (Self.wireNames[$0] ?? $0, child.value) }
      }
    ) { first, _ in first }
    let isPlain = mirror.displayStyle == .struct && object.keys.allSatisfy { fields[$0] != nil }
    var properties = object.reduce(into: [String: Any]()) { all, member in
      all[member.key] = schema(of: fields[member.key] ?? member.value, as: member.value)
    }
    guard isPlain else { return ["type": "object", "properties": properties] }
    for (name, field) in fields where object[name] == nil {
      properties[name] = Self.scalar(Swift.type(of: field), nil)
    }
    let needed = fields.filter { !(Swift.type(of: $0.value) is any OptionalType.Type) }
      .keys.filter { object[$0] != nil }.sorted()
    return register(Swift.type(of: value), ["type": "object", "properties": properties], needed)
  }

  private mutating func register(
    _ type: Any.Type, _ schema: [String: Any], _ required: [String]
  ) -> [String: Any] {
    let name = String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
    var whole = schema
    if !required.isEmpty { whole["required"] = required }
    let known = schemas[name] as? [String: Any]
    schemas[name] = known.map { Self.merged($0, whole) } ?? whole
    return ["$ref": "#/components/schemas/\(name)"]
  }

  /// The schema of a type that is no object, or of which there is no example.
  private static func scalar(_ type: Any.Type, _ example: Any?) -> [String: Any] {
    if let optional = type as? any OptionalType.Type { return scalar(optional.wrapped, example) }
    if type is Bool.Type { return ["type": "boolean"] }
    if type is any FixedWidthInteger.Type { return ["type": "integer"] }
    if type is any BinaryFloatingPoint.Type { return ["type": "number"] }
    if let cases = type as? any (CaseIterable & RawRepresentable).Type,
      let names = Self.names(cases)
    {
      return ["type": "string", "enum": names]
    }
    switch example {
    case is String: return ["type": "string"]
    case let number as NSNumber:
      // JSONSerialization has one class for both; a truth value is a C character.
      return ["type": String(cString: number.objCType) == "c" ? "boolean" : "number"]
    default: return type is String.Type ? ["type": "string"] : [:]
    }
  }

  private static func names<Cases: CaseIterable & RawRepresentable>(
    _ type: Cases.Type
  ) -> [String]? {
    let names = type.allCases.compactMap { $0.rawValue as? String }
    return names.isEmpty ? nil : names
  }

  /// What fits both; the keys of either.
  static func merged(_ left: [String: Any], _ right: [String: Any]) -> [String: Any] {
    if left.isEmpty || right.isEmpty { return left.isEmpty ? right : left }
    if left["$ref"] as? String != right["$ref"] as? String { return [:] }
    if left["type"] as? String != right["type"] as? String { return [:] }
    var both = left
    if let one = left["properties"] as? [String: [String: Any]],
      let other = right["properties"] as? [String: [String: Any]]
    {
      both["properties"] = one.merging(other, uniquingKeysWith: merged)
      let needed = Set(left["required"] as? [String] ?? []).intersection(
        right["required"] as? [String] ?? [])
      both["required"] = needed.isEmpty ? nil : needed.sorted()
    }
    if let one = left["items"] as? [String: Any], let other = right["items"] as? [String: Any] {
      both["items"] = merged(one, other)
    }
    return both
  }
}

/// What every optional type is, whatever it wraps.
private protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  static var wrapped: Any.Type { Wrapped.self }
}
