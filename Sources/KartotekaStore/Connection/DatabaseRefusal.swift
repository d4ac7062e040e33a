import KartotekaModel

/// The messages of our triggers that refuse a write: another program reads them as they are, the store makes its own error
/// of it.
enum DatabaseRefusal {
  /// A record that follows from others was to be made something else.
  case derived(table: String, source: String)
  /// A value that stands was to be changed.
  case readOnly(table: String, column: String)

  private static let (start, follows, stands) = ("kartoteka: ", " follows ", " is never changed")

  /// The message.
  var message: String {
    switch self {
    case .derived(let table, let source): Self.start + table + Self.follows + source
    case .readOnly(let table, let column): Self.start + table + "." + column + Self.stands
    }
  }

  /// Reads a message; nil for any other.
  init?(_ message: String) {
    guard message.hasPrefix(Self.start) else { return nil }
    let rest = message.dropFirst(Self.start.count)
    if rest.hasSuffix(Self.stands), let dot = rest.firstIndex(of: ".") {
      self = .readOnly(
        table: String(rest[..<dot]),
        column: String(rest[rest.index(after: dot)...].dropLast(Self.stands.count)))
    } else if let found = rest.firstRange(of: Self.follows) {
      self = .derived(table: String(rest[..<found.lowerBound]), source: String(rest[found.upperBound...]))
    } else {
      return nil
    }
  }

  /// The store's error; nil when the model has no such table.
  func error(in model: ModelDescription) -> StoreError? {
    switch self {
    case .derived(let table, _):
      model.entities.first { $0.table == table }.map { .derived(entity: $0.name) }
    case .readOnly(let table, let column):
      model.entities.first { $0.table == table }.flatMap { entity in
        entity.columns.first { $0.column == column }.map { .readOnly(entity: entity.name, field: $0.name) }
      }
    }
  }
}
