package import CommandLineKit
import Files
import FoundationEssentials
import MessageBus
import Messages

/// The files through which all router instances of a stack share the traffic.
///
/// | file | holds | until |
/// |---|---|---|
/// | `router-traffic.json` in the run directory | the whole state | the stack is stopped |
/// | `router-traffic.json` in the data folder | the roads set with `keep` | for ever |
///
/// The first is read where it exists, else the second. Instances change them one after the other;
/// readers need no lock.
package struct TrafficStore: Sendable {
  static let fileName = "router-traffic.json"

  private let shared: RewrittenFile
  private let durable: RewrittenFile

  /// - Throws: `HomeError` where the home has no room for them.
  package init(_ home: Home) throws(HomeError) {
    durable = RewrittenFile(try home.dataFile(Self.fileName), isPrivate: true)
    try home.makeRunDirectory()
    shared = RewrittenFile(
      home.runDirectory.path + "/" + home.regional(Self.fileName), isPrivate: true)
  }

  /// The version of the shared file: while it stays the same, `read` returns the same state.
  var version: FileVersion? { shared.version }

  /// The state that all routers share.
  ///
  /// - Throws: `TrafficFileError` where a file is damaged; `FileError`.
  func read() throws -> TrafficState {
    if let state = try Self.read(shared) { return state }
    return try Self.read(durable) ?? .empty
  }

  /// Changes the state while no other instance does. If `body` returns the state it was given, the
  /// files are not written.
  ///
  /// - Parameters:
  ///   - known: the caller's state, used where the shared file is missing or older.
  ///   - body: makes the next state.
  ///   - onWritten: called once the files are written, before the next change can begin; must not
  ///     wait.
  /// - Throws: what `body` throws; `TrafficFileError` where a file is damaged; `FileError`.
  func update(
    known: TrafficState, _ body: (TrafficState) throws -> TrafficState,
    onWritten: (TrafficState) -> Void
  ) throws -> TrafficState {
    try shared.whileLocked {
      let stored = try Self.read(shared) ?? known
      let before = known.version > stored.version ? known : stored
      let after = try body(before)
      guard after != before else { return before }
      // The shared file first: an instance killed in between has not acknowledged that the change
      // is kept.
      try shared.write(try MessageCoder.encodePretty(after))
      try durable.write(try MessageCoder.encodePretty(after.afterStop))
      // Waits for nobody, and belongs here: routers on other machines drop a change that they hear
      // of after a later one.
      onWritten(after)
      return after
    }
  }

  private static func read(_ file: RewrittenFile) throws -> TrafficState? {
    guard let data = try file.contents() else { return nil }
    do throws(ServiceError) {
      return try MessageCoder.decode(TrafficState.self, from: data)
    } catch {
      throw TrafficFileError(damaged: file.path, error.message)
    }
  }
}

/// A file of live traffic is damaged.
package struct TrafficFileError: Error, Hashable, CustomStringConvertible {
  package let description: String

  fileprivate init(damaged path: String, _ reason: String) {
    description = "Reading the live traffic \(path): \(reason) Correct the file or remove it."
  }
}
