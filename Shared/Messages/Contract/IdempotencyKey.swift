/// Names a change among those of its caller, so that repeating it changes nothing more.
package struct IdempotencyKey: Sendable, Hashable, ExpressibleByStringLiteral {
  /// As the caller chose it.
  package let text: String
  /// On whose behalf the change is made; `nil` for the home's owner.
  package let caller: Caller?

  package init(_ text: String, of caller: Caller? = nil) {
    self.text = text
    self.caller = caller
  }

  /// A key of the home's owner.
  package init(stringLiteral text: String) { self.init(text) }
}
