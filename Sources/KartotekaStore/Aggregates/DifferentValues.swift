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
    let ends: Ends
  }

  /// The first and the last eight bytes: up to sixteen bytes they are all of them.
  private struct Ends: Equatable {
    let head: UInt64
    let tail: UInt64

    init(_ value: UnsafeRawBufferPointer) {
      func word(at place: Int) -> UInt64 { value.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
      func half(at place: Int) -> UInt64 { UInt64(value.loadUnaligned(fromByteOffset: place, as: UInt32.self)) }
      switch value.count {
      case 8...: (head, tail) = (word(at: 0), word(at: value.count - 8))
      case 4...: (head, tail) = (half(at: 0), half(at: value.count - 4))
      default: (head, tail) = (value.reduce(0) { $0 << 8 | UInt64($1) }, 0)
      }
    }
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

  /// The number of a value.
  mutating func number(of value: FunctionArgument) -> Int {
    switch value.storage {
    case .integer: number(of: value.integer)
    case .text: number(.text, value.text) { value.copy }
    case nil: number(.null, UnsafeRawBufferPointer(start: nil, count: 0)) { .null }
    case .blob: number(.blob, value.blob) { value.copy }
    case .real: number(of: value.real)
    }
  }

  /// The number of a text, or of no value.
  mutating func number(of text: String?) -> Int {
    guard var text else { return number(.null, UnsafeRawBufferPointer(start: nil, count: 0)) { .null } }
    let value = Value.text(text)
    return text.withUTF8 { number(.text, UnsafeRawBufferPointer($0)) { value } }
  }

  private mutating func number(of integer: Int64) -> Int {
    withUnsafeBytes(of: integer) { number(.number, $0) { .integer(integer) } }
  }

  private mutating func number(of real: Double) -> Int {
    if let integer = Int64(exactly: real) {
      return withUnsafeBytes(of: integer) { number(.number, $0) { .real(real) } }
    }
    return withUnsafeBytes(of: real) { number(.real, $0) { .real(real) } }
  }

  private mutating func number(_ kind: Kind, _ value: UnsafeRawBufferPointer, _ whole: () -> Value) -> Int {
    let ends = Ends(value)
    let hash = hash(value, ends)
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if isSame(entries[number], hash, kind, value, ends) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = entries.count
    slots[slot] = Int32(number)
    entries.append(Entry(hash: hash, kind: kind, start: bytes.count, count: value.count, ends: ends))
    bytes.append(contentsOf: value)
    values.append(whole())
    if entries.count * 2 > slots.count { grow() }
    return number
  }

  private func isSame(
    _ entry: Entry, _ hash: Int, _ kind: Kind, _ value: UnsafeRawBufferPointer, _ ends: Ends
  ) -> Bool {
    guard entry.hash == hash, entry.kind == kind, entry.count == value.count, entry.ends == ends else { return false }
    guard value.count > 16, let start = value.baseAddress else { return true }
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
  private func hash(_ value: UnsafeRawBufferPointer, _ ends: Ends) -> Int {
    var (hash, place) = (Self.mixed(seed ^ UInt64(value.count) ^ ends.head), 8)
    while place + 8 < value.count {
      hash = Self.mixed(hash ^ value.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    return Int(truncatingIfNeeded: Self.mixed(hash ^ ends.tail))
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}

/// The different pairs of two numbers, numbered as they come.
struct DifferentPairs {
  /// The pairs by their numbers.
  private(set) var pairs: [UInt64] = []
  /// As those of ``DifferentValues``.
  private var slots = Array(repeating: Int32(-1), count: 64)

  /// The number of a pair, of numbers that are less than 2³².
  mutating func number(of first: Int, _ second: Int) -> Int {
    let pair = UInt64(first) << 32 | UInt64(second)
    var slot = Self.slot(of: pair, slots.count)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if pairs[number] == pair { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(pairs.count)
    pairs.append(pair)
    if pairs.count * 2 > slots.count { grow() }
    return pairs.count - 1
  }

  /// A pair by its number.
  subscript(number: Int) -> (first: Int, second: Int) {
    (Int(pairs[number] >> 32), Int(pairs[number] & 0xFFFF_FFFF))
  }

  private static func slot(of pair: UInt64, _ count: Int) -> Int {
    let product = pair.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: product.high ^ product.low) & (count - 1)
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (number, pair) in pairs.enumerated() {
      var slot = Self.slot(of: pair, slots.count)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
