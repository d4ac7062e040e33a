import KartotekaModel

/// The letters that the texts of an order begin with, small and in their order, and the first key of each.
struct Initials: Sendable {
  var letters: [String] = []
  var firsts: [String] = []

  /// What they were read from.
  func readSet(of column: ColumnDescription, _ keys: KeyTable) -> ReadSet {
    guard keys.collation == .root, let position = keys.columns.firstIndex(where: { $0.name == column.name }) else {
      return .entity(keys.entity.name)
    }
    return .initials(
      ReadInitials(entity: keys.entity.name, position: position, letters: Set(letters), firsts: Set(firsts)))
  }
}
