/// A format that libosmium reads, detected by the first bytes of a file.
enum MapFormat: String, Sendable, CaseIterable {
  case pbf
  case xml = "osm"
  case gzippedXML = "osm.gz"
  case bzippedXML = "osm.bz2"
  case o5m

  init?(firstBytes bytes: [UInt8]) {
    func begins(with text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    if begins(with: "OSMHeader", at: 6) {
      // Four bytes of length, then field 1 of the blob header: its type.
      self = .pbf
    } else if bytes.starts(with: [0x1F, 0x8B]) {
      self = .gzippedXML
    } else if begins(with: "BZh") {
      self = .bzippedXML
    } else if bytes.starts(with: [0xFF, 0xE0, 0x04]) && begins(with: "o5", at: 3) {
      self = .o5m
    } else if Self.isXML(bytes) {
      self = .xml
    } else {
      return nil
    }
  }

  /// Whether the first visible character, after a byte order mark and white space, opens a tag.
  private static func isXML(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    let white = Set(" \t\r\n".utf8)
    return text.first { !white.contains($0) } == UInt8(ascii: "<")
  }
}
