/// A text in three parts, the middle one being what differs from another text.
struct DifferingPart: Hashable {
  var before: Substring
  var differing: Substring
  var after: Substring

  /// Whether there is no text at all.
  var isEmpty: Bool { before.isEmpty && differing.isEmpty && after.isEmpty }

  /// Two texts, each with what it has and the other has not, widened to whole words: of `555 0147` and
  /// `555 0199` the parts `0147` and `0199`.
  static func parts(_ one: String, _ other: String) -> (DifferingPart, DifferingPart) {
    var start = zip(one, other).prefix { $0 == $1 }.count
    let common = min(one.count, other.count) - start
    var end = zip(one.reversed(), other.reversed()).prefix(common).prefix { $0 == $1 }.count
    let (isAdded, isRemoved) = (one.count == start + end, other.count == start + end)
    let characters = Array(one.count < other.count ? other : one)
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    while end > 0, characters[characters.count - end].isWordPart { end -= 1 }
    return (
      DifferingPart(one, start: start, end: end, marks: !isAdded),
      DifferingPart(other, start: start, end: end, marks: !isRemoved)
    )
  }

  // Nothing is marked where only the other text has something more.
  private init(_ text: String, start: Int, end: Int, marks: Bool) {
    let middle = text.dropFirst(start).dropLast(end)
    before = marks ? text.prefix(start) : text[...]
    differing = marks ? middle : ""
    after = marks ? text.suffix(end) : ""
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
