import KartotekaModel

/// What values tell of the notation of numbers and dates in their column or file: a column is written in one way, and the
/// columns of a file agree.
struct NotationEvidences {
  private var marks: Set<ValueNotation.DecimalMark> = []
  private var orders: Set<ValueNotation.DateOrder> = []

  init() {}

  /// The evidence of a column's values.
  init(_ values: [String]) {
    let (number, date) = (DecimalKind(), DateKind())
    for value in values where value.utf8.count <= 64 {
      var text = value
      text.withUTF8 { bytes in
        let bytes = UnsafeRawBufferPointer(bytes)
        if case .decimalMark(let mark) = number.evidence(in: bytes), Self.isNumber(value) { marks.insert(mark) }
        if case .dateOrder(let order) = date.evidence(in: bytes) { orders.insert(order) }
      }
    }
  }

  /// The evidence of a file's columns. Columns that contradict themselves or each other tell nothing.
  init(columns: [[String]]) {
    for column in columns {
      let evidence = NotationEvidences(column)
      if evidence.marks.count == 1 { marks.formUnion(evidence.marks) }
      if evidence.orders.count == 1 { orders.formUnion(evidence.orders) }
    }
  }

  // A date such as 5.1.2000 or a version is no number with points.
  private static func isNumber(_ text: String) -> Bool { ValueNotation.amount(text, in: .lenient) != nil }

  /// The notation that the values decide, where they leave it open that of the file, and where it is open there, too, a
  /// lenient one, which reads each value in one of its ways.
  func notation(else file: NotationEvidences) -> ValueNotation {
    var notation = ValueNotation.lenient
    if let mark = Self.only(marks.isEmpty ? file.marks : marks) { notation.decimalMark = mark }
    notation.dateOrder = Self.only(orders.isEmpty ? file.orders : orders)
    return notation
  }

  private static func only<Value>(_ values: Set<Value>) -> Value? { values.count == 1 ? values.first : nil }
}
