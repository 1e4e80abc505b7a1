import Hashing
import Testing

@Suite struct FingerprintTests {
  /// Source: the test vectors of RFC 9923 (FNV-1a, 64 bits).
  @Test(
    "fingerprints are the published ones",
    arguments: [
      ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
    ])
  func publishedVectors(text: String, fingerprint: String) {
    #expect(Fingerprint(of: text.utf8).description == fingerprint)
  }

  @Test("bytes that lie nowhere in memory count as those that do, and parts as the whole")
  func sequences() {
    var parts = Fingerprint(of: "foo".utf8.lazy.map { $0 })
    parts.add([UInt8]("xbary".utf8)[1..<4])
    #expect(parts == Fingerprint(of: "foobar".utf8))
  }
}
