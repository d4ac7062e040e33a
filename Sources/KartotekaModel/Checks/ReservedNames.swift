/// Names with a meaning of their own in addresses, records or SQLite.
package enum ReservedNames {
  /// The paths of an application beside its entities and tabs: `/{app}/more`, `/api/{app}/changes`.
  package static let paths: Set<String> = [
    "more", "new", "actions", "batch", "changes", "changesets", "deeds", "description", "developer", "openapi.json",
    "export", "import", "assets", "language", "settings", "about", "history", "trash", "shape", "views",
  ]

  /// The paths below a record's address, and the members of a record in Swift beside its attributes.
  package static let fields: Set<String> = ["id", "any", "new", "actions", "changes", "history", "merge", "past"]

  /// Column names that SQLite reserves for the row id, and the primary key of every table.
  package static let columns: Set<String> = ["id", "rowid", "oid", "_rowid_"]

  /// The prefixes of SQLite's and the platform's tables.
  static let tablePrefixes = ["sqlite_", "kartoteka_"]
}
