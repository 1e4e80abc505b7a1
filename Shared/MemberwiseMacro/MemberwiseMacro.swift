import Foundation
import StructSource

/// Expands `@Memberwise`: writes the initializer that Swift writes for internal structs, but not
/// for `package` ones, for those with private properties, for classes and for actors.
///
/// `@Memberwise package struct S` gets `package init(a: A, b: B? = nil, c: C = v)`: its stored
/// properties in the order in which they are declared. An optional one defaults to `nil`, and
/// `var c: C = v` to `v`. After `@Memberwise(positional: 2)` the first two have no labels.
/// `StructSource` reads the type.
///
/// The compiler starts this program, sends each struct as JSON, and compiles what it answers.
/// Source of the messages: `PluginMessages.swift` of https://github.com/swiftlang/swift-syntax,
/// whose larger part, a parser of all of Swift, is not needed here.
@main struct MemberwiseMacro {
  private enum Request: Decodable {
    struct Capability: Decodable { let protocolVersion: Int }
    struct Syntax: Decodable {
      struct Location: Decodable { let fileName: String; let offset: Int }
      let source: String
      let location: Location?
    }

    case getCapability(capability: Capability?)
    case expandAttachedMacro(attributeSyntax: Syntax, declSyntax: Syntax)
  }

  private enum Reply: Encodable {
    struct Capability: Encodable { var protocolVersion = 7 }
    struct Diagnostic: Encodable {
      struct Position: Encodable { let fileName: String; let offset: Int }
      let message: String
      let position: Position
      var severity = "error"
      let highlights: [String] = []
      let notes: [String] = []
      let fixIts: [String] = []
    }

    case getCapabilityResult(capability: Capability)
    case expandMacroResult(expandedSource: String?, diagnostics: [Diagnostic])
  }

  /// Messages are JSON after their length, eight bytes with the lowest first.
  static func main() throws {
    while let header = try FileHandle.standardInput.read(upToCount: 8), header.count == 8 {
      let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
      guard let body = try FileHandle.standardInput.read(upToCount: length) else { return }
      let reply = reply(to: try JSONDecoder().decode(Request.self, from: body))
      let json = try JSONEncoder().encode(reply)
      let size = (0..<8).map { UInt8(truncatingIfNeeded: json.count >> ($0 * 8)) }
      try FileHandle.standardOutput.write(contentsOf: Data(size) + json)
    }
  }

  private static func reply(to request: Request) -> Reply {
    switch request {
    case .getCapability: return .getCapabilityResult(capability: .init())
    case .expandAttachedMacro(let attribute, let declaration):
      do throws(StructSource.Unreadable) {
        // The comment in front of the attribute comes with it.
        let call = attribute.source.split(separator: "@").last ?? ""
        let positional = Int(call.filter(\.isNumber)) ?? 0
        let initializer = try StructSource(declaration.source).initializer(positional: positional)
        return .expandMacroResult(expandedSource: initializer, diagnostics: [])
      } catch {
        let (file, offset) = (declaration.location?.fileName, declaration.location?.offset)
        let position = Reply.Diagnostic.Position(fileName: file ?? "", offset: offset ?? 0)
        return .expandMacroResult(
          expandedSource: nil, diagnostics: [.init(message: error.what, position: position)])
      }
    }
  }
}
