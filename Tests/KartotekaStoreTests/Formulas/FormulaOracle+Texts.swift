@testable import KartotekaModel

// Texts made of texts, and weeks.
extension FormulaOracle {
  static func text(_ function: FormulaFunction, _ values: [Value]) -> Value {
    guard case .text(let text) = values[0] else { return .null }
    switch function {
    case .upper, .lower:
      // The mapping of each scalar, as Unicode has it without a language.
      let mapped = text.unicodeScalars.map {
        function == .upper ? $0.properties.uppercaseMapping : $0.properties.lowercaseMapping
      }
      return .text(mapped.joined())
    case .start:
      guard case .integer(let count) = values[1] else { return .null }
      let characters = text.enumerated().filter { Int64($0.offset) < count }.map(\.element)
      return characters.isEmpty ? .null : .text(String(characters))
    default:
      let part = if case .text(let part) = values[1] { Array(part) } else { [Character]() }
      let other = if function == .replace, case .text(let other) = values[2] { other } else { "" }
      return changed(Array(text), part, other, function)
    }
  }

  private static func changed(
    _ text: [Character], _ part: [Character], _ other: String, _ function: FormulaFunction
  ) -> Value {
    func isThere(_ place: Int) -> Bool {
      !part.isEmpty && place + part.count <= text.count && Array(text[place..<place + part.count]) == part
    }
    let first = text.indices.first(where: isThere)
    var result = ""
    switch function {
    case .before: result = String(text[..<(first ?? text.count)])
    case .after: result = first.map { String(text[($0 + part.count)...]) } ?? ""
    default:
      var place = 0
      while place < text.count {
        let isFound = isThere(place)
        result += isFound ? other : String(text[place])
        place += isFound ? part.count : 1
      }
    }
    return result.isEmpty ? .null : .text(result)
  }

  /// The number of a week, of which the one with 4 January is the first of its year.
  static func week(_ day: CalendarDate) -> Int64 {
    func monday(_ day: CalendarDate) -> Int { day.daysSince1970 - ((day.daysSince1970 + 3) % 7 + 7) % 7 }
    let years = max(1, day.year - 1)...min(9999, day.year + 1)
    let firsts = years.compactMap { CalendarDate(year: $0, month: 1, day: 4) }.map(monday)
    let first = firsts.last { $0 <= monday(day) } ?? monday(day)
    return Int64((monday(day) - first) / 7 + 1)
  }
}
