import KartotekaModel

/// A table of a database with data that can't be derived from other tables: what a copy into another kind of database
/// consists of.
package struct CopiedTable: Sendable {
  /// The contents of a table.
  package enum Role: String, Sendable {
    /// The records of an entity.
    case records
    /// The records of an entity that follow from another one's; a new database computes them.
    case derived
    /// The links of a many-to-many relationship.
    case links
    /// Data of the platform: history, settings, saved views, background work.
    case platform
    /// The values of a removed entity or attribute.
    case archive
  }

  /// The form of a column's values.
  package enum Form: Hashable, Sendable {
    case integer, real, boolean, text, date, moment
    /// An integer of the smallest unit.
    case decimal(scale: Int)
    /// Bytes of the platform.
    case bytes
    /// A picture or file, which may be in a file beside the database.
    case content
    /// A value of any storage class.
    case any
  }

  /// A column.
  package struct Column: Sendable {
    /// Its name.
    package let name: String
    /// The form of its values.
    package let form: Form
    /// Whether it is NOT NULL.
    package let isRequired: Bool
    /// The attribute whose values it contains; nil for ids, references and the platform's columns.
    package let attribute: AttributeDescription?
  }

  /// A foreign key to the ids of a table.
  package struct Reference: Sendable {
    /// The referring column.
    package let column: String
    /// The table with the records.
    package let table: String
    /// The effect of deleting the record.
    package let onDelete: DeleteRule
  }

  /// A unique key or an index.
  package struct Index: Sendable {
    /// Its name.
    package let name: String
    /// Its columns.
    package let columns: [String]
  }

  /// Its name.
  package let name: String
  /// The contents.
  package let role: Role
  /// Its columns, in order.
  package let columns: [Column]
  /// The columns of its primary key; none for a table without one.
  package let primaryKey: [String]
  /// The foreign keys.
  package var references: [Reference] = []
  /// The unique keys beside the primary one.
  package var uniqueKeys: [Index] = []
  /// The other indices.
  package var indices: [Index] = []

  /// The prefix of the names of archives.
  package static let archivePrefix = Archive.prefix

  /// Whether its rows are numbered.
  package var hasNumbers: Bool {
    primaryKey.count == 1 && columns.first { $0.name == primaryKey[0] }?.form == .integer
  }
}

extension CopiedTable {
  /// The tables with an application's records and links.
  package static func records(of model: ModelDescription) -> [CopiedTable] {
    model.entities.map { CopiedTable($0, model) } + model.entities.flatMap { Self.links(of: $0, model) }
  }

  /// Whether two models store the same values in the same tables.
  package static func areAlike(_ one: ModelDescription, _ other: ModelDescription) -> Bool {
    func columns(_ model: ModelDescription) -> [String: [String: Form]] {
      Dictionary(
        records(of: model).filter { $0.role != .derived }.map { table in
          (table.name, Dictionary(table.columns.map { ($0.name, $0.form) }) { first, _ in first })
        }
      ) { first, _ in first }
    }
    return columns(one) == columns(other)
  }

  private init(_ entity: EntityDescription, _ model: ModelDescription) {
    let schema = TableSchema(entity: entity, model: model)
    name = entity.table
    role = entity.isDerived ? .derived : .records
    columns =
      [Column(name: "id", form: .integer, isRequired: true, attribute: nil)]
      + entity.columns.map { column in
        guard case .attribute(let attribute) = column else {
          return Column(name: column.column, form: .integer, isRequired: column.isRequired, attribute: nil)
        }
        return Column(
          name: column.column, form: Form(attribute), isRequired: column.isRequired, attribute: attribute)
      }
    primaryKey = ["id"]
    guard !entity.isDerived else { return }
    references = entity.relationships.filter { $0.cardinality == .toOne }.map {
      Reference(
        column: $0.column, table: model.entity(named: $0.target)?.table ?? $0.target, onDelete: $0.deleteRule)
    }
    uniqueKeys = schema.uniqueIndices.map(Index.init)
    let leading = Set(uniqueKeys.map { $0.columns[0] })
    indices = references.filter { !leading.contains($0.column) }.map {
      Index(name: "\(entity.table)_\($0.column)", columns: [$0.column])
    }
  }

  private static func links(of entity: EntityDescription, _ model: ModelDescription) -> [CopiedTable] {
    entity.leadingManyToMany.compactMap { relationship in
      guard let name = relationship.joinTable, let join = relationship.joinColumns,
        let target = model.entity(named: relationship.target)
      else { return nil }
      let names = [join.own, join.related]
      var table = CopiedTable(
        name: name, role: .links,
        columns: names.map { Column(name: $0, form: .integer, isRequired: true, attribute: nil) }, primaryKey: names)
      table.references = [
        Reference(column: join.own, table: entity.table, onDelete: .cascade),
        Reference(column: join.related, table: target.table, onDelete: .cascade),
      ]
      table.indices = [Index(name: "\(name)_\(join.related)", columns: [join.related, join.own])]
      return table
    }
  }

  /// A table of the platform, or an archive, as a database has it.
  init(_ name: String, _ role: Role, in database: SQLConnection) throws {
    let rows = try database.rows("SELECT name, type, \"notnull\", pk FROM pragma_table_info(?) ORDER BY cid", [name])
    self.name = name
    self.role = role
    let keys = try rows.map { (place: try $0["pk"] as Int, name: try $0["name"] as String) }.filter { $0.place > 0 }
    primaryKey = keys.sorted { $0.place < $1.place }.map(\.name)
    columns = try rows.map { [primaryKey] row in
      let (name, type): (String, String) = try (row["name"], row["type"])
      let isRequired: Bool = try row["notnull"]
      // The values of an archive keep their storage classes, whatever its columns were declared as.
      let form: Form =
        switch (role, type) {
        case (.archive, _) where !primaryKey.contains(name): .any
        case (_, "INTEGER"): .integer
        case (_, "TEXT"): .text
        case (_, "REAL"): .real
        case (_, "BLOB"): .bytes
        default: .any
        }
      return Column(
        name: name, form: form, isRequired: isRequired || primaryKey.contains(name), attribute: nil)
    }
  }
}

extension CopiedTable.Form {
  fileprivate init(_ attribute: AttributeDescription) {
    self =
      switch attribute.behavior.storage {
      case .integer:
        switch attribute.behavior {
        case is BooleanKind: .boolean
        case is DecimalKind: .decimal(scale: attribute.scale)
        default: .integer
        }
      case .real: .real
      case .blob: .content
      case .text:
        switch attribute.behavior {
        case is DateKind: .date
        case is TimestampKind: .moment
        default: .text
        }
      }
  }
}
