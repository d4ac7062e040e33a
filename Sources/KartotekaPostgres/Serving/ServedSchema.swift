import KartotekaStore

/// The tables, functions and triggers by which the servers of an application order their commits, read the commits of other
/// servers, and take over the changes of other programs.
enum ServedSchema {
  /// One row with the epoch and the number of the last commit. Each writing transaction of a server or another program locks
  /// it, so that commits have an order.
  static let state = "kartoteka_state"
  /// The keys of the rows that each commit has changed, by which other servers read these rows.
  static let commits = "kartoteka_commits"
  /// The keys of the rows that other programs have changed and no server has taken over yet.
  static let foreignRows = "kartoteka_foreign_rows"
  /// The trigger functions.
  static let functions = ["kartoteka_lock", "kartoteka_note", "kartoteka_refuse"]
  /// The channel of notifications about commits. A notification contains the schema's name.
  static let channel = "kartoteka"
  /// The statement that notifies the other servers of a commit.
  static func notification(of schema: String) -> String {
    "SELECT pg_catalog.pg_notify('\(channel)', \(PostgresName.literal(schema)))"
  }
  /// The setting by which the triggers distinguish a server's transactions from those of other programs.
  static let serverSetting = "kartoteka.server"

  private static let isServer = "current_setting('\(serverSetting)', true) = 'on'"

  /// The number of commits whose keys are stored. A server that lacks more commits copies the whole application again.
  static let keptCommits: Int64 = 100_000

  /// The statement that creates ``state``.
  static func stateTable(in schema: String) -> String {
    """
    CREATE TABLE IF NOT EXISTS \(PostgresTable.place(state, in: schema)) (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), epoch text NOT NULL, number bigint NOT NULL
    )
    """
  }

  /// Removes the tables but for that of the state, and the triggers with their functions.
  static func removal(in schema: String) -> [String] {
    [commits, foreignRows].map { "DROP TABLE IF EXISTS \(PostgresTable.place($0, in: schema))" }
      + functions.map { "DROP FUNCTION IF EXISTS \(PostgresTable.place($0, in: schema))() CASCADE" }
  }

  /// The statements that create the other tables.
  static func tables(in schema: String) -> [String] {
    func place(_ name: String) -> String { PostgresTable.place(name, in: schema) }
    return [
      """
      CREATE TABLE \(place(commits)) (
        number bigint PRIMARY KEY, token text NOT NULL, at timestamp with time zone NOT NULL DEFAULT now(),
        changes text NOT NULL
      )
      """,
      """
      CREATE TABLE \(place(foreignRows)) (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, key text NOT NULL
      )
      """,
      "COMMENT ON TABLE \(place(state)) IS 'The last commit. Servers of kartoteka lock the row while they write'",
      "COMMENT ON TABLE \(place(commits)) IS 'The keys of the rows that each commit has changed, for other servers'",
      "COMMENT ON TABLE \(place(foreignRows)) IS 'Rows that other programs have changed, until a server takes them over'",
    ]
  }

  /// The statements that create the functions, and the triggers of the application's tables, or put them in the place of changed
  /// and disabled ones.
  static func triggers(in schema: String, _ tables: [CopiedTable]) -> [String] {
    func place(_ name: String) -> String { PostgresTable.place(name, in: schema) }
    return [
      // SECURITY DEFINER: a program with rights to an application's table needs none to the tables above.
      """
      CREATE OR REPLACE FUNCTION \(place("kartoteka_lock"))() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog AS $$
      BEGIN
        IF \(isServer) IS NOT TRUE THEN PERFORM 1 FROM \(place(state)) FOR UPDATE; END IF;
        RETURN NULL;
      END $$
      """,
      """
      CREATE OR REPLACE FUNCTION \(place("kartoteka_note"))() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog AS $$
      DECLARE
        old_key jsonb := '[]';
        new_key jsonb := '[]';
      BEGIN
        FOR i IN 1 .. TG_NARGS - 1 LOOP
          IF TG_OP <> 'INSERT' THEN old_key := old_key || jsonb_build_array(to_jsonb(OLD) -> TG_ARGV[i]); END IF;
          IF TG_OP <> 'DELETE' THEN new_key := new_key || jsonb_build_array(to_jsonb(NEW) -> TG_ARGV[i]); END IF;
        END LOOP;
        IF TG_OP <> 'INSERT' AND (TG_OP = 'DELETE' OR old_key <> new_key) THEN
          INSERT INTO \(place(foreignRows)) (name, key) VALUES (TG_ARGV[0], old_key::text);
        END IF;
        IF TG_OP <> 'DELETE' THEN
          INSERT INTO \(place(foreignRows)) (name, key) VALUES (TG_ARGV[0], new_key::text);
        END IF;
        PERFORM pg_notify('\(channel)', \(PostgresName.literal(schema)));
        RETURN NULL;
      END $$
      """,
      """
      CREATE OR REPLACE FUNCTION \(place("kartoteka_refuse"))() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
      BEGIN
        IF \(isServer) IS NOT TRUE THEN
          RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'check_violation';
        END IF;
        RETURN NULL;
      END $$
      """,
    ] + tables.flatMap { triggers(of: $0, in: schema) }
  }

  /// The names of the triggers of a table.
  static func triggerNames(_ role: CopiedTable.Role) -> [String] {
    switch role {
    case .derived: ["kartoteka_refuse_write"]
    case .records, .links: ["kartoteka_lock", "kartoteka_note", "kartoteka_refuse_truncate"]
    case .platform, .archive: []
    }
  }

  private static func triggers(of table: CopiedTable, in schema: String) -> [String] {
    let place = PostgresTable.place(table.name, in: schema)
    func function(_ name: String) -> String { PostgresTable.place(name, in: schema) }
    func refusal(_ events: String, _ reason: String) -> String {
      """
      CREATE OR REPLACE TRIGGER kartoteka_refuse_\(events == "TRUNCATE" ? "truncate" : "write") BEFORE \(events) ON \(place) \
      EXECUTE FUNCTION \(function("kartoteka_refuse"))(\(PostgresName.literal(reason)))
      """
    }
    switch table.role {
    case .derived:
      return [
        refusal("INSERT OR UPDATE OR DELETE OR TRUNCATE", "The rows of \(table.name) follow from those of other tables")
      ]
    case .records, .links:
      let names = ([table.name] + table.primaryKey.map(PostgresName.column)).map(PostgresName.literal)
      return [
        """
        CREATE OR REPLACE TRIGGER kartoteka_lock BEFORE INSERT OR UPDATE OR DELETE ON \(place) \
        EXECUTE FUNCTION \(function("kartoteka_lock"))()
        """,
        """
        CREATE OR REPLACE TRIGGER kartoteka_note AFTER INSERT OR UPDATE OR DELETE ON \(place) FOR EACH ROW \
        WHEN (\(isServer) IS NOT TRUE) EXECUTE FUNCTION \(function("kartoteka_note"))(\(names.joined(separator: ", ")))
        """,
        refusal("TRUNCATE", "Use DELETE: servers are not told of TRUNCATE"),
      ]
    case .platform, .archive: return []
    }
  }
}
