import KartotekaStore

/// The tables in a schema that say what it is: the application's description, and what was copied.
enum PostgresCatalogue {
  /// The version of these tables and of the forms of values.
  static let format = 2
  /// The version since which telephone numbers may have extensions.
  static let formatOfExtensions = 2
  static let application = "kartoteka_application"
  static let tables = "kartoteka_tables"
  static let files = "kartoteka_files"

  static func creation(in schema: String) -> [String] {
    func place(_ name: String) -> String { PostgresTable.place(name, in: schema) }
    return [
      """
      CREATE TABLE \(place(application)) (
        name text PRIMARY KEY, title text NOT NULL, format integer NOT NULL, is_designed boolean NOT NULL,
        description json NOT NULL, copied_at timestamp with time zone NOT NULL, platform integer NOT NULL,
        earlier text[] NOT NULL DEFAULT '{}'
      )
      """,
      """
      CREATE TABLE \(place(tables)) (
        position integer PRIMARY KEY, name text NOT NULL UNIQUE, role text NOT NULL, columns text[] NOT NULL,
        rows bigint NOT NULL, sha256 text NOT NULL
      )
      """,
      """
      CREATE TABLE \(place(files)) (
        digest bytea NOT NULL, part integer NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (digest, part)
      )
      """,
      "COMMENT ON TABLE \(place(application)) IS 'The application whose records this schema has, as kartoteka describe writes it'",
      "COMMENT ON TABLE \(place(tables)) IS 'The copied tables: number of rows, and the sum of the SHA-256 of their binary rows'",
      "COMMENT ON TABLE \(place(files)) IS 'Pictures and files that undo restores, in parts'",
    ]
  }

  static func copyIn(filesOf schema: String) -> String {
    "COPY \(PostgresTable.place(files, in: schema)) (digest, part, bytes) FROM STDIN (FORMAT binary)"
  }

  static func copyOut(filesOf schema: String) -> String {
    "COPY (SELECT digest, part, bytes FROM \(PostgresTable.place(files, in: schema)) ORDER BY digest, part) TO STDOUT (FORMAT binary)"
  }
}

/// A copied application, as its schema describes it.
package struct PostgresApplication: Sendable {
  /// Its name.
  package let name: String
  /// Its title.
  package let title: String
  /// Whether it exists as a description alone, without code.
  package let isDesigned: Bool
  /// Its description as JSON: `AppDocument`.
  package let description: String

  /// An application.
  package init(name: String, title: String, isDesigned: Bool, description: String) {
    self.name = name
    self.title = title
    self.isDesigned = isDesigned
    self.description = description
  }

  /// The name of its schema.
  var schema: String { PostgresName.fitting(name) }
}
