import CommandLineKit
import FoundationEssentials
import Messages
import PostgreSQL
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
  ///   TO is not empty; `NewerSchemaError`, `SQLError`. TO is then unchanged.
  package static func run(_ list: [String]) throws {
    let words = try Arguments(parsing: list).positionals(["FROM", "TO"])
    guard !words.contains(where: ServerURL.hasPassword) else {
      throw UsageError(
        """
        A password on the command line is seen by everybody who lists processes. Leave it out of \
        the URL, and write the line HOST:PORT:DATABASE:USER:PASSWORD into ~/.pgpass, or the file \
        that PGPASSFILE names, closed to others with chmod 600.
        """)
    }
    let (from, to) = (StoreLocation(typed: words[0]), StoreLocation(typed: words[1]))
    let source = try VenueDatabase(existingAt: from)
    let bar = ProgressBar("venue-store")
    let counts = try StoreCopy.run(from: source, to: VenueDatabase(at: to)) { bar.update($0, $1) }
    bar.finish("copied " + counts.map(\.description).joined(separator: ", "))
  }
}
