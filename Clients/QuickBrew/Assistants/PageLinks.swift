import CommandLineKit
import FoundationEssentials
import Geography
import Messages
import Time

/// Links into the page, whose parameters docs/page.md lists.
struct PageLinks: Sendable {
  private typealias Parameters = [(name: String, value: String?)]

  private let page: String

  /// - Throws: `UsageError` where the address is not one of a site.
  init(_ context: CommandContext) throws(UsageError) {
    let port =
      context.environment.variables["QUICKBREW_HTTP_PORT"]
      ?? context.environment.configuration[.port] ?? "8080"
    let page = context.arguments["page"] ?? "http://localhost:\(port)"
    guard let host = URLComponents(string: page), ["http", "https"].contains(host.scheme) else {
      throw UsageError("--page is an address like https://coffee.example, not “\(page)”.")
    }
    self.page = page.hasSuffix("/") ? String(page.dropLast()) : page
  }

  /// A plan that the planner keeps.
  func plan(_ plan: Plan) -> String { link("commute", [("plan", plan.id.rawValue)]) }

  func errands(_ request: ErrandsRequest, _ plan: ErrandPlan) -> String {
    var parameters: Parameters = [("trip", "errands"), ("profile", request.profile?.rawValue)]
    parameters += ends("from", plan.origin, "to", plan.destination)
    parameters += times("depart", plan.departure, "arrive", plan.deadline, open: plan.openEnd)
    for (index, errand) in request.errands.enumerated() {
      let places = plan.trips.first?.stops.filter { $0.errand == index }.compactMap(\.place)
      parameters += [
        ("do\(index + 1)", errand.categories?.first?.rawValue),
        ("stay\(index + 1)", minutes(errand.dwellSeconds)),
      ]
      if let place = places?.first { parameters += end("via\(index + 1)", place) }
    }
    return link("commute", parameters)
  }

  func meeting(_ request: MeetRequest, _ plan: MeetPlan) -> String {
    let (first, second) = (plan.first, plan.second)
    return link(
      "commute",
      [
        ("trip", "meet"), ("profile", request.first.profile?.rawValue),
        ("otherProfile", request.second.profile?.rawValue),
        ("category", request.categories?.first?.rawValue), ("dwell", minutes(request.dwellSeconds)),
      ] + ends("from", first.origin, "to", first.destination)
        + ends("otherFrom", second.origin, "otherTo", second.destination)
        + times("depart", first.departure, "arrive", first.deadline, open: first.openEnd)
        + times(
          "otherDepart", second.departure, "otherArrive", second.deadline, open: second.openEnd))
  }

  func venues(around point: Coordinate, category: VenueCategory? = nil) -> String {
    link("explore", [("category", category?.rawValue), ("at", Formats.coordinate(point))])
  }

  private func minutes(_ seconds: Int?) -> String? { seconds.map { "\(($0 + 59) / 60)" } }

  private func end(_ name: String, _ place: PlanLocation) -> Parameters {
    [(name, place.label), (name + "At", Formats.coordinate(place.coordinate))]
  }

  private func ends(
    _ name: String, _ origin: PlanLocation, _ other: String, _ destination: PlanLocation
  ) -> Parameters {
    end(name, origin) + end(other, destination)
  }

  /// Without the end that the planner has chosen.
  private func times(
    _ name: String, _ departure: Timestamp, _ other: String, _ deadline: Timestamp,
    open: PlanEnd?
  ) -> Parameters {
    // The map's date and clock, without seconds and offset.
    let (from, to) = ("\(departure)".prefix(16), "\(deadline)".prefix(16))
    return [
      (name, open == .departure ? nil : "\(from)"), (other, open == .deadline ? nil : "\(to)"),
    ]
  }

  private func link(_ path: String, _ parameters: Parameters) -> String {
    var link = URLComponents()
    link.queryItems = parameters.compactMap { parameter in
      parameter.value.map { URLQueryItem(name: parameter.name, value: $0) }
    }
    // A plus means a blank in the queries that browsers read.
    let query = (link.percentEncodedQuery ?? "").replacing("+", with: "%2B")
    return "\(page)/\(path)?\(query)"
  }
}
