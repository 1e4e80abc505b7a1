import CommandLineKit
import Files
import FoundationEssentials
import Glibc
import Messages

/// The plan that was printed last, on this machine, so that `open 2` needs no service and means the
/// list that the user has seen.
struct LastPlan: Codable, Sendable, Hashable {
  let plan: Plan
  let profile: TravelProfile

  private static let folder = "client"
  private static let name = "last-plan.json"

  /// Where a stack's directory has it.
  static func path(home: String) -> String { "\(home)/\(folder)/\(name)" }

  /// The plan that was kept last in a stack's directory, or `nil`, also
  /// if this version cannot read it.
  static func read(home: String) -> LastPlan? {
    guard let data = FileManager.default.contents(atPath: path(home: home)) else {
      return nil
    }
    return try? MessageCoder.decode(LastPlan.self, from: data)
  }

  /// Keeps the plan, readable by its owner only. A plan that cannot be kept is still answered: the
  /// next `open` does not find it.
  ///
  /// - Returns: whether it is kept.
  @discardableResult
  func keep(home: String) -> Bool {
    // Without the sockets of a stack the directory is not one.
    guard access(home + "/run", F_OK) == 0, let data = try? MessageCoder.encode(self),
      let folder = try? Home(directory: home).privateDirectory(Self.folder)
    else { return false }
    return (try? RewrittenFile("\(folder)/\(Self.name)", isPrivate: true).write(data)) != nil
  }
}
