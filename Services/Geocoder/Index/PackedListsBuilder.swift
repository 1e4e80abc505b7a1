/// Builds lists of numbers that are stored concatenated.
struct PackedListsBuilder {
  private(set) var starts: [UInt32] = [0]
  private(set) var items: [UInt32] = []

  mutating func append(_ list: some Sequence<UInt32>) {
    items.append(contentsOf: list)
    starts.append(UInt32(items.count))
  }

  /// The inverse relation: for each item below `count`, the numbers of the lists that contain it.
  func inverted(count: Int) -> PackedListsBuilder {
    var lists = [[UInt32]](repeating: [], count: count)
    for list in 0..<(starts.count - 1) {
      for item in items[Int(starts[list])..<Int(starts[list + 1])]
      where lists[Int(item)].last != UInt32(list) {
        lists[Int(item)].append(UInt32(list))
      }
    }
    var inverted = PackedListsBuilder()
    for list in lists { inverted.append(list) }
    return inverted
  }

  func list(_ number: Int) -> ArraySlice<UInt32> {
    items[Int(starts[number])..<Int(starts[number + 1])]
  }
}
