import KartotekaModel

/// Why a primary database can't be used, for people. In contrast to the administrator's phrases in ``StoreError/primary(_:remedy:_:)``,
/// it names no hosts, users or statements.
@nonexhaustive public enum PrimaryRefusal: Sendable, Hashable, CaseIterable {
  /// The server can't be reached, starts or stops, or the connection was lost.
  case unreachable
  /// The server or the session only reads, such as a standby during a fail-over.
  case readOnly
  /// Another program keeps the rows or tables of the application locked.
  case locked
  /// The server's disk is full.
  case diskFull
  /// The server refuses the user, the password or the encryption of the connection.
  case notAdmitted
  /// The user lacks a right.
  case notPermitted
  /// Somebody has changed or dropped tables, columns or triggers of the application.
  case tablesChanged
  /// A rule that only the database has forbids the change.
  case rule
  /// The database server is too old.
  case oldServer
  /// A later version of the program has changed the application's tables.
  case oldProgram
  /// Another reason, which the administrator's phrase names.
  case other

  /// The situation, and the person who can do something about it.
  package var phrase: Phrase {
    switch self {
    case .unreachable: "The database server can't be reached at the moment."
    case .readOnly: "The database server accepts no changes at the moment. If that lasts, tell the administrator."
    case .locked:
      "Another program keeps the application's data locked in the database. If that lasts, tell the administrator."
    case .diskFull: "The disk of the database server is full. The administrator has to make room there."
    case .notAdmitted:
      "The database server does not admit this program. The administrator has to correct the user, the password or the encryption."
    case .notPermitted: "This program lacks a right in the database. The administrator has to grant it."
    case .tablesChanged:
      "Somebody has changed the application's tables in the database. The administrator has to change them back."
    case .rule: "A rule in the database forbids this. The administrator knows the rule."
    case .oldServer: "The database server is too old for this program. The administrator has to update it."
    case .oldProgram:
      "A later version of this program has changed the application. The administrator has to update this server, too."
    case .other: "The database server can't be used at the moment. If that lasts, tell the administrator."
    }
  }

  /// Whether it can end without the administrator.
  package var isTemporary: Bool { [.unreachable, .readOnly, .locked, .other].contains(self) }
}
