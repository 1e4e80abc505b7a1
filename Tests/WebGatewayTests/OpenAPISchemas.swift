import Foundation
import Messages

/// The schemas of messages: what their golden fixtures decode to and encode as.
///
/// A Swift value names every key that a message can have, also those that no fixture sets, and
/// their types; its JSON shows how a type is written that has its own coding.
struct OpenAPISchemas {
  /// What a property is called on the wire, where its coding keys say so.
  private static let wireNames = ["allowsDegraded": "partial", "venueIDs": "among"]

  private(set) var schemas: [String: Any] = [:]
  /// Types that are written in another way than in the messages, with their schemas.
  private let forms: [ObjectIdentifier: [String: Any]]
  private let comments: MessageComments

  /// - Throws: what reading the source of the messages throws.
  init(forms: [ObjectIdentifier: [String: Any]] = [:]) throws {
    self.forms = forms
    comments = try MessageComments.all.get()
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/Messages")

  /// The fixtures of a type as JSON, the plain one first.
  static func fixtures(of type: String) throws -> [Any] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0 == "\(type).json" || $0.hasPrefix("\(type)-") }
    return try names.sorted { ($0.count, $0) < ($1.count, $1) }.map {
      try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: $0)))
    }
  }

  /// The first sentence of a message's documentation.
  func summary(of type: String) -> String { comments.summary(of: type) }

  /// The schemas with the documentation of their properties.
  func described() -> [String: Any] {
    schemas.reduce(into: [:]) { all, entry in
      guard var schema = entry.value as? [String: Any],
        let properties = schema["properties"] as? [String: [String: Any]]
      else { return all[entry.key] = entry.value }
      let type = entry.key.split(separator: ".").last.map(String.init) ?? ""
      schema["properties"] = properties.reduce(into: [String: Any]()) { all, property in
        let name = Self.wireNames.first { $0.value == property.key }?.key ?? property.key
        let texts = [comments.description(of: name, in: type), property.value["description"]]
        let text = texts.compactMap { $0 as? String }.joined(separator: " ")
        all[property.key] = property.value.merging(text.isEmpty ? [:] : ["description": text]) {
          $1
        }
      }
      all[entry.key] = schema
    }
  }

  /// A schema with the schemas that it refers to in place of the references.
  static func inlined(_ schema: Any, _ all: [String: Any]) -> Any {
    if let items = schema as? [Any] { return items.map { inlined($0, all) } }
    guard var members = schema as? [String: Any] else { return schema }
    if let name = (members.removeValue(forKey: "$ref") as? String)?.split(separator: "/").last,
      let part = all[String(name)] as? [String: Any]
    {
      members.merge(part) { own, _ in own }
    }
    return members.mapValues { inlined($0, all) }
  }

  /// Adds a message; a reference to its schema.
  mutating func add<Message: Codable>(_ type: Message.Type) throws -> [String: Any] {
    var reference: [String: Any] = [:]
    for example in try Self.fixtures(of: "\(type)") {
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
    if let form = forms[ObjectIdentifier(Swift.type(of: value))] { return form }
    guard let object = json as? [String: Any] else {
      guard let array = json as? [Any] else { return scalar(Swift.type(of: value), json) }
      let elements = mirror.displayStyle == .collection ? mirror.children.map(\.value) : []
      let items = array.indices.map { index in
        schema(of: index < elements.count ? elements[index] : array[index], as: array[index])
      }
      return ["type": "array", "items": items.reduce([:], Self.merged)]
    }
    let fields = Self.fields(of: mirror, in: object)
    let isPlain = mirror.displayStyle == .struct && object.keys.allSatisfy { fields[$0] != nil }
    var properties = object.reduce(into: [String: Any]()) { all, member in
      all[member.key] = schema(of: fields[member.key] ?? member.value, as: member.value)
    }
    guard isPlain else { return ["type": "object", "properties": properties] }
    for (name, field) in fields where object[name] == nil {
      properties[name] = scalar(Swift.type(of: field), nil)
    }
    let needed = fields.filter { !(Swift.type(of: $0.value) is any OptionalType.Type) }
      .keys.filter { object[$0] != nil }.sorted()
    return register(Swift.type(of: value), ["type": "object", "properties": properties], needed)
  }

  /// The members by what they are called on the wire. One that is a struct, always there and not in
  /// the JSON is written as its own members.
  private static func fields(of mirror: Mirror, in object: [String: Any]) -> [String: Any] {
    mirror.children.reduce(into: [:]) { all, child in
      guard let label = child.label else { return }
      let (name, inner) = (wireNames[label] ?? label, Mirror(reflecting: child.value))
      if child.value is VenueAttributeValues {
        for attribute in VenueAttribute.allCases { all[attribute.rawValue] = Bool?.none as Any }
      } else if object[name] == nil, inner.displayStyle == .struct, !inner.children.isEmpty {
        all.merge(fields(of: inner, in: object)) { own, _ in own }
      } else {
        all[name] = child.value
      }
    }
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
  private func scalar(_ type: Any.Type, _ example: Any?) -> [String: Any] {
    if let form = forms[ObjectIdentifier(type)] { return form }
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
