import GRDBSQLite
import KartotekaModel

/// `kartoteka_id(key, …)`: the id of a record of a table without rowid, computed from its primary key: the same in every
/// process, between 1 and 2^53 - 1. Two of a million records have equal ids with a probability of less than 10^-4.
enum RowKeyFunction {
  static let name = "kartoteka_id"

  /// Makes the function known to a connection.
  static func add(to connection: SQLConnection) throws {
    let code = sqlite3_create_function_v2(
      connection.handle, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, count, arguments in
        var hash = Hash()
        for index in 0..<Int(count) {
          guard let argument = arguments?[index] else { continue }
          hash.add(argument)
        }
        sqlite3_result_int64(context, hash.id)
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLError(code: code) }
  }

  // FNV-1a of 64 bits, with the bits mixed at the end (the finalizer of SplitMix64).
  private struct Hash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    private mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }

    mutating func add(_ value: OpaquePointer) {
      let type = sqlite3_value_type(value)
      add(UInt8(truncatingIfNeeded: type))
      switch type {
      case SQLITE_INTEGER: add(bits: UInt64(bitPattern: sqlite3_value_int64(value)))
      case SQLITE_FLOAT: add(bits: sqlite3_value_double(value).bitPattern)
      case SQLITE_NULL: break
      default:
        let start = type == SQLITE_TEXT ? UnsafeRawPointer(sqlite3_value_text(value)) : sqlite3_value_blob(value)
        let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
        for byte in bytes { add(byte) }
        add(bits: UInt64(bytes.count))
      }
    }

    private mutating func add(bits: UInt64) {
      for shift in 0..<8 { add(UInt8(truncatingIfNeeded: bits >> (8 * shift))) }
    }

    var id: Int64 {
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return Int64(max(1, (mixed ^ (mixed >> 31)) & 0x1f_ffff_ffff_ffff))
    }
  }
}
