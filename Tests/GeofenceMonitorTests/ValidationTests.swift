import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import GeofenceMonitor

private func circle(label: String? = nil) -> FenceAddRequest {
  FenceAddRequest(center: union, radiusMeters: 1_000, label: label, confirmation: .immediate)
}

@Suite struct ValidationTests {
  let file = MonitorFile()

  @Test(
    "invalid fences are refused",
    arguments: [
      FenceAddRequest(center: Coordinate(latitude: 91, longitude: 0)),
      FenceAddRequest(center: Coordinate(latitude: .nan, longitude: 0)),
      FenceAddRequest(center: union, radiusMeters: 0),
      FenceAddRequest(center: union, radiusMeters: .infinity),
      circle(label: ""), circle(label: String(repeating: "x", count: 201)), circle(label: "a\nb"),
      FenceAddRequest(FenceDefinition(area: .polygon(rings: []))),
      FenceAddRequest(FenceDefinition(area: .polygon(rings: [[union, union.east(5)]]))),
      FenceAddRequest(
        FenceDefinition(area: .corridor(line: [union, union.east(5)], bufferMeters: 0))),
      FenceAddRequest(
        FenceDefinition(
          area: .circle(center: union, radiusMeters: 5),
          hours: [.init(from: "25:00", until: "1")])),
      FenceAddRequest(
        FenceDefinition(area: .circle(center: union, radiusMeters: 5), dwellSeconds: 0)),
    ]) func badFences(request: FenceAddRequest) throws
  {
    let monitor = try file.open()
    let error = #expect(throws: ServiceError.self) { try monitor.add(request) }
    #expect(error?.code == .invalidRequest)
    #expect(monitor.fences.isEmpty)
  }

  @Test(
    "invalid reports are refused",
    arguments: [
      PositionReportRequest(device: "", coordinate: union),
      PositionReportRequest(
        device: "phone", coordinate: union, time: Timestamp(secondsSince1970: -1)),
    ]) func badReports(request: PositionReportRequest) throws
  {
    let monitor = try file.open()
    let error = #expect(throws: ServiceError.self) {
      try monitor.apply(request, now: Track.time(0))
    }
    #expect(error?.code == .invalidRequest)
    #expect(monitor.deviceCount == 0)
  }

  @Test(
    "invalid pages of events are refused",
    arguments: [
      GeofenceEventsRequest(since: -1), GeofenceEventsRequest(since: 0, limit: 0),
      GeofenceEventsRequest(since: 0, limit: GeofenceLimits.maximumPage + 1),
    ]) func badPages(request: GeofenceEventsRequest) throws
  {
    let monitor = try file.open()
    let error = #expect(throws: ServiceError.self) { try monitor.events(request) }
    #expect(error?.code == .invalidRequest)
  }

  @Test(
    "unknown fences are not found",
    arguments: ["fence-2", "fence-", "fence-01", "fence-+1", "1", ""])
  func unknownFences(id: String) throws {
    let monitor = try file.open()
    _ = try monitor.add(circle())
    let error = #expect(throws: ServiceError.self) {
      try monitor.remove(FenceRemoveRequest(id: FenceID(rawValue: id)))
    }
    #expect(error?.code == .notFound)
  }
}
