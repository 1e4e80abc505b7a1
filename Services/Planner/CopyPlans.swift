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
    .init("board", key: ["id"], kind: "boards"),
    .init("kept_reply", isNumbered: true, kind: "kept replies"),
  ])
  static let plans = StoreCopy([.init("plan", isNumbered: true, kind: "plans")])

  /// - Throws: `UsageError`; `ServiceError`: `notFound` if there are no boards at FROM, `conflict`
  ///   if TO is not empty; `NewerSchemaError`, `SQLError`. The store of TO that fails is then
  ///   unchanged.
  package static func run(_ list: [String]) throws {
    let ends = try StoreCopy.ends(list)
    let from = PlannerStores(typed: ends.from)
    let to = PlannerStores(typed: ends.to)
    try from.boards.checkExistence(of: "boards")
    try from.plans.checkExistence(of: "plans")
    let bar = ProgressBar("planner")
    let counts =
      try plans.run(
        from: PlanStore.database(at: from.plans), to: PlanStore.database(at: to.plans),
        progress: bar.update)
      + boards.run(
        from: PinBoardStore.database(at: from.boards), to: PinBoardStore.database(at: to.boards),
        progress: bar.update)
    bar.finish("copied " + counts.map(\.description).joined(separator: ", "))
  }
}
