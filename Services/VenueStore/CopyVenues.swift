import FoundationEssentials
import Messages
import ServiceRuntime

/// `venue-store copy FROM TO`
package enum CopyVenues: ServiceCommand {
  package static let name = "copy"
  package static let usage = """
    venue-store copy FROM TO
          copies a store with all that people said into an empty one, while nobody uses either;
          each is a file, or a server's postgresql://USER@HOST/DATABASE
    """

  /// - Throws: `UsageError`; `ServiceError`: `notFound` where there is no store at FROM, `conflict`
  ///   where TO holds something; `NewerSchemaError`, `SQLError`: TO is then as it was.
  package static func run(_ list: [String]) throws {
    let words = try Arguments(parsing: list).positionals(["FROM", "TO"])
    let (from, to) = (VenueStoreLocation(typed: words[0]), VenueStoreLocation(typed: words[1]))
    let source = try VenueDatabase(existingAt: from)
    let bar = ProgressBar("venue-store")
    let counts = try StoreCopy.run(from: source, to: VenueDatabase(at: to)) { bar.update($0, $1) }
    bar.finish("copied " + counts.map(\.description).joined(separator: ", "))
  }
}
