import Foundation
import Geography
import Messages
import OpenStreetMap
import SQL
import SQLite

@testable import Geocoder
@testable import Router

/// Files of others: extracts as they are, and what is built of one, with numbers changed under
/// right checksums. Networks and indexes are refused, or do no harm.
enum FuzzedFiles {
  static let all: [String: @Sendable (Data) -> Void] = [
    "map": map, "network": network, "index": index,
  ]

  private static func end(_ failure: String) -> Never {
    // An abort is how libFuzzer hears of it.
    fatalError(failure)
  }

  /// In memory.
  private static let folder = "/dev/shm/quickbrew-fuzz-\(ProcessInfo.processInfo.processIdentifier)"

  /// The extract that networks and indexes are built of.
  private static let town: MapFile = {
    let here = (#filePath as NSString).deletingLastPathComponent
    guard let map = try? MapFile(path: here + "/Seeds/map/town.osm") else {
      end("no town.osm")
    }
    return map
  }()

  private static func write(_ bytes: Data) -> String {
    let manager = FileManager.default
    try? manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard manager.createFile(atPath: folder + "/file", contents: bytes) else {
      end("cannot write to \(folder)")
    }
    return folder + "/file"
  }

  private static let limits = MapFileLimits(maximumBytes: 1 << 20, maximumElements: 10_000)

  private static func map(_ data: Data) {
    guard let map = try? MapFile(path: write(data), limits: limits) else { return }
    try? map.read(MapSelection([.node, .way, .relation], locatesWays: true)) { element in
      if case .way(let way) = element {
        precondition(way.coordinates.isEmpty || way.coordinates.count == way.nodeIDs.count)
        precondition(way.coordinates.allSatisfy { $0?.isValid ?? true }, "a way lies nowhere")
      }
      if case .node(let node) = element {
        precondition(node.coordinate.isValid, "node \(node.id) lies nowhere")
      }
    }
  }

  /// Four bytes say where a number is changed, the next four to what.
  private static func forge(_ bytes: inout Data, from start: Int, by data: Data) {
    var rest = [UInt8](data)[...]
    while rest.count >= 5, bytes.count > start {
      let number = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      let place = bytes.startIndex + start + number % (bytes.count - start)
      for (offset, byte) in rest.prefix(4).enumerated() where place + offset < bytes.endIndex {
        bytes[place + offset] = byte
      }
      rest = rest.dropFirst(4)
    }
  }

  // MARK: The router's network

  // An array, as the search for leaks does not see what `Data` points to.
  private static let goodNetwork: [UInt8] = {
    let path = write(Data())
    do {
      // The roads beside it stay.
      _ = try NetworkBuilder.build(town, to: path)
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      end("no network: \(error)")
    }
  }()

  private static func network(_ data: Data) {
    var bytes = Data(goodNetwork)
    forge(&bytes, from: NetworkFormat.headerSize, by: data)
    var checksum = NetworkChecksum()
    bytes.withUnsafeBytes { all in
      let blocks = UnsafeRawBufferPointer(rebasing: all[NetworkFormat.headerSize...])
      for block in blocks.bindMemory(to: NetworkChecksum.Block.self) { checksum.add(block) }
    }
    withUnsafeBytes(of: checksum.value.littleEndian) { value in
      let place = NetworkFormat.checksumOffset
      bytes.replaceSubrange(place..<place + value.count, with: value)
    }
    guard let network = try? RoadNetwork.checked(path: write(bytes)) else { return }
    exercise(network)
  }

  private static func exercise(_ network: RoadNetwork) {
    let snapshot = RoadSnapshot(network)
    let metric = snapshot.metric()
    let search = HierarchyQuery(metric)
    let snapper = Snapper(network)
    _ = (search, snapper)
    for number in 0..<network.segmentCount {
      let segment = SegmentID(UInt32(number))
      _ = network.name(at: network.nameIndex(of: segment))
      for point in network.pointRange(of: segment) { _ = network.point(point) }
      for isBackward in [false, true] {
        let directed = DirectedSegment(segment, isBackward: isBackward)
        for arc in network.arcs(of: directed) {
          for turn in network.turns(from: ArcID(arc)) {
            _ = (network.target(ofTurn: turn, from: ArcID(arc)), network.cost(ofTurn: turn))
          }
        }
      }
    }
  }

  // MARK: The geocoder's index

  private static let goodIndex: [UInt8] = {
    let path = write(Data())
    try? FileManager.default.removeItem(atPath: path)
    do {
      _ = try PlaceIndex.build(from: town, into: path)
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      end("no index: \(error)")
    }
  }()

  /// The first byte chooses the block.
  private static func index(_ data: Data) {
    guard let first = data.first else { return }
    let blocks = IndexFormat.Block.allCases
    let block = blocks[Int(first) % blocks.count].rawValue
    let path = write(Data(goodIndex))
    do {
      let database = try Database(path: path, mode: .building)
      let stored = try database.first("SELECT bytes FROM block WHERE name = ?", block) {
        $0.data(0)
      }
      var bytes = stored ?? Data()
      forge(&bytes, from: 0, by: Data(data.dropFirst()))
      let numbers = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
      try database.run(
        "UPDATE block SET bytes = ?, hash = ? WHERE name = ?", bytes,
        Int64(bitPattern: BlockHash.of(numbers)), block)
    } catch {
      end("cannot forge: \(error)")
    }
    guard let index = try? PlaceIndex(path: path) else { return }
    if let searcher = try? Searcher(index) { exercise(searcher) }
  }

  private static func exercise(_ searcher: Searcher) {
    let place = Coordinate(latitude: 37.7929, longitude: -122.4185)
    for text in ["Coit Tower", "12 Columbus Avenue, San Francisco", "94133", "tellegraf hil", "a"] {
      _ = try? searcher.search(GeocodeRequest(text: text, near: place))
      _ = try? searcher.suggest(SuggestRequest(text: text, near: place))
    }
    _ = try? searcher.find(FindRequest(text: "coffee near Columbus Avenue"))
    _ = try? searcher.reverse(ReverseGeocodeRequest(coordinate: place))
  }
}
