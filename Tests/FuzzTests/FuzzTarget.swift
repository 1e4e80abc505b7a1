import FoundationEssentials
import Geography
import Interchange
import JSON
import Messages
import OpeningHours
import Time

@testable import MessageBus

/// Decodes what libFuzzer makes up, by the target that QUICKBREW_FUZZ names; see deploy/fuzz. What
/// is read must be the same after it was written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
package func testOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  // libFuzzer keeps the bytes until this returns; the copy is ours.
  let data = count == 0 ? Data() : Data(bytes: bytes, count: count)
  FuzzTarget.chosen(data)
  return 0
}

enum FuzzTarget {
  /// Ends the run with a finding.
  private static func end(_ finding: String) -> Never {
    // An abort is how libFuzzer hears of a finding.
    fatalError(finding)
  }

  static let chosen: @Sendable (Data) -> Void = {
    let name = ProcessInfo.processInfo.environment["QUICKBREW_FUZZ"] ?? ""
    guard let target = all[name] else { end("QUICKBREW_FUZZ must be one of \(all.keys)") }
    return target
  }()

  static let all: [String: @Sendable (Data) -> Void] = [
    "json": json, "messages": message, "header": header, "hours": hours, "gpx": gpx,
    "geojson": geoJSON, "polyline": polyline, "time": time,
  ].merging(FuzzedServices.all) { own, _ in own }.merging(FuzzedFiles.all) { own, _ in own }

  private static func json(_ data: Data) {
    guard let value = try? JSONValue(reading: data, maximumValues: 100_000) else { return }
    _ = value
  }

  /// The first byte chooses the type.
  private static func message(_ data: Data) {
    guard let first = data.first else { return }
    let types = FuzzedMessages.all
    let type = types[Int(first) % types.count]
    roundTrip(type, Data(data.dropFirst()))
  }

  private static func roundTrip<Request: RequestMessage>(_ type: Request.Type, _ data: Data) {
    guard let request = try? MessageCoder.decode(Request.self, from: data) else { return }
    _ = request.owners
    guard let written = try? MessageCoder.encode(request) else { return }
    guard let again = try? MessageCoder.decode(Request.self, from: written) else {
      end("\(type) cannot read what it wrote: \(String(decoding: written, as: UTF8.self))")
    }
    precondition((try? MessageCoder.encode(again)) == written, "\(type) changes when read again")
  }

  private static func header(_ data: Data) {
    var cache = HeaderCache()
    guard let header = try? cache.header(in: data) else { return }
    var other = HeaderCache()
    let again = try? other.header(in: cache.text(of: header))
    precondition(again != nil, "a header that was written cannot be read")
    _ = RequestFrames([data, data, data, data][...])
    _ = ReplyFrames([data, Data("error".utf8), data])
  }

  private static func hours(_ data: Data) {
    guard let hours = try? OpeningHours(String(decoding: data, as: UTF8.self)) else { return }
    let local = LocalHours(hours, at: place)
    for day in [0, 59, 200, 364] as [Int64] {
      _ = local.state(at: 1_795_000_000 + day * 86_400)
    }
  }

  private static let place = HoursContext(
    zone: HoursZone(identifier: "Europe/Helsinki") ?? .current, coordinate: FuzzedMessages.place)

  private static func gpx(_ data: Data) {
    _ = try? GPX.points(in: String(decoding: data, as: UTF8.self))
  }

  private static func geoJSON(_ data: Data) {
    _ = try? JSONCoder.decode(GeoJSON.Collection<[String: String]>.self, from: data)
  }

  private static func polyline(_ data: Data) {
    let text = EncodedPolyline(rawValue: String(decoding: data, as: UTF8.self))
    guard let line = text.coordinates, line.allSatisfy(\.isValid) else { return }
    guard let again = EncodedPolyline(line).coordinates else { end("a line is lost") }
    precondition(again == line, "a line changes when read again")
  }

  private static func time(_ data: Data) {
    let text = String(decoding: data, as: UTF8.self)
    guard let json = try? MessageCoder.encode(text) else { return }
    _ = try? MessageCoder.decode(RequestedTime.self, from: json)
    guard let time = try? MessageCoder.decode(Timestamp.self, from: json) else { return }
    guard let written = try? MessageCoder.encode(time) else { end("not written: \(text)") }
    precondition((try? MessageCoder.decode(Timestamp.self, from: written)) == time, "\(text)")
  }
}
