import Foundation

/// Ascending numbers, stored as their differences in few bytes each. Files of earlier versions have an array of numbers.
struct PackedNumbers: Codable {
  let numbers: [Int64]

  init(_ numbers: [Int64]) { self.numbers = numbers }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let data = try? container.decode(Data.self) else {
      numbers = try container.decode([Int64].self)
      return
    }
    var (numbers, last, difference, shift): ([Int64], Int64, UInt64, UInt64) = ([], 0, 0, 0)
    for byte in data {
      guard shift < 64 else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "A number has too many bytes")
      }
      difference |= UInt64(byte & 0x7f) << shift
      shift += 7
      if byte & 0x80 != 0 { continue }
      last &+= Int64(bitPattern: difference)
      numbers.append(last)
      (difference, shift) = (0, 0)
    }
    self.numbers = numbers
  }

  func encode(to encoder: any Encoder) throws {
    var (data, last) = (Data(), Int64(0))
    for number in numbers {
      var difference = UInt64(bitPattern: number &- last)
      while difference > 0x7f {
        data.append(UInt8(truncatingIfNeeded: difference) | 0x80)
        difference >>= 7
      }
      data.append(UInt8(truncatingIfNeeded: difference))
      last = number
    }
    var container = encoder.singleValueContainer()
    try container.encode(data)
  }
}
