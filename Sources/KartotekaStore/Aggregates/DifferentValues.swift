import Foundation
import KartotekaModel

/// The different values of a column, numbered as they come. SQLite's bytes are compared: a text becomes a value once, and not for
/// each of a million rows.
struct DifferentValues {
  private struct Entry {
    let hash: Int
    let kind: Kind
    /// The place of its bytes among those of all values.
    let start: Int
    let count: Int
  }

  // Whole and real numbers that are equal are one value, as SQLite groups them.
  private enum Kind { case null, number, real, text, blob }

  /// The values by their numbers.
  private(set) var values: [Value] = []
  private var entries: [Entry] = []
  private var bytes: [UInt8] = []
  /// The bytes of the values so far.
  var size: Int { bytes.count }

  /// The numbers, each at its hash or behind it; -1 for none. At most half of them are used.
  private var slots = Array(repeating: Int32(-1), count: 64)
  // Nobody can choose values that all have one place.
  private let seed = UInt64.random(in: 0...UInt64.max)

  /// The number of a value in the current row of a statement.
  mutating func number(_ row: RawStatement, column: Int) -> Int {
    switch row.storage(column: column) {
    case .integer: number(of: row.integer(column: column))
    case .text: number(.text, row.bytes(column: CInt(column))) { row.value(column: column) }
    case nil: number(.null, UnsafeRawBufferPointer(start: nil, count: 0)) { .null }
    case .blob: number(.blob, row.blob(column: column)) { row.value(column: column) }
    case .real: number(of: row.real(column: column))
    }
  }

  /// The number of a whole number.
  mutating func number(of integer: Int64) -> Int {
    withUnsafeBytes(of: integer) { number(.number, $0) { .integer(integer) } }
  }

  private mutating func number(of real: Double) -> Int {
    if let integer = Int64(exactly: real) {
      return withUnsafeBytes(of: integer) { number(.number, $0) { .real(real) } }
    }
    return withUnsafeBytes(of: real) { number(.real, $0) { .real(real) } }
  }

  private mutating func number(_ kind: Kind, _ value: UnsafeRawBufferPointer, _ whole: () -> Value) -> Int {
    let hash = hash(value)
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if isSame(entries[number], hash, kind, value) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = entries.count
    slots[slot] = Int32(number)
    entries.append(Entry(hash: hash, kind: kind, start: bytes.count, count: value.count))
    bytes.append(contentsOf: value)
    values.append(whole())
    if entries.count * 2 > slots.count { grow() }
    return number
  }

  private func isSame(_ entry: Entry, _ hash: Int, _ kind: Kind, _ value: UnsafeRawBufferPointer) -> Bool {
    guard entry.hash == hash, entry.kind == kind, entry.count == value.count else { return false }
    guard let start = value.baseAddress, !value.isEmpty else { return true }
    return bytes.withUnsafeBytes { known in
      known.baseAddress.map { memcmp($0 + entry.start, start, value.count) == 0 } ?? false
    }
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (number, entry) in entries.enumerated() {
      var slot = entry.hash & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }

  // Eight bytes at a time: for each of a million rows Swift's own hash takes twice as long.
  private func hash(_ value: UnsafeRawBufferPointer) -> Int {
    func mixed(_ word: UInt64) -> UInt64 {
      let product = word.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      return product.high ^ product.low
    }
    var (hash, place) = (seed ^ UInt64(value.count), 0)
    while place + 8 <= value.count {
      hash = mixed(hash ^ value.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    var rest: UInt64 = 0
    while place < value.count {
      rest = rest << 8 | UInt64(value[place])
      place += 1
    }
    return Int(truncatingIfNeeded: mixed(hash ^ rest))
  }
}
