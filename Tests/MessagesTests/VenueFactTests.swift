import Foundation
import Messages
import Testing

@Suite struct VenueFactTests {
  @Test("every attribute has its own bit")
  func bits() {
    for attribute in VenueAttribute.allCases {
      for value in [true, false] {
        let values = VenueAttributeValues([attribute: value])
        #expect((values.present | values.absent).nonzeroBitCount == 1, "\(attribute)")
        for other in VenueAttribute.allCases {
          #expect(values[other] == (other == attribute ? value : nil), "\(attribute), \(other)")
        }
      }
    }
  }

  @Test("every fact is a member of a venue's JSON by its name, and is read back")
  func members() throws {
    for fact in VenueFact.all {
      var facts = VenueFacts()
      switch fact.path {
      case .text:
        facts[fact] = .text(["powerKilowatts": "50", "names": "en=Yes"][fact.name] ?? "yes")
      case .flag: facts[fact] = .flag(true)
      }
      #expect(facts[fact] != nil, "\(fact.name)")
      let json = try MessageCoder.encode(facts)
      let members = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
      #expect(members[fact.name] != nil, "\(fact.name)")
      #expect(try MessageCoder.decode(VenueFacts.self, from: json) == facts, "\(fact.name)")
      facts[fact] = nil
      #expect(facts == VenueFacts(), "\(fact.name)")
    }
    let columns = VenueFact.all.map(\.column)
    #expect(Set(columns).count == columns.count)
    #expect(columns.contains("opening_hours"))
  }

  @Test("every member of the facts is in the table")
  func table() throws {
    let members = Mirror(reflecting: VenueFacts()).children.compactMap(\.label)
    let amenities = Mirror(reflecting: VenueAmenities()).children.compactMap(\.label)
    let names = Set(VenueFact.all.map(\.name))
    for member in members + amenities where member != "amenities" && member != "attributes" {
      #expect(names.contains(member), "\(member)")
    }
  }
}
