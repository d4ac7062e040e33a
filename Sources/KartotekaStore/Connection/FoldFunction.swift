import GRDBSQLite
import KartotekaModel

/// `kartoteka_fold(text)`: what searching and sorting compare, and its likes for the collations that sort otherwise and
/// for the kinds that have key texts of their own (``AttributeKind/keyText(_:_:)``). Used in statements of our own connections only, never in the
/// schema.
///
/// Made for SQLite directly: through the library's functions the arguments and the result would be copied several times,
/// which for a million records takes a second.
enum FoldFunction {
  // What a function keeps; SQLite releases it with the function.
  private final class Function: Sendable {
    let collation: Collation
    let kind: (any AttributeKind)?

    init(_ collation: Collation, _ kind: (any AttributeKind)?) { (self.collation, self.kind) = (collation, kind) }
  }

  /// Makes the functions known to a connection.
  /// - Parameter ownKinds: the kinds of the application's own.
  static func add(to connection: SQLConnection, ownKinds: [any AttributeKind]) throws {
    for collation in Collation.allCases {
      try add(Function(collation, nil), to: connection)
      for kind in AttributeKinds.all.filter(\.hasKeyText) + ownKinds {
        try add(Function(collation, kind), to: connection)
      }
    }
  }

  private static func add(_ function: Function, to connection: SQLConnection) throws {
    // SQLite releases it also where it refuses the function.
    let code = sqlite3_create_function_v2(
      connection.handle, function.collation.function(of: function.kind), 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
      Unmanaged.passRetained(function).toOpaque(),
      { context, _, arguments in
        guard let argument = arguments?[0], sqlite3_value_type(argument) != SQLITE_NULL,
          let function = sqlite3_user_data(context)
        else { return sqlite3_result_null(context) }
        // In UTF-8, whatever the encoding of the database. Nil where there is no memory for it.
        guard let start = sqlite3_value_text(argument) else { return sqlite3_result_error_nomem(context) }
        let text = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(argument)))
        Unmanaged<Function>.fromOpaque(function)._withUnsafeGuaranteedRef { FoldFunction.fold(text, $0, context) }
      }, nil, nil, { function in function.map { Unmanaged<Function>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else { throw SQLError(code: code) }
  }

  private static func fold(_ text: UnsafeBufferPointer<UInt8>, _ function: Function, _ context: OpaquePointer?) {
    if let kind = function.kind { return fold(text, function.collation, kind, context) }
    let isASCII = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + 1) { folded in
      var (index, count) = (0, 0)
      while index < text.count {
        let byte = text[index]
        if byte >= 0x80 { return false }
        index += 1
        if byte == 0x20, count > 0, folded[count - 1] == 0x20 { continue }
        folded[count] = byte &- 0x41 < 26 ? byte | 0x20 : byte
        count += 1
      }
      setResult(UnsafeBufferPointer(folded), count, context)
      return true
    }
    if isASCII { return }
    var folded: [UInt8] = []
    folded.reserveCapacity(text.count + 8)
    if UTF8Validation.isWellFormed(UnsafeRawBufferPointer(text)) {
      function.collation.key(utf8: text, into: &folded)
    } else {
      // SQLite takes any bytes for text. A record's value is read with the same replacements.
      var repaired = String(decoding: text, as: UTF8.self)
      repaired.withUTF8 { function.collation.key(utf8: $0, into: &folded) }
    }
    folded.withUnsafeBufferPointer { setResult($0, $0.count, context) }
  }

  private static func fold(
    _ text: UnsafeBufferPointer<UInt8>, _ collation: Collation, _ kind: any AttributeKind, _ context: OpaquePointer?
  ) {
    var key = collation.key(kind.keyText(String(decoding: text, as: UTF8.self), collation))
    key.withUTF8 { setResult($0, $0.count, context) }
  }

  private static func setResult(_ text: UnsafeBufferPointer<UInt8>, _ count: Int, _ context: OpaquePointer?) {
    text.withMemoryRebound(to: CChar.self) { bytes in
      sqlite3_result_text(context, bytes.baseAddress, CInt(count), RawStatement.transient)
    }
  }
}

extension Collation {
  /// The SQL function that makes its keys.
  var function: String { self == .root ? "kartoteka_fold" : "kartoteka_fold_" + rawValue }

  /// The SQL function that makes its keys of a kind's values.
  func function(of kind: (any AttributeKind)?) -> String {
    kind.map { $0.hasKeyText ? function + "_" + $0.name.rawValue : function } ?? function
  }

  /// The SQL function that makes its keys of a column's values.
  func function(of column: ColumnDescription) -> String {
    if case .attribute(let attribute) = column { function(of: attribute.behavior) } else { function }
  }
}
