import CommandLineKit
import Files
import FoundationEssentials
import Messages

/// The copies of the users' favourites on this machine, for when the venue store is unavailable.
///
/// One file in the stack's directory, readable by its owner only. A change is on disk before it is
/// acknowledged; several processes change it one after the other.
struct FavouriteFile: Sendable {
  private struct Contents: Codable {
    /// A random ID of this machine, which its marks carry. Drawn when the file is created.
    var device: DeviceID
    var users: [String: FavouriteReplica] = [:]
  }

  private static let folder = "client"

  private let home: Home
  private let file: RewrittenFile

  /// - Parameter home: the stack's directory.
  init(home: String) {
    self.home = Home(directory: home)
    file = RewrittenFile("\(self.home.directory)/\(Self.folder)/favourites.json", isPrivate: true)
  }

  /// The copy of a user's favourites.
  ///
  /// - Throws: `FileError`; `FavouriteFileError` for a damaged file.
  func replica(of user: String) throws -> FavouriteReplica {
    try read()?.users[user] ?? FavouriteReplica()
  }

  /// Changes the copy of a user's favourites. The change is on disk when this returns.
  ///
  /// - Throws: `HomeError`, `FileError`; `FavouriteFileError` for a damaged file. It is then
  ///   unchanged.
  func change<Result>(
    _ user: String, _ body: (inout FavouriteReplica, DeviceID) -> Result
  ) throws -> Result {
    _ = try home.privateDirectory(Self.folder)
    return try file.whileLocked {
      var contents = try read() ?? Contents(device: Self.newDevice())
      let old = contents.users[user]
      var replica = old ?? FavouriteReplica()
      let result = body(&replica, contents.device)
      if replica != old {
        contents.users[user] = replica
        try file.write(try MessageCoder.encode(contents))
      }
      return result
    }
  }

  /// Forgets a user's favourites. The change is on disk when this returns.
  ///
  /// - Returns: whether there were any.
  /// - Throws: as `change`.
  func forget(_ user: String) throws -> Bool {
    guard try read() != nil else { return false }
    return try file.whileLocked {
      guard var contents = try read(), contents.users.removeValue(forKey: user) != nil else {
        return false
      }
      try file.write(try MessageCoder.encode(contents))
      return true
    }
  }

  private static func newDevice() -> DeviceID {
    DeviceID(rawValue: String(UInt64.random(in: .min ... .max), radix: 36))
  }

  private func read() throws -> Contents? {
    guard let data = try file.contents() else { return nil }
    do {
      return try MessageCoder.decode(Contents.self, from: data)
    } catch {
      throw FavouriteFileError(damaged: file.path, "\(error)")
    }
  }
}

/// The file of favourites is damaged.
struct FavouriteFileError: Error, CustomStringConvertible {
  let description: String

  init(damaged path: String, _ reason: String) {
    description = """
      \(path) cannot be read: \(reason) Move it away; what the venue store has comes back by itself.
      """
  }
}
