/// The words that differ from a word by one slip of the typing hand: a letter missing, wrong or too many, or two
/// neighbours exchanged.
struct TypingSlip {
  /// In shorter words everything would be alike; longer ones would have too many neighbours.
  private static let lengths = 4...24

  /// The words, most likely first. At most some 60 for each letter of the word.
  let variants: [String]

  /// - Parameter word: a folded word; nil unless it consists of 4 to 24 letters.
  init?(of word: String) {
    let letters = Array(word.unicodeScalars)
    guard Self.lengths.contains(letters.count), letters.allSatisfy(\.properties.isAlphabetic) else { return nil }
    let alphabet = Self.alphabet(of: letters[0])
    var edits: [[Unicode.Scalar]] = []
    for index in letters.indices.dropLast() {
      var edit = letters
      edit.swapAt(index, index + 1)
      edits.append(edit)
    }
    for index in 0...letters.count {
      for letter in alphabet {
        var edit = letters
        edit.insert(letter, at: index)
        edits.append(edit)
      }
    }
    for index in letters.indices {
      for letter in alphabet {
        var edit = letters
        edit[index] = letter
        edits.append(edit)
      }
      var edit = letters
      edit.remove(at: index)
      edits.append(edit)
    }
    var seen: Set<String> = [word]
    variants = edits.map { String(String.UnicodeScalarView($0)) }.filter { seen.insert($0).inserted }
  }

  // The folded letters of the script; other scripts have too many.
  private static func alphabet(of letter: Unicode.Scalar) -> [Unicode.Scalar] {
    switch letter {
    case "a"..."z": Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
    case "а"..."я": Array("абвгдежзийклмнопрстуфхцчшщъыьэюя".unicodeScalars)
    default: []
    }
  }
}
