import CSQLite
import Glibc
package import SQL

extension Database {
  /// 4 MB: some hundredths of a second.
  static let pagesScrubbedAtOnce: Int64 = 1_000

  /// Overwrites what is left of erased rows in a part of a SQLite file, from its end on.
  ///
  /// Debian's SQLite overwrites a row that is deleted, and a page that is freed, but not the copies
  /// of rows that it moved within a page or to another one before: they stay in the gap between the
  /// addresses of a page's rows and the rows. This changes no content, so a kill at any moment
  /// harms nothing.
  ///
  /// Outside of a transaction. Other connections can read meanwhile, and write afterwards.
  ///
  /// - Parameter page: the last of the part, such as `.max`.
  /// - Returns: that of the next part; `nil` after the first page, and for what is no file.
  /// - Throws: `SQLError`, with `isBusy` while another connection reads an older state or writes.
  package func scrub(to page: Int64) throws -> Int64? {
    guard let file = connection as? SQLiteConnection else { return nil }
    // All is in the file then, and no log has older copies of pages that count more.
    try execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let next = try transaction {
      var log = stat()
      let isLogged = stat(location + "-wal", &log) == 0 && log.st_size > 0
      try file.check(isLogged ? SQLITE_BUSY : SQLITE_OK)
      let next = try self.page(before: page)
      try file.scrub(1 + (next ?? 0)...min(max(1, page), try file.number("PRAGMA page_count")))
      // A commit: other connections notice that the pages in their caches are old.
      try file.setSchemaVersion(try file.schemaVersion())
      return next
    }
    // This connection's cache.
    try execute("PRAGMA shrink_memory")
    return next
  }

  /// What `scrub` to a page returns, without doing it.
  ///
  /// - Throws: `SQLError`.
  package func page(before page: Int64) throws(SQLError) -> Int64? {
    guard let file = connection as? SQLiteConnection else { return nil }
    let last = min(max(1, page), try file.number("PRAGMA page_count"))
    return last > Self.pagesScrubbedAtOnce ? last - Self.pagesScrubbedAtOnce : nil
  }
}

extension SQLiteConnection {
  /// Under the write lock, with an empty log.
  ///
  /// Source: https://www.sqlite.org/fileformat2.html, section 1.6.
  fileprivate func scrub(_ pages: ClosedRange<Int64>) throws(SQLError) {
    var found: UnsafeMutablePointer<sqlite3_file>?
    try check(sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &found))
    guard let file = found, let methods = file.pointee.pMethods?.pointee else { return }
    var page = [UInt8](repeating: 0, count: Int(try number("PRAGMA page_size")))
    let zeros = page
    func word(_ index: Int) -> Int { Int(page[index]) << 8 | Int(page[index + 1]) }
    for number in pages {
      let offset = (number - 1) * Int64(page.count)
      try check(methods.xRead(file, &page, Int32(page.count), offset))
      // Any other page than one with rows begins with the number of a page, hence, in files of up
      // to 64 GB, with 0; the first, which has only the schema's, with the file's header.
      guard [2, 5, 10, 13].contains(page[0]) else { continue }
      let start = (page[0] < 8 ? 12 : 8) + 2 * word(3)
      let gap = start..<max(start, word(5))
      guard gap.upperBound <= page.count, page[gap].contains(where: { $0 != 0 }) else { continue }
      try check(methods.xWrite(file, zeros, Int32(gap.count), offset + Int64(start)))
    }
    try check(methods.xSync(file, SQLITE_SYNC_NORMAL))
  }

  fileprivate func check(_ code: Int32) throws(SQLError) {
    if code != SQLITE_OK { throw SQLError(sqlite: handle, code, sql: nil, location: location) }
  }
}
