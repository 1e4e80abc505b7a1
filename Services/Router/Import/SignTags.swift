import OpenStreetMap

/// The sign tags of a way.
///
/// Source: OpenStreetMap wiki, "Key:ref", "Key:destination", "Key:junction:ref", "Key:turn".
struct SignTags {
  let ref: String?
  let forward: Destinations
  let backward: Destinations
  let exit: String?
  let lanesForward: String?
  let lanesBackward: String?

  /// - Parameter isForwardOnly: whether the way is one-way along its nodes, `isBackwardOnly`:
  ///   against them. On a one-way road a tag without direction applies to the open direction.
  init(_ tags: Tags, isForwardOnly: Bool, isBackwardOnly: Bool) {
    ref = tags["ref"]
    forward = Destinations(tags, "forward", isOnly: isForwardOnly)
    backward = Destinations(tags, "backward", isOnly: isBackwardOnly)
    exit = tags["junction:ref"]
    let plain = tags["turn:lanes"]
    lanesForward = tags["turn:lanes:forward"] ?? (isForwardOnly ? plain : nil)
    lanesBackward = tags["turn:lanes:backward"] ?? (isBackwardOnly ? plain : nil)
  }

  /// What is signed in one direction.
  struct Destinations: Equatable {
    let places: String?
    let ref: String?
    let street: String?

    /// - Parameter isOnly: whether the road is open in this direction alone, so that tags without a
    ///   direction are about it. On a two-way road they may be about either, and are not read.
    init(_ tags: Tags, _ direction: String, isOnly: Bool) {
      let read = { (key: String) in tags["\(key):\(direction)"] ?? (isOnly ? tags[key] : nil) }
      places = read("destination")
      ref = read("destination:ref")
      street = read("destination:street")
    }

    func signs(_ names: inout NameList) -> RoadSigns.Destinations {
      RoadSigns.Destinations(
        places: names.index(of: places), ref: names.index(of: ref),
        street: names.index(of: street))
    }
  }

  /// The signs as indices into the names.
  func signs(_ names: inout NameList) -> RoadSigns {
    var signs = RoadSigns()
    signs.ref = names.index(of: ref)
    signs.forward = forward.signs(&names)
    signs.backward = backward.signs(&names)
    signs.exit = names.index(of: exit)
    signs.lanesForward = names.index(of: lanesForward)
    signs.lanesBackward = names.index(of: lanesBackward)
    return signs
  }
}

/// Where a ramp leaves a motorway: the number and name of the exit.
///
/// Source: OpenStreetMap wiki, "Tag:highway=motorway_junction".
struct ExitTags: Equatable {
  let ref: String?
  let name: String?

  /// `nil` where a node is not an exit, or has neither number nor name.
  init?(_ tags: Tags) {
    guard tags["highway"] == "motorway_junction" else { return nil }
    ref = tags["ref"]
    name = tags["name"]
    if ref == nil, name == nil { return nil }
  }
}

/// The columns of the file for the signs of all segments; equal sets of signs are stored once.
struct SignColumns {
  private(set) var segments: [UInt32] = []
  private(set) var numbers: [UInt32] = []
  private(set) var fields: [UInt32] = []
  private var known: [RoadSigns: UInt32] = [:]

  mutating func add(_ signs: RoadSigns, to segment: Int) {
    guard signs != .none else { return }
    segments.append(UInt32(segment))
    if let number = known[signs] {
      numbers.append(number)
      return
    }
    let number = UInt32(known.count)
    known[signs] = number
    numbers.append(number)
    fields += signs.fields
  }
}
