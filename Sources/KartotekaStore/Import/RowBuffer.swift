import KartotekaModel

/// Rows of values that wait to be bound to a statement together.
///
/// Text of a file is not copied: it stays where it is until SQLite puts it into a record.
struct RowBuffer {
  private enum Parameter {
    case bytes(UnsafeRawBufferPointer)
    case value(Value)
  }

  private let width: Int
  private let capacity: Int
  private var parameters: [Parameter]
  private var rows = 0

  init(width: Int, rows: Int) {
    self.width = width
    capacity = rows
    parameters = Array(repeating: .value(.null), count: width * rows)
  }

  var isFull: Bool { rows == capacity }

  /// Sets a column of the row that comes next, counting from 0. The text has to stay there until it is bound and the
  /// statement is done.
  mutating func set(utf8 text: UnsafeRawBufferPointer, at column: Int) {
    parameters[rows * width + column] = .bytes(text)
  }

  /// Sets a column of the row that comes next, counting from 0.
  mutating func set(_ value: Value, at column: Int) { parameters[rows * width + column] = .value(value) }

  mutating func endRow() { rows += 1 }

  mutating func removeAll() { rows = 0 }

  /// Binds rows to a statement that has a place for each of their values, for as long as the body runs.
  func withBound(_ rows: Range<Int>, to statement: RawStatement, _ body: () throws -> Void) throws {
    statement.reset()
    defer { statement.clear() }
    let first = rows.lowerBound * width
    for index in first..<rows.upperBound * width {
      switch parameters[index] {
      case .bytes(let text): statement.bind(staying: text, at: index - first + 1)
      case .value(let value): statement.bind(value, at: index - first + 1)
      }
    }
    try body()
  }
}
