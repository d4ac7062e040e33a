import Foundation
import KartotekaModel

/// A row of a query's result. Hot paths read the columns of a ``RawStatement`` instead.
struct SQLRow {
  private let names: [String]
  private let values: [Value]

  /// The current row of a statement.
  init(_ statement: RawStatement, _ names: [String]) {
    self.names = names
    values = names.indices.map { statement.value(column: $0) }
  }

  /// The value in a column, counting from 0; nil for NULL where the type has nil.
  subscript<T: SQLDecodable>(_ index: Int) -> T {
    get throws {
      guard let value = T(sql: values[index]) else { throw SQLError.unexpected(values[index], in: names[index]) }
      return value
    }
  }

  /// The value in the column of a name; nil for NULL where the type has nil.
  subscript<T: SQLDecodable>(_ name: String) -> T {
    get throws {
      guard let index = names.firstIndex(of: name) else { throw SQLError.unexpected(.null, in: name) }
      return try self[index]
    }
  }
}

/// A value that can be bound to a statement.
protocol SQLArgument {
  var sqlValue: Value { get }
}

/// A value that can be read from a row.
protocol SQLDecodable {
  /// Nil where the stored value is not of this type.
  init?(sql: Value)
}

extension Value: SQLArgument, SQLDecodable {
  var sqlValue: Value { self }
  init?(sql value: Value) { self = value }
}

extension Int64: SQLArgument, SQLDecodable {
  var sqlValue: Value { .integer(self) }

  init?(sql value: Value) {
    switch value {
    case .integer(let integer): self = integer
    case .real(let real): self.init(exactly: real)
    // Of a table of texts.
    case .text(let text): self.init(text)
    case .null, .blob: return nil
    }
  }
}

extension Int: SQLArgument, SQLDecodable {
  var sqlValue: Value { .integer(Int64(self)) }

  init?(sql value: Value) {
    guard let integer = Int64(sql: value) else { return nil }
    self.init(integer)
  }
}

extension Bool: SQLArgument, SQLDecodable {
  var sqlValue: Value { .integer(self ? 1 : 0) }

  init?(sql value: Value) {
    guard let integer = Int64(sql: value) else { return nil }
    self = integer != 0
  }
}

extension String: SQLArgument, SQLDecodable {
  var sqlValue: Value { .text(self) }

  init?(sql value: Value) {
    switch value {
    case .text(let text): self = text
    case .integer(let integer): self.init(integer)
    case .null, .real, .blob: return nil
    }
  }
}

extension Data: SQLArgument, SQLDecodable {
  var sqlValue: Value { .blob([UInt8](self)) }

  init?(sql value: Value) {
    switch value {
    case .blob(let blob): self.init(BlobReference.column(blob))
    case .text(let text): self.init(text.utf8)
    case .null, .integer, .real: return nil
    }
  }
}

extension Optional: SQLArgument where Wrapped: SQLArgument {
  var sqlValue: Value { self?.sqlValue ?? .null }
}

extension Optional: SQLDecodable where Wrapped: SQLDecodable {
  init?(sql value: Value) {
    if value.isNull {
      self = nil
    } else {
      guard let wrapped = Wrapped(sql: value) else { return nil }
      self = wrapped
    }
  }
}
