import Messages
import Testing

@Suite struct VenueTests {
  @Test(
    arguments: [
      ("places", "fuel", true), ("places", "juice-bar", true), ("driving", "charging", true),
      ("food-and-drink", "atm", false), ("shopping", "supermarket", true), ("money", "fuel", false),
      ("food-and-drink", "coffee", true), ("food-and-drink", "drinks", true),
      ("food-and-drink", "juice-bar", true), ("food-and-drink", "food-and-drink", true),
      ("drinks", "pub", true), ("drinks", "coffee", false), ("drinks", "juice-bar", false),
      ("hot-drinks", "tea", true), ("sweet", "ice-cream", true), ("meals", "fast-food", true),
      ("pub", "drinks", false), ("coffee", "food-and-drink", false), ("coffee", "coffee", true),
      ("juice-bar", "juice-bar", true), ("juice-bar", "coffee", false),
    ] as [(VenueCategory, VenueCategory, Bool)])
  func aWiderCategoryCoversANarrowerOne(
    _ wide: VenueCategory, _ narrow: VenueCategory, _ expected: Bool
  ) {
    #expect(wide.covers(narrow) == expected)
  }

  @Test func everyWordIsInTheTreeOnce() {
    let tree = VenueCategory.tree
    #expect(Set(tree).count == tree.count)
    #expect(Set(VenueCategory.common).isSubset(of: tree))
    for (index, category) in tree.enumerated() {
      let parent = category.parent.map { tree.firstIndex(of: $0) ?? tree.count } ?? -1
      #expect(parent < index, "\(category) is before its parent")
    }
    #expect(VenueCategory.root.parent == nil)
    #expect(VenueCategory("juice-bar").parent == .foodAndDrink)
    #expect(VenueCategory.foodAndDrink.parent == .root)
  }

  @Test(
    "a category is known by any word for it, and by OpenStreetMap's value",
    arguments: [
      ("atm", "atm"), ("Geldautomaten", "atm"), ("charging", "charging"),
      ("borne de recharge", "charging"),
      ("charging_station", "charging"), ("amenity=charging_station", "charging"),
      ("doityourself", "hardware"), ("Apotheke", "pharmacy"), ("АЗС", "fuel"),
      ("pharmacies", "pharmacy"),
      ("veterinary", "vet"), ("WC", "toilets"), ("Packstation", "parcel-locker"),
      ("leisure", "leisure"),
      ("ice_cream", "ice-cream"), ("cafe", "coffee"), ("cinema", "cinema"), ("juice-bar", nil),
      ("railway=station", nil), ("station", nil), ("", nil),
    ] as [(String, VenueCategory?)])
  func words(_ word: String, _ expected: VenueCategory?) {
    #expect(VenueCategory.named(word) == expected)
  }

  @Test func fewReviewsCountLess() throws {
    let one = try #require(VenueRating(count: 1, stars: 5))
    let many = try #require(VenueRating(count: 100, stars: 480))
    #expect(one.mean == 3.75)
    #expect(many.mean == 4.74)
    #expect(VenueRating(count: 0, stars: 0) == nil)
  }

  @Test("the mean of the stars alone is recovered from the weighted one")
  func plainMean() throws {
    for count in 1...300 {
      for stars in stride(from: count, through: 5 * count, by: max(1, count / 7)) {
        let rating = try #require(VenueRating(count: count, stars: stars))
        let error = abs(rating.plainMean - Double(stars) / Double(count))
        #expect(error < (count < 95 ? 1e-9 : 0.006), "\(stars) stars of \(count) reviews")
      }
    }
  }

  /// A million of them may be in memory. The bits of 32 attributes take eight bytes, as do a
  /// charger's power, and the names in languages of a venue that has none.
  @Test func aVenueIsSmall() {
    #expect(MemoryLayout<Venue>.stride <= 216)
  }
}
