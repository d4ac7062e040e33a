import KartotekaModel

// The choices for the columns of a file that is read as another kind of records.
extension PendingImport.File {
  /// Keeps what still means the same: what is left out, the number, and fields that both kinds have. How numbers and dates are
  /// written stays, because it is the file that writes them.
  /// - Parameters:
  ///   - before: the kind whose fields were chosen; nil if that is not known.
  ///   - entity: the kind that was chosen; nil to recognize it.
  mutating func keepColumns(of before: EntityDescription?, in entity: EntityDescription?) {
    columns = columns.filter { _, meaning in
      switch meaning {
      case .nothing, .id: true
      case .column(let name), .latitude(let name), .longitude(let name):
        if let before, let entity { before.hasSame(name, as: entity) } else { false }
      }
    }
  }
}

extension EntityDescription {
  /// Whether two kinds have a field or relationship of that name with values of the same kind.
  fileprivate func hasSame(_ name: String, as other: EntityDescription) -> Bool {
    if let attribute = attribute(name) { return other.attribute(name)?.kind == attribute.kind }
    guard let own = relationship(name), let link = other.relationship(name) else { return false }
    return own.target == link.target && own.cardinality == link.cardinality
  }
}
