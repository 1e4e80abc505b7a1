/// Which letters a word contains, once and more than once, in 64 bits.
///
/// Letters are hashed into 32 classes. Each class has a bit that is set if the word has at least
/// one letter of it, and a bit for at least two. An edit that inserts or drops a letter changes the
/// count of one class by one, so at most one bit; one that replaces a letter changes at most two; a
/// swap none. Words whose signatures differ in more than 2 × edits bits are farther apart than
/// that.
package struct LetterSignature: Sendable, Hashable {
  @usableFromInline
  let bits: UInt64

  package init(_ letters: some Sequence<UInt32>) {
    var bits: UInt64 = 0
    for letter in letters {
      let kind = letter &- 0x61 < 26 ? letter &- 0x61 : 26 + letter % 6
      let one = UInt64(1) << UInt64(kind)
      bits |= bits & one == 0 ? one : one << 32
    }
    self.bits = bits
  }

  @inlinable
  package func mayBeWithin(_ edits: Int, of other: LetterSignature) -> Bool {
    (bits ^ other.bits).nonzeroBitCount <= 2 * edits
  }

  /// Whether this word may contain every letter of the other; `false` is certain.
  @inlinable
  package func holds(_ other: LetterSignature) -> Bool { bits & other.bits == other.bits }
}
