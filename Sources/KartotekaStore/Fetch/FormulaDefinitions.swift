import KartotekaModel

/// The other computed values that a formula has.
///
/// A short calculation from the row `t` stands where it is used. The others are common table expressions: within each other, SQLite's
/// parser would go too deep. SQLite looks each of their values up by the record's id.
final class FormulaDefinitions {
  private struct Definition {
    let value: Fragment
    let hasRecords: Bool
    /// Of its common table expression, if it has one.
    var name: String?
  }

  /// The longest calculation that stands where it is used, in bytes.
  private static let longest = 200

  /// By table and value.
  private var known: [[String]: Definition] = [:]
  private var open: Set<[String]> = []
  /// The common table expressions, those first that others have.
  private(set) var all: [Fragment] = []
  /// One statement has one `now`.
  let moment = Timestamp.text(TaskMoment.current)
  /// One statement has one `me`.
  let asker = Author.current?.name ?? ""

  /// A computed value of the record whose id a piece of SQL has.
  /// - Parameter sql: the value of the record of `t`.
  /// - Throws: ``StoreError`` for a value that needs itself, and what `sql` throws.
  func value(
    _ computed: ComputedDescription, _ entity: EntityDescription, id: String, _ sql: () throws -> Fragment
  ) throws -> Fragment {
    let key = [entity.table, computed.name]
    // One that needs itself is refused where it is described.
    guard !open.contains(key) else { throw StoreError.badFilter(field: computed.name, operator: .eq) }
    var definition: Definition
    if let known = known[key] {
      definition = known
    } else {
      open.insert(key)
      defer { open.remove(key) }
      definition = Definition(value: try sql(), hasRecords: computed.source.hasRecords)
    }
    // A column of another program's table would be compared by its own collation.
    let isShort = entity.source == nil && !definition.hasRecords && Self.isShort(definition.value.sql)
    if definition.name == nil, id != "t.id" || !isShort {
      // Numbered, since two tables and values can come to the same name.
      let name = SQL.name("kartoteka_value_\(all.count + 1)")
      let rows = ComputedSQL.rows(definition.value, of: entity, hasRecords: definition.hasRecords)
      all.append(rows.wrapped(name + " AS NOT MATERIALIZED ", ""))
      definition.name = name
    }
    known[key] = definition
    guard let name = definition.name, id != "t.id" || !isShort else { return definition.value }
    return Fragment(sql: "(SELECT c.value FROM \(name) c WHERE c.id = \(id))")
  }

  // Whether it takes no more levels of SQLite's parser than a look-up does, which are eight: one pair of parentheses at most.
  private static func isShort(_ sql: String) -> Bool {
    guard sql.utf8.count <= longest, !sql.contains("SELECT") else { return false }
    var (depth, isName) = (0, false)
    for character in sql.utf8 {
      switch character {
      case UInt8(ascii: "\""): isName.toggle()
      case UInt8(ascii: "(") where !isName:
        depth += 1
        if depth > 1 { return false }
      case UInt8(ascii: ")") where !isName: depth -= 1
      default: break
      }
    }
    return true
  }
}
