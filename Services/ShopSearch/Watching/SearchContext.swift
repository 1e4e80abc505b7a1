/// What a search for a subscription reads: one snapshot of the venues, and the caches of their
/// opening hours.
package struct SearchContext {
  let snapshot: PublishedVenues.Snapshot
  let transitions: HoursTransitionCache

  package init(snapshot: PublishedVenues.Snapshot, transitions: HoursTransitionCache) {
    self.snapshot = snapshot
    self.transitions = transitions
  }

  var index: VenueIndex { snapshot.index }
  var hoursCache: OpeningHoursCache { transitions.hoursCache }
}
