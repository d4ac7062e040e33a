import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The changes that screens have made to the application of an opened file, and the facts about the file that they need.
package struct OpenedShapeState: Sendable {
  /// The description, and its revision beside the file; 0 for the guess.
  package let design: Design
  /// The tables of two references that can be many-to-many relationships.
  package let pairs: [String]
  /// The references that no index of the file begins with.
  package let missingIndices: [MissingIndex]
  /// The tables and views that can't be read, each with SQLite's reason.
  package var unreadable: [(name: String, reason: String)] { file.unreadable }
  /// The statements of the description about tables and columns that the file no longer has.
  package let notices: [Phrase]

  /// Whether the file was adopted.
  package var isAdopted: Bool { file.isAdopted }
  /// Whether it can be adopted: it has no tables of the names that are needed.
  package var canBeAdopted: Bool { !file.isAdopted && !file.hasTakenNames }

  // The file's tables and first rows.
  private let file: ReflectedFile

  init(_ design: Design, _ shape: OpenedShape, _ file: ReflectedFile, notices: [Phrase]) {
    self.design = design
    self.file = file
    self.notices = notices
    pairs = ReflectedModel(shape.shaped, isReadOnly: false).pairs
    missingIndices = shape.shaped.missingIndices
  }

  /// A column of a table.
  package func column(_ name: String, of table: String) -> ReflectedTable.Column? {
    file.tables.first { $0.name == table }?.columns.first { $0.name == name }
  }

  /// Whether the file declares a foreign key of a column.
  package func isDeclared(_ column: String, of table: String) -> Bool {
    file.tables.first { $0.name == table }?.foreignKeys.contains {
      $0.columns.map { $0.lowercased() } == [column.lowercased()]
    } ?? false
  }

  /// The columns of a table that may lead to records of another one by their names, and are values as yet.
  package func undeclaredReferences(of table: String, in document: AppDocument) -> [UndeclaredReference] {
    guard let source = file.tables.first(where: { $0.name == table }), !source.isView,
      let entity = document.entity(table)
    else { return [] }
    return source.columns.flatMap { column -> [UndeclaredReference] in
      guard entity.attributes.contains(where: { $0.name == column.name }), !column.isGenerated,
        !(source.hasIntegerKey && column.keyPlace > 0)
      else { return [] }
      let found = file.tables.filter { target in
        (target.name != table || column.keyPlace == 0) && Self.isNamed(column.name, for: target, in: source)
      }.compactMap { source.reference(of: column.name, to: $0.name, in: file) }
      return Array(found.prefix(1))
    }
  }

  private static let endings = ["id", "key", "fk", "code", "no", "nr", "ref", "number"]

  private static func isNamed(_ column: String, for target: ReflectedTable, in source: ReflectedTable) -> Bool {
    guard target.key.count == 1 else { return false }
    let name = Naming.key(column)
    // The key has a name of its own, such as CustomerID.
    let key = Naming.key(target.key[0])
    if target.name != source.name, name == key, !endings.contains(key), key != "name" { return true }
    let nouns = ReflectedNames.nouns(target.name)
    let words = Set([target.name, nouns.one, nouns.many].map(Naming.key))
    let stems = [name] + endings.filter { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) }
    if target.name == source.name, stems.contains("parent") { return true }
    return stems.contains { stem in
      words.contains(stem) || words.contains { $0.count > 3 && stem.hasSuffix($0) && stem != name }
    }
  }
}

/// A reference without an index that begins with its columns.
package struct MissingIndex: Sendable, Hashable {
  package let table: String
  package let columns: [String]

  /// Tells it from the others of a file.
  package var id: String { table + "." + columns.joined(separator: ",") }

  private var name: String {
    ReflectedNames.label(table + "_" + columns.joined(separator: "_")).lowercased().replacing(" ", with: "_")
  }

  /// The statement that makes the index.
  package var statement: String { statement(name) }

  /// The statement that makes the index in an adopted file.
  package var statementOfAdoption: String { statement(Adoption.indexName(name)) }

  private func statement(_ name: String) -> String {
    let quoted = columns.map(Self.quoted).joined(separator: ", ")
    return "CREATE INDEX \(Self.quoted(name)) ON \(Self.quoted(table)) (\(quoted))"
  }

  private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}

extension ReflectedFile {
  /// The references that no index begins with.
  var missingIndices: [MissingIndex] {
    tables.flatMap { table in
      table.foreignKeys.compactMap { reference in
        let wanted = Set(reference.columns.map { $0.lowercased() })
        let isRowID =
          table.hasIntegerKey && reference.columns.map { $0.lowercased() } == table.key.map { $0.lowercased() }
        let isIndexed = table.indices.contains { Set($0.prefix(wanted.count).map { $0.lowercased() }) == wanted }
        return isRowID || isIndexed ? nil : MissingIndex(table: table.name, columns: reference.columns)
      }
    }
  }
}

extension AppDocument {
  /// Whether a table with two references is a many-to-many relationship.
  package func isJoined(_ table: String) -> Bool {
    let name = JoinSource.name(of: table)
    return entities.contains { $0.relationships.contains { $0.joinTable == name } }
  }
}
