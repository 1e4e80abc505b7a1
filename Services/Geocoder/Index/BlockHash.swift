/// The checksum of a block: FNV-1a over its numbers.
enum BlockHash {
  static func of(_ numbers: [UInt32]) -> UInt64 {
    numbers.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
