import CommandLineKit
import Foundation
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

/// The chance to be on time, against days that are simulated one by one.
@Suite(.computing) struct ChanceTests {
  private static let days = 4000

  /// Shops with these hours, drives of 20 and 15 minutes, 45 minutes in all.
  private static func plan(
    _ hours: [String?], _ spread: TravelSpread, by deadline: Int = 45
  ) async throws -> Plan {
    var city = FakeCity(hours: hours, toStop: 1200, toDestination: 900)
    city.spread = spread
    city.walkMeters = { _ in 20 }
    let eight = morning.adding(seconds: 1800)
    return try await Bench(city).plan(
      request(
        depart: .instant(eight), by: .instant(eight.adding(seconds: 60 * deadline)),
        details: PlanDetails(chance: true)))
  }

  /// How often the trip over an option is on time on simulated days.
  private static func frequency(
    _ option: PlanOption, _ plan: Plan, _ spread: TravelSpread, seed: UInt64
  ) -> Double {
    var generator = SeededGenerator(seed: seed)
    func normal() -> Double {
      let (radius, angle) = (
        Double.random(in: 0.0000001..<1, using: &generator),
        Double.random(in: 0..<1, using: &generator)
      )
      return (-2 * log(radius)).squareRoot() * cos(2 * .pi * angle)
    }
    func deviation(_ share: Double) -> Double { log(1 + share * share).squareRoot() }
    let visits = VisitOracle(option.venue.openingHours, dwell: option.dwellSeconds / 60)
    let onTime = (0..<days).count { _ in
      let day = deviation(spread.common) * normal()
      func drive(_ seconds: Int) -> Double {
        Double(seconds) * exp(day + deviation(spread.own) * normal())
      }
      let walk = Double(option.toDoor?.seconds ?? 0)
      let start = Double(plan.departure.secondsSince1970)
      let reached = start + walk + drive(option.toStop.durationSeconds) + walk
      let minute = Int((reached / 60).rounded(.up))
      guard
        let visit = visits.first(
          from: minute, to: plan.deadline.minute - option.dwellSeconds / 60, certainly: false)
      else { return false }
      let begins = visit == minute ? reached : Double(visit * 60)
      let home =
        begins + Double(option.dwellSeconds) + walk
        + drive(option.toDestination.durationSeconds) + walk
      return home <= Double(plan.deadline.secondsSince1970)
    }
    return Double(onTime) / Double(days)
  }

  @Test(
    "of many simulated days, as many are on time as the chance says",
    arguments: [
      TravelSpread(common: 0.1, own: 0.1), TravelSpread(common: 0.25, own: 0),
      TravelSpread(common: 0, own: 0.2), TravelSpread(common: 0.02, own: 0.01),
    ], [44, 46, 48, 52, 60])
  func calibrated(spread: TravelSpread, deadline: Int) async throws {
    let hours = ["24/7", "08:24-20:00", "06:00-08:35", "06:00-08:28,08:31-20:00"]
    let plan = try await Self.plan(hours, spread, by: deadline)
    for option in plan.options {
      let chance = try #require(option.chance)
      let seen = Self.frequency(option, plan, spread, seed: UInt64(deadline))
      let noise = 4 * (seen * (1 - seen) / Double(Self.days)).squareRoot()
      #expect(
        abs(chance.probability - seen) <= noise + 0.02,
        "\(option.venue.openingHours ?? "") by \(deadline) min: \(chance.probability), \(seen)")
    }
    #expect(!plan.options.isEmpty)
  }

  @Test("one in ten simulated drives stays below the tenth, nine below the ninth")
  func quantiles() {
    let drive = DriveTime(medianSeconds: 1200, TravelSpread(common: 0.15, own: 0.1))
    let quantiles = drive.quantiles
    #expect(quantiles.p50Seconds == 1200)
    for (seconds, share) in [
      (quantiles.p10Seconds, 0.1), (quantiles.p50Seconds, 0.5), (quantiles.p90Seconds, 0.9),
    ] {
      #expect(abs(drive.probability(within: Double(seconds)) - share) < 0.002)
    }
  }

  @Test("a drive that never varies is on time for certain, or never", arguments: [43, 60])
  func certain(deadline: Int) async throws {
    let plan = try await Self.plan(["24/7"], TravelSpread(common: 0, own: 0), by: deadline)
    let expected: Double = deadline == 60 ? 1 : 0
    #expect(plan.options.map(\.chance?.probability) == [expected])
    #expect(plan.direct.chance?.probability == 1)
  }

  @Test("a later deadline never lowers the chance")
  func monotone() async throws {
    var last = 0.0
    for deadline in 40...70 {
      let plan = try await Self.plan(
        ["24/7"], TravelSpread(common: 0.1, own: 0.1), by: deadline)
      let chance = try #require(plan.options.first?.chance?.probability)
      #expect(chance >= last, "\(deadline) minutes")
      last = chance
    }
    #expect(last > 0.99)
  }

  @Test("without being asked for it a plan has no chance, and the router is not asked for spreads")
  func unasked() async throws {
    let city = FakeCity(hours: ["24/7"])
    let plan = try await Bench(city).plan(request())
    #expect(plan.direct.chance == nil && plan.options.allSatisfy { $0.chance == nil })
    #expect(try city.sent(RouteRequest.self).allSatisfy { $0.spread == nil })
  }
}
