import Messages
import OpeningHours

/// How many values can be parsed, and how long parsing and evaluating take.
struct HoursMeasurement: Encodable, Sendable {
  let values: Int
  /// The error messages of the values that cannot be parsed.
  let rejected: [String]
  /// Means over all values. For each value the fastest of `rounds` runs counts, as the others are
  /// slowed by other work on the machine.
  let readMicroseconds: Double
  let stateMicroseconds: Double
  let nextChangeMicroseconds: Double
  let weekMicroseconds: Double

  static let rounds = 20

  /// - Parameter queries: duplicates count as often as they occur.
  init(_ queries: [HoursQuery], now: Int64) {
    values = queries.count
    var readable: [LocalHours] = []
    var rejected: [String] = []
    for query in queries {
      do throws(ServiceError) {
        readable.append(try query.localHours())
      } catch {
        rejected.append(error.message)
      }
    }
    self.rejected = rejected
    readMicroseconds = Self.microseconds(queries) { query in
      ((try? OpeningHours(query.value, country: query.country))?.warnings.count ?? 0)
    }
    stateMicroseconds = Self.microseconds(readable) { $0.state(at: now) == .open ? 1 : 0 }
    nextChangeMicroseconds = Self.microseconds(readable) {
      $0.nextChange(after: now) == nil ? 0 : 1
    }
    weekMicroseconds = Self.microseconds(readable) {
      $0.intervals(in: now..<now + 7 * 86_400).count
    }
  }

  /// - Parameter work: returns a number, so that the optimiser cannot remove it.
  private static func microseconds<Item>(_ items: [Item], _ work: (Item) -> Int) -> Double {
    let clock = ContinuousClock()
    var count = 0
    var total = Duration.zero
    for item in items {
      var fastest = Duration.seconds(1)
      for _ in 0..<rounds {
        fastest = min(fastest, clock.measure { count &+= work(item) })
      }
      total += fastest
    }
    return items.isEmpty || count < 0 ? 0 : total / .microseconds(1) / Double(items.count)
  }

  func render(_ style: Style) -> String {
    var table = TextTable([.init("Question"), .init("µs a value", .right)])
    let rows = [
      ("read the value", readMicroseconds), ("state at an instant", stateMicroseconds),
      ("next change", nextChangeMicroseconds), ("intervals of a week", weekMicroseconds),
    ]
    for (name, time) in rows { table.add([.init(name), .init(Formats.decimal(time, places: 2))]) }
    let read = values - rejected.count
    let heading = "\(values) values, \(read) read, \(rejected.count) rejected\n"
    return heading + rejected.map { $0.printable + "\n" }.joined() + table.render(style)
  }
}
