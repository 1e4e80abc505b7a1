import Files
import Foundation
import Glibc
import TestSupport
import Testing

/// Files that are rewritten as a whole.
struct RewrittenFileTests {
  private static func text(_ path: String) throws -> String {
    String(decoding: try #require(try RewrittenFile(path).contents()), as: UTF8.self)
  }

  private static func status(_ path: String) throws -> stat {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status
  }

  private static func write(_ text: String, to path: String) throws {
    try RewrittenFile(path).write(Data(text.utf8))
  }

  @Test("a rewrite is another file of the same name, mode and owner; nothing else is left")
  func replaced() throws {
    try TemporaryDirectory.with { folder in
      let path = try folder.write("old".utf8, to: "file")
      chmod(path, 0o640)
      let isRoot = geteuid() == 0
      if isRoot { chown(path, 65_534, 65_533) }
      let before = try Self.status(path)
      try Self.write("new", to: path)
      let after = try Self.status(path)
      #expect(try Self.text(path) == "new")
      #expect(before.st_ino != after.st_ino)
      #expect(after.st_mode & 0o7777 == 0o640)
      #expect((after.st_uid, after.st_gid) == (before.st_uid, before.st_gid))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
    }
  }

  @Test("a new file is private if that is asked for, and there is nothing to read before")
  func new() throws {
    try TemporaryDirectory.with { folder in
      let file = RewrittenFile(folder.path("file"), isPrivate: true)
      #expect(try file.contents() == nil)
      #expect(file.version == nil)
      try file.write(Data("a".utf8))
      #expect(try Self.status(file.path).st_mode & 0o7777 == 0o600)
      chmod(file.path, 0o744)
      try file.write(Data("b".utf8))
      #expect(try Self.status(file.path).st_mode & 0o7777 == 0o700)
    }
  }

  @Test("links are followed, also one that leads to nothing yet, and stay")
  func links() throws {
    try TemporaryDirectory.with { folder in
      try FileManager.default.createDirectory(
        atPath: folder.path("far"), withIntermediateDirectories: false)
      symlink("far/file", folder.path("near"))
      symlink("near", folder.path("link"))
      for text in ["first", "second"] {
        try Self.write(text, to: folder.path("link"))
        #expect(try Self.text(folder.path("far/file")) == text)
      }
      for link in ["link", "near"] {
        #expect(try Self.status(folder.path(link)).st_mode & S_IFMT == S_IFLNK)
      }
      symlink("round", folder.path("round"))
      #expect(throws: FileError.self) { try Self.write("x", to: folder.path("round")) }
    }
  }

  @Test("what is no plain file is written into: a pipe, a device")
  func inPlace() throws {
    try TemporaryDirectory.with { folder in
      let pipe = folder.path("pipe")
      #expect(mkfifo(pipe, 0o600) == 0)
      // Open for both, so that nobody waits for the other end.
      let descriptor = open(pipe, O_RDWR)
      defer { close(descriptor) }
      symlink(pipe, folder.path("link"))
      try Self.write("through", to: folder.path("link"))
      var bytes = [UInt8](repeating: 0, count: 20)
      #expect(read(descriptor, &bytes, bytes.count) == 7)
      #expect(try Self.status(pipe).st_mode & S_IFMT == S_IFIFO)

      #expect(throws: FileError.self) { try Self.write("x", to: folder.path) }
      // Devices of our own, lest a mistake replaces the system's: /dev/null and /dev/full.
      guard mknod(folder.path("null"), S_IFCHR | 0o600, 0x103) == 0,
        mknod(folder.path("full"), S_IFCHR | 0o600, 0x107) == 0
      else { return }
      try Self.write("gone", to: folder.path("null"))
      #expect(throws: FileError.self) { try Self.write("x", to: folder.path("full")) }
      for device in ["null", "full"] {
        #expect(try Self.status(folder.path(device)).st_mode & S_IFMT == S_IFCHR)
      }
    }
  }

  @Test("a file of two names keeps both")
  func hardLink() throws {
    try TemporaryDirectory.with { folder in
      let path = try folder.write("old contents".utf8, to: "one")
      #expect(link(path, folder.path("two")) == 0)
      try Self.write("new", to: path)
      #expect(try Self.text(folder.path("two")) == "new")
    }
  }

  @Test("a file that cannot be written stays, and the error says which and why")
  func failure() throws {
    try TemporaryDirectory.with { folder in
      let path = folder.path("no-such-folder/file")
      let error = #expect(throws: FileError.self) { try Self.write("x", to: path) }
      #expect(error?.description == "Cannot write \(path): No such file or directory.")
    }
  }

  @Test("each rewrite is later than the one before, however coarse the clock is")
  func versions() throws {
    try TemporaryDirectory.with { folder in
      let file = RewrittenFile(folder.path("file"))
      try file.write(Data("same".utf8))
      // A clock that stands still, at the end of a second: the file is as late as all to come.
      let now = Int(time(nil)) + 3600
      let end = timespec(tv_sec: now, tv_nsec: 999_999_999)
      utimensat(AT_FDCWD, file.path, [end, end], 0)
      var versions = [try #require(file.version)]
      for _ in 0..<3 {
        try file.write(Data("same".utf8))
        versions.append(try #require(file.version))
      }
      #expect(file.version == versions.last && Set(versions).count == 4)
      let last = try Self.status(file.path).st_mtim
      #expect((last.tv_sec, last.tv_nsec) == (now + 1, 2))
    }
  }

  @Test("of changes at once none is lost, whether the file is named by its path or by a link")
  func locked() throws {
    try TemporaryDirectory.with { folder in
      let path = folder.path("file")
      symlink(path, folder.path("link"))
      // Threads, as a change waits for the lock and for the disk.
      DispatchQueue.concurrentPerform(iterations: 8) { number in
        let file = RewrittenFile(number.isMultiple(of: 2) ? path : folder.path("link"))
        for _ in 0..<25 {
          try? file.whileLocked {
            try file.write((try file.contents() ?? Data()) + Data("x".utf8))
          }
        }
      }
      let text = try Self.text(path)
      #expect(text.count == 200)
    }
  }
}
