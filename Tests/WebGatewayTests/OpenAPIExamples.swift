import Foundation

/// The examples of requests: their golden fixtures, with places, venues and roads of the sample map
/// in place of made-up ones. `OpenAPIExampleTests` sends them.
enum OpenAPIExamples {
  /// Names of the fixtures, and what the sample map has, or a new stack gives out first.
  private static let names = [
    "osm/node/1234": "osm/node/422", "osm/way/99": "osm/node/422", "breweries/17": "osm/node/422",
    "f1": "fence-1", "Post office": "Ferry Building",
  ]

  /// Places in an earlier reply, and members that hold for a fixture's day only.
  private static let omitted = ["after", "before", "departure", "deadline", "arrival"]

  /// Where the fixture is about roads that the sample does not have, and a label that is not given
  /// out first.
  private static let own = [
    "TrafficRequest": #"{"set":[{"road":{"way":27},"state":{"closed":true}}]}"#,
    "PinRemoveRequest": #"{"board":"me","label":"A"}"#,
  ]

  /// - Throws: what reading a fixture throws.
  static func example(of type: String) throws -> [String: Any] {
    let fixture: Any? =
      if let text = own[type] {
        try JSONSerialization.jsonObject(with: Data(text.utf8))
      } else {
        try OpenAPISchemas.fixtures(of: type).first
      }
    return fixture.map(adapted) as? [String: Any] ?? [:]
  }

  private static func adapted(_ value: Any) -> Any {
    switch value {
    case let text as String: names[text] ?? text
    case let elements as [Any]: elements.map(adapted)
    case let members as [String: Any]:
      members.filter { !omitted.contains($0.key) }.mapValues(adapted)
    default: value
    }
  }
}
