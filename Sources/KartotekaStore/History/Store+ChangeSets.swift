import Foundation
import KartotekaModel

/// A filter of change sets.
package struct ChangeSetFilter: Sendable {
  /// A person's search text. Every word has to be in the name of the change set or in the values that it changed; capitals and
  /// accents don't matter.
  package struct Search: Sendable {
    /// The folded words.
    let words: [String]
    /// The name of a change set in the person's language.
    let name: @Sendable (Phrase) -> String

    /// - Returns: nil where the text has no words.
    package init?(_ text: String, name: @escaping @Sendable (Phrase) -> String) {
      words = Collation.root.key(text).split { $0.isWhitespace }.map(String.init)
      if words.isEmpty { return nil }
      self.name = name
    }
  }

  /// The entity whose records or links they changed; nil for any.
  package var entity: EntityDescription?
  /// Their origin; nil for any.
  package var origin: ChangeSet.Origin?
  /// The search; nil for none.
  package var search: Search?
  /// The number of the person who made them; nil for anybody.
  package var person: Int64?
  /// They were made at this time or later; nil for any time.
  package var from: Date?
  /// They were made before this time; nil for any time.
  package var to: Date?

  package init(
    entity: EntityDescription? = nil, origin: ChangeSet.Origin? = nil, search: Search? = nil, person: Int64? = nil,
    from: Date? = nil, to: Date? = nil
  ) {
    (self.entity, self.origin, self.search) = (entity, origin, search)
    (self.person, self.from, self.to) = (person, from, to)
  }

  /// Whether it lets all change sets through.
  package var isEmpty: Bool {
    entity == nil && origin == nil && search == nil && person == nil && from == nil && to == nil
  }
}

/// Some of an application's change sets, the newest first.
package struct ChangeSetPage: Sendable {
  /// The change sets.
  package let changeSets: [ChangeSet]
  /// The number before which the next page begins; nil on the last page. A page may have few change sets, or none, and
  /// be followed by others: each page looks at a limited number.
  package let next: HistoryPosition?
}

/// Some of what a change set did.
package struct ChangePage: Sendable {
  /// The place of a change within its change set.
  package struct Place: Sendable, Hashable, LosslessStringConvertible {
    let number: Int64
    let id: RecordID

    init(number: Int64, id: RecordID) { (self.number, self.id) = (number, id) }

    /// Reads what ``description`` wrote.
    package init?(_ description: String) {
      let parts = description.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
      guard parts.count == 2, let number = parts[0], let id = parts[1], number > 0, RecordIDs.range.contains(id) else {
        return nil
      }
      self.init(number: number, id: id)
    }

    /// For an address: `120.7`.
    package var description: String { "\(number).\(id)" }
  }

  /// The changes, in the order in which they were done; of imported records one for each that is still there.
  package let changes: [RecordChange]
  /// The number of records and links that the change set changed.
  package let total: Int
  /// The cursor of the next page; nil on the last one.
  package let next: Place?
}

extension Store {
  /// The numbers of change sets that a page examines, and of the changes of each whose values are searched.
  private static let examined = (filtering: Int64(20_000), searching: Int64(2_000), changes: Int64(20))

  /// The change sets that a filter lets through, the newest first.
  /// - Parameters:
  ///   - before: the ``ChangeSetPage/next`` of the page before; nil for the first page.
  ///   - limit: the most change sets.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func changeSets(
    _ filter: ChangeSetFilter, before: HistoryPosition? = nil, limit: Int
  ) async throws -> ChangeSetPage {
    let examined = filter.search == nil ? Self.examined.filtering : Self.examined.searching
    return try await snapshot { [mapping] database in
      let end = Value.integer(before?.number ?? .max)
      // The last change set that is looked at, where there are more.
      let last = try RawStatement(
        "SELECT id FROM kartoteka_deeds WHERE id < ? ORDER BY id DESC LIMIT 1 OFFSET ?", in: database
      ).integer(end, .integer(examined - 1))
      var condition = "d.id < ? AND d.id >= ?"
      var arguments = [end, .integer(last ?? 0)]
      let own = filter.condition
      condition += own.text
      arguments += own.arguments
      if let entity = filter.entity {
        let tables = [entity.table] + entity.relationships.compactMap(\.joinTable)
        condition += """
           AND EXISTS (SELECT 1 FROM kartoteka_changes c \
          WHERE c.deed = d.id AND c.entity IN (\(SQL.places(tables.count))))
          """
        arguments += tables.map(Value.text)
      }
      let most = filter.search == nil ? limit + 1 : Int(examined)
      var found: [ChangeSet] = []
      for changeSet in try UndoLog.changeSets(where: condition, arguments, limit: most, in: database) {
        if let search = filter.search, try !search.finds(changeSet, Self.examined.changes, mapping, in: database) {
          continue
        }
        found.append(changeSet)
        if found.count > limit { break }
      }
      if found.count > limit {
        let page = Array(found.prefix(limit))
        return ChangeSetPage(changeSets: page, next: page.last.map { HistoryPosition(before: $0.id) })
      }
      let hasMore = try last.map {
        try RawStatement("SELECT EXISTS (SELECT 1 FROM kartoteka_deeds WHERE id < ?)", in: database)
          .integer(.integer($0)) == 1
      }
      return ChangeSetPage(changeSets: found, next: hasMore == true ? last.map(HistoryPosition.init(before:)) : nil)
    }
  }

  /// The changes of a change set, page by page.
  /// - Parameters:
  ///   - place: the ``ChangePage/next`` of the page before; nil for the first page.
  ///   - limit: the most changes.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func changes(by changeSet: Int64, after place: ChangePage.Place?, limit: Int) async throws -> ChangePage {
    try await snapshot { [mapping] database in
      let reader = HistoryReader(database: database, mapping: mapping)
      let (changes, next) = try reader.changes(by: changeSet, after: place, limit: limit)
      let total = try Transaction.changeCount(of: changeSet, in: database)
      return ChangePage(changes: changes, total: total, next: next)
    }
  }
}

extension ChangeSetFilter {
  /// The condition on a change set's own row, with AND before each part.
  fileprivate var condition: (text: String, arguments: [Value]) {
    var (text, arguments) = ("", [Value]())
    if let origin {
      text += " AND d.way = ?"
      arguments.append(.text(origin.rawValue))
    }
    if let person {
      let start = Value.text(Author.start(of: person))
      text += " AND substr(d.person, 1, length(?)) = ?"
      arguments += [start, start]
    }
    for (moment, comparison) in [(from, ">="), (to, "<")] {
      guard let moment else { continue }
      text += " AND d.at \(comparison) ?"
      arguments.append(.text(Timestamp.text(moment)))
    }
    return (text, arguments)
  }

  /// The given change sets that match the filter's origin, person and time, in their order.
  func passing(_ changeSets: [Int64], in database: SQLConnection) throws -> [Int64] {
    let (text, arguments) = condition
    if arguments.isEmpty { return changeSets }
    let rows = try RawStatement(
      "SELECT d.id FROM kartoteka_deeds d WHERE d.id IN (SELECT value FROM json_each(?))\(text)", in: database)
    rows.bind([.text(try JSONText.json(changeSets))] + arguments)
    defer { rows.reset() }
    var found: Set<Int64> = []
    while try rows.step() { found.insert(rows.integer(column: 0)) }
    return changeSets.filter(found.contains)
  }
}

extension ChangeSetFilter.Search {
  /// Whether a change set is one of those that are searched for.
  fileprivate func finds(
    _ changeSet: ChangeSet, _ limit: Int64, _ mapping: ModelMapping, in database: SQLConnection
  ) throws -> Bool {
    var text = Collation.root.key(name(changeSet.name))
    if isFound(in: text) { return true }
    let rows = try RawStatement(
      "SELECT before, after FROM kartoteka_changes WHERE deed = ? AND last IS NULL ORDER BY id LIMIT ?", in: database)
    rows.bind([.integer(changeSet.id), .integer(limit)])
    defer { rows.reset() }
    while try rows.step() {
      for column in 0...1 {
        if let image = try Image(rows.value(column: column), mapping.blobs) { text += Self.text(of: image) }
      }
      if isFound(in: text) { return true }
    }
    return false
  }

  /// The folded texts and numbers of an image, each after a line end.
  static func text(of image: Image) -> String {
    image.values.reduce(into: "") { text, column in
      switch column.value {
      case .text(let value): text += "\n" + Collation.root.key(value)
      case .integer(let number): text += "\n" + String(number)
      case .null, .real, .blob: break
      }
    }
  }

  /// Whether a folded text has all words.
  func isFound(in text: String) -> Bool { words.allSatisfy { text.contains($0) } }
}
