import Foundation
import KartotekaModel

/// The meaning of the tables of a database, as noted by the program that last migrated it: which of them are the
/// model's and not another program's, and how their values are to be read.
struct StoredModel: Codable, Equatable {
  struct Column: Codable, Equatable {
    /// The kind of an attribute; nil for a to-one relationship.
    var kind: String?
    /// The number of a decimal's digits after the point.
    var scale: Int?
    /// The form of numbers, which their text has.
    var form: NumberForm?
    /// Whether its values are numbers of a series; nil for others.
    var isSeries: Bool?

    /// The JSON by which rows of an archive name it.
    func json() throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The attribute that read the values.
    func attribute(_ column: String) -> AttributeDescription? {
      guard let kind else { return nil }
      var attribute = AttributeDescription(name: column, label: column, kind: KindName(rawValue: kind))
      attribute.scale = scale ?? 0
      attribute.form = form
      return attribute
    }
  }

  /// The columns of the entities' tables but `id`, by name.
  var tables: [String: [String: Column]] = [:]
  /// The join tables.
  var joins: Set<String> = []
  /// The entities' names by their tables; nil in files of earlier versions.
  var names: [String: String]?
  /// The kinds of the columns of archives, by table and column.
  var archives: [String: [String: Column]] = [:]

  private static let key = "model"

  init(_ model: ModelDescription) {
    names = [:]
    for entity in model.entities where !entity.isDerived {
      names?[entity.table] = entity.name
      var columns: [String: Column] = [:]
      for column in entity.columns { columns[column.column] = Column(column) }
      tables[entity.table] = columns
      joins.formUnion(entity.relationships.compactMap(\.joinTable))
    }
  }

  /// - Returns: nil where nothing was noted: by programs before 2027.
  init?(in database: SQLConnection) throws {
    let noted = try MetaTable(in: database).text(Self.key)
    guard let noted, let model = try? JSONDecoder().decode(StoredModel.self, from: Data(noted.utf8)) else { return nil }
    self = model
  }

  /// Whether the tables that both have, with their columns, are alike by less than half: those of another application,
  /// whose names are the same by chance.
  func isUnlike(_ entities: [EntityDescription]) -> Bool {
    var (all, shared) = (0, 0)
    for entity in entities {
      guard let columns = tables[entity.table]?.keys else { continue }
      let names = entity.columns.flatMap { column in
        [column.column] + column.formerNames.flatMap { [$0, Naming.snakeCase($0), Naming.snakeCase($0) + "_id"] }
      }
      all += 1 + columns.count
      shared += 1 + Set(columns).intersection(names).count
    }
    return shared * 2 < all
  }

  func note(in database: SQLConnection) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(self), as: UTF8.self)
    try MetaTable(in: database).note(text, as: Self.key)
  }
}

extension StoredModel.Column {
  init(_ column: ColumnDescription) {
    guard case .attribute(let attribute) = column else {
      self.init()
      return
    }
    self.init(
      kind: attribute.kind.rawValue, scale: attribute.kind == .decimal ? attribute.scale : nil, form: attribute.form,
      isSeries: attribute.series == nil ? nil : true)
  }
}
