import MessageBus
import Messages
import Time

/// The last replies of other services, for plans that are made while those are away.
///
/// Bounded: one reply more than `PlanningLimits.rememberedReplies` forgets all.
final class ReplyMemory: Sendable {
  /// What was asked.
  enum Question: Hashable, Sendable {
    case place(GeocodeRequest)
    case position(PositionRequest)
    case details(ShopDetailsRequest)
    /// Any trip's shops: they are remembered by what they are.
    case shops(VenueCategory, [VenueCategory]?, VenueFilter?)

    /// `nil` for a request whose replies are not remembered.
    init?(_ request: any RequestMessage) {
      switch request {
      case let request as GeocodeRequest: self = .place(request)
      case let request as PositionRequest: self = .position(request)
      case let request as ShopDetailsRequest: self = .details(request)
      case let request as CandidatesRequest:
        self = .shops(request.category, request.categories, request.filter)
      default: return nil
      }
    }
  }

  /// A reply, and when it was received.
  struct Entry: Sendable {
    let reply: any Sendable
    let time: Timestamp
  }

  private let entries = Locked<[Question: Entry]>([:])

  init() {}

  subscript(question: Question) -> Entry? { entries.withLock { $0[question] } }

  func store(_ entry: Entry, under question: Question) {
    entries.withLock { entries in
      if entries[question] == nil, entries.count >= PlanningLimits.rememberedReplies {
        entries.removeAll()
      }
      entries[question] = entry
    }
  }
}
