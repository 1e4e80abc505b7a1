import CommandLineKit
import Messages
import ServiceRuntime
import Stores

/// `planner copy FROM TO`
package enum CopyPlans: ServiceCommand {
  package static let name = "copy"
  package static let usage = """
    planner copy FROM TO
          copies boards of pins and kept plans into empty stores, while nobody uses either; each is
          a home's folder data, or a server's postgresql://USER@HOST/DATABASE; its password comes
          from ~/.pgpass, or the file that PGPASSFILE names
    """

  static let boards = StoreCopy([
    .init(name: "board", key: ["id"], kind: "boards"),
    .init(name: "usual", key: ["id"], kind: "usual trips and places"),
    .init(name: "kept_reply", isNumbered: true, kind: "kept replies"),
  ])
  static let plans = StoreCopy([.init(name: "plan", isNumbered: true, kind: "plans")])

  /// - Throws: `UsageError`; `ServiceError`: `notFound` if there are no boards at FROM, `conflict`
  ///   if TO is not empty; `SchemaVersionError`, `SQLError`. Both stores of TO are then unchanged,
  ///   but for the one case that the last commit fails: then TO has the boards.
  package static func run(_ list: [String]) throws {
    let ends = try StoreCopy.ends(list)
    let from = PlannerStores(typed: ends.from)
    let to = PlannerStores(typed: ends.to)
    try from.boards.checkExistence(of: "boards")
    try from.plans.checkExistence(of: "plans")
    let bar = ProgressBar("planner")
    var copiedBoards: [String] = []
    // Within the transaction of the plans, so that nothing is copied where the boards cannot be.
    let copiedPlans = try plans.run(
      from: PlanStore.database(at: from.plans), to: PlanStore.database(at: to.plans),
      progress: bar.update
    ) {
      copiedBoards = try boards.run(
        from: PinBoardStore.database(at: from.boards), to: PinBoardStore.database(at: to.boards),
        progress: bar.update)
    }
    bar.finish("copied " + (copiedPlans + copiedBoards).joined(separator: ", "))
  }
}
