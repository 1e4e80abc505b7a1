import Geography
import Messages
import Time

extension Fixture {
  static let people = [
    Fixture(review),
    Fixture(
      Review(
        user: "bob", venueID: "osm/way/99", venueName: "Bar ohne Namen", stars: 2,
        writtenAt: breakfast, changedAt: breakfast), "minimal"),
    Fixture(
      ReviewPutRequest(
        user: "ada", venueID: "osm/node/1234", stars: 5, text: "The cannoli!\nAnd the opera.")),
    Fixture(ReviewRemoveRequest(user: "ada", venueID: "osm/node/1234")),
    Fixture(ReviewListRequest(venueID: "osm/node/1234", before: 17, limit: 20)),
    Fixture(ReviewListRequest(user: "ada"), "user"),
    Fixture(ReviewListReply(reviews: [review], next: 12)),
    Fixture(note),
    Fixture(NotePutRequest(user: "ada", venueID: "osm/node/1234", text: "Cash only.")),
    Fixture(NoteRemoveRequest(user: "ada", venueID: "osm/node/1234")),
    Fixture(NoteListRequest(user: "ada", before: 17, limit: 20)),
    Fixture(NoteListReply(notes: [note], next: nil)),
    Fixture(VenueRemarksRequest(id: "osm/node/1234", user: "ada", limit: 3)),
    Fixture(
      VenueRemarks(newest: [review], review: review, note: note, favouriteSince: breakfast)),
    Fixture(deal),
    Fixture(
      DealAddRequest(
        venueID: "osm/node/1234", text: "Two for one", starts: breakfast,
        ends: breakfast.adding(seconds: 3_600))),
    Fixture(DealRemoveRequest(id: "7")),
    Fixture(DealListRequest(at: breakfast, venueID: "osm/node/1234", after: "6", limit: 50)),
    Fixture(DealListReply(deals: [deal], next: "7", damaged: ["3"])),
    Fixture(DealPublished(deal: deal)),
    Fixture(CategoriesRequest()),
    Fixture(
      CategoriesReply(categories: [
        CategoryCount(category: .root, parent: nil, own: 0, total: 423),
        CategoryCount(category: .hotDrinks, parent: .root, own: 0, total: 420),
        CategoryCount(category: .coffee, parent: .hotDrinks, own: 418, total: 418),
        CategoryCount(category: "juice-bar", parent: .root, own: 3, total: 3),
        CategoryCount(
          category: "fuel", parent: "driving", own: 9, total: 9, label: "Petrol station",
          icon: "⛽", usualStaySeconds: 480),
      ])),
  ]

  static let personalData = [
    Fixture(VenueStoreEraseRequest(subject: DataSubject(user: "ada"), after: 1_001)),
    Fixture(VenueStoreExportRequest(subject: DataSubject(user: "ada"))),
    Fixture(PlannerEraseRequest(subject: DataSubject(user: "ada"))),
    Fixture(PlannerExportRequest(subject: DataSubject(device: "ada.phone"))),
    Fixture(MonitorEraseRequest(subject: DataSubject(device: "ada.phone"))),
    Fixture(MonitorExportRequest(subject: DataSubject(user: "ada"), after: 20_000)),
    Fixture(EraseReply(rows: ["event": 7, "watch": 1], next: 20_000)),
    Fixture(ExportReply(rows: ["note": [["text": "Cash only.", "venue_id": "osm/node/1234"]]])),
  ]

  private static let review = Review(
    user: "ada", venueID: "osm/node/1234", venueName: "Caffè Trieste",
    venueNames: NamesByLanguage(["de": "Kaffeehaus Triest"]), stars: 5,
    text: "The cannoli!\nAnd the opera.", writtenAt: breakfast,
    changedAt: breakfast.adding(seconds: 86_400))
  private static let note = Note(
    venueID: "osm/node/1234", venueName: "Caffè Trieste",
    venueNames: NamesByLanguage(["de": "Kaffeehaus Triest"]), text: "Cash only.",
    changedAt: breakfast)
  private static let deal = Deal(
    id: "7", venueID: "osm/node/1234", venueName: "Caffè Trieste",
    venueNames: NamesByLanguage(["de": "Kaffeehaus Triest"]), text: "Two for one",
    starts: breakfast, ends: breakfast.adding(seconds: 3_600))

  static let favourites = [
    Fixture(FavouriteMergeRequest(user: "ada", marks: [mark], cursor: 41)),
    Fixture(
      FavouriteMergeReply(
        marks: [
          MergedFavourite(mark: mark, venue: barelyKnownVenue),
          MergedFavourite(
            mark: FavouriteMark(
              venueID: "osm/node/1", addedAt: nil,
              stamp: FavouriteStamp(milliseconds: 1_795_276_800_002, device: "store")),
            venue: nil),
        ], cursor: 43, hasMore: false,
        refused: [RefusedMark(venueID: "osm/node/9", reason: .unknownVenue)],
        restart: .cursorTooOld, time: breakfast)),
    Fixture(
      VenueMatchRequest(places: [
        VenueDescription(
          id: "osm/way/99", name: "Bar ohne Namen",
          coordinate: Coordinate(latitude: -33.5, longitude: 151), address: "1 Pub Lane, Sydney"),
        VenueDescription(name: "Nowhere"),
      ])),
    Fixture(
      VenueMatchReply(matches: [MatchedVenue(venue: barelyKnownVenue), MatchedVenue(venue: nil)])
    ),
  ]

  private static let mark = FavouriteMark(
    venueID: "osm/way/99", addedAt: breakfast,
    stamp: FavouriteStamp(milliseconds: 1_795_276_800_000, counter: 1, device: "phone-5f1c"))
}
