import Messages
import SQL

/// Formats an address as one line, in the order that the map's country uses.
@Memberwise package struct LabelFormatter {
  /// How the map's country writes addresses.
  package let style: NumberStyle

  /// "1 Telegraph Hill Boulevard" or "Mannerheimintie 5".
  package func address(_ number: String, _ street: String) -> String {
    style == .numberFirst ? "\(number) \(street)" : "\(street) \(number)"
  }

  /// "Coit Tower, 1 Telegraph Hill Boulevard, San Francisco".
  func label(of entry: IndexEntry) -> String {
    var parts = [entry.name]
    if let street = entry.street {
      parts.append(entry.houseNumber.map { address($0, street) } ?? street)
    }
    return joined(parts, entry.city)
  }

  func label(houseNumber: String, street: String, city: String?) -> String {
    joined([address(houseNumber, street)], city)
  }

  /// The parts and, unless it is one of them, the city as one line.
  package func joined(_ parts: [String], _ city: String?) -> String {
    let all = city.map { parts.contains($0) ? parts : parts + [$0] } ?? parts
    return all.joined(separator: ", ")
  }
}

extension IndexEntry {
  /// The parts of the entry's address.
  var address: Address {
    Address(
      houseNumber: houseNumber, street: kind == .street ? name : street, postcode: postcode,
      city: city)
  }

  /// `nil` for a street, whose accuracy already states what it is.
  var optionalCategory: String? { category.isEmpty ? nil : category }
}
