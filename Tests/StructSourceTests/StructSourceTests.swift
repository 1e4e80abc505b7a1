import Testing

@testable import StructSource

@Suite struct StructSourceTests {
  @Test("each stored property is a parameter, in the order of declaration")
  func parameters() throws {
    let source = """
      @Memberwise package struct Plan: Codable {
        package static let operation = Operation(
          .planner, "plan", version: 1)
        /// Seconds { of the trip.
        package let seconds: Int  // (one
        package let note: String?
        package var rows: Int = 0
        package private(set) var text: String = "a // {"
        package var places:
          [String: Int] = [
            "a": 1
          ]
        package let done: @Sendable () -> Void
        let version = 3
        private var seen: Set<Int> = []
        private var last: Int?
        private let hidden: Int?
        lazy var slow: Int = 5
        package var minutes: Int { seconds / 60 }
        package var hours: Int {
          let minutes: Int = seconds / 60
          return minutes / 60
        }
        package struct Inner {
          package let other: Int
        }
      }
      """
    let initializer = try StructSource(source).initializer()
    #expect(
      initializer == """
        package init(seconds: Int, note: String? = nil, rows: Int = 0, text: String = "a // {", \
        places: [String: Int] = [ "a": 1 ], done: @escaping @Sendable () -> Void, \
        hidden: Int? = nil) {
          self.seconds = seconds
          self.note = note
          self.rows = rows
          self.text = text
          self.places = places
          self.done = done
          self.hidden = hidden
        }
        """)
  }

  @Test("as many parameters as are positional have no label")
  func positional() throws {
    let source = """
      package struct Failure {
        package let code: Int
        package let text: String?
        package let isFinal: Bool
      }
      """
    let initializer = try StructSource(source).initializer(positional: 2)
    #expect(
      initializer.hasPrefix("package init(_ code: Int, _ text: String? = nil, isFinal: Bool) {"))
  }

  @Test("a struct without properties has an initializer without parameters")
  func empty() throws {
    #expect(
      try StructSource("package struct Ping: Codable {}").initializer() == "package init() {\n}")
  }

  @Test(
    "what cannot be read is an error",
    arguments: [
      "package var rows = 0", "package let a, b: Int",
      "package var rows: Int = 0 {\n    didSet { check() }\n  }",
    ])
  func unreadable(_ property: String) {
    #expect(throws: StructSource.Unreadable.self) {
      try StructSource("package struct A {\n  \(property)\n}")
    }
  }

  @Test func aStructOnOneLineIsAnError() {
    #expect(throws: StructSource.Unreadable.self) {
      try StructSource("package struct A { package let a: Int }")
    }
  }
}
