import Geography
import Messages
import TestSupport
import Testing

@testable import Router

/// Tables of step contents and their sentences.
@Suite("Guidance: wording")
struct GuidanceWordingTests {
  private static let here = Coordinate(latitude: 0, longitude: 0)

  private static func step(
    _ kind: ManeuverKind, _ direction: TurnDirection? = nil, _ road: String? = nil,
    exit: Int? = nil, number: String? = nil, to: String? = nil, lanes: String = "",
    wayKind: StepContent.WayKind = .road, as context: StepContent.Context = .ordinary
  ) -> StepContent {
    let lanes = lanes.map { Lane(directions: [], isValid: $0 == "1") }
    return StepContent(
      maneuver: Maneuver(
        kind: kind, direction: direction, coordinate: here, exit: exit, exitNumber: number,
        destinations: to, lanes: lanes.isEmpty ? nil : lanes),
      road: road, wayKind: wayKind, context: context)
  }

  private static func expect(
    _ rows: [(StepContent, String)], _ location: SourceLocation = #_sourceLocation
  ) {
    for (step, sentence) in rows {
      #expect(StepWording().sentence(step) == sentence, sourceLocation: location)
    }
  }

  @Test("Departures and arrivals")
  func ends() {
    Self.expect([
      (Self.step(.depart, nil, "Elm", as: .heading(359)), "Head north on Elm"),
      (Self.step(.depart, as: .heading(135)), "Head southeast"),
      (Self.step(.depart, wayKind: .footpath, as: .heading(270)), "Head west on the footpath"),
      (
        Self.step(.depart, nil, "Bay Line", wayKind: .ferry, as: .heading(0)),
        "Take the ferry Bay Line"
      ),
      (Self.step(.arrive, as: .stop(nil)), "Arrive at the destination"),
      (Self.step(.arrive, .left, as: .stop(1)), "Arrive at stop 1, on the left"),
      (Self.step(.arrive, .right, as: .stop(nil)), "Arrive at the destination, on the right"),
      (Self.step(.arrive, .straight, as: .stop(nil)), "Arrive at the destination, straight ahead"),
    ])
  }

  @Test("Turns")
  func turns() {
    Self.expect([
      (Self.step(.turn, .slightLeft, "Elm"), "Bear left onto Elm"),
      (Self.step(.turn, .sharpRight), "Turn sharp right"),
      (Self.step(.turn, .left, wayKind: .cyclePath), "Turn left onto the cycle path"),
      (Self.step(.turn, .left, wayKind: .stairs), "Take the stairs"),
      (
        Self.step(.turn, .left, "Filbert Steps", wayKind: .stairs), "Take the stairs, Filbert Steps"
      ),
      (Self.step(.continue, .right, "Elm", as: .staying), "Turn right to stay on Elm"),
      (Self.step(.continue, .straight, "Elm", as: .staying), "Continue straight on Elm"),
      (Self.step(.continue, .straight, "Elm"), "Continue straight onto Elm"),
      (Self.step(.continue, .straight), "Continue straight"),
      (Self.step(.continue, as: .leavingFerry), "Leave the ferry"),
      (Self.step(.newName, .straight, "Elm"), "Continue onto Elm"),
      (Self.step(.endOfRoad, .left, "Elm"), "At the end of the road, turn left onto Elm"),
      (Self.step(.uTurn, .uturn, "Elm"), "Make a U-turn onto Elm"),
      (Self.step(.uTurn, .uturn, "Elm", as: .deadEnd), "Turn round at the end of the road"),
    ])
  }

  @Test("Motorways, ramps and forks")
  func highways() {
    let leaving = StepContent.Context.leavingHighway(exitName: nil)
    Self.expect([
      (Self.step(.merge, .slightLeft, "A 6"), "Merge onto A 6"),
      (Self.step(.fork, .slightLeft), "Keep left at the fork"),
      (Self.step(.fork, .straight, "A 6", to: "Worms"), "Keep straight on onto A 6 towards Worms"),
      (Self.step(.fork, .slightRight, "A 6", as: .staying), "Keep right to stay on A 6"),
      (Self.step(.ramp, .slightLeft, "A 6"), "Take the ramp on the left to A 6"),
      (Self.step(.ramp, .right, to: "Worms"), "Turn right onto the ramp towards Worms"),
      (Self.step(.ramp, .slightRight, number: "3", as: leaving), "Take exit 3 on the right"),
      (Self.step(.ramp, .slightRight, as: leaving), "Take the exit on the right"),
      (
        Self.step(.ramp, .slightRight, as: .leavingHighway(exitName: "Millfield")),
        "Take the exit Millfield on the right"
      ),
    ])
  }

  @Test("Roundabouts and ferries")
  func others() {
    var walk = Self.step(.roundabout, .right, "Elm", exit: 2)
    walk.isOnFoot = true
    Self.expect([
      (Self.step(.roundabout, exit: 2), "At the roundabout, take the second exit"),
      (
        Self.step(.roundabout, nil, "Elm", exit: 11),
        "At the roundabout, take the 11th exit onto Elm"
      ),
      (Self.step(.roundabout), "Enter the roundabout"),
      (
        Self.step(.exitRoundabout, .right, "Elm", to: "Worms"),
        "Leave the roundabout onto Elm towards Worms"
      ),
      (walk, "Go round the roundabout onto Elm"),
      (Self.step(.ferry, wayKind: .ferry), "Take the ferry"),
      (Self.step(.ferry, nil, "Sound Ferry", wayKind: .ferry), "Take the Sound Ferry"),
      (Self.step(.ferry, nil, "Sylt", wayKind: .carTrain), "Take the car train Sylt"),
    ])
  }

  @Test("Lanes are named from three on, if only those at one side are valid")
  func lanes() {
    Self.expect([
      (Self.step(.turn, .left, "Elm", lanes: "100"), "Use the left lane to turn left onto Elm"),
      (
        Self.step(.fork, .slightRight, lanes: "0011"),
        "Use the two right lanes to keep right at the fork"
      ),
      (
        Self.step(.roundabout, .left, exit: 5, lanes: "001"),
        "At the roundabout, use the right lane to take the fifth exit"
      ),
      (Self.step(.turn, .left, lanes: "10"), "Turn left"),
      (Self.step(.turn, .left, lanes: "010"), "Turn left"),
      (Self.step(.turn, .left, lanes: "111"), "Turn left"),
    ])
  }

  @Test("A repeated sentence is marked as such")
  func again() {
    let right = Self.step(.turn, .right)
    let sentences = StepWording().sentences([
      right, right, right, right, Self.step(.turn, .left),
    ])
    #expect(
      sentences == [
        "Turn right", "Turn right again", "Turn right once more", "Turn right again", "Turn left",
      ])
  }

  @Test(
    "Notes",
    arguments: [
      (NoteContent.toll, "This route has tolls."), (.ferry, "This route takes a ferry."),
      (.unpaved(meters: 212), "This route has 200 m of unpaved road."),
      (.unpaved(meters: 1_449), "This route has 1.4 km of unpaved road."),
      (
        .privateRoad(atStart: true, atEnd: true),
        """
        This route begins and ends on a private road, or one for residents and visitors only.
        """
      ),
      (
        .privateRoad(atStart: false, atEnd: true),
        "This route ends on a private road, or one for residents and visitors only."
      ),
      (.conditional, "This route passes a road where other rules hold at certain times."),
    ])
  func notes(note: NoteContent, text: String) {
    #expect(StepWording().sentence(note) == text)
  }

  @Test(
    "Ordinals",
    arguments: [
      (1, "first"), (3, "third"), (10, "tenth"), (11, "11th"),
    ])
  func ordinals(number: Int, text: String) {
    #expect(StepWording().ordinal(number) == text)
  }
}
