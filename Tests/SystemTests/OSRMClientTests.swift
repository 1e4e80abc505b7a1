import Foundation
import Messages
import TestSupport
import Testing

/// Clients of OSRM that others wrote, against the gateway in OSRM's place.
@Suite(.timeLimit(.minutes(10))) struct OSRMClientTests {
  @Test("routingpy finds routes with steps and annotations, and tables, and reports what fails")
  func routingpy() async throws {
    let script = """
      import glob, json, sys
      sys.path += glob.glob(sys.argv[1] + "/routingpy-*.whl")
      from routingpy import OSRM
      from routingpy.exceptions import RouterApiError
      client = OSRM(base_url=f"http://127.0.0.1:{sys.argv[2]}")
      ends = [[-122.406417, 37.785834], [-122.405822, 37.802395]]
      for geometries in ["polyline", "polyline6", "geojson"]:
          route = client.directions(
              ends, steps=True, annotations=True, geometries=geometries, overview="full",
              bearings=[[0, 180], [0, 180]], radiuses=[100, 100], continue_straight=False)
          leg = route.raw["routes"][0]["legs"][0]
          print(len(leg["annotation"]["duration"]) == len(route.geometry) - 1,
                sum(step["distance"] for step in leg["steps"]) == route.distance,
                any(len(step["intersections"]) > 1 for step in leg["steps"]))
      others = client.directions(ends, alternatives=3)
      print(others[0].duration == route.duration)
      points = [[-122.41 + 0.001 * n, 37.79 + 0.001 * n] for n in range(12)]
      table = client.matrix(points)
      print(all(len(row) == 12 for row in table.durations + table.distances))
      print(len(client.matrix(points, sources=[0], destinations=[1, 2]).durations[0]))
      for options in [{"radiuses": [0.001, 0.001]}, {"overview": "none"}, {"foo": "bar"}]:
          try:
              print(client.directions(ends, **options))
          except RouterApiError as error:
              print(error.status, json.loads(error.message)["code"])
      """
    try await RealStack.run { stack in
      try stack.start(.webGateway, ["--port", "0"])
      let port = try await WebDriver.number(
        of: /http:\/\/127\.0\.0\.1:(\d+)\//, in: "\(stack.home)/\(ServiceName.webGateway).log")
      let file = stack.home + "/client.py"
      try Data(script.utf8).write(to: URL(filePath: file))
      let outcome = try await Executables.run(
        "/usr/bin/python3", [file, Executables.repository + "/.vendor", "\(port)"], in: stack.home)
      #expect(
        outcome.output.split(separator: "\n") == [
          "True True True", "True True True", "True True True", "True", "True", "2",
          "400 NoSegment", "400 InvalidQuery", "400 InvalidQuery",
        ], "\(outcome.errors)")
    }
  }
}
