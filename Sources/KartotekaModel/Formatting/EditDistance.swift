/// Counts typing errors between texts: a letter missing, wrong or added, or two neighbours exchanged (optimal string
/// alignment distance).
///
/// Letters are compared as they are, so fold both texts before (``Folding``). Letters of the other text are appended
/// one by one. For a text with the same prefix, ``keep(_:)`` returns to that prefix. Distances beyond the limit are not
/// computed.
package struct EditDistance: Sendable {
  private let text: [Unicode.Scalar]
  private let limit: UInt8
  /// One row of the distance table for each appended letter, and an initial one: the distance between each prefix of
  /// the text and the appended letters, `limit + 1` for anything beyond the limit.
  private var rows: [UInt8]
  private var letters: [Unicode.Scalar] = []

  /// Starts a comparison with no letters.
  /// - Parameter limit: at most 250.
  package init(to text: String, limit: Int) {
    self.text = Array(text.unicodeScalars)
    let limit = UInt8(clamping: min(limit, 250))
    self.limit = limit
    rows = (0...self.text.count).map { UInt8(clamping: min($0, Int(limit) + 1)) }
  }

  /// The tolerated distance: 0 for texts under three letters, 1 for up to seven, else 2.
  package static func forgiven(in text: String) -> Int {
    switch text.unicodeScalars.count {
    case ..<3: 0
    case ..<8: 1
    default: 2
    }
  }

  /// The number of appended letters.
  package var count: Int { letters.count }

  /// The distance between the text and the appended letters; nil beyond the limit.
  package var value: Int? {
    guard let last = rows.last, last <= limit else { return nil }
    return Int(last)
  }

  /// Appends a letter.
  /// - Returns: false if no continuation is within the limit.
  @discardableResult
  package mutating func append(_ letter: Unicode.Scalar) -> Bool {
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
    // Prefixes whose length differs by more than the limit are beyond it.
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

  /// Removes all but the first letters.
  package mutating func keep(_ count: Int) {
    guard count < letters.count else { return }
    letters.removeLast(letters.count - count)
    rows.removeLast(rows.count - (count + 1) * (text.count + 1))
  }
}

extension EditDistance {
  /// The distance between two texts; nil beyond the limit.
  package static func between(_ text: String, _ other: String, limit: Int) -> Int? {
    var distance = EditDistance(to: text, limit: limit)
    for letter in other.unicodeScalars where !distance.append(letter) { return nil }
    return distance.value
  }

  /// The distance between a text and the nearest prefix of another one, for input that is not complete; nil beyond the
  /// limit.
  package static func between(_ text: String, beginningOf other: String, limit: Int) -> Int? {
    var distance = EditDistance(to: text, limit: limit)
    var least = distance.value
    for letter in other.unicodeScalars {
      guard distance.append(letter) else { break }
      least = [least, distance.value].compactMap { $0 }.min()
    }
    return least
  }
}
