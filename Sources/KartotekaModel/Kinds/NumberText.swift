/// Numbers as people write them.
enum NumberText {
  /// The number without marks between groups of three digits (space, no-break space, comma, apostrophe);
  /// nil when the marks stand elsewhere or differ, so that "1,5" never becomes 15, nor "0,125" or "1 234,567"
  /// a whole number.
  static func ungrouped(_ text: String) -> String? {
    let marks: Set<Character> = [" ", "\u{a0}", "\u{202f}", ",", "'", "’"]
    let sign = text.first == "-" || text.first == "+" ? String(text.prefix(1)) : ""
    let unsigned = text.dropFirst(sign.count)
    guard let mark = unsigned.first(where: marks.contains) else { return nil }
    let groups = unsigned.split(separator: mark, omittingEmptySubsequences: false)
    guard groups.count > 1, let first = groups.first, (1...3).contains(first.count), first.first != "0",
      groups.dropFirst().allSatisfy({ $0.count == 3 }),
      groups.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    return sign + groups.joined()
  }

  /// The number with a point for its fraction: "1 234,50" and "1,234.50" become "1234.50"; nil when it is none.
  ///
  /// A single comma followed by three digits is a group ("1,234"); any other single comma is a fraction.
  static func decimal(_ text: String) -> String? {
    let whole: Substring
    let fraction: Substring
    if let point = text.lastIndex(of: ".") {
      (whole, fraction) = (text[..<point], text[text.index(after: point)...])
    } else if let comma = text.lastIndex(of: ","), ungrouped(text) == nil {
      (whole, fraction) = (text[..<comma], text[text.index(after: comma)...])
    } else {
      (whole, fraction) = (text[...], "")
    }
    let unsigned = whole.drop { $0 == "-" || $0 == "+" }
    guard whole.count - unsigned.count <= 1, !(unsigned.isEmpty && fraction.isEmpty), isDigits(fraction)
    else { return nil }
    // The mark of the fraction can't be the mark of groups, too.
    let isMarkedTwice = !text.contains(".") && !fraction.isEmpty && unsigned.contains(",")
    let digits = isDigits(unsigned) ? String(unsigned) : isMarkedTwice ? nil : ungrouped(String(unsigned))
    guard let digits else { return nil }
    return (whole.first == "-" ? "-" : "") + (digits.isEmpty ? "0" : digits)
      + (fraction.isEmpty ? "" : "." + fraction)
  }

  private static func isDigits(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
