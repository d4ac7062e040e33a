import KartotekaModel

extension PostgresError {
  /// The remedy.
  package var remedy: Phrase {
    switch self {
    case .noLibrary: "Install it: sudo apt-get install libpq5"
    case .badAddress: "Write it as postgres://USER@HOST:5432/DATABASE, and special characters as %XX."
    case .unreachable: "Make sure that the server runs, and that the host and the port are right."
    case .silent: "Make sure that the server is not overloaded and that no firewall is in between, and try again."
    case .lost:
      "Nothing was changed, unless the connection was lost at the very end. Look at the server's log, and try again."
    case .needsPassword:
      "Put it into the file ~/.pgpass, into PGPASSWORD, or into the address: postgres://USER:PASSWORD@HOST/DATABASE"
    case .wrongPassword: "Check the user and the password in the address, in PGPASSWORD and in ~/.pgpass."
    case .notAdmitted: "An administrator of the server can permit it in pg_hba.conf."
    case .noDatabase(_, let database):
      Phrase(
        "An administrator of the server can create it: {command}",
        ["command": .text("CREATE DATABASE \(PostgresName.quoted(database)) ENCODING 'UTF8' TEMPLATE template0;")])
    case .encryption: "Set sslmode in the address to what the server supports: ?sslmode=disable, require or verify-full"
    case .unavailable: "Wait a moment, and try again."
    case .tooOld: "Use PostgreSQL 15 or later."
    case .notUnicode(let database, _):
      Phrase(
        "Use a database in UTF-8. An administrator of the server can create one: {command}",
        [
          "command": .text(
            "CREATE DATABASE \(PostgresName.quoted(database + "_utf8")) ENCODING 'UTF8' TEMPLATE template0;")
        ])
    case .mayNotCreate(let database, let user):
      Phrase(
        "An administrator of the database can permit it: {command}",
        [
          "command": .text(
            "GRANT CREATE ON DATABASE \(PostgresName.quoted(database)) TO \(PostgresName.quoted(user));")
        ])
    case .notPermitted(_, "", _): "Connect as the owner of the schema, or as a user with its rights."
    case .notPermitted(let user, let schema, _):
      Phrase(
        "Nothing was changed. The owner of the schema or an administrator can permit it: {command}",
        ["command": .text(Self.grant(user, schema))])
    case .readOnly: "Connect to the primary server, with a user who may write."
    case .locked(let schema, _):
      Phrase(
        "Nothing was changed. Look for the transaction that does not end, and end it: {command}",
        ["command": .text(Self.locks(schema))])
    case .deadlock:
      "Nothing was changed. Other programs must not lock rows of an application before their first write to it."
    case .diskFull: "Nothing was changed. Make room on the server's disk, and try again."
    case .copyRuns: "Wait until it is done, and try again."
    case .exists: "Add --continue to leave it and copy the others, or --replace to replace it."
    case .foreignSchema: "Use another database, or have an administrator rename the schema."
    case .inUse: "Nothing was changed. Drop or move those objects first."
    case .noApplication: "Name one of those, or another database."
    case .newer: "Install that version of Kartoteka."
    case .laterVersion(let app):
      Phrase(
        "Nothing was changed. Start this server with that version. To go back to this one for good, stop the servers and run once: {command}",
        ["command": .text("kartoteka migrate \(app) --back")])
    case .schemaChanged:
      "Nothing was changed. Change the schema back, or use a backup of it. Until then keep the servers' local copies, which have the last state."
    case .cannotStore(_, _, _, .missingFile), .cannotStore(_, _, _, .damagedFile):
      "Nothing was changed. Put the file back from a backup, or remove it from its record."
    case .cannotStore: "Nothing was changed. Correct the value in its record, and try again."
    case .cannotBringBack: "Nothing was changed. Correct the value in the PostgreSQL table, and try again."
    case .ruleBroken, .keyTooLong:
      "Nothing was changed. Correct the row, and try again; kartoteka check finds others like it."
    case .differs: "Nothing was changed. Try again. If it happens again, report it."
    case .badData: "Connect to the server directly, and try again."
    case .fileExists:
      "Choose an empty folder, move the file away, or add --continue to leave it and bring back the others."
    case .nameTaken: "Name other applications, or use a program without it."
    case .other: "Nothing was changed. Look for the reason in the server's log."
    }
  }

  private static func locks(_ schema: String) -> String {
    let place = PostgresName.literal(PostgresName.quoted(schema)) + "::regnamespace"
    return [
      "SELECT DISTINCT a.pid, a.usename, a.application_name, a.state, a.xact_start, a.query FROM pg_locks l",
      "JOIN pg_class c ON c.oid = l.relation JOIN pg_stat_activity a ON a.pid = l.pid",
      "WHERE \(schema.isEmpty ? "" : "c.relnamespace = \(place) AND ")l.granted AND a.pid <> pg_backend_pid()",
      "ORDER BY a.xact_start;",
    ].joined(separator: " ")
  }

  private static func grant(_ user: String, _ schema: String) -> String {
    let (user, schema) = (PostgresName.quoted(user), PostgresName.quoted(schema))
    return [
      "USAGE, CREATE ON SCHEMA \(schema)", "ALL ON ALL TABLES IN SCHEMA \(schema)",
      "ALL ON ALL SEQUENCES IN SCHEMA \(schema)",
    ]
    .map { "GRANT \($0) TO \(user);" }.joined(separator: " ")
  }
}
