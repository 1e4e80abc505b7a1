import Messages
import Testing

@Suite struct QuotaUseTests {
  @Test("lists the fullest first, each user and kind once, a bounded number, none with room")
  func list() {
    var uses = QuotaUses()
    func update(_ user: String, _ count: Int, _ kind: String = "notes") {
      uses.update(QuotaUse(user: user, kind: kind, count: count, quota: 1_000))
    }
    var listed: [String] { uses.all.map { "\($0.user) \($0.count)" } }
    update("ann", 800)
    update("bob", 799)
    update("cat", 950)
    update("ann", 900, "reviews")
    #expect(listed == ["cat 950", "ann 900", "ann 800"])
    update("ann", 1_000)
    update("cat", 10)
    #expect(listed == ["ann 1000", "ann 900"])
    for number in 0..<30 { update("u\(number)", 830 + number) }
    #expect(uses.all.count == QuotaUses.maximumCount)
    #expect(listed.prefix(3) == ["ann 1000", "ann 900", "u29 859"])
    #expect(listed.last == "u12 842")
    update("empty", 0)
    uses.update(QuotaUse(user: "none", kind: "notes", count: 0, quota: 0))
    #expect(!listed.contains { $0.hasPrefix("none") })
  }
}
