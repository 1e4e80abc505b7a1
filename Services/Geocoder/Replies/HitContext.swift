import Phrases
import SQL

/// What the hits of one request are made from.
struct HitContext {
  let index: PlaceIndex
  let database: Database
  let labels: LabelFormatter
  let phrases: Phrases
  let options: SearchOptions

  /// Reads entries in the language of the request.
  var entries: EntryReader { EntryReader(database: database, language: options.language) }
}
