import Messages
import Testing

@Suite struct QuotaUseTests {
  @Test("lists the fullest first, a bounded number, none with room")
  func list() {
    func use(_ user: String, _ count: Int, of quota: Int = 1_000) -> QuotaUse {
      QuotaUse(user: user, kind: "notes", count: count, quota: quota)
    }
    func listed(_ uses: [QuotaUse]) -> [String] { uses.nearest.map(\.user) }
    let few = [("a", 800, 1_000), ("b", 799, 1_000), ("d", 951, 1_000), ("c", 19, 20), ("e", 0, 0)]
    #expect(listed(few.map { use($0, $1, of: $2) }) == ["d", "c", "a"])
    let many = listed((0..<30).map { use("u\($0)", 830 + $0) })
    #expect(many.count == QuotaUse.maximumListed)
    #expect(many.first == "u29" && many.last == "u10")
  }
}
