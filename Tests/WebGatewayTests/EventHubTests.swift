import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

@testable import WebGateway

private func at(_ sequence: UInt64) -> StreamPosition {
  StreamPosition(epoch: "e", sequence: sequence)
}

private func event(_ number: Int64, of device: String) -> StreamItem<TopicEvent> {
  .event(
    TopicEvent(json: Data("\(number)".utf8), number: number, subjects: [.device: device]),
    at(UInt64(number)))
}

/// Renders an item: the number of an event; else the kind of item and the number of the last event
/// before it.
private func rendered(_ item: EventHub.Item) -> String {
  let passed = item.passed.map { " after \($0)" } ?? ""
  return switch item.item {
  case .live: "live" + passed
  case .gap: "gap" + passed
  case .lost: "lost" + passed
  case .refused: "refused" + passed
  case .event(let event, _): String(decoding: event.json, as: UTF8.self)
  }
}

@Suite(.timeLimit(.minutes(10))) struct EventHubTests {
  /// The scripted topic gives each item to one subscription only, so a second one would miss items.
  @Test("listeners of one topic share one subscription, each with its own filter")
  func sharedSubscription() async {
    let topics = ScriptedTopics()
    let hub = EventHub(topics)
    let all = await hub.items(of: .geofenceEvent, about: [:])
    let phone = await hub.items(of: .geofenceEvent, about: [.device: "phone"])
    topics.push(.live(at(0)))
    topics.push(event(1, of: "phone"))
    topics.push(event(2, of: "van"))
    topics.push(.gap(at(4)))
    topics.push(event(5, of: "phone"))
    topics.end()
    #expect(
      await all.reduce(into: []) { $0.append(rendered($1)) } == [
        "live", "1", "2", "gap after 2", "5",
      ])
    #expect(
      await phone.reduce(into: []) { $0.append(rendered($1)) } == ["live", "1", "gap after 2", "5"])
  }

  @Test("a later listener is live at once if the publisher is connected")
  func laterListener() async {
    let topics = ScriptedTopics()
    let hub = EventHub(topics)
    var first = await hub.items(of: .geofenceEvent, about: [:]).makeAsyncIterator()
    topics.push(event(7, of: "phone"))
    #expect(await first.next().map(rendered) == "7")
    var second = await hub.items(of: .geofenceEvent, about: [:]).makeAsyncIterator()
    #expect(await second.next().map(rendered) == "live")
    topics.push(.lost)
    #expect(await first.next().map(rendered) == "lost after 7")
    #expect(await second.next().map(rendered) == "lost")
    var third = await hub.items(of: .geofenceEvent, about: [:]).makeAsyncIterator()
    topics.push(event(8, of: "phone"))
    #expect(await third.next().map(rendered) == "8")
  }

  @Test("a listener that falls behind gets a gap after the last event it was given")
  func slowListener() async {
    let topics = ScriptedTopics()
    let hub = EventHub(topics)
    let slow = await hub.items(of: .geofenceEvent, about: [:])
    var quick = await hub.items(of: .geofenceEvent, about: [.device: "van"]).makeAsyncIterator()
    let kept = Int64(GatewayLimits.itemsPerStream)
    for number in 1...kept + 10 { topics.push(event(number, of: "phone")) }
    topics.push(event(kept + 11, of: "van"))
    #expect(await quick.next().map(rendered) == "\(kept + 11)")
    // The event may reach the quick listener first; a new one waits until all have been given it.
    _ = await hub.items(of: .geofenceEvent, about: [:])
    var items = slow.makeAsyncIterator()
    for number in 1...kept { #expect(await items.next().map(rendered) == "\(number)") }
    topics.push(event(kept + 12, of: "phone"))
    topics.push(event(kept + 13, of: "phone"))
    #expect(await items.next().map(rendered) == "gap after \(kept)")
    #expect(await items.next().map(rendered) == "\(kept + 13)")
  }

  @Test("the subscription ends with its last listener, and a new one begins with the next")
  func lastListener() async {
    let topics = ScriptedTopics()
    let hub = EventHub(topics)
    do {
      var only = await hub.items(of: .dealPublished, about: [:]).makeAsyncIterator()
      topics.push(.live(at(1)))
      #expect(await only.next().map(rendered) == "live")
    }
    #expect(topics.subscriptions == 1)
    while topics.isFollowed { await Task.yield() }
    let next = await hub.items(of: .dealPublished, about: [:])
    // The stream of the scripted topic ended with the cancelled task, so the new listener ends,
    // too.
    #expect(await next.reduce(into: 0) { count, _ in count += 1 } == 0)
    #expect(topics.subscriptions == 2)
  }
}
