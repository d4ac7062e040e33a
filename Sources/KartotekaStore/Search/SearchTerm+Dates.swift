import KartotekaModel

// Dates as people write them, whose keys are ISO 8601.
extension SearchTerm {
  /// The date that words begin with, and how many words it has: a month's name in one of the languages of `DateWords` with the day
  /// before or behind it, with a year, or with both. A year that is still being typed restricts nothing.
  static func date(at words: ArraySlice<String>) -> (SearchTerm, count: Int)? {
    let parts = words.prefix(4).map(DatePart.init)
    guard let place = parts.prefix(2).firstIndex(where: { $0.month != nil }), let month = parts[place].month else {
      return nil
    }
    var (day, year, count) = (place == 1 ? parts[0].day : nil, place == 1 ? parts[0].year : nil, place + 1)
    if place == 1, day == nil, year == nil { return nil }
    if day == nil, parts.indices.contains(count), let number = parts[count].day {
      day = number
      count += 1
    }
    if year == nil, parts.indices.contains(count), parts[count].isNumber {
      year = parts[count].year
      count += 1
    }
    guard day != nil || year != nil else { return nil }
    // Russian, Polish and Ukrainian write "г.", "r." and "р." behind the year.
    if year != nil, parts.indices.contains(count), ["г", "r", "р"].contains(parts[count].text) { count += 1 }
    let iso = (year.map { padded($0, 4) } ?? "") + "-" + padded(month, 2) + "-" + (day.map { padded($0, 2) } ?? "")
    return (SearchTerm(forms: [words.prefix(count).joined(separator: " "), iso]), count)
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

/// A word that may be a part of a date.
private struct DatePart {
  /// The word without the points and commas behind it.
  let text: String

  init(_ word: String) {
    text = String(word.prefix { $0 != "." && $0 != "," })
  }

  var isNumber: Bool { !text.isEmpty && text.unicodeScalars.allSatisfy(SearchTerm.isDigit) }

  var month: Int? { DateWords.month(folded: text) }

  var day: Int? {
    guard isNumber, text.count <= 2, let number = Int(text), (1...31).contains(number) else { return nil }
    return number
  }

  var year: Int? { isNumber && text.count == 4 ? Int(text) : nil }
}
