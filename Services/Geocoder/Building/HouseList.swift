import Geography
import OpenStreetMap

/// The distinct house numbers of one street.
enum HouseList {
  /// Elements with the same number within this distance are one house: the building, its entrance
  /// and the shops in it.
  static let mergeDistance: Meters = 100

  /// - Parameter report: counts numbers that cannot be read.
  static func of(_ street: JoinedStreet, _ report: inout ImportReport) -> [House] {
    var houses: [House] = []
    var byNumber: [HouseNumber: [Int]] = [:]
    // Plain addresses first: they have the better position, and duplicates of them are dropped.
    // Houses whose street is assumed come last: the number may exist on it by its own right.
    let known = street.houses.filter { !$0.streetIsAssumed }
    let assumed = street.houses.filter(\.streetIsAssumed)
    for house in known.filter(\.isPlain) + known.filter({ !$0.isPlain }) + assumed {
      let numbers = HouseNumber.all(in: house.numberText)
      if numbers.isEmpty {
        report.skip("house number that is no number", example: house.numberText)
      }
      for number in numbers {
        let known = byNumber[number] ?? []
        guard
          !known.contains(where: {
            houses[$0].coordinate.distance(to: house.coordinate) <= mergeDistance
          })
        else { continue }
        byNumber[number, default: []].append(houses.count)
        houses.append(
          House(
            number: number, text: numbers.count == 1 ? house.numberText : text(of: number),
            coordinate: house.coordinate, postcode: house.postcode, city: house.city,
            streetIsAssumed: house.streetIsAssumed))
      }
    }
    return houses
  }

  private static func text(of number: HouseNumber) -> String {
    number.last == number.number
      ? "\(number.number)\(number.suffix)" : "\(number.number)-\(number.last)"
  }
}
