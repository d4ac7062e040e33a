import KartotekaModel

/// Compares all rows with the relationships that were guessed from the first ones. A column with a value that no record of the
/// other table has, or that two have, is a text after all.
package enum LinkCheck {
  /// The tables with relationships that hold for all rows.
  /// - Parameter text: the text of the table at a place, which begins with the headings; nil for one that is left out.
  /// - Throws: ``ReadingError``.
  package static func checked(_ tables: [ProposedTable], text: (Int) throws -> TextSource?) throws -> [ProposedTable] {
    var (tables, keys) = (tables, [Int: Keys]())
    for index in tables.indices {
      let links = tables[index].columns.indices.filter { target(of: tables[index].columns[$0]) != nil }
      guard !links.isEmpty, let own = try text(index) else { continue }
      var missing: Set<Int> = []
      for column in links {
        guard let target = target(of: tables[index].columns[column]),
          !tables[index].isComplete || !tables[target].isComplete
        else { continue }
        if keys[target] == nil, let other = try text(target) { keys[target] = try Keys(other, of: tables[target]) }
        let isList = tables[index].columns[column].meaning == .several(target)
        try TableValues(own, of: tables[index]).forEach([column]) { _, _ in
        } take: { _, value, _ in
          guard !missing.contains(column), let known = keys[target] else { return }
          if !known.hold(String(decoding: value, as: UTF8.self).trimmingSpaces(), isList) { missing.insert(column) }
        }
      }
      for column in missing { tables[index].columns[column].unlink() }
    }
    return tables
  }

  private static func target(of column: ProposedColumn) -> Int? {
    switch column.meaning {
    case .one(let target), .several(let target): column.isChosen ? nil : target
    case .field, .nothing, .number, .tags, .longitude: nil
    }
  }

  /// The hashes of the texts that name one record each.
  private struct Keys {
    private var columns: [(hashes: Set<Int>, isSound: Bool)] = []

    init(_ text: TextSource, of table: ProposedTable) throws {
      let places = table.columns.indices.filter { place in
        let column = table.columns[place]
        return column.meaning == .number || column.meaning == .field && (column.field.isTitle || column.field.isUnique)
      }
      var columns = places.map { _ in (hashes: Set<Int>(), isSound: true) }
      try TableValues(text, of: table).forEach(places) { _, _ in
      } take: { place, value, _ in
        let text = String(decoding: value, as: UTF8.self).trimmingSpaces()
        if !columns[place].hashes.insert(text.hashValue).inserted { columns[place].isSound = false }
      }
      self.columns = columns
    }

    /// Whether each text names one record.
    func hold(_ text: String, _ isList: Bool) -> Bool {
      let names = isList ? text.split(separator: ";").map { String($0).trimmingSpaces() } : [text]
      return names.allSatisfy { name in
        name.isEmpty || columns.contains { $0.isSound && $0.hashes.contains(name.hashValue) }
      }
    }
  }
}

extension ProposedColumn {
  /// Makes a field of a relationship.
  fileprivate mutating func unlink() {
    meaning = .field
    label = heading
    guard field.kind == .choice || field.kind == .text else { return }
    let isTitle = field.isTitle
    field = AttributeDescription(name: field.name, label: heading, kind: .text)
    field.isTitle = isTitle
  }
}
