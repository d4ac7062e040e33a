/// Names that addresses, records and SQLite have a meaning of their own for.
package enum ReservedNames {
  /// What an application's addresses have beside its entities and tabs: `/{app}/more`, `/api/{app}/changes`.
  package static let paths: Set<String> = [
    "more", "new", "actions", "batch", "changes", "changesets", "deeds", "description", "developer", "openapi.json",
    "export", "import", "assets", "language", "settings", "about",
  ]

  /// What a record's address has behind its id, and what a record in Swift has beside its attributes.
  package static let fields: Set<String> = ["id", "any", "new", "actions", "changes", "history"]

  /// Column names that SQLite takes for the row's number, and the primary key that every table has.
  package static let columns: Set<String> = ["id", "rowid", "oid", "_rowid_"]

  /// How the names of SQLite's own tables, and of the platform's, begin.
  static let tablePrefixes = ["sqlite_", "kartoteka_"]
}
