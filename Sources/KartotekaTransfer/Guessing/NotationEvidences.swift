import KartotekaModel

/// The evidence of values for the notation of numbers and dates in their column or file: a column is written in one way, and the
/// columns of a file agree.
struct NotationEvidences {
  private var marks: Set<ValueNotation.DecimalMark> = []
  private var orders: Set<ValueNotation.DateOrder> = []
  private(set) var years = ShortYears()
  /// Whether amounts have their minus behind them.
  private var haveMinusBehind = false
  /// Whether there are whole numbers that are no marks at school.
  private var mayHaveMinusBehind = false

  init() {}

  /// The notation that a person has chosen, which decides what the values leave open.
  init(_ chosen: ValueNotation?) {
    if let mark = chosen?.decimalMark { marks = [mark] }
    if let order = chosen?.dateOrder { orders = [order] }
  }

  /// The evidence of a column's values.
  init(_ values: [String]) {
    for value in values where value.utf8.count <= 64 {
      var text = value
      text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }
  }

  /// The evidence of a file's columns. Columns that contradict themselves or each other tell nothing.
  init(of columns: some Sequence<NotationEvidences>) {
    for column in columns {
      if column.marks.count == 1 { marks.formUnion(column.marks) }
      if column.orders.count == 1 { orders.formUnion(column.orders) }
      haveMinusBehind = haveMinusBehind || column.haveMinusBehind
    }
    orders = Self.orders(orders, marks)
  }

  /// The orders of days in a file: nobody who writes decimal commas puts the month first.
  static func orders(_ found: Set<ValueNotation.DateOrder>, _ marks: Set<ValueNotation.DecimalMark>)
    -> Set<ValueNotation.DateOrder>
  {
    found.isEmpty && marks == [.comma] ? [.dayMonthYear] : found
  }

  /// Adds a value of a column.
  mutating func add(_ value: UnsafeRawBufferPointer) { value.withoutBlanks { note($0) } }

  private mutating func note(_ value: UnsafeRawBufferPointer) {
    switch DecimalKind().evidence(in: value) {
    case .decimalMark(let mark): if Self.isNumber(value) { marks.insert(mark) }
    case .ambiguous: if let mark = ValueNotation.decimalMark(ofWhole: value) { marks.insert(mark) }
    case .neutral, .dateOrder, .unknownWord: break
    }
    if case .dateOrder(let order) = DateKind().evidence(in: value) { orders.insert(order) }
    years.add(value)
    switch ValueNotation.minusBehind(value) {
    case .amount: haveMinusBehind = true
    case .number: mayHaveMinusBehind = true
    case .mark: break
    case nil: if !mayHaveMinusBehind { mayHaveMinusBehind = ValueNotation.isCount(value) }
    }
  }

  /// Whether they decide what marks decimal places, and in which order days are written.
  var hasMark: Bool { marks.count == 1 }
  var hasOrder: Bool { orders.count == 1 }

  /// These, where there are any, else others.
  func or(_ others: NotationEvidences) -> NotationEvidences {
    var all = self
    if marks.isEmpty { all.marks = others.marks }
    if orders.isEmpty { all.orders = others.orders }
    all.haveMinusBehind = haveMinusBehind || others.haveMinusBehind
    return all
  }

  // A date such as 5.1.2000 or a version is no number with points.
  private static func isNumber(_ value: UnsafeRawBufferPointer) -> Bool {
    ValueNotation.amount(String(decoding: value, as: UTF8.self), in: .lenient) != nil
  }

  /// The notation that the values decide, where they leave it open that of the file, and where it is open there, too, a
  /// lenient one, which reads each value in one of its ways.
  func notation(else file: NotationEvidences) -> ValueNotation {
    var notation = ValueNotation.lenient
    if let mark = Self.only(marks.isEmpty ? file.marks : marks) { notation.decimalMark = mark }
    notation.dateOrder = Self.only(orders.isEmpty ? file.orders : orders)
    notation.century = years.century
    notation.hasMinusBehind = haveMinusBehind || mayHaveMinusBehind && file.haveMinusBehind
    return notation
  }

  private static func only<Value>(_ values: Set<Value>) -> Value? { values.count == 1 ? values.first : nil }
}
