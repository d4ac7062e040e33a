import KartotekaHTML
import KartotekaModel
import KartotekaScreens

/// A column of a table as its screen knows it.
struct TableScreenColumn: Sendable {
  let column: ColumnDescription
  /// Its place among a record's values.
  let position: Int
  /// For a relationship whose records are shown by their titles: the relationship.
  let related: RelationshipDescription?
  /// Whether it narrows the table down, by a part of the value or the whole.
  let filter: TableDescription.Filter?

  var name: String { column.name }

  /// The column of that name; nil when the entity has none.
  init?(_ name: String, of entity: EntityDescription, in table: TableDescription) {
    guard let position = entity.position(of: name) else { return nil }
    self.position = position
    column = entity.columns[position]
    filter = table.filters.first { $0.name == name }
    if case .toOne(let relationship) = column, !Self.isTitleShown(of: name, entity, table) {
      related = relationship
    } else {
      related = nil
    }
  }

  /// Whether the related record's title stands in a column of its own, as derived records may have it: then the number
  /// is enough.
  private static func isTitleShown(of name: String, _ entity: EntityDescription, _ table: TableDescription) -> Bool {
    guard let derivation = entity.derivation, let own = derivation.column(name) else { return false }
    return derivation.columns.contains {
      $0.from == own.from && $0.through != nil && table.columns.contains($0.name)
    }
  }

  /// Whether values say nothing without their heading: numbers, days, yes and no.
  var needsLabel: Bool {
    switch column {
    case .attribute(let attribute): !attribute.isText
    case .toOne: related == nil
    }
  }

  /// Whether its values are numbers, which stand at the end of their column to be compared.
  var isNumber: Bool {
    if case .attribute(let attribute) = column { attribute.behavior.isNumber } else { false }
  }

  /// Whether its values are bytes, which come in through the API only.
  var isBytes: Bool { if case .attribute(let attribute) = column { attribute.isBytes } else { false } }

  /// Whether it is part of the record's title.
  var isTitle: Bool { if case .attribute(let attribute) = column { attribute.isTitle } else { false } }

  /// What a record has here.
  func cell(of record: AnyRecord, _ included: [String: [RecordID: AnyRecord]], in say: Localizer) -> TableCell {
    let value = record.values[position]
    guard case .toOne = column else { return TableCell(text: column.brief(value, in: say)) }
    guard case .integer(let id) = value else { return TableCell(text: "") }
    guard related != nil, let other = included[name]?[id] else { return TableCell(text: String(id)) }
    // A title that is the number says it already.
    return TableCell(text: other.title(in: say), number: other.entity.numberedTitle == nil ? String(id) : nil)
  }
}
