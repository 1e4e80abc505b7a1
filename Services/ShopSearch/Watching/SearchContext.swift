import Messages

/// What a search for a subscription reads: one snapshot of the venues, and the caches of their
/// opening hours.
@Memberwise package struct SearchContext {
  let snapshot: PublishedVenues.Snapshot
  let transitions: HoursTransitionCache

  var index: VenueIndex { snapshot.index }
  var hoursCache: OpeningHoursCache { transitions.hoursCache }
}
