import Foundation

extension FoldingTable {
  /// The table for sorting by an alphabet: letters that stand elsewhere than ``root`` has them are sorted behind the letter
  /// before them, as that letter and one of the last two code points, which no text contains. A third and a fourth one, as in
  /// Swedish, stand behind the next code point if no letter of the alphabet has it.
  convenience init(alphabet: String) {
    let letters = alphabet.lowercased().precomposedStringWithCanonicalMapping.map(String.init)
    let bases = Self.bases(letters)
    var keys: [(letter: String, key: String)] = []
    var index = 0
    while index < letters.count {
      guard let base = bases[index] else {
        index += 1
        continue
      }
      let end = letters.indices.first { $0 > index && bases[$0] != nil } ?? letters.count
      let next = end < letters.count ? bases[end]?.value ?? .max : .max
      let places = Self.places(behind: base, end - index - 1, before: next)
      for (letter, place) in zip(letters[(index + 1)..<end], places) { keys.append((letter, place)) }
      index = end
    }
    self.init(keys: keys)
  }

  private convenience init(keys: [(letter: String, key: String)]) {
    var (plain, marks) = (Self.plainLetters, Self.plainMarks)
    let known = Dictionary(keys, uniquingKeysWith: { first, _ in first })
    for (letter, key) in keys {
      let parts = Array(letter.decomposedStringWithCanonicalMapping.unicodeScalars)
      if parts.count == 1 {
        plain[parts[0]] = key
      } else if parts.count == 2 {
        // The letter without its mark may have a key of two code points itself: Ї is І with a mark.
        let base = (known[String(parts[0])] ?? Self.plainLetters[parts[0]] ?? String(parts[0])).unicodeScalars
        guard let last = base.last, key.unicodeScalars.dropLast().elementsEqual(base.dropLast()) || base.count == 1
        else { continue }
        let ending = base.count == 1 ? key : String(String.UnicodeScalarView(key.unicodeScalars.suffix(1)))
        marks[parts[1], default: [:]][last] = ending
      }
    }
    self.init(
      letters: plain, composed: marks,
      initials: Dictionary(keys.map { ($0.key, $0.letter) }, uniquingKeysWith: { first, _ in first }))
  }

  // The letters whose own code points are in the order of the alphabet: the longest such row. Nil for the others.
  private static func bases(_ letters: [String]) -> [Unicode.Scalar?] {
    let plain = letters.map { letter in
      letter.unicodeScalars.count == 1 && root.fold(letter) == letter ? letter.unicodeScalars.first : nil
    }
    var rows: [[Int]] = []
    for (index, scalar) in plain.enumerated() {
      guard let scalar else { continue }
      let before = rows.filter { row in row.last.flatMap { plain[$0] }.map { $0 < scalar } ?? false }
      rows.append((before.max { $0.count < $1.count } ?? []) + [index])
    }
    let longest = Set(rows.max { $0.count < $1.count } ?? [])
    return plain.indices.map { longest.contains($0) ? plain[$0] : nil }
  }

  // One letter behind another has the last code point, of two the first one has that before it.
  private static func places(behind base: Unicode.Scalar, _ count: Int, before next: UInt32) -> [String] {
    (0..<count).map { index in
      let scalar = Unicode.Scalar(base.value + UInt32(index / 2)).flatMap { $0.value < next ? $0 : nil } ?? base
      let isFirstOfTwo = index.isMultiple(of: 2) && index + 1 < count
      return String(scalar) + (isFirstOfTwo ? "\u{10FFFE}" : "\u{10FFFF}")
    }
  }
}
