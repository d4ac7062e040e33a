extension AnyRecord {
  /// A short text that differs whenever the record does: 32 hexadecimal digits, the record's strong ETag.
  ///
  /// Two FNV-1a hashes of 64 bits over id and values (Fowler, Noll, Vo; offset basis and prime from
  /// draft-eastlake-fnv). It is worked out from the content, so it also changes when another program writes.
  public var fingerprint: String {
    var one = Hash(state: 0xcbf2_9ce4_8422_2325)
    var two = Hash(state: 0x8422_2325_cbf2_9ce4)
    one.add(id ?? 0)
    two.add(~(id ?? 0))
    for value in values {
      switch value {
      case .null:
        one.add(0)
        two.add(0)
      case .integer(let integer):
        one.add(1)
        two.add(1)
        one.add(integer)
        two.add(integer)
      case .real(let real):
        one.add(2)
        two.add(2)
        one.add(Int64(bitPattern: real.bitPattern))
        two.add(Int64(bitPattern: real.bitPattern))
      case .text(let text):
        one.add(3)
        two.add(3)
        one.add(Int64(text.utf8.count))
        two.add(Int64(text.utf8.count))
        for byte in text.utf8 {
          one.add(byte: byte)
          two.add(byte: byte)
        }
      case .blob(let blob):
        one.add(4)
        two.add(4)
        one.add(Int64(blob.count))
        two.add(Int64(blob.count))
        // Of bytes in a file, their digest stands for them.
        for byte in blob.file?.digest ?? (try? blob.bytes()) ?? blob.head {
          one.add(byte: byte)
          two.add(byte: byte)
        }
      }
    }
    return one.text + two.text
  }

  private struct Hash {
    var state: UInt64

    mutating func add(byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }

    mutating func add(_ number: Int64) {
      var rest = UInt64(bitPattern: number)
      repeat {
        add(byte: UInt8(truncatingIfNeeded: rest))
        rest >>= 8
      } while rest != 0
    }

    var text: String {
      let digits = String(state, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }
}
