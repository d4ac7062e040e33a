import Foundation
import KartotekaModel

/// Rows of values that wait to be bound to a statement together.
///
/// Texts lie in one piece of memory, each with a zero behind it: SQLite's functions copy a text without one
/// before they look at it, which made the CHECK clauses of a table cost twice as much.
struct RowBuffer {
  private enum Parameter {
    case null
    case integer(Int64)
    case real(Double)
    /// Text that begins there and ends with a zero.
    case text(start: Int)
    /// Text with a zero in it, which SQLite has to be told the length of.
    case counted(start: Int, count: Int)
    case blob(start: Int, count: Int)
  }

  private let width: Int
  private let capacity: Int
  private var parameters: [Parameter]
  private var bytes: [UInt8] = []
  private var rows = 0

  init(width: Int, rows: Int) {
    self.width = width
    capacity = rows
    parameters = Array(repeating: .null, count: width * rows)
  }

  var isFull: Bool { rows == capacity }

  /// Sets a column of the row that comes next, counting from 0.
  mutating func set(utf8 text: UnsafeRawBufferPointer, at column: Int) {
    let start = bytes.count
    bytes.append(contentsOf: text)
    bytes.append(0)
    let hasZero = text.baseAddress.map { memchr($0, 0, text.count) != nil } ?? false
    parameters[rows * width + column] =
      hasZero ? .counted(start: start, count: text.count) : .text(start: start)
  }

  /// Sets a column of the row that comes next, counting from 0.
  mutating func set(_ value: Value, at column: Int) {
    let place = rows * width + column
    switch value {
    case .null: parameters[place] = .null
    case .integer(let integer): parameters[place] = .integer(integer)
    case .real(let real): parameters[place] = .real(real)
    case .text(var text): text.withUTF8 { set(utf8: UnsafeRawBufferPointer($0), at: column) }
    case .blob(let blob):
      let column = BlobReference.column(blob)
      parameters[place] = .blob(start: bytes.count, count: column.count)
      bytes.append(contentsOf: column)
    }
  }

  mutating func endRow() { rows += 1 }

  mutating func removeAll() {
    rows = 0
    bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 22)
  }

  /// Binds rows to a statement that has a place for each of their values, for as long as the body runs.
  func withBound(_ rows: Range<Int>, to statement: RawStatement, _ body: () throws -> Void) throws {
    try bytes.withUnsafeBytes { memory in
      statement.reset()
      defer { statement.clear() }
      var place = 1
      for index in rows.lowerBound * width..<rows.upperBound * width {
        switch parameters[index] {
        case .null: statement.bind(.null, at: place)
        case .integer(let integer): statement.bind(.integer(integer), at: place)
        case .real(let real): statement.bind(.real(real), at: place)
        case .text(let start): statement.bind(zeroEnded: memory, from: start, at: place)
        case .counted(let start, let count): statement.bind(utf8: Self.part(memory, start, count), at: place)
        case .blob(let start, let count):
          statement.bind(.blob([UInt8](Self.part(memory, start, count))), at: place)
        }
        place += 1
      }
      try body()
    }
  }

  private static func part(_ memory: UnsafeRawBufferPointer, _ start: Int, _ count: Int)
    -> UnsafeRawBufferPointer
  {
    UnsafeRawBufferPointer(rebasing: memory[start..<start + count])
  }
}
