/// The tables of work that the servers of a database share. They are in a schema of their own, which no application can have:
/// names of applications have no underscore.
enum WorkSchema {
  static let schema = "kartoteka_work"
  static let entries = schema + ".entries"
  static let files = schema + ".files"
  static let parts = schema + ".parts"

  /// The number of bytes in a row of ``parts``.
  static let partSize = 1 << 18

  /// Whether the owner of an entry runs its work. A fail-over of the database, in which nobody can write, may take 30 s.
  static let isRunning = "coalesce(owner IS NOT NULL AND beat > now() - interval '60 s', false)"

  /// The statements that create the schema.
  static let schemaCreation = [
    "CREATE SCHEMA \(schema)",
    "COMMENT ON SCHEMA \(schema) IS 'Uploaded files and actions that are under way, which all servers of kartoteka share'",
  ]

  /// The statements that create the tables where they are missing.
  static let creation = [
    """
    CREATE TABLE IF NOT EXISTS \(entries) (
      place text NOT NULL, id text NOT NULL, description text NOT NULL, progress text, commit_number bigint,
      lane text, owner text, beat timestamp with time zone, is_stopped boolean NOT NULL DEFAULT false,
      made timestamp with time zone NOT NULL DEFAULT now(), changed timestamp with time zone NOT NULL DEFAULT now(),
      PRIMARY KEY (place, id)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS \(files) (
      place text NOT NULL, id text NOT NULL, number integer NOT NULL, size bigint NOT NULL, written bigint NOT NULL,
      PRIMARY KEY (place, id, number), FOREIGN KEY (place, id) REFERENCES \(entries) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS \(parts) (
      place text NOT NULL, id text NOT NULL, number integer NOT NULL, part integer NOT NULL, bytes bytea NOT NULL,
      PRIMARY KEY (place, id, number, part),
      FOREIGN KEY (place, id, number) REFERENCES \(files) ON DELETE CASCADE
    )
    """,
    // Compressing takes longer than writing.
    "ALTER TABLE \(parts) ALTER COLUMN bytes SET STORAGE EXTERNAL",
  ]
}
