package import Messages

/// The operations that HTTP clients may call. All others are not found.
package enum OperationTable {
  package static let requests = Contract.requests.filter { $0.operation.isPublic }

  private static let byName = Dictionary(
    uniqueKeysWithValues: requests.map { ($0.operation.name, $0) })

  /// The request named `planner.plan/1`, or `planner.plan` for its first version.
  package static func request(named name: String) -> (any RequestMessage.Type)? {
    byName[name] ?? byName[name + "/1"]
  }
}
