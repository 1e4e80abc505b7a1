import SQL
import Stores
import Testing

@Suite struct RowDigestTests {
  @Test("rows that differ in a value, or in where one ends, have other digests")
  func values() {
    let digests = [
      RowDigest.of("ab", "c"), RowDigest.of("a", "bc"), RowDigest.of("abc", ""),
      RowDigest.of("", "abc"), RowDigest.of("abc"), RowDigest.of(nil, "abc"),
      RowDigest.of("abc", nil), RowDigest.of(1, 2), RowDigest.of(12, ""), RowDigest.of(2, 1),
      RowDigest.of(1.5, 2), RowDigest.of(2.5, 2), RowDigest.of(nil, nil), RowDigest.of("", ""),
      RowDigest.of(nil), RowDigest.of(""), RowDigest.of(),
    ]
    #expect(Set(digests).count == digests.count, "\(digests)")
    #expect(RowDigest.of("ab", 3, nil) == RowDigest.of("ab", 3, nil))
  }
}
