/// How many records have each part of one or two letters in their texts: all of them are counted in one walk through the
/// texts, which takes twice as long as counting one.
struct PartTable: Sendable {
  /// The scalars that may be letters here: those of alphabets, in which a text has few different ones.
  private static let scalars = 0x3000
  /// The most different letters; the number 0 is none.
  private static let most = 255

  /// The number of each letter; 0 for those that were never met.
  private var numbers = [UInt8](repeating: 0, count: Self.scalars)
  private var letters = 0
  /// How many records have a part, by its ``place(_:_:)``.
  private var counts = [Int](repeating: 0, count: 1 << 16)
  /// The last record that was seen to have a part: each counts once.
  private var seen = [UInt32](repeating: 0, count: 1 << 16)
  private var record: UInt32 = 0

  /// How many records have a part; nil where that isn't known: it is longer, or of letters that aren't counted.
  func count(of part: String) -> Int? {
    var numbers: [Int] = []
    for scalar in part.unicodeScalars {
      let value = Int(scalar.value)
      guard value > 0, value < Self.scalars else { return nil }
      let number = Int(self.numbers[value])
      if number == 0 { return letters < Self.most ? 0 : nil }
      numbers.append(number)
    }
    switch numbers.count {
    case 1: return counts[Self.place(0, numbers[0])]
    case 2: return counts[Self.place(numbers[0], numbers[1])]
    default: return nil
    }
  }

  /// Begins with another record, or with others that have the same texts.
  mutating func beginRecord() {
    record &+= 1
    if record > 0 { return }
    // Once in four thousand million records.
    seen = [UInt32](repeating: 0, count: 1 << 16)
    record = 1
  }

  /// Adds a text of the record, or takes it away.
  /// - Parameters:
  ///   - text: its bytes, well-formed UTF-8.
  ///   - records: how many have it; below 0 takes them away.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>, records: Int) {
    var before = 0
    var index = 0
    while index < text.count {
      let number = number(of: Self.scalar(text, &index))
      if number > 0 {
        add(records, at: Self.place(0, number))
        if before > 0 { add(records, at: Self.place(before, number)) }
      }
      before = number
    }
  }

  /// Adds a record with all its texts, or takes it away.
  mutating func add(_ texts: [String], records: Int) {
    beginRecord()
    for var text in texts { text.withUTF8 { add($0, records: records) } }
  }

  private mutating func add(_ records: Int, at place: Int) {
    // Without a branch, which nobody could foretell: a third of the time less.
    counts[place] += seen[place] == record ? 0 : records
    seen[place] = record
  }

  private static func place(_ first: Int, _ second: Int) -> Int { first << 8 | second }

  // 0 for those that aren't counted.
  private mutating func number(of scalar: Int) -> Int {
    guard scalar < Self.scalars else { return 0 }
    if numbers[scalar] == 0, scalar > 0, letters < Self.most {
      letters += 1
      numbers[scalar] = UInt8(letters)
    }
    return Int(numbers[scalar])
  }

  private static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Int {
    let first = Int(text[index])
    let more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3
    var scalar = more == 0 ? first : first & (0x3f >> more)
    index += 1
    for next in text[index..<min(index + more, text.count)] { scalar = scalar << 6 | Int(next) & 0x3f }
    index += more
    return scalar
  }
}
