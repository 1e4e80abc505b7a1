/// The stored properties of a type, read from its source by lines and brackets, as
/// `swift format` leaves them. What cannot be read so is an error, never a guess.
package struct StructSource {
  private struct Property {
    var name: String
    var type: String
    var value: String?
  }

  package struct Unreadable: Error {
    /// In words for whoever wrote the struct.
    package let what: String
  }

  private var properties: [Property] = []

  /// - Parameter source: the declaration of a struct, class or actor, as `swift format` leaves it.
  /// - Throws: `Unreadable` for what is read by neither line nor bracket.
  package init(_ source: String) throws(Unreadable) {
    var depth = 0
    var statement = SourceLine("")
    for line in source.split(separator: "\n") {
      statement = statement.joined(SourceLine(line))
      if statement.isUnfinished { continue }
      if depth == 1 { try read(statement) }
      if depth == 0, statement.code.hasSuffix("}"), !statement.code.hasSuffix("{}") {
        throw Unreadable(what: "@Memberwise needs a line for each property.")
      }
      depth += statement.depthChange
      statement = SourceLine("")
    }
  }

  /// Reads a line of the body. No parameters are made of static and computed properties, and of
  /// private or lazy ones and constants that have a value, be it the `nil` of a private variable.
  private mutating func read(_ line: SourceLine) throws(Unreadable) {
    guard ["let", "var"].contains(line.keyword), !line.modifiers.contains("static") else { return }
    let parts = line.rest.split(separator: " = ", maxSplits: 1)
    let declared = parts[0].split(separator: ": ", maxSplits: 1)
    let value = parts.count > 1 ? String(parts[1]) : nil
    if value == nil, line.depthChange > 0 || parts[0].hasSuffix("}") { return }
    let isPrivate = line.modifiers.contains { ["private", "fileprivate"].contains($0) }
    if value != nil, isPrivate || line.keyword == "let" || line.modifiers.contains("lazy") {
      return
    }
    if isPrivate, line.keyword == "var", parts[0].hasSuffix("?") { return }
    guard declared.count == 2, !declared[0].contains(","), line.depthChange == 0 else {
      throw Unreadable(
        what: "@Memberwise cannot read “\(line.code)”: a property needs a type and a line; or "
          + "write the initializer by hand.")
    }
    properties.append(
      Property(name: String(declared[0]), type: String(declared[1]), value: value))
  }

  /// `package init(…) { … }`.
  ///
  /// - Parameter positional: how many parameters, from the first on, have no label.
  package func initializer(positional: Int = 0) -> String {
    let parameters = properties.enumerated().map { index, property in
      let value = property.value ?? (property.type.hasSuffix("?") ? "nil" : nil)
      let isEscaping = property.type.contains("->") && !property.type.hasSuffix("?")
      return (index < positional ? "_ " : "") + "\(property.name): "
        + (isEscaping ? "@escaping " : "") + property.type + (value.map { " = \($0)" } ?? "")
    }
    let assignments = properties.map { "  self.\($0.name) = \($0.name)\n" }
    return "package init(\(parameters.joined(separator: ", "))) {\n\(assignments.joined())}"
  }
}
