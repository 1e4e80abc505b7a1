package import Messages
import SQL

extension VenueDatabase {
  /// The category tree with the number of venues in each category.
  ///
  /// - Throws: `SQLError`.
  package func categories() throws -> CategoriesReply {
    let own = try venueTable.countsByCategory()
    var total: [VenueCategory: Int] = [:]
    for (category, count) in own {
      var next: VenueCategory? = category
      while let ancestor = next {
        total[ancestor, default: 0] += count
        next = ancestor.parent
      }
    }
    let others = Set(own.keys).subtracting(VenueCategory.tree).sorted()
    return CategoriesReply(
      categories: (VenueCategory.tree + others).map {
        CategoryCount(
          category: $0, parent: $0.parent, own: own[$0] ?? 0, total: total[$0] ?? 0)
      })
  }
}
