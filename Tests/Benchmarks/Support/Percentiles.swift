/// The middle and the tail of measured values.
struct Percentiles {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  /// The value below which this part of all values lies, from 0 to 1; 0 without values.
  func value(_ part: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[Int(Double(sorted.count - 1) * part)]
  }

  /// The mean; 0 without values.
  var mean: Double { sorted.isEmpty ? 0 : sorted.reduce(0, +) / Double(sorted.count) }

  /// `mean 12 µs, p50 11.5 µs, p99 26.4 µs`.
  func textWithMean(_ unit: String) -> String { "mean \(Self.text(mean)) \(unit), \(text(unit))" }

  /// `p50 11.5 µs, p99 26.4 µs`.
  func text(_ unit: String) -> String {
    "p50 \(Self.text(value(0.5))) \(unit), p99 \(Self.text(value(0.99))) \(unit)"
  }

  private static func text(_ value: Double) -> String { "\((value * 1_000).rounded() / 1_000)" }
}
