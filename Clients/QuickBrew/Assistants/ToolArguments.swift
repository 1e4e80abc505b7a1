import CommandLineKit
import FoundationEssentials
import Geography
import JSON
import Messages

/// Makes a request of a tool's arguments, whose places, categories and instants are texts as
/// people write them. The formats of the schema say which.
@Memberwise(positional: 2) struct ToolArguments {
  private enum Format: String { case place, point, category, instant }

  /// Few enough that a model reads them all.
  private static let fewResults = 5.0

  let schema: JSONValue
  let context: CommandContext
  /// The place before, near which the next one is looked up.
  private var previous: Coordinate?

  /// The schemas of the arguments, by operation. `AssistantSchemaTests` makes them of the messages.
  static let schemas =
    (try? JSONValue(reading: Data(PackageResources.arguments_json))) ?? .object([:])

  /// The places of the arguments, as they are written.
  static func places(_ value: JSONValue, _ schema: JSONValue?) -> [String] {
    switch value {
    case .object(let members): members.flatMap { places($1, schema?["properties"]?[$0]) }
    case .array(let elements): elements.flatMap { places($0, schema?["items"]) }
    case .text(let text):
      ["place", "point"].contains(schema?["format"]?.string) ? [text] : []
    case .null, .boolean, .number: []
    }
  }

  /// The request, with the user's settings where the arguments say nothing, and no more results
  /// than a model reads.
  ///
  /// - Parameter defaults: members of the message where the arguments do not have them.
  /// - Throws: `UsageError` or `ServiceError`, which name the argument at fault; what looking up a
  ///   place throws.
  mutating func request<Request: RequestMessage>(
    _ arguments: JSONValue, defaults: [String: JSONValue]
  ) async throws -> Request {
    let settings = context.environment.configuration
    let usual: [String: JSONValue?] = [
      "limit": .number(Self.fewResults), "profile": settings.profile.map { .text($0.rawValue) },
      "category": settings[.category].map { .text($0) },
    ]
    var members = usual.compactMapValues { $0 }.filter { schema["properties"]?[$0.key] != nil }
    if case .object(let own) = arguments { members.merge(own) { $1 } }
    members = try await resolved(members, schema, "").merging(defaults) { own, _ in own }
    return try MessageCoder.decode(Request.self, from: try MessageCoder.encode(members))
  }

  private mutating func resolved(
    _ value: JSONValue, _ schema: JSONValue, _ path: String
  ) async throws -> JSONValue {
    switch value {
    case .object(let members): return .object(try await resolved(members, schema, path))
    case .array(let elements):
      guard let schema = schema["items"] else { return value }
      var all: [JSONValue] = []
      for element in elements { all.append(try await resolved(element, schema, path)) }
      return .array(all)
    case .text(let text):
      guard let format = schema["format"]?.string.flatMap(Format.init) else { return value }
      return try await resolved(text, format, path)
    case .null, .boolean, .number: return value
    }
  }

  private mutating func resolved(
    _ members: [String: JSONValue], _ schema: JSONValue, _ path: String
  ) async throws -> [String: JSONValue] {
    guard case .object(let known)? = schema["properties"] else { return members }
    var all = members
    // The first of several faults is reported, whatever the order of the members.
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      let path = path.isEmpty ? name : "\(path).\(name)"
      guard let schema = known[name] else {
        throw UsageError(
          "There is no argument “\(path.printable)”.",
          suggestions: Spelling.nearest(to: name, among: known.keys.sorted(), limit: 1))
      }
      all[name] = try await resolved(member, schema, path)
    }
    return all
  }

  private mutating func resolved(
    _ text: String, _ format: Format, _ path: String
  ) async throws -> JSONValue {
    switch format {
    case .place: return try JSONValue(writing: try context.reference(text, path))
    case .point:
      let place = try context.reference(text, path)
      let point = try await context.coordinate(of: place, near: previous)
      previous = point
      return try JSONValue(writing: point)
    case .category:
      return .text(try await CategoryWords.category(text, context, path).rawValue)
    case .instant:
      guard let time = RequestedTime(text) else {
        throw UsageError("\(path) is a time like \(RequestedTime.examples) or now, not “\(text)”.")
      }
      return try JSONValue(writing: try await context.instant(time))
    }
  }
}
