import Foundation
import Messages
import Testing

/// The README of the messages, and the page of all operations, agree with the sources.
@Suite struct DocumentationTests {
  private let page: String
  private let errorSource: String

  init() throws {
    let folder = Fixture.package.appending(path: "Shared/Messages")
    let paths = ["Shared/Messages/README.md", "docs/messages.md"]
    page = try paths.map {
      try String(contentsOf: Fixture.package.appending(path: $0), encoding: .utf8)
    }.joined(separator: "\n")
    errorSource = try String(
      contentsOf: folder.appending(path: "Contract/ErrorCode.swift"), encoding: .utf8)
  }

  /// What the page should have is in the failure, to be copied.
  @Test func theTableOfOperationsAndEventsIsMadeFromTheContract() {
    let services: [ServiceName?] = ServiceName.allCases.filter { $0 != .webGateway } + [nil]
    let rows = services.map { service in
      let operations = Contract.requests.map { $0.operation }.filter { $0.service == service }
      let names = operations.map { operation in
        let name = operation.name.drop { $0 != "." }.dropFirst()
        return operation.repetition == .keyed ? "**\(name)**" : "\(name)"
      }
      let topics = Contract.events.map { $0.topic }.filter { $0.publisher == service }.map(\.name)
      let folder = service?.rawValue.split(separator: "-").map(\.capitalized).joined() ?? "Runtime"
      return "| [\(service?.rawValue ?? "service")](../Shared/Messages/\(folder)) "
        + "| \(names.sorted().joined(separator: ", ")) | \(topics.joined(separator: ", ")) |"
    }
    let table = rows.joined(separator: "\n")
    #expect(page.contains("|---|---|---|\n\(table)\n\n"), "\(table)")
  }

  @Test func everyExampleIsPartOfItsFile() throws {
    let examples = page.matches(
      of:
        /\((?:\.\.\/)+Tests\/Fixtures\/Messages\/([\w-]+)\.json\)\n\n```json\n((?s:.)*?)\n```\n/
    )
    #expect(examples.count == page.ranges(of: "```json").count)
    #expect(!examples.isEmpty)
    for example in examples {
      let whole = try JSONSerialization.jsonObject(
        with: Data(contentsOf: Fixture.folder.appending(path: "\(example.1).json")))
      let part = try JSONSerialization.jsonObject(with: Data(String(example.2).utf8))
      #expect(isPart(part, of: whole), "the example of \(example.1) is not in its file")
    }
  }

  /// Whether all keys, values and elements of a part are in the whole.
  private func isPart(_ part: Any, of whole: Any) -> Bool {
    if let part = part as? [String: Any], let whole = whole as? [String: Any] {
      return part.allSatisfy { key, value in whole[key].map { isPart(value, of: $0) } ?? false }
    }
    if let part = part as? [Any], let whole = whole as? [Any] {
      return part.count <= whole.count && zip(part, whole).allSatisfy { isPart($0, of: $1) }
    }
    guard let part = part as? NSObject, let whole = whole as? NSObject else { return false }
    return part == whole
  }

  /// The table exists three times: in Swift, in its documentation, in the README.
  @Test func theErrorTableIsTheSameEverywhere() {
    for text in [page, errorSource] {
      let rows = text.matches(of: /\| `(\w+)` \| [^|]+ \| (yes|no) \| (\d+) \| (\d) \|/)
      #expect(
        rows.map { "\($0.1) \($0.2) \($0.3) \($0.4)" }
          == ErrorCode.table.map {
            "\($0.name) \($0.isRetryable ? "yes" : "no") \($0.httpStatus) \($0.exitStatus)"
          })
    }
  }
}
