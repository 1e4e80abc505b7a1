import CommandLineKit
import FoundationEssentials
import ServiceRuntime
import Stores

/// `venue-store copy FROM TO`
package enum CopyVenues: ServiceCommand {
  package static let name = "copy"
  package static let usage = """
    venue-store copy FROM TO
          copies a store with all that people said into an empty one, while nobody uses either;
          each is a file, or a server's postgresql://USER@HOST/DATABASE; its password comes from
          ~/.pgpass, or the file that PGPASSFILE names
    """

  /// - Throws: `UsageError`; `ServiceError`: `notFound` if there is no store at FROM, `conflict` if
  ///   TO is not empty; `SchemaVersionError`, `SQLError`. TO is then unchanged.
  package static func run(_ list: [String]) throws {
    let ends = try StoreCopy.ends(list)
    let from = StoreLocation(typed: ends.from)
    try from.checkExistence(of: "venues")
    let bar = ProgressBar("venue-store")
    let counts = try VenueStoreCopy.run(
      from: VenueDatabase(at: from), to: VenueDatabase(at: StoreLocation(typed: ends.to)),
      progress: bar.update)
    bar.finish("copied " + counts.joined(separator: ", "))
  }
}
