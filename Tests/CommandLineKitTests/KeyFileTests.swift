import CommandLineKit
import Foundation
import Glibc
import MessageBus
import Messages
import TestSupport
import Testing

/// The keys in the home.
struct KeyFileTests {
  private let ann = Caller(name: "ann", scope: .write, user: "ann")

  @Test("a key that was added counts until it is revoked, and its token is not in the file")
  func life() throws {
    try TemporaryDirectory.with { folder in
      let path = folder.path(KeyFile.fileName)
      let token = try KeyFile.add(ann, to: path)
      let operators = try KeyFile.add(Caller(name: "ops", scope: .admin), to: path)
      #expect(throws: KeyFileError.nameTaken("ann")) { try KeyFile.add(ann, to: path) }
      let keys = try KeyFile(path: path)
      #expect(keys.caller(of: token) == ann)
      #expect(keys.caller(of: operators)?.user == nil)
      #expect(keys.caller(of: token + "x") == nil)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(!text.contains(token) && !text.contains(operators))
      #expect(
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
          == 0o600)
      #expect(try KeyFile.revoke("ann", in: path) == 1)
      #expect(try KeyFile(path: path).caller(of: token) == nil)
      #expect(try KeyFile(path: path).caller(of: operators) != nil)
      #expect(try KeyFile.revoke("ann", in: path) == 0)
    }
  }

  /// What takes no lock, an editor for instance.
  private func write(_ contents: Data, over path: String) {
    let new = path + ".other"
    _ = FileManager.default.createFile(
      atPath: new, contents: contents, attributes: [.posixPermissions: 0o600])
    rename(new, path)
  }

  @Test("a revocation that something else undoes at once is not reported")
  func undone() throws {
    try TemporaryDirectory.with { folder in
      let path = folder.path(KeyFile.fileName)
      _ = try KeyFile.add(ann, to: path)
      let old = try Data(contentsOf: URL(filePath: path))
      let isDone = Locked(false)
      let other = NamedThread("other") {
        while !isDone.withLock({ $0 }) { write(old, over: path) }
      }
      defer {
        isDone.withLock { $0 = true }
        other.join()
      }
      // Between a write and the look at it the disk is waited for, so that the other comes between
      // at one of the first times.
      let end = ContinuousClock.now + .patience
      var isNoticed = false
      while !isNoticed, ContinuousClock.now < end {
        do { _ = try KeyFile.revoke(ann.name, in: path) } catch KeyFileError.changed {
          isNoticed = true
        }
      }
      #expect(isNoticed)
    }
  }

  @Test("lines that people wrote are kept, and their tokens count")
  func byHand() throws {
    try TemporaryDirectory.with { folder in
      let token = "a-token-of-some-length-1"
      let path = try folder.write("# people\n\n\(token) read bob\n".utf8, to: KeyFile.fileName)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      _ = try KeyFile.add(ann, to: path)
      #expect(try KeyFile(path: path).caller(of: token)?.name == "bob")
      #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("# people\n\n"))
    }
  }

  @Test("a file that others may read, or that is not understood, is refused")
  func refused() throws {
    func keys(_ text: String, mode: Int = 0o600) throws -> KeyFile {
      try TemporaryDirectory.with { folder in
        let path = try folder.write(text.utf8, to: KeyFile.fileName)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return try KeyFile(path: path)
      }
    }
    let token = "a-token-of-some-length-1"
    #expect(throws: KeyFileError.self) { try keys("\(token) read\n", mode: 0o640) }
    #expect(throws: KeyFileError.self) { try keys("short read\n") }
    #expect(throws: KeyFileError.self) { try keys("\(token) everything\n") }
    #expect(throws: KeyFileError.self) { try keys("sha256:0123456789abcdef read ann\n") }
    #expect(try KeyFile(path: "/nowhere").callers.isEmpty)
  }
}
