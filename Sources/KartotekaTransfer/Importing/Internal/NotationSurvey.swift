import KartotekaModel

/// Detects the notation of numbers, dates, yes and no from all values of a file's columns.
struct NotationSurvey {
  /// The finding for a column.
  struct Finding {
    /// The first ambiguous value; nil if there is none. In an export a point is a decimal mark.
    var example: String? { open ?? (isExport && !marks.contains(.comma) ? nil : openPoint) }
    // The first ambiguous values without and with a point.
    fileprivate var open: String?
    fileprivate var openPoint: String?
    fileprivate(set) var marks: Set<ValueNotation.DecimalMark> = []
    fileprivate(set) var orders: Set<ValueNotation.DateOrder> = []
    /// The first words that are not known to mean yes or no.
    fileprivate(set) var words: [String] = []
    fileprivate(set) var hasTimes = false
    fileprivate(set) var years = ShortYears()
    /// Whether amounts have their minus behind them.
    fileprivate(set) var hasMinusBehind = false
    /// Whether there are whole numbers that are no marks at school.
    fileprivate var mayHaveMinusBehind = false
    fileprivate var attribute: AttributeDescription?
    /// Whether the file is an export, which uses decimal points.
    fileprivate(set) var isExport = false
    /// Whether there are numbers or days of a spreadsheet's cells.
    fileprivate(set) var hasValues = false

    /// The detected notation. Contradictory values decide nothing.
    var notation: ValueNotation {
      // An export has decimal points. Headings alone do not make one: a comma before decimal places shows another program's
      // file, or an edited export, whose ambiguous values are asked about.
      var notation =
        (isExport || hasValues && open == nil && openPoint == nil) && !marks.contains(.comma)
        ? ValueNotation.canonical : .undecided
      if marks.count == 1 { notation.decimalMark = marks.first }
      if orders.count == 1 { notation.dateOrder = orders.first }
      notation.century = years.century
      notation.hasMinusBehind = hasMinusBehind
      return notation
    }

    /// The question for the person; nil if the values decide.
    var question: NotationQuestion? {
      guard let example, let attribute, let question = NotationQuestion(example, of: attribute, century: years.century)
      else { return nil }
      let isDecided = question.subject == .dateOrder ? notation.dateOrder != nil : notation.comma != nil
      return isDecided ? nil : question
    }
  }

  private struct Column {
    let index: Int
    let attribute: AttributeDescription
    let kind: any NotationDependentKind
    let isDate: Bool
    /// Whether its values begin with a day.
    let hasDays: Bool
  }

  private static let wordLimit = 4

  /// The findings for each of the plan's columns.
  private(set) var findings: [Finding]
  private let plan: FilePlan
  private let columns: [Column]

  init(_ plan: FilePlan) {
    self.plan = plan
    findings = Array(repeating: Finding(), count: plan.columns.count)
    columns = plan.columns.indices.compactMap { index in
      guard case .column(let name) = plan.columns[index].target, let attribute = plan.entity.attribute(name),
        let kind = attribute.behavior as? any NotationDependentKind
      else { return nil }
      return Column(
        index: index, attribute: attribute, kind: kind, isDate: attribute.kind == .date,
        hasDays: [.date, .timestamp].contains(attribute.kind))
    }
    let headings = RecordFileWriter.headings(of: plan.entity)
    let given = plan.columns.map(\.header)
    // A list as it was shown has the headings that people read.
    let isExport =
      given.contains(RecordMark.heading)
      || given.count > 1 && (given == headings || given == Array(headings.dropFirst()))
    for column in columns {
      findings[column.index].attribute = column.attribute
      findings[column.index].isExport = isExport
    }
  }

  /// Reads the file, unless no column has a notation.
  /// - Throws: ``ReadingError`` for JSON without a list of records, `CancellationError`.
  mutating func read() throws {
    if columns.isEmpty { return }
    switch plan.format {
    case .csv: try readCSV()
    case .json: try readJSON()
    }
    agree()
  }

  // The columns of a file are written in one way: one whose values leave the question open follows the others, if these agree.
  private mutating func agree() {
    if findings.contains(where: \.hasMinusBehind) {
      for index in findings.indices where findings[index].mayHaveMinusBehind { findings[index].hasMinusBehind = true }
    }
    let decided = findings.filter { $0.marks.count == 1 }.compactMap(\.marks.first)
    if let mark = decided.first, decided.allSatisfy({ $0 == mark }), !findings.contains(where: { $0.marks.count > 1 }) {
      for index in findings.indices where findings[index].marks.isEmpty && findings[index].example != nil {
        findings[index].marks = [mark]
      }
    }
    let orders = NotationEvidences.orders(Set(findings.flatMap(\.orders)), Set(findings.flatMap(\.marks)))
    guard orders.count == 1 else { return }
    for index in findings.indices where findings[index].orders.isEmpty && findings[index].example != nil {
      findings[index].orders = orders
    }
  }

  private mutating func readCSV() throws {
    var reader = CSVReader(plan.text, dialect: plan.dialect)
    var rows = 0
    while true {
      do throws(ReadingError) {
        guard try reader.next() else { return }
      } catch {
        // The import reports invalid records.
        continue
      }
      rows += 1
      // The header.
      if rows == 1 || reader.hasMore(than: plan.columns.count) { continue }
      if rows % 4_096 == 0 { try Task.checkCancellation() }
      for column in columns where column.index < reader.fieldCount {
        let field = reader[column.index]
        if field.isEmpty { continue }
        if reader.isValue(column.index) {
          findings[column.index].hasValues = true
        } else {
          field.withoutBlanks { take($0, column) }
        }
      }
    }
  }

  private mutating func readJSON() throws {
    var reader = try JSONRecordReader(plan.text)
    var rows = 0
    while true {
      do throws(ReadingError) {
        guard try reader.next() else { return }
      } catch {
        continue
      }
      rows += 1
      if rows % 4_096 == 0 { try Task.checkCancellation() }
      for column in columns {
        guard case .string(var text)? = reader.record[plan.columns[column.index].header] else { continue }
        text.withUTF8 { UnsafeRawBufferPointer($0).withoutBlanks { take($0, column) } }
      }
    }
  }

  @inline(__always)
  private mutating func take(_ field: UnsafeRawBufferPointer, _ column: Column) {
    switch column.kind.evidence(in: field) {
    case .neutral: break
    case .ambiguous:
      // One that is written in both ways decides nothing.
      if !column.hasDays, let mark = ValueNotation.decimalMark(ofWhole: field) {
        findings[column.index].marks.insert(mark)
      }
      if field.contains(UInt8(ascii: ".")) {
        if findings[column.index].openPoint == nil { findings[column.index].openPoint = Self.text(field) }
      } else if findings[column.index].open == nil {
        findings[column.index].open = Self.text(field)
      }
    case .decimalMark(let mark): findings[column.index].marks.insert(mark)
    case .dateOrder(let order): findings[column.index].orders.insert(order)
    case .unknownWord: addWord(Self.text(field).lowercased(), column.index)
    }
    if column.hasDays {
      findings[column.index].years.add(field)
    } else if !findings[column.index].hasMinusBehind {
      switch ValueNotation.minusBehind(field) {
      case .amount: findings[column.index].hasMinusBehind = true
      case .number: findings[column.index].mayHaveMinusBehind = true
      case .mark: break
      case nil:
        if !findings[column.index].mayHaveMinusBehind {
          findings[column.index].mayHaveMinusBehind = ValueNotation.isCount(field)
        }
      }
    }
    if column.isDate, !findings[column.index].hasTimes, DateKind.hasTime(field) {
      findings[column.index].hasTimes = true
    }
  }

  private mutating func addWord(_ word: String, _ index: Int) {
    let words = findings[index].words
    if words.count < Self.wordLimit, !words.contains(word) { findings[index].words.append(word) }
  }

  private static func text(_ field: UnsafeRawBufferPointer) -> String {
    String(decoding: field, as: UTF8.self).trimmingSpaces()
  }
}
