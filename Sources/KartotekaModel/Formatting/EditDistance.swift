/// How many typing errors lie between a text and others: a letter too many, missing or wrong, or two neighbours
/// exchanged (the distance of optimal string alignment).
///
/// Texts are compared letter by letter as they are, so both have to be folded before (``Folding``). Letters of the
/// other text are appended one by one; those that two texts begin with alike need not be compared twice:
/// ``keep(_:)`` goes back to them. Nothing is worked out beyond the limit.
public struct EditDistance: Sendable {
  private let text: [Unicode.Scalar]
  private let limit: UInt8
  /// One row of the table for every letter appended, and one before them: how far each beginning of the text is
  /// from the letters so far, `limit + 1` for anything beyond the limit.
  private var rows: [UInt8]
  private var letters: [Unicode.Scalar] = []

  /// Begins to compare the text with nothing. The limit is at most 250.
  public init(to text: String, limit: Int) {
    self.text = Array(text.unicodeScalars)
    let limit = UInt8(clamping: min(limit, 250))
    self.limit = limit
    rows = (0...self.text.count).map { UInt8(clamping: min($0, Int(limit) + 1)) }
  }

  /// How many errors are forgiven in a text: none under three letters, where everything would be alike, one up to
  /// seven, else two.
  public static func forgiven(in text: String) -> Int {
    switch text.unicodeScalars.count {
    case ..<3: 0
    case ..<8: 1
    default: 2
    }
  }

  /// How many letters have been appended.
  public var count: Int { letters.count }

  /// The errors between the text and the letters so far, or nil where there are more than the limit.
  public var value: Int? {
    guard let last = rows.last, last <= limit else { return nil }
    return Int(last)
  }

  /// Appends a letter. False where nothing that goes on like this is within the limit.
  @discardableResult
  public mutating func append(_ letter: Unicode.Scalar) -> Bool {
    let width = text.count + 1
    let (above, row) = (rows.count - width, rows.count)
    let before = letters.last
    letters.append(letter)
    rows.append(contentsOf: repeatElement(limit + 1, count: width))
    var least = limit + 1
    if letters.count <= limit {
      least = UInt8(letters.count)
      rows[row] = least
    }
    // Beginnings that are shorter or longer by more than the limit are beyond it.
    let first = max(1, letters.count - Int(limit))
    let last = min(text.count, letters.count + Int(limit))
    guard first <= last else { return least <= limit }
    for index in first...last {
      let same = text[index - 1] == letter
      var errors = rows[above + index - 1] + (same ? 0 : 1)
      errors = min(errors, rows[above + index] + 1, rows[row + index - 1] + 1)
      if index > 1, !same, text[index - 2] == letter, text[index - 1] == before {
        errors = min(errors, rows[above - width + index - 2] + 1)
      }
      errors = min(errors, limit + 1)
      rows[row + index] = errors
      least = min(least, errors)
    }
    return least <= limit
  }

  /// Forgets all letters but the first so many.
  public mutating func keep(_ count: Int) {
    guard count < letters.count else { return }
    letters.removeLast(letters.count - count)
    rows.removeLast(rows.count - (count + 1) * (text.count + 1))
  }
}

extension EditDistance {
  /// The errors between two texts, or nil where there are more than the limit.
  public static func between(_ text: String, _ other: String, limit: Int) -> Int? {
    var distance = EditDistance(to: text, limit: limit)
    for letter in other.unicodeScalars where !distance.append(letter) { return nil }
    return distance.value
  }

  /// The errors between a text and that beginning of another one which is most like it, or nil where there are more
  /// than the limit: what somebody typed who is not done yet.
  public static func between(_ text: String, beginningOf other: String, limit: Int) -> Int? {
    var distance = EditDistance(to: text, limit: limit)
    var least = distance.value
    for letter in other.unicodeScalars {
      guard distance.append(letter) else { break }
      least = [least, distance.value].compactMap { $0 }.min()
    }
    return least
  }
}
