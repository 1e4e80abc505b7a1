import Messages
import OpeningHours

/// How many values can be read, and how long reading and answering take.
struct HoursMeasurement: Encodable, Sendable {
  let values: Int
  /// Values that make no sense, by what was said about them.
  let rejected: [String]
  /// Means over all values, of each the fastest of `rounds`: other work on the machine slows most.
  let readMicroseconds: Double
  let stateMicroseconds: Double
  let nextChangeMicroseconds: Double
  let weekMicroseconds: Double

  static let rounds = 20

  /// - Parameter questions: where the same value stands twice at one place, it counts twice.
  init(_ questions: [HoursQuestion], now: Int64) {
    values = questions.count
    var places: [LocalHours] = []
    var rejected: [String] = []
    for question in questions {
      do throws(ServiceError) {
        places.append(try question.localHours())
      } catch {
        rejected.append(error.message)
      }
    }
    self.rejected = rejected
    readMicroseconds = Self.microseconds(questions) { question in
      ((try? OpeningHours(question.value))?.warnings.count ?? 0)
    }
    stateMicroseconds = Self.microseconds(places) { $0.state(at: now) == .open ? 1 : 0 }
    nextChangeMicroseconds = Self.microseconds(places) {
      $0.nextChange(after: now) == nil ? 0 : 1
    }
    weekMicroseconds = Self.microseconds(places) {
      $0.intervals(in: now..<now + 7 * 86_400).count
    }
  }

  /// - Parameter work: returns any number, so that it cannot be left out.
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
