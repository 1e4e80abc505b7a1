import CZlib
import FoundationEssentials

/// Packs and unpacks bodies, by zlib.
enum Gzip {
  /// Below, packing saves no packet.
  static let leastBytes = 1_400
  /// Larger contents are not unpacked.
  static let mostBytes = 64 << 20
  /// Of zlib's 1 ... 9: twice as fast as the default for a tenth more bytes.
  private static let level: Int32 = 4

  /// Whether a media type is text, which shrinks; pictures do not.
  static func isWorthwhile(_ type: String) -> Bool {
    type.hasPrefix("text/") && !type.hasPrefix("text/event-stream")
      || [
        "application/json", "application/problem+json", "image/svg+xml",
        "application/x-protobuf",
      ].contains { type.hasPrefix($0) }
  }

  /// `nil` only where memory is out.
  static func pack(_ bytes: Data) -> Data? {
    var stream = z_stream()
    guard quickbrew_gzip_begin(&stream, level) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    return run(&stream, on: bytes) { deflate(&$0, Z_FINISH) }
  }

  /// `nil` for what gzip has not packed, or what is larger than `mostBytes`.
  static func unpack(_ bytes: Data) -> Data? {
    var stream = z_stream()
    guard quickbrew_gunzip_begin(&stream) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    return run(&stream, on: bytes) { inflate(&$0, Z_NO_FLUSH) }
  }

  private static func run(
    _ stream: inout z_stream, on bytes: Data, step: (inout z_stream) -> Int32
  ) -> Data? {
    var (input, output) = ([UInt8](bytes), Data())
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    return input.withUnsafeMutableBufferPointer { input in
      // Both buffers outlive each step, and zlib stays within the lengths given.
      stream.next_in = input.baseAddress
      stream.avail_in = uInt(input.count)
      while true {
        let (code, written) = chunk.withUnsafeMutableBufferPointer { room in
          stream.next_out = room.baseAddress
          stream.avail_out = uInt(room.count)
          let code = step(&stream)
          return (code, room.count - Int(stream.avail_out))
        }
        output.append(contentsOf: chunk[..<written])
        if code == Z_STREAM_END { return output }
        guard code == Z_OK, written > 0 || stream.avail_in > 0, output.count <= mostBytes else {
          return nil
        }
      }
    }
  }
}
