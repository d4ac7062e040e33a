import KartotekaModel
import KartotekaStore

/// The notes of a schema about its application.
struct NotedApplication: PrimaryModel {
  /// The name of the schema.
  let schema: String
  /// The description as JSON.
  let description: String
  /// The tables.
  let tables: [String: CopiedTable.Role]
  /// The hashes of earlier descriptions, which later versions of the program have replaced.
  let earlier: [String]
  /// The model of the tables, if it differs from the program's.
  let model: ModelDescription?
  /// The version of the platform's tables and of the forms of values.
  var format = PostgresCatalogue.format

  func hasTables(of tables: [CopiedTable]) -> Bool {
    // Their CHECK clauses refuse values that this version of the program stores.
    if format < PostgresCatalogue.formatOfExtensions, tables.contains(where: \.hasPhones) { return false }
    return hasRules(of: tables)
  }

  func hasRules(of tables: [CopiedTable]) -> Bool {
    guard tables.allSatisfy({ self.tables[$0.name] != nil }) else { return false }
    guard let model else { return true }
    // A rule that has changed is a part of the tables, too.
    func statements(_ tables: [CopiedTable]) -> Set<String> {
      let tables = tables.filter { [.records, .links, .derived].contains($0.role) }
      return Set(
        tables.map { PostgresTable(table: $0, schema: schema) }.flatMap {
          [$0.creation] + $0.keys(longTexts: []) + $0.references
        })
    }
    return statements(CopiedTable.records(of: model)) == statements(tables)
  }

  /// The hash of a description.
  static func hash(_ description: String) -> String { Fingerprint.text(of: Array(description.utf8), bytes: 8) }
}

extension CopiedTable {
  fileprivate var hasPhones: Bool { columns.contains { $0.attribute?.kind == .phone } }
}

// The model of the tables in the schema.
extension PostgresTransaction {
  func readModel() throws -> (any PrimaryModel)? {
    try naming { _ in
      try readNoted()
      try refuseEarlierVersion()
      return noted
    }
  }

  /// Reads what the schema says about the application.
  /// - Throws: ``PostgresError``.
  func readNoted() throws {
    guard let connection, noted == nil else { return }
    let application = place(PostgresCatalogue.application)
    guard try connection.run("SELECT to_regclass($1)", application) != [[nil]] else { return }
    let row = try connection.run(
      """
      SELECT description, format > $1::integer OR platform > $2::integer, array_to_string(earlier, ' '), format \
      FROM \(application)
      """, String(PostgresCatalogue.format), String(StoreSnapshot.platformFormat)
    ).first
    guard let row, let description = row[0] else { return }
    if row[1] == "t" { throw PostgresError.newer(schema: schema) }
    let tables = try connection.run("SELECT name, role FROM \(place(PostgresCatalogue.tables))").compactMap { row in
      row[0].flatMap { name in row[1].flatMap(CopiedTable.Role.init).map { (name, $0) } }
    }
    noted = try NotedApplication(
      schema: schema, description: description, tables: Dictionary(tables) { first, _ in first },
      earlier: row[2]?.split(separator: " ").map(String.init) ?? [],
      model: description == self.application.description ? nil : self.application.model(description),
      format: row[3].flatMap(Int.init) ?? PostgresCatalogue.format)
  }

  /// Refuses a version of the program before the one that has changed the tables: it would migrate them back.
  /// - Throws: ``PostgresError`` `.laterVersion`.
  func refuseEarlierVersion() throws {
    guard let noted, !application.isDesigned, !application.mayGoBack,
      noted.earlier.contains(NotedApplication.hash(application.description)),
      !noted.hasRules(of: CopiedTable.records(of: try application.model(application.description)))
    else { return }
    throw PostgresError.laterVersion(application: application.name)
  }

  /// Notes the hashes of the descriptions before the one that the transaction has written.
  /// - Parameter replaced: the earlier notes of the schema.
  func noteEarlier(_ replaced: NotedApplication?, _ connection: PostgresConnection) throws {
    guard let replaced else { return }
    var earlier = Set(replaced.earlier)
    earlier.insert(NotedApplication.hash(replaced.description))
    earlier.remove(NotedApplication.hash(application.description))
    try connection.run(
      "UPDATE \(place(PostgresCatalogue.application)) SET earlier = string_to_array($1, ' ')",
      earlier.sorted().joined(separator: " "))
  }

  /// The description in the schema, as JSON; nil if there is no schema of the application.
  var description: String? { noted?.description }
}
