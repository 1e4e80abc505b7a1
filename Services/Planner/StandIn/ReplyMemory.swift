import FoundationEssentials
import MessageBus
import Messages
import Time

/// The last replies of other services, for plans that are made while those are away.
///
/// Bounded: one reply more than `PlanningLimits.rememberedReplies` forgets all.
package final class ReplyMemory: Sendable {
  /// A reply, and when it was received.
  struct Entry: Sendable {
    let body: Data
    let time: Timestamp
  }

  private let entries = Locked<[Data: Entry]>([:])

  package init() {}

  /// The number of replies, at most `PlanningLimits.rememberedReplies`.
  var count: Int { entries.withLock { $0.count } }

  subscript(key: Data) -> Entry? { entries.withLock { $0[key] } }

  func store(_ body: Data, under key: Data, at time: Timestamp) {
    entries.withLock { entries in
      if entries[key] == nil, entries.count >= PlanningLimits.rememberedReplies {
        entries.removeAll()
      }
      entries[key] = Entry(body: body, time: time)
    }
  }
}
