import KartotekaModel
import KartotekaStore

// The sentences for people.
extension PostgresError {
  /// The fault.
  package var phrase: Phrase {
    switch self {
    case .noLibrary: "PostgreSQL's client library libpq is not installed"
    case .badAddress: "This is not the address of a PostgreSQL database"
    case .unreachable(let server, let reason):
      Phrase("The server {server} can't be reached: {reason}", Self.named(server, reason))
    case .silent(let server, let seconds):
      Phrase(
        "The server {server} has said nothing for {seconds} s",
        ["server": .text(server), "seconds": .text(String(seconds))])
    case .lost(let server, let reason):
      Phrase("The connection to the server {server} was lost: {reason}", Self.named(server, reason))
    case .needsPassword(let server, let user):
      Phrase("The server {server} wants a password of {user}", ["server": .text(server), "user": .text(user)])
    case .wrongPassword(let server, let user):
      Phrase("The server {server} refuses the password of {user}", ["server": .text(server), "user": .text(user)])
    case .notAdmitted(let server, let user, let reason):
      Phrase(
        "The server {server} does not admit {user}: {reason}",
        ["server": .text(server), "user": .text(user), "reason": .text(reason)])
    case .noDatabase(let server, let database):
      Phrase("The server {server} has no database {database}", ["server": .text(server), "database": .text(database)])
    case .encryption(let server, let reason):
      Phrase("An encrypted connection to {server} was refused: {reason}", Self.named(server, reason))
    case .unavailable(let server, let reason):
      Phrase("The server {server} takes no connections at the moment: {reason}", Self.named(server, reason))
    case .tooOld(let server, let version):
      Phrase("The server {server} has PostgreSQL {version}", ["server": .text(server), "version": .text(version)])
    case .notUnicode(let database, let encoding):
      Phrase(
        "The database {database} stores texts as {encoding}",
        ["database": .text(database), "encoding": .text(encoding)])
    case .mayNotCreate(let database, let user):
      Phrase(
        "{user} may not create a schema in the database {database}",
        ["user": .text(user), "database": .text(database)])
    case .notPermitted(let user, _, let reason):
      Phrase("The database does not permit this to {user}: {reason}", ["user": .text(user), "reason": .text(reason)])
    case .readOnly(let server): Phrase("The server {server} can only be read", ["server": .text(server)])
    case .locked("", let reason):
      Phrase("Another program keeps tables or rows locked: {reason}", ["reason": .text(reason)])
    case .locked(let schema, let reason):
      Phrase(
        "Another program keeps tables or rows of the schema {schema} locked: {reason}",
        ["schema": .text(schema), "reason": .text(reason)])
    case .deadlock(let reason):
      Phrase("A transaction of another program and this one waited for each other: {reason}", ["reason": .text(reason)])
    case .diskFull(let server, let reason):
      Phrase("The disk of the server {server} is full: {reason}", Self.named(server, reason))
    case .copyRuns(let app): Phrase("Another copy of {app} is running", ["app": .text(app)])
    case .exists(let app): Phrase("The database has {app} already", ["app": .text(app)])
    case .foreignSchema(let schema):
      Phrase("The database has a schema {schema} of another program", ["schema": .text(schema)])
    case .inUse(let schema, let reason):
      Phrase(
        "Something of another program depends on the schema {schema}: {reason}",
        ["schema": .text(schema), "reason": .text(reason)])
    case .noApplication(let name, let database, let known):
      known.isEmpty
        ? Phrase("The database {database} has no applications", ["database": .text(database)])
        : Phrase(
          "The database has no application {app}. It has: {names}",
          ["app": .text(name), "names": .text(known.joined(separator: ", "))])
    case .newer(let schema):
      Phrase("The schema {schema} was written by a newer version of Kartoteka", ["schema": .text(schema)])
    case .laterVersion(let app):
      Phrase("A later version of the program has changed the tables of {app}", ["app": .text(app)])
    case .schemaChanged(let schema, let change):
      Phrase(
        "Another program has changed the schema {schema}: {change}",
        ["schema": .text(schema), "change": .phrase(change.phrase)])
    case .cannotStore(let table, let row, let column, let reason):
      Phrase(
        "PostgreSQL can't store {place}: {reason}",
        ["place": .phrase(Self.place(table, row, column)), "reason": .phrase(reason.phrase)])
    case .cannotBringBack(let table, let row, let column):
      Phrase(
        "SQLite can't store {place}: NaN, infinity, or out of range",
        ["place": .phrase(Self.place(table, row, column))])
    case .keyTooLong(let table, _, let reason):
      Phrase(
        "A row breaks a rule of its table, {place}: {reason}",
        ["place": .phrase(Self.place(table, nil, nil)), "reason": .text(reason)])
    case .ruleBroken(let table, let row, let reason):
      Phrase(
        "A row breaks a rule of its table, {place}: {reason}",
        ["place": .phrase(Self.place(table, row, nil)), "reason": .text(reason)])
    case .differs(let table):
      Phrase("The copy of the table {table} differs from the original", ["table": .text(table)])
    case .badData: "The server has sent data of an unknown form"
    case .fileExists(let path): Phrase("There is a file {file} already", ["file": .text(path)])
    case .nameTaken(let name):
      Phrase("{app} is an application in code here, and a designed one in the database", ["app": .text(name)])
    case .other(let state, let reason):
      Phrase("The server refuses this: {reason} ({code})", ["reason": .text(reason), "code": .text(state)])
    }
  }

  private static func named(_ server: String, _ reason: String) -> [String: Phrase.Argument] {
    ["server": .text(server), "reason": .text(reason)]
  }

  /// "birth_date of No. 12 (users)".
  private static func place(_ table: String, _ row: Int64?, _ column: String?) -> Phrase {
    let name = column.map { table + "." + $0 } ?? table
    guard let row else { return Phrase("{name}", ["name": .text(name)]) }
    return Phrase("{name}, No. {number}", ["name": .text(name), "number": .text(String(row))])
  }
}

extension PostgresError.SchemaChange {
  fileprivate var phrase: Phrase {
    switch self {
    case .noTable(let table): Phrase("the table {table} is missing", ["table": .text(table)])
    case .noColumn(let table, let column):
      Phrase("the column {column} is missing", ["column": .text(table + "." + column)])
    case .type(let table, let column, let expected, let found):
      Phrase(
        "the column {column} is {found} instead of {expected}",
        ["column": .text(table + "." + column), "found": .text(found), "expected": .text(expected)])
    case .refused(let reason): Phrase("{reason}", ["reason": .text(reason)])
    }
  }
}

extension PostgresError.Unstorable {
  fileprivate var phrase: Phrase {
    switch self {
    case .nul: "the text contains a NUL character"
    case .notUTF8: "the text is not UTF-8"
    case .noDate: "the text is not a date"
    case .tooLarge:
      Phrase(
        "the pictures and files of the record have more than {count} MB together",
        ["count": .count(PrimaryLimit.filesOfRow / 1_000_000)])
    case .missingFile: "the file is missing"
    case .damagedFile: "the file is damaged"
    }
  }
}
