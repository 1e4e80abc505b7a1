package import Geography

/// A reference to a place in a request: one of three, each under its own key.
package enum LocationReference: Sendable, Hashable {
  /// `{"text": "Coit Tower"}`: for the geocoder.
  case text(String)
  /// `{"coordinate": {…}}`, with a `label` where the caller has a name for it: "My location", at
  /// most `PlannerLimits.maximumLabelBytes`. Replies then call the place so.
  case coordinate(Coordinate, label: String? = nil)
  /// `{"device": "phone"}`: the device's last reported position.
  case device(DeviceID)
}

extension LocationReference: Codable {
  private enum Key: String, CodingKey { case text, coordinate, label, device }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let text = try container.decodeIfPresent(String.self, forKey: .text) {
      self = .text(text)
    } else if let point = try container.decodeIfPresent(Coordinate.self, forKey: .coordinate) {
      self = .coordinate(
        point, label: try container.decodeIfPresent(String.self, forKey: .label))
    } else if let device = try container.decodeIfPresent(DeviceID.self, forKey: .device) {
      self = .device(device)
    } else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath,
          debugDescription: "a place is given by text, coordinate or device."))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .text(let text): try container.encode(text, forKey: .text)
    case .coordinate(let point, let label):
      try container.encode(point, forKey: .coordinate)
      try container.encodeIfPresent(label, forKey: .label)
    case .device(let device): try container.encode(device, forKey: .device)
    }
  }
}

extension LocationReference {
  /// Whose data it refers to.
  var owners: [DataOwner] {
    if case .device(let device) = self { [.device(device)] } else { [] }
  }
}
