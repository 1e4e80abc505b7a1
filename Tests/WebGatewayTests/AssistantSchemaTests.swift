import Foundation
import Geography
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
    "after", "area", "avoidAreas", "details", "favourites", "geometry", "hours", "id",
    "intersections", "loved", "partial", "through", "verify",
  ]

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
    let members = try Self.messages.map { type in
      "\"\(type.operation)\":\(OpenAPITests.text(try Self.arguments(type)))"
    }
    let document = "{\n\(members.joined(separator: ",\n"))\n}\n"
    if ProcessInfo.processInfo.environment["QUICKBREW_RECORD_FIXTURES"] == "1" {
      try Data(document.utf8).write(to: Self.file)
    }
    #expect(try String(contentsOf: Self.file, encoding: .utf8) == document, "record it: see above")
  }

  private static func arguments<Request: RequestMessage>(_ type: Request.Type) throws -> Any {
    var schemas = try OpenAPISchemas(forms: forms)
    let reference = try schemas.add(type)
    return closed(OpenAPISchemas.inlined(reference, schemas.described()))
  }

  /// Without what is omitted, and without room for other members.
  private static func closed(_ schema: Any) -> Any {
    guard var members = schema as? [String: Any] else { return schema }
    if let properties = members["properties"] as? [String: Any] {
      members["properties"] = properties.filter { !omitted.contains($0.key) }.mapValues(closed)
        .merging(["limit": properties["limit"].map(fewer)].compactMapValues { $0 }) { $1 }
      members["additionalProperties"] = false
    }
    members["items"] = members["items"].map(closed)
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
