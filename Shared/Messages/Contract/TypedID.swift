/// An identifier with a type of its own; on the wire it is a plain string.
package protocol TypedID: RawRepresentable, Codable, Hashable, Sendable, Comparable,
  ExpressibleByStringLiteral, CustomStringConvertible
where RawValue == String {
  init(rawValue: String)
}

extension TypedID {
  package init(stringLiteral value: String) { self.init(rawValue: value) }
  package var description: String { rawValue }
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
