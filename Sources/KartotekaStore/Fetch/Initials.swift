import KartotekaModel

/// The letters that the texts of an order begin with, small and in their order.
struct Initials: Sendable {
  let letters: [String]
  /// What they were read from.
  let readSet: ReadSet

  /// Letters.
  /// - Parameter firsts: the first key that begins with each.
  init(_ letters: [String], firsts: [String], of column: ColumnDescription, _ keys: KeyTable) {
    self.letters = letters
    let position = keys.collation == .root ? keys.columns.firstIndex { $0.name == column.name } : nil
    readSet =
      position.map {
        .initials(
          ReadInitials(entity: keys.entity.name, position: $0, letters: Set(letters), firsts: Set(firsts)))
      } ?? .entity(keys.entity.name)
  }
}
