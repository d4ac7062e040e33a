import Foundation
import KartotekaModel
import Synchronization

/// The conversion of values of one kind to another: through the text that the old kind writes and the new one reads.
struct ValueConversion: Sendable {
  let from: AttributeDescription
  let to: AttributeDescription
  /// Its key for the SQL function.
  let key: String

  /// Nil where the values stay as they are.
  init?(
    of column: StoredTable.Column, _ noted: StoredModel.Column?, to new: ColumnDescription, in table: String
  ) {
    guard let old = noted?.attribute(column.name) ?? Self.attribute(stored: column) else { return nil }
    self.init(from: old, isKnown: noted?.kind != nil, to: new, in: table)
  }

  /// - Parameters:
  ///   - isKnown: whether the old kind is known, and not only how its values are stored.
  ///   - mark: tells it from other conversions to that column.
  init?(
    from old: AttributeDescription, isKnown: Bool, to new: ColumnDescription, in table: String, _ mark: String = ""
  ) {
    guard case .attribute(let attribute) = new else { return nil }
    let storage = attribute.behavior.storage
    let isSame =
      !isKnown
      ? old.behavior.storage == storage
      : old.kind == attribute.kind && (old.kind != .decimal || old.scale == attribute.scale)
    // Bytes have no text, and text is checked as it is by the rules of its new kind.
    let isAlike = old.behavior.storage == storage && (storage == .blob || old.isText && attribute.kind == .text)
    guard !isSame, !isAlike else { return nil }
    from = old
    to = attribute
    key = table + "." + attribute.column + mark
  }

  // A kind that was not recorded is inferred from the column's type.
  private static func attribute(stored column: StoredTable.Column) -> AttributeDescription? {
    let kinds: [String: KindName] = ["INTEGER": .integer, "REAL": .real, "TEXT": .text, "BLOB": .blob]
    return kinds[column.rules.type].map { AttributeDescription(name: column.name, label: column.name, kind: $0) }
  }

  /// Whether both kinds are numbers.
  var isOfNumbers: Bool { from.behavior.isNumber && to.behavior.isNumber }

  /// The SQL for the new value of an expression; NULL where it can't be converted.
  func sql(_ expression: String) -> String { "\(Self.function)(\(SQL.literal(key)), \(expression))" }

  /// The new value; null where there is none.
  func value(_ old: Value) -> Value {
    if old.isNull { return .null }
    // A number's text has a point, which a person's text could have for something else. The number stays, whatever its form.
    let text = from.behavior.text(old, for: isOfNumbers ? from.plain : from).trimmingSpaces()
    if text.isEmpty { return .null }
    let read =
      isOfNumbers ? try? to.behavior.value(json: .number(text), for: to) : try? to.behavior.value(text: text, for: to)
    if let read { return read }
    // 0 and 1 are numbers and truth values alike. A decimal's number has another unit.
    return from.kind != .decimal && to.kind != .decimal && to.fault(in: old) == nil ? old : .null
  }

  // MARK: The SQL function

  private static let function = "kartoteka_convert"

  /// Does something on a connection that knows these conversions.
  static func with<T>(_ conversions: [ValueConversion], on database: SQLConnection, _ body: () throws -> T) rethrows
    -> T
  {
    guard !conversions.isEmpty else { return try body() }
    let byKey = Dictionary(conversions.map { ($0.key, $0) }) { first, _ in first }
    return try database.withFunction(
      Self.function, argumentCount: 2,
      { arguments in
        guard case .text(let key) = arguments[0], let conversion = byKey[key] else { return .null }
        return conversion.value(arguments[1])
      }, body)
  }
}
