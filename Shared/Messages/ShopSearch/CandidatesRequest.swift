package import Geography

/// The state of the replica that a reply is based on.
@Memberwise package struct ReplicaState: Codable, Sendable, Hashable {
  package let position: StreamPosition
  /// The number of venues in the replica.
  package let venues: Int
  /// Whether the replica follows its source now; `false` while the source is unavailable.
  package let isCurrent: Bool
}

/// Finds every venue that a driver could visit between two points within a time.
///
/// A venue is omitted only if the straight lines to and from it could not be driven in time at
/// `RouterLimits.topSpeedMetersPerSecond`, so no feasible one is missing. Fails with
/// `invalidRequest`, and with `unavailable` until the replica of the venues is complete for the
/// first time.
@Memberwise package struct CandidatesRequest: RequestMessage, Hashable {
  package typealias Reply = CandidatesReply
  package static let operation = Operation(.shopSearch, "candidates", version: 2)

  package let origin: Coordinate
  package let destination: Coordinate
  /// This category and those below it in the tree.
  package let category: VenueCategory
  /// The time for driving both legs; may be negative, if nothing is feasible.
  package let drivingSeconds: Int
  /// The reply has at least this many venues, if they exist, even if none is feasible: those
  /// with the smallest straight-line detour. 0 ... `ShopSearchLimits.maximumCandidates`; default
  /// 10.
  package let minimum: Int?
  /// Any of these, instead of `category`.
  package let categories: [VenueCategory]?
  /// Further criteria, except category and hours, which are ignored.
  package let filter: VenueFilter?
  /// Whether the shops have their brands and ratings; default false.
  package let traits: Bool?
  /// Whether the reply has every venue that matches, up to `ShopSearchLimits.maximumInventory`,
  /// however long it takes to drive there; default false.
  package let everything: Bool?
  /// With `everything`: the position of a reply that the caller still has. The reply has no shops
  /// if they are the same.
  package let unless: StreamPosition?
}

extension CandidatesRequest {
  /// The longest straight-line way, origin to venue to destination, of any venue that can be
  /// visited within the driving time; `nil` where none can.
  ///
  /// Let o, s, d be the three points and o′, s′, d′ the positions on the road that the router snaps
  /// them to. Great-circle distances satisfy the triangle inequality, so:
  ///
  ///     os + sd ≤ oo′ + o′s′ + s′s + ss′ + s′d′ + d′d
  ///
  /// 1. Each of the four distances between a point and its road position is at most
  ///    `RouterLimits.maximumSnapMeters`; the router rejects points farther from a road.
  /// 2. A road is not shorter than the straight line between its ends, and the speed is at most
  ///    `RouterLimits.topSpeedMetersPerSecond`: o′s′ + s′d′ is at most the driving time times that.
  /// 3. The router rounds down to whole seconds: each of the two legs may be up to a second longer.
  /// 4. The router measures roads as `Coordinate.distance` does. Rounding, or a measurement on the
  ///    ellipsoid, would differ by at most 0.6 %.
  package var longestWayMeters: Meters? {
    if drivingSeconds < 0 { return nil }
    let driven = (Double(drivingSeconds) + 2) * RouterLimits.topSpeedMetersPerSecond
    return driven * 1.006 + 4 * RouterLimits.maximumSnapMeters
  }
}

@Memberwise package struct CandidatesReply: Codable, Sendable, Hashable {
  /// By straight-line detour, smallest first; of equal ones the lesser identifier first.
  package let shops: PackedShops
  /// The number of venues of the category.
  package let inCategory: Int
  /// How many feasible venues were omitted because the reply was full; 0 means that none is
  /// missing.
  package let omitted: Int
  package let replica: ReplicaState
  /// Whether the shops are those of `CandidatesRequest.unless`, and left out; absent if not.
  package let isUnchanged: Bool?
}

/// The part of a venue that the planner needs to select candidates.
@Memberwise package struct Shop: Sendable, Hashable {
  package let id: VenueID
  package let coordinate: Coordinate
  /// As `Venue.openingHours`.
  package let openingHours: String?
  /// Equal for the same brand, however it is written; if `CandidatesRequest.traits` are requested.
  package let brand: String?
  /// The mean of the reviews in hundredths of a star, 0 without any; if they are requested.
  package var rating: Int = 0
}

extension Shop {
  package init(_ venue: Venue) {
    self.init(
      id: venue.id, coordinate: venue.coordinate, openingHours: venue.openingHours,
      brand: venue.brand, rating: venue.rating.map { Int(($0.mean * 100).rounded()) } ?? 0)
  }
}

/// A compact array of shops: one array for each field.
///
/// Encoding and decoding ten thousand whole venues takes 60 ms.
package struct PackedShops: Codable, Sendable, Hashable {
  private let ids: PackedTexts
  private let coordinates: PackedCoordinates
  /// Every distinct value of the opening hours.
  private let hours: PackedTexts
  /// For each shop the index of its value in `hours`; none if it has no hours.
  private let hoursNumbers: PackedNumbers
  private let traits: PackedTraits?

  /// - Parameter hoursNumbers: by shop, its index in `hours`, if any.
  package init(
    ids: PackedTexts, coordinates: [Coordinate], hours: [String], hoursNumbers: PackedNumbers,
    traits: PackedTraits? = nil
  ) {
    self.ids = ids
    self.coordinates = PackedCoordinates(coordinates)
    self.hours = PackedTexts(hours)
    self.hoursNumbers = hoursNumbers
    self.traits = traits
  }

  /// - Parameter hasTraits: whether the brands and ratings are included.
  package init(_ shops: [Shop], hasTraits: Bool = false) {
    let hours = Set(shops.compactMap(\.openingHours)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(hours, Int32(0)...))
    self.init(
      ids: PackedTexts(shops.map(\.id.rawValue)), coordinates: shops.map(\.coordinate),
      hours: hours,
      hoursNumbers: PackedNumbers(shops.map { $0.openingHours.flatMap { numbers[$0] } }),
      traits: hasTraits
        ? PackedTraits(brands: shops.map(\.brand), ratings: shops.map { Int32($0.rating) }) : nil)
  }

  package var count: Int { coordinates.count }

  /// Every shop; `nil` if the arrays do not match each other.
  package var shops: [Shop]? {
    guard let ids = ids.texts, let hours = hours.texts else { return nil }
    let (positions, numbers) = (coordinates.coordinates, hoursNumbers.numbers)
    guard ids.count == positions.count, ids.count == numbers.count,
      numbers.allSatisfy({ $0.map { hours.indices.contains(Int($0)) } ?? true })
    else { return nil }
    let (brands, ratings) = (traits?.shopBrands, traits?.ratings.numbers)
    guard traits == nil || (brands?.count == ids.count && ratings?.count == ids.count) else {
      return nil
    }
    return ids.indices.map { index in
      Shop(
        id: VenueID(rawValue: ids[index]), coordinate: positions[index],
        openingHours: numbers[index].map { hours[Int($0)] }, brand: brands?[index],
        rating: Int(ratings?[index] ?? 0))
    }
  }
}

/// The brands and ratings of packed shops.
package struct PackedTraits: Codable, Sendable, Hashable {
  /// Every distinct brand.
  private let brands: PackedTexts
  /// For each shop the index of its brand in `brands`; none if it has no brand.
  private let brandNumbers: PackedNumbers
  /// As `Shop.rating`.
  fileprivate let ratings: PackedNumbers

  /// Both by shop.
  package init(brands: [String?], ratings: [Int32]) {
    var numbers: [String: Int32] = [:]
    var distinct: [String] = []
    brandNumbers = PackedNumbers(
      brands.map { brand in
        guard let brand else { return nil }
        if let known = numbers[brand] { return known }
        numbers[brand] = Int32(distinct.count)
        distinct.append(brand)
        return Int32(distinct.count - 1)
      })
    self.brands = PackedTexts(distinct)
    self.ratings = PackedNumbers(cells: ratings)
  }

  /// The brand of each shop; `nil` if the arrays do not match each other.
  fileprivate var shopBrands: [String?]? {
    guard let texts = brands.texts else { return nil }
    let numbers = brandNumbers.numbers
    guard numbers.allSatisfy({ $0.map { texts.indices.contains(Int($0)) } ?? true }) else {
      return nil
    }
    return numbers.map { $0.map { texts[Int($0)] } }
  }
}

/// Asks for the full data of a few venues, such as those of a plan's options.
///
/// Fails with `invalidRequest` for too many, and with `unavailable` until the replica of the venues
/// is complete for the first time.
@Memberwise package struct ShopDetailsRequest: RequestMessage, Hashable {
  package typealias Reply = ShopDetailsReply
  package static let operation = Operation(.shopSearch, "details", version: 1, isPublic: true)

  /// At most `ShopSearchLimits.maximumDetails`.
  package let ids: [VenueID]
}

@Memberwise package struct ShopDetailsReply: Codable, Sendable, Hashable {
  /// In the requested order; closed venues are omitted.
  package let venues: [Venue]
  package let replica: ReplicaState
}

/// The limits of shop search's requests and replies.
package enum ShopSearchLimits {
  /// Venues of `CandidatesRequest.everything`: as many as the router compares.
  package static let maximumInventory = RouterLimits.maximumDetourStops
  package static let maximumNearby = 500
  /// Of `VenueFilter.venueIDs`: as many as a user may have favourites.
  package static let maximumVenueIDs = VenueLimits.maximumFavourites
  /// Of a filter's texts.
  package static let maximumFilterBytes = 200
  /// Of `HoursFilter.seconds`: a day.
  package static let maximumOpenSeconds = 24 * 3600
  /// How far ahead a venue's next change is searched: a week.
  package static let hoursHorizonSeconds = 7 * 24 * 3600
  /// Venues of a list that follows a device.
  package static let maximumWatched = 50
  package static let maximumRadiusMeters: Meters = 100_000
  package static let maximumCandidates = 10_000
  package static let maximumDetails = 500
}
