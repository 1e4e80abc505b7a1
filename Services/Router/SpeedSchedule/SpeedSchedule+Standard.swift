extension SpeedSchedule {
  /// The speeds of an average city, for maps without measurements of their own.
  ///
  /// | hours | motorway, trunk | primary … tertiary | other streets |
  /// |---|---|---|---|
  /// | peak: Monday to Friday 7–10 and 16–19 | 0.92 | 0.81 | 0.90 |
  /// | day: Monday to Friday 10–16 | 1 | 0.84 | 0.95 |
  /// | edge: Monday to Friday 6–7 and 19–22; Saturday, Sunday 9–20 | 1 | 0.92 | 0.97 |
  /// | all other hours | 1 | 1 | 1 |
  ///
  /// The sources measure the part of the free-flow speed; the base speeds here are already a fifth
  /// below the limits (OSRM's `speed_reduction`), so a factor is that part divided by 0.8, and at
  /// most 1.
  ///
  /// - Motorways at the peak: the travel time index of 52 urban areas of the United States was 1.36
  ///   (FHWA, 2014 Urban Congestion Trends), 0.74 of free flow. Over all hours England's trunk
  ///   roads have 0.85 of free flow (59.4 mph, 9.0 s a mile lost; Department for Transport, travel
  ///   time measures 2017), which is above 0.8, so the factor is 1.
  /// - Main streets by day: England's local A roads have 25.2 mph and lose 46.9 s a mile against
  ///   free flow (same source), 0.67 of it. At the weekday peak of 7–10 they have 24.4 mph (same
  ///   department, year ending June 2014), 0.65.
  /// - Edge hours lie half way between the day and the night, as in the daily directed segment of
  ///   the R package VEIN (`netspeed`), which also has the peaks' three hours.
  /// - Other streets carry little traffic: half of what the main streets lose, ours.
  package static let standard = SpeedSchedule { hour in
    let (day, clock) = (hour / 24, hour % 24)
    let isWeekday = day < 5
    switch clock {
    case 7..<10 where isWeekday, 16..<19 where isWeekday: return peak
    case 10..<16 where isWeekday: return midday
    case 6..<7 where isWeekday, 19..<22 where isWeekday, 9..<20 where !isWeekday: return edge
    default: return .emptyRoads
    }
  }

  private static let peak = SpeedFactors(motorways: 0.92, mainStreets: 0.81, others: 0.90)
  private static let midday = SpeedFactors(motorways: 1, mainStreets: 0.84, others: 0.95)
  private static let edge = SpeedFactors(motorways: 1, mainStreets: 0.92, others: 0.97)
}

extension SpeedFactors {
  fileprivate init(motorways: Double, mainStreets: Double, others: Double) {
    self.init { roadClass in
      switch roadClass {
      case .motorway, .motorwayLink, .trunk, .trunkLink: motorways
      case .primary, .primaryLink, .secondary, .secondaryLink, .tertiary, .tertiaryLink:
        mainStreets
      case .unclassified, .residential, .livingStreet, .service, .road: others
      default: 1
      }
    }
  }
}
