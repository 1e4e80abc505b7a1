import Geography
import Messages

/// Which of a plan's options differ, and which are one choice to most people.
struct OptionHighlights {
  let trip: Trip
  /// Best first.
  let options: [PlanOption]
  /// By shop, equal for the same brand however it is written.
  let brands: [VenueID: String]

  /// A stay counts as longer from this much on.
  private static let longerStaySeconds = 600
  /// The least difference of two parts of the way, where the whole way is 1.
  private static let otherPart = 0.3

  /// Up to three options that differ; none if no option is on time.
  var highlights: [OptionHighlight] {
    guard let first = options.first, first.onTime else { return [] }
    // Those of unknown hours lead only where no other is on time.
    let numbers = options.indices.filter {
      options[$0].onTime && isUncertain(options[$0]) == isUncertain(first)
    }
    guard let quickest = numbers.min(by: { options[$0].arrival < options[$1].arrival }) else {
      return []
    }
    var chosen = [OptionHighlight(option: quickest, why: .quickest)]
    func add(_ number: Int?, _ why: OptionHighlight.Strength) {
      guard let number, chosen.count < 3, !chosen.contains(where: { $0.option == number }) else {
        return
      }
      chosen.append(OptionHighlight(option: number, why: why))
    }
    add(bestLoved(of: numbers), .bestLoved)
    add(longestStay(of: numbers, than: quickest), .longestStay)
    add(otherWay(of: numbers, than: chosen.map(\.option)), .otherWay)
    return chosen
  }

  private func isUncertain(_ option: PlanOption) -> Bool { option.hours.state == .unknown }

  /// Of the caller's favourites, else of all with reviews, the one with the best; of equal ones the
  /// first.
  private func bestLoved(of numbers: [Int]) -> Int? {
    let loved = Set(trip.query.choice.loved ?? [])
    let favourites = numbers.filter { loved.contains(options[$0].venue.id) }
    let best = (favourites.isEmpty ? numbers : favourites).reversed().max {
      mean($0) < mean($1)
    }
    return best.flatMap { favourites.isEmpty && options[$0].venue.rating == nil ? nil : $0 }
  }

  private func mean(_ number: Int) -> Float { options[number].venue.rating?.mean ?? 0 }

  private func longestStay(of numbers: [Int], than quickest: Int) -> Int? {
    func stay(_ number: Int) -> Int { options[number].longestStaySeconds ?? 0 }
    let longest = numbers.reversed().max { stay($0) < stay($1) }
    return longest.flatMap {
      stay($0) >= stay(quickest) + Self.longerStaySeconds ? $0 : nil
    }
  }

  /// The first whose part of the way is far from those of all others.
  private func otherWay(of numbers: [Int], than others: [Int]) -> Int? {
    numbers.first { number in
      others.allSatisfy { abs(part(options[$0]) - part(options[number])) >= Self.otherPart }
    }
  }

  /// How much of the driving is behind one at the stop, 0 ... 1.
  private func part(_ option: PlanOption) -> Double {
    let there = Double(option.toStop.durationSeconds)
    let all = there + Double(option.toDestination.durationSeconds)
    return all > 0 ? there / all : 0
  }

  /// The options by chain or block: each joins the first group that it is a twin of. Twins are
  /// equal in whether they are on time and known to be open.
  var groups: [OptionGroup] {
    var groups: [(numbers: [Int], by: OptionGroup.Kind?)] = []
    for number in options.indices {
      let twin = groups.indices.lazy.compactMap { index in
        kind(number, groups[index].numbers[0], within: groups[index].by).map { (index, $0) }
      }.first
      if let (index, kind) = twin {
        groups[index].numbers.append(number)
        groups[index].by = kind
      } else {
        groups.append(([number], nil))
      }
    }
    return groups.map { OptionGroup(options: $0.numbers, by: $0.by) }
  }

  /// What makes two options twins; `nil` if nothing does, or only what another group is.
  private func kind(
    _ number: Int, _ lead: Int, within group: OptionGroup.Kind?
  ) -> OptionGroup.Kind? {
    let (one, other) = (options[number], options[lead])
    guard one.onTime == other.onTime, isUncertain(one) == isUncertain(other) else { return nil }
    if group != .block, let brand = brands[one.venue.id], brand == brands[other.venue.id] {
      return .chain
    }
    let meters = one.venue.coordinate.distance(to: other.venue.coordinate)
    return group != .chain && meters <= PlannerLimits.blockMeters ? .block : nil
  }
}
