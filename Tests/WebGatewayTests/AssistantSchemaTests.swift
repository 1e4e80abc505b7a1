import Foundation
import Geography
import JSON
import Messages
import TestSupport
import Testing
import Time

/// The arguments of the tools of `quickbrew mcp`: the same messages as in `/openapi.json`, with
/// texts in place of coordinates, categories and instants. After a change that is meant:
/// `QUICKBREW_RECORD_FIXTURES=1 swift test --filter AssistantSchemaTests`.
@Suite struct AssistantSchemaTests {
  private static let file = URL(
    filePath: Executables.repository + "/Clients/QuickBrew/Assistants/Schemas/arguments.json")

  private static let messages: [any RequestMessage.Type] = [
    PlanRequest.self, ErrandsRequest.self, MeetRequest.self, FindRequest.self, NearbyRequest.self,
    RouteRequest.self, IsochroneRequest.self,
  ]

  /// What a model would have to draw, page through or look up elsewhere.
  private static let omitted: Set<String> = [
    "after", "among", "area", "avoidAreas", "details", "favourites", "geometry", "id",
    "intersections", "loved", "partial", "through", "verify",
  ]
  /// What a plan decides itself.
  private static let omittedFromChoices: Set<String> = ["category", "hours"]

  private static var forms: [ObjectIdentifier: [String: Any]] {
    let place = "An address or a name, LAT,LON, home, work, or @DEVICE."
    let time = "08:15, tomorrow 9:00, +30m, 2026-11-21T08:15."
    return [
      ObjectIdentifier(LocationReference.self): text("place", place),
      ObjectIdentifier(Coordinate.self): text("point", place),
      ObjectIdentifier(VenueCategory.self): text("category", "coffee, bakery, bar, fuel …"),
      ObjectIdentifier(RequestedTime.self): text("time", time),
      ObjectIdentifier(Timestamp.self): text("instant", time),
    ]
  }

  private static func text(_ format: String, _ description: String) -> [String: Any] {
    ["type": "string", "format": format, "description": description]
  }

  @Test("the arguments of each tool are those of its message")
  func isCurrent() throws {
    // All together: what one message has no example of, another may have.
    var schemas = try OpenAPISchemas(forms: Self.forms)
    let references = try Self.messages.map { ($0.operation, try schemas.add($0)) }
    let parts = schemas.described()
    let members = references.map { operation, reference in
      let arguments = Self.closed(OpenAPISchemas.inlined(reference, parts))
      return "\"\(operation)\":\(OpenAPITests.text(arguments))"
    }
    let document = "{\n\(members.joined(separator: ",\n"))\n}\n"
    if ProcessInfo.processInfo.environment["QUICKBREW_RECORD_FIXTURES"] == "1" {
      try Data(document.utf8).write(to: Self.file)
    }
    #expect(try String(contentsOf: Self.file, encoding: .utf8) == document, "record it: see above")
  }

  @Test("every argument has a type, down to the members of filters")
  func isComplete() throws {
    let schemas = try JSONValue(reading: Data(contentsOf: Self.file))
    func typeless(_ schema: JSONValue, _ path: String) -> [String] {
      guard case .object(let members)? = schema["properties"] else {
        if let items = schema["items"] { return typeless(items, path + "[]") }
        return schema["type"] == nil || schema["type"] == "object" ? [path] : []
      }
      return members.sorted { $0.key < $1.key }.flatMap { typeless($1, "\(path).\($0)") }
    }
    guard case .object(let all) = schemas else { throw CocoaError(.fileReadCorruptFile) }
    #expect(all.flatMap { typeless($1, $0) } == [])
    let filter = schemas["shop-search.nearby/2"]?["properties"]?["filter"]?["properties"]
    #expect(filter?["category"]?["format"] == "category")
    #expect(filter?["outdoorSeating"]?["type"] == "boolean")
    #expect(filter?["hours"]?["properties"]?["at"]?["format"] == "instant")
  }

  /// Without what is omitted, and without room for other members.
  private static func closed(_ schema: Any, omitting omitted: Set<String> = omitted) -> Any {
    guard var members = schema as? [String: Any] else { return schema }
    if let properties = members["properties"] as? [String: Any] {
      let kept = properties.filter { !omitted.contains($0.key) }
      var all = kept.reduce(into: [String: Any]()) { all, member in
        let more = member.key == "choice" ? omittedFromChoices : []
        all[member.key] = closed(member.value, omitting: omitted.union(more))
      }
      all["limit"] = properties["limit"].map(fewer)
      members["properties"] = all
      members["additionalProperties"] = false
    }
    members["items"] = members["items"].map { closed($0, omitting: omitted) }
    return members
  }

  /// A tool lists fewer than its message does, unless it is asked to.
  private static func fewer(_ schema: Any) -> Any {
    guard var members = schema as? [String: Any] else { return schema }
    let text = members["description"] as? String ?? ""
    members["description"] = text.replacing(/default \d+/, with: "default 5")
    return members
  }
}
