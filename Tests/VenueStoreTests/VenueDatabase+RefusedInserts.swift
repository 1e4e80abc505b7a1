import SQL
import TestSupport

@testable import VenueStore

extension VenueDatabase {
  /// Makes inserting such rows fail, as on a full disk.
  ///
  /// - Parameter condition: an SQL condition on the row `new`.
  func refuse(insertingInto table: String, when condition: String = "1 = 1") throws {
    if BothBackends.server == nil {
      return try database.execute(
        """
        CREATE TRIGGER no_room BEFORE INSERT ON \(table) WHEN \(condition)
        BEGIN SELECT RAISE(ABORT, 'no room'); END
        """)
    }
    try database.execute(
      """
      CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN RAISE EXCEPTION ''no room''; END';
      CREATE TRIGGER no_room BEFORE INSERT ON \(table) FOR EACH ROW WHEN (\(condition))
        EXECUTE FUNCTION no_room();
      """)
  }

  /// Undoes `refuse`.
  func acceptAgain(insertingInto table: String) throws {
    try database.execute(
      BothBackends.server == nil
        ? "DROP TRIGGER no_room" : "DROP TRIGGER no_room ON \(table); DROP FUNCTION no_room")
  }
}
