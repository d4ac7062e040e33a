import KartotekaHTML
import KartotekaModel
import KartotekaScreens

/// A column of a table.
struct TableScreenColumn: Sendable {
  let column: ColumnDescription
  /// The position among a record's values.
  let position: Int
  /// The relationship, if related records are shown by their titles.
  let related: RelationshipDescription?
  /// The filter: a part of the value or the complete value; nil for none.
  let filter: TableDescription.Filter?

  var name: String { column.name }

  /// The column with the given name; nil if the entity has none.
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

  /// Whether another column shows the related record's title, as in derived entities; the number then suffices.
  private static func isTitleShown(of name: String, _ entity: EntityDescription, _ table: TableDescription) -> Bool {
    guard let derivation = entity.derivation, let own = derivation.column(name) else { return false }
    return derivation.columns.contains {
      $0.from == own.from && $0.through != nil && table.columns.contains($0.name)
    }
  }

  /// Whether values need their heading: numbers, dates, yes and no.
  var needsLabel: Bool {
    switch column {
    case .attribute(let attribute): !attribute.isText
    case .toOne: related == nil
    }
  }

  /// Whether values are numbers, which are aligned right.
  var isNumber: Bool {
    if case .attribute(let attribute) = column { attribute.behavior.isNumber } else { false }
  }

  /// Whether values are bytes, which only the API sets.
  var isBytes: Bool { if case .attribute(let attribute) = column { attribute.isBytes } else { false } }

  /// Whether it is a part of the title.
  var isTitle: Bool { if case .attribute(let attribute) = column { attribute.isTitle } else { false } }

  /// The cell of a record.
  func cell(of record: AnyRecord, _ included: [String: [RecordID: AnyRecord]], in say: Localizer) -> TableCell {
    let value = record.values[position]
    guard case .toOne = column else { return TableCell(text: column.brief(value, in: say)) }
    guard case .integer(let id) = value else { return TableCell(text: "") }
    guard related != nil, let other = included[name]?[id] else { return TableCell(text: String(id)) }
    // A numbered title contains the number.
    return TableCell(text: other.title(in: say), number: other.entity.isTitledByNumber ? nil : String(id))
  }
}
