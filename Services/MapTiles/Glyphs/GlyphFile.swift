import FoundationEssentials
import Hashing
import MapFiles
import SQL
import SQLite

/// The letters of all fonts, drawn once for every map of a home.
package enum GlyphFile {
  package static let fileName = "map-glyphs.sqlite"
  /// Grows with each change of what is drawn from the same fonts.
  static let version = 1
  /// Also the table of a `TileArchive`, which has a copy.
  static let schema = """
    CREATE TABLE glyph_range (
      font TEXT NOT NULL, start INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (font, start)
    ) WITHOUT ROWID;
    """

  /// Draws the letters, unless the file has those of the installed fonts already; about 2 s.
  ///
  /// - Parameters:
  ///   - directory: where the file is.
  ///   - progress: is called with the fraction done, 0 ... 1.
  /// - Returns: the path of the file.
  /// - Throws: `GlyphError` where a font is missing; `SQLError`, `ArtifactError` where the file
  ///   cannot be written.
  package static func build(
    into directory: String, progress: (Double) -> Void = { _ in }
  ) throws -> String {
    _ = try ArtifactBuild.run(
      fileName, version: version, source: try fontFingerprint(), into: directory
    ) { path in
      let database = try Database(path: path, mode: .building)
      try database.execute(schema)
      for (index, stack) in FontStack.all.enumerated() {
        for range in try stack.ranges() {
          try database.run(
            "INSERT INTO glyph_range (font, start, bytes) VALUES (?, ?, ?)",
            range.font, range.start, range.encoded())
        }
        progress(Double(index + 1) / Double(FontStack.all.count))
      }
    }
    return directory + "/" + fileName
  }

  /// Copies the letters of a file into a database with the same table.
  ///
  /// - Returns: the number of ranges.
  static func copy(from path: String, into database: Database) throws -> Int {
    try database.execute("ATTACH '\(path.replacing("'", with: "''"))' AS letters")
    try database.execute("INSERT INTO main.glyph_range SELECT * FROM letters.glyph_range")
    let count = try database.first("SELECT count(*) AS count FROM main.glyph_range") {
      $0.int("count")
    }
    try database.execute("DETACH letters")
    return count ?? 0
  }

  /// Changes with the contents of any font.
  private static func fontFingerprint() throws -> String {
    let files = FontStack.all.flatMap(\.files).map { "\(FontStack.directory)/\($0)" }
    let prints = try files.map { path in
      do { return try "\(Fingerprint(ofFile: path))" } catch {
        throw GlyphError.unreadable(path: path)
      }
    }
    return "\(Fingerprint(of: prints.joined(separator: " ").utf8))"
  }
}
