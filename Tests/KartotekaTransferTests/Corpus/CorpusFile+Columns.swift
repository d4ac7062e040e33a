import Foundation
import KartotekaModel

extension CorpusFile {
  /// The columns of a file: each set has other kinds and ways to write them.
  static func columns(
    _ language: CorpusLanguage, _ set: Int, rows: Int, _ random: inout CorpusRandom, isJSON: Bool
  ) -> [Column] {
    var columns: [Column] = []
    func add(_ heading: Int, _ make: (Int, inout CorpusRandom) -> Value) {
      var column = Column(heading: language.headings[heading])
      for row in 0..<rows {
        let value = make(row, &random)
        column.written.append(value.written)
        column.meant.append(value.meant)
        column.cells.append(value.cell)
        column.literals.append(isJSON ? value.literal : nil)
      }
      columns.append(column)
    }
    add(0) { row, random in .text(language.names[random.below(4)] + " \(row + 1)") }
    add(1) { _, random in .text(language.towns[random.below(3)]) }
    add(5) { row, random in day(language, set, row, &random) }
    add(2) { row, random in
      // One group mark decides; a number without any is read in one way.
      let number = row == 0 ? 1_234_567 : random.below(900) + (set == 1 ? 0 : random.below(2) * 12_000)
      let text = set == 0 ? String(number) : language.digits(number, isGrouped: true)
      return Value(written: text, meant: String(number), cell: (String(number), 0), literal: String(number))
    }
    add(3) { row, random in amount(language, set, row, &random) }
    if set % 2 == 0 {
      add(4) { row, random in
        let tenths = random.below(1_000) * 10 + 5
        let digits = "\(tenths / 10)\(language.decimal)\(tenths % 10)"
        return Value(
          written: digits + (set == 0 ? " %" : "%"), meant: "\(tenths / 10).\(tenths % 10)",
          cell: (decimal(tenths, places: 3), 3), literal: nil)
      }
    }
    add(6) { row, _ in
      let flag = row % 3 != 0
      return Value(
        written: flag ? language.yes : language.no, meant: flag ? "true" : "false", cell: nil,
        literal: flag ? "true" : "false")
    }
    add(7) { row, random in
      let digits = "60\(random.below(9))\(100_000 + random.below(899_999))"
      return Value(
        written: set == 3 ? digits : "+48 \(digits.prefix(3)) \(digits.dropFirst(3).prefix(3)) \(digits.dropFirst(6))",
        meant: digits, cell: nil, literal: nil)
    }
    add(8) { row, _ in .text("person\(row)@post.example") }
    add(10) { row, random in .text("0\(1_000 + random.below(8_999))") }
    add(11) { row, random in
      random.below(3) == 0
        ? .text("")
        : .text("\(language.kinds[random.below(2)]) \(language.towns[random.below(3)]) \(random.below(100))")
    }
    return columns
  }

  /// A value as it is written, and what it means.
  struct Value {
    let written: String
    let meant: String
    let cell: (digits: String, format: Int)?
    let literal: String?

    static func text(_ text: String) -> Value { Value(written: text, meant: text, cell: nil, literal: nil) }
  }

  // In digits as the language has them, in words, in ISO 8601; in each column is a day beyond the twelfth.
  private static func day(_ language: CorpusLanguage, _ set: Int, _ row: Int, _ random: inout CorpusRandom) -> Value {
    let (day, month, year) = (row == 0 ? 23 : 1 + random.below(28), 1 + random.below(12), 1_990 + random.below(36))
    let date = CalendarDate(year: year, month: month, day: day)
    let iso = date?.description ?? ""
    let written =
      switch set {
      case 1: "\(day). \(language.months[month - 1]) \(year)"
      case 2: iso
      default: language.day(day, month, year)
      }
    return Value(
      written: written, meant: iso, cell: ("\(serial(day, month, year))", 1), literal: "\"\(iso)\"")
  }

  private static func amount(_ language: CorpusLanguage, _ set: Int, _ row: Int, _ random: inout CorpusRandom) -> Value
  {
    let hundredths = row == 0 ? 123_456 : random.below(5_000_000)
    if row > 2, random.below(6) == 0, set == 3 { return Value(written: "n/a", meant: "", cell: nil, literal: nil) }
    let written =
      switch set {
      case 0: language.number(hundredths, isGrouped: false)
      case 1: language.amount(hundredths)
      default: language.number(hundredths, isGrouped: true)
      }
    return Value(
      written: written, meant: decimal(hundredths, places: 2), cell: (decimal(hundredths, places: 2), 2),
      literal: decimal(hundredths, places: 2))
  }

  private static func decimal(_ number: Int, places: Int) -> String {
    var digits = String(number)
    while digits.count <= places { digits = "0" + digits }
    return digits.dropLast(places) + "." + digits.suffix(places)
  }

  // The number of a day in a spreadsheet, which counts from 1900.
  private static func serial(_ day: Int, _ month: Int, _ year: Int) -> Int {
    let before = month < 3 ? year - 1 : year
    let (century, rest) = (before / 400, before % 400)
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return century * 146_097 + rest * 365 + rest / 4 - rest / 100 + ofYear - 719_468 + 25_569
  }
}
