import Foundation

/// Why an application can't be served from a PostgreSQL database, or copied to or from it. A failed transaction leaves
/// everything as it was.
package enum PostgresError: Error, Sendable, Equatable {
  /// libpq is not installed.
  case noLibrary
  /// The address can't be read.
  case badAddress
  /// No server answers at the address; with libpq's own words.
  case unreachable(server: String, reason: String)
  /// The server accepts connections and says nothing for so many seconds.
  case silent(server: String, seconds: Int)
  /// The connection was lost.
  case lost(server: String, reason: String)
  /// The server wants a password, and there is none.
  case needsPassword(server: String, user: String)
  /// The server does not accept the password.
  case wrongPassword(server: String, user: String)
  /// The server does not let this user connect; with its own words.
  case notAdmitted(server: String, user: String, reason: String)
  /// There is no database of that name.
  case noDatabase(server: String, database: String)
  /// An encrypted connection was refused by one side; with libpq's own words.
  case encryption(server: String, reason: String)
  /// The server takes no more connections, starts, or stops; with its own words.
  case unavailable(server: String, reason: String)
  /// The server is older than version 15.
  case tooOld(server: String, version: String)
  /// The database does not store Unicode.
  case notUnicode(database: String, encoding: String)
  /// The user may not create schemas in the database.
  case mayNotCreate(database: String, user: String)
  /// The user may not do something else; with the server's own words. The schema is empty if no application was served.
  case notPermitted(user: String, schema: String, reason: String)
  /// The server or the session only reads.
  case readOnly(server: String)
  /// Another transaction has kept locked what this one needs, for longer than it waits; with the server's own words.
  case locked(schema: String, reason: String)
  /// The server has ended the transaction, because it and another one waited for each other; with the server's own words.
  case deadlock(reason: String)
  /// The server has no room left; with its own words.
  case diskFull(server: String, reason: String)
  /// Another copy of the application runs.
  case copyRuns(application: String)
  /// The application is in the database already.
  case exists(application: String)
  /// A schema of that name is there which is not an application's.
  case foreignSchema(schema: String)
  /// Others depend on what would be replaced; with the server's own words.
  case inUse(schema: String, reason: String)
  /// The database has no application of that name; there are these.
  case noApplication(name: String, database: String, known: [String])
  /// The schema was written by a newer version of the program.
  case newer(schema: String)
  /// A later version of the program has changed the application's tables.
  case laterVersion(application: String)
  /// A table or column lacks or has another type: another program has changed it.
  case schemaChanged(schema: String, SchemaChange)
  /// A value of a SQLite table has no form in PostgreSQL.
  case cannotStore(table: String, row: Int64?, column: String, Unstorable)
  /// A value of a PostgreSQL table has no form in SQLite.
  case cannotBringBack(table: String, row: Int64?, column: String)
  /// A row breaks a rule of its table; with the database's own words.
  case ruleBroken(table: String, row: Int64?, reason: String)
  /// The index of a unique key can't hold a text of this length; with the server's own words.
  case keyTooLong(table: String, key: String, reason: String)
  /// The written rows differ from the rows that were read.
  case differs(table: String)
  /// The server's data have another form than documented.
  case badData
  /// There is a file at the place already.
  case fileExists(path: String)
  /// The program has another application of that name in code.
  case nameTaken(name: String)
  /// Any other error of the server, with its code and its own words.
  case other(state: String, reason: String)

  /// A change of another program to a schema.
  package enum SchemaChange: Sendable, Equatable {
    /// A table is missing.
    case noTable(String)
    /// A column is missing.
    case noColumn(table: String, column: String)
    /// A column has another type.
    case type(table: String, column: String, expected: String, found: String)
    /// A statement names something that is missing or has another type; with the server's own words.
    case refused(String)
  }

  /// Why PostgreSQL can't store a value.
  package enum Unstorable: Sendable, Equatable {
    /// A text has a character NUL.
    case nul
    /// A text is not UTF-8.
    case notUTF8
    /// A text is no date.
    case noDate
    /// The pictures and files of a row have more than `PrimaryLimit.filesOfRow` together.
    case tooLarge
    /// A picture or file is missing beside the database.
    case missingFile
    /// The bytes of a picture or file beside the database are other ones.
    case damagedFile
  }
}

/// The server's refusal of a statement.
struct PostgresRefusal {
  /// The error code (<https://www.postgresql.org/docs/15/errcodes-appendix.html>).
  let state: String
  let message: String
  let detail: String
  let context: String
  let table: String
  let constraint: String

  /// The message and the detail.
  var reason: String { detail.isEmpty ? message : message + " (" + detail + ")" }
}

extension PostgresError {
  /// The first line of a message.
  static func line(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline).first.map(String.init) ?? message
  }

  /// The error of a connection that was not made.
  static func connecting(
    _ message: String, needsPassword: Bool, server: String, user: String, database: String
  ) -> PostgresError {
    if needsPassword { return .needsPassword(server: server, user: user) }
    // With verbose errors: "FATAL:  28P01: password authentication failed". The words are the server's language.
    if let found = message.firstMatch(of: #/: {2}([0-9A-Z]{5}): ([^\n]*)/#) {
      let reason = String(found.2)
      switch found.1 {
      case "28P01": return .wrongPassword(server: server, user: user)
      case "28000", "42501": return .notAdmitted(server: server, user: user, reason: reason)
      case "3D000": return .noDatabase(server: server, database: database)
      case "53300", "57P03", "57P01", "57P02", "08P01": return .unavailable(server: server, reason: reason)
      default: return .other(state: String(found.1), reason: reason)
      }
    }
    // "connection to server at "db", port 5432 failed: Connection refused".
    let reason = line(message).split(separator: " failed: ", maxSplits: 1).last.map(String.init) ?? ""
    // libpq's own messages, which are English as long as the program sets no locale.
    if message.contains("session is read-only") { return .readOnly(server: server) }
    if ["SSL", "certificate", "GSSAPI"].contains(where: message.contains) {
      return .encryption(server: server, reason: reason)
    }
    return .unreachable(server: server, reason: reason)
  }

  /// The error of a refused statement, without what only the caller knows.
  static func refusing(_ refusal: PostgresRefusal) -> PostgresError {
    switch refusal.state {
    case "42501": .notPermitted(user: "", schema: "", reason: refusal.message)
    case "25006": .readOnly(server: "")
    case "53100": .diskFull(server: "", reason: refusal.reason)
    // A schema, table, column, function or type is missing, or a column has another type.
    case "3F000", "42P01", "42703", "42883", "42704", "42804": .schemaChanged(schema: "", .refused(refusal.message))
    // Also a connection pooler that has lost the server.
    case "57P01", "57P02", "57P03", "08P01": .unavailable(server: "", reason: refusal.message)
    case "55P03": .locked(schema: "", reason: refusal.message)
    case "40P01": .deadlock(reason: refusal.message)
    case "54000" where !refusal.constraint.isEmpty:
      .keyTooLong(table: refusal.table, key: refusal.constraint, reason: refusal.message)
    case "23502", "23503", "23505", "23514", "23P01":
      .ruleBroken(table: refusal.table, row: nil, reason: refusal.reason)
    default:
      .other(
        state: refusal.state,
        reason: refusal.context.isEmpty ? refusal.reason : refusal.reason + "; " + line(refusal.context))
    }
  }

  /// The same with the names of the server, the user and the schema.
  func naming(server: String, user: String, schema: String) -> PostgresError {
    switch self {
    case .notPermitted("", "", let reason): .notPermitted(user: user, schema: schema, reason: reason)
    case .schemaChanged("", let change): .schemaChanged(schema: schema, change)
    case .locked("", let reason): .locked(schema: schema, reason: reason)
    case .readOnly(""): .readOnly(server: server)
    case .diskFull("", let reason): .diskFull(server: server, reason: reason)
    case .unavailable("", let reason): .unavailable(server: server, reason: reason)
    default: self
    }
  }
}
