import KartotekaModel

/// Hashes of texts with the records that have them, to find the texts that several records have. Different texts may have
/// the same hash, so the texts are compared afterwards.
struct RepeatedHashes {
  private struct Entry {
    let hash: UInt64
    let id: RecordID
  }

  private var entries: [Entry] = []

  mutating func add(_ hash: UInt64, _ id: RecordID) { entries.append(Entry(hash: hash, id: id)) }

  /// The records of each repeated hash, in ascending order; the groups are in the order of their first records.
  consuming func groups() -> [[RecordID]] {
    let entries = repeated().sorted { ($0.hash, $0.id) < ($1.hash, $1.id) }
    var groups: [[RecordID]] = []
    var start = 0
    while start < entries.count {
      var end = start + 1
      var ids = [entries[start].id]
      while end < entries.count, entries[end].hash == entries[start].hash {
        if entries[end].id != ids[ids.count - 1] { ids.append(entries[end].id) }
        end += 1
      }
      if ids.count > 1 { groups.append(ids) }
      start = end
    }
    return groups.sorted { $0[0] < $1[0] }
  }

  // Most hashes occur once. A table of two bits for each of eight times as many places as hashes finds most of those, so
  // that few are sorted.
  private func repeated() -> [Entry] {
    var places = 64
    while places < entries.count * 8 { places *= 2 }
    let mask = UInt64(places - 1)
    var (once, twice) = ([UInt64](repeating: 0, count: places / 64), [UInt64](repeating: 0, count: places / 64))
    for entry in entries {
      let (word, bit) = (Int((entry.hash & mask) >> 6), UInt64(1) << (entry.hash & 63))
      twice[word] |= once[word] & bit
      once[word] |= bit
    }
    return entries.filter { twice[Int(($0.hash & mask) >> 6)] & (UInt64(1) << ($0.hash & 63)) != 0 }
  }
}

/// Hashes of folded texts.
enum TextHash {
  /// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014): equal for equal numbers only, and evenly distributed.
  static func mixed(_ number: UInt64) -> UInt64 {
    var number = number
    number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
    return number ^ (number >> 31)
  }

  /// FNV-1a (Fowler, Noll and Vo) of the bytes.
  static func of(_ bytes: some Sequence<UInt8>, salt: UInt64 = 0) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ mixed(salt)
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return mixed(hash)
  }
}

/// The folded title of a record as words with one space between them, reused for one record after the other.
struct TitleWords {
  /// The words with one space between them, in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// A hash of the words that does not depend on their order.
  private(set) var unorderedHash: UInt64 = 0

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    unorderedHash = 0
  }

  /// Appends the words of a text. Punctuation separates words.
  mutating func append(_ text: UnsafeRawBufferPointer) {
    var start = 0
    while start < text.count {
      guard Self.isLetter(text[start]) else {
        start += 1
        continue
      }
      var end = start + 1
      while end < text.count, Self.isLetter(text[end]) { end += 1 }
      let word = UnsafeRawBufferPointer(rebasing: text[start..<end])
      if !bytes.isEmpty { bytes.append(0x20) }
      bytes.append(contentsOf: word)
      unorderedHash &+= TextHash.of(word)
      start = end
    }
  }

  // Everything beyond ASCII is part of a word.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}

/// The deletion neighbourhood of a title: its hash, and that of each text that lacks one of its letters. Two titles that
/// differ by one letter (missing, wrong or exchanged with its neighbour) have a hash in common.
struct TitleSlips {
  /// In shorter titles everything would be alike; longer ones are sentences rather than names.
  static let lengths = 5...80
  // Any odd number.
  private static let base: UInt64 = 0x9e37_79b9_7f4a_7c15

  private var letters: [UInt32] = []
  private var prefixes: [UInt64] = []

  /// Calls `body` with each hash.
  mutating func hashes(of title: [UInt8], _ body: (UInt64) -> Void) {
    letters.removeAll(keepingCapacity: true)
    if title.count > Self.lengths.upperBound * 4 { return }
    for scalar in String(decoding: title, as: UTF8.self).unicodeScalars { letters.append(scalar.value) }
    guard Self.lengths.contains(letters.count) else { return }
    prefixes.removeAll(keepingCapacity: true)
    var hash: UInt64 = 1
    prefixes.append(hash)
    for letter in letters {
      hash = hash &* Self.base &+ UInt64(letter)
      prefixes.append(hash)
    }
    body(TextHash.mixed(hash))
    var power: UInt64 = 1
    for index in letters.indices.reversed() {
      // Without either of two equal neighbours the text is the same.
      if index == 0 || letters[index] != letters[index - 1] {
        body(TextHash.mixed((prefixes[index] &- prefixes[index + 1]) &* power &+ hash))
      }
      power = power &* Self.base
    }
  }
}
