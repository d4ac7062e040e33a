import Foundation

extension Language {
  /// The keys of ``dateWords``.
  package static let dateKeys: Set<String> = {
    let months = DateText.months + DateText.months.map { String($0.prefix(3)) }
    let days = DateText.weekdays + DateText.weekdays.map { String($0.prefix(3)) }
    return Set([DateText.shortMay] + months + months.map { "{day} \($0) {year}" } + days)
  }()

  /// The names of months and weekdays, and the form of dates, as CLDR has them: the platform's words for which a language needs
  /// no file.
  package var dateWords: [String: Catalogue.Entry] {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: code)
    var words: [String: Catalogue.Entry] = [:]
    func add(_ keys: [String], _ texts: [String]) {
      for (key, text) in zip(keys, texts) { words[key] = .plain(text) }
    }
    let short = DateText.months.map { String($0.prefix(3)) }
    add(short, formatter.shortStandaloneMonthSymbols)
    add([DateText.shortMay], Array(formatter.shortStandaloneMonthSymbols.dropFirst(4).prefix(1)))
    add(DateText.months, formatter.standaloneMonthSymbols)
    // CLDR's weeks begin with Sunday here.
    add(DateText.weekdays, Array(formatter.weekdaySymbols.dropFirst() + formatter.weekdaySymbols.prefix(1)))
    let shortDays = formatter.shortWeekdaySymbols.dropFirst() + formatter.shortWeekdaySymbols.prefix(1)
    add(DateText.weekdays.map { String($0.prefix(3)) }, Array(shortDays))
    for (keys, template, names) in [
      (short, "dMMMy", formatter.shortMonthSymbols), (DateText.months, "dMMMMy", formatter.monthSymbols),
    ] {
      let pattern = DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: formatter.locale) ?? "d MMM y"
      for (index, key) in keys.enumerated() where names.indices.contains(index) {
        words["{day} \(key) {year}"] = .plain(Self.filled(pattern, names[index], index + 1))
      }
    }
    return words
  }

  // "d. MMMM y 'р'." with a month: "{day}. червня {year} р." (UTS 35, date format patterns).
  private static func filled(_ pattern: String, _ month: String, _ number: Int) -> String {
    var text = ""
    var isQuoted = false
    var rest = pattern[...]
    while let letter = rest.first {
      let run = rest.prefix { $0 == letter }
      rest = rest.dropFirst(run.count)
      switch letter {
      case "'":
        // Two are an apostrophe.
        if run.count.isMultiple(of: 2) { text += "'" } else { isQuoted.toggle() }
      case _ where isQuoted: text += run
      case "d": text += "{day}"
      case "y": text += "{year}"
      case "M", "L": text += run.count > 2 ? month : String(number)
      default: text += run
      }
    }
    return text
  }
}
