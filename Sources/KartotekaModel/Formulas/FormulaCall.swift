/// An operator or function with the kinds of its values.
struct FormulaCall {
  let function: FormulaFunction
  let terms: [FormulaTerm]
  let types: [FormulaType]
  let location: FormulaLocation?

  func result() throws(FormulaFault) -> FormulaType {
    guard function.arguments.contains(types.count) else {
      throw FormulaFault(
        "The function is used like this: \(function.pattern).", at: location?.range ?? 0..<0)
    }
    // Anywhere else a person would meet the stored value instead of the label.
    if let index = types.firstIndex(of: .choice), ![.equal, .unequal, .empty].contains(function) {
      throw withoutLabel(index)
    }
    switch function {
    case .or, .and, .not:
      for index in types.indices { try need(.truth, index) }
      return .truth
    case .equal, .unequal, .less, .more, .notMore, .notLess:
      let type = try common(types.indices)
      guard type != .truth || function == .equal || function == .unequal else { throw wrong(0, "a number or a day") }
      return .truth
    case .appended, .joined:
      // Without a text between the values the first of them would be left out.
      if function == .joined, !terms[0].isConstantText {
        throw FormulaFault("The function is used like this: \(function.pattern).", at: location?.range ?? 0..<0)
      }
      for index in types.indices where !types[index].hasText { throw withoutText(index) }
      return .text
    case .plus where types.contains(.moment), .minus where types.contains(.moment):
      return try moved()
    case .plus where types[0] == .day, .minus where types[0] == .day && types[1] != .day:
      guard types[1].isWhole else { throw wrong(1, "a whole number of days") }
      return .day
    case .plus where types[1] == .day:
      guard types[0].isWhole else { throw wrong(0, "a whole number of days") }
      return .day
    case .minus where types == [.day, .day]: return .number(ExpressionForm(scale: 0))
    case .plus, .minus:
      let (one, other) = (try form(0), try form(1))
      return .number(one.added(to: other))
    case .times:
      let (one, other) = (try form(0), try form(1))
      return try number(one.scale + other.scale, one.currency ?? other.currency)
    case .divided:
      let (one, other) = (try form(0), try form(1))
      return .number(
        ExpressionForm(
          scale: max(FormulaCheck.quotientScale, one.scale, other.scale),
          currency: other.currency == nil ? one.currency : nil))
    case .choose:
      try need(.truth, 0)
      return try common(1..<types.count)
    case .round:
      let form = try form(0)
      guard case .number(let digits, scale: 0) = terms[1], (0...Int64(FetchExpression.mostDigits)).contains(digits)
      else { throw wrong(1, "a number from 0 to 9, how many digits after the point there are") }
      return .number(form.rounded(to: Int(digits)))
    case .least, .greatest: return try ordered(types.indices)
    case .first: return try common(types.indices)
    case .empty: return .truth
    case .contains:
      for index in types.indices { try need(.text, index) }
      return .truth
    case .length:
      try need(.text, 0)
      return .number(ExpressionForm(scale: 0))
    case .date:
      guard types[0] == .moment || types[0] == .text || types[0] == .day else {
        throw wrong(0, "a moment, or a text such as 2026-01-31")
      }
      return .day
    case .days:
      if types[0].isDuration { return .number(ExpressionForm(scale: 0)) }
      guard types[0].isWhole else { throw wrong(0, "a whole number of days, such as one day minus another") }
      return types[0]
    case .hours, .minutes:
      if types[0].isDuration {
        return .number(ExpressionForm(scale: function == .hours ? FormulaCheck.quotientScale : 0))
      }
      guard types[0].isPlainNumber else { throw wrong(0, "a duration, such as one moment minus another, or a number") }
      return .duration
    case .addmonths:
      try need(.day, 0)
      guard types[1].isWhole else { throw wrong(1, "a whole number of months") }
      return .day
    case .upper, .lower, .before, .after, .replace:
      for index in types.indices { try need(.text, index) }
      return .text
    case .start:
      try need(.text, 0)
      guard types[1].isWhole else { throw wrong(1, "a whole number") }
      return .text
    case .year, .month, .day, .week, .weekday:
      guard types[0] == .day || types[0] == .moment else { throw wrong(0, "a day") }
      return .number(ExpressionForm(scale: 0, form: function == .year ? .year : nil))
    case .sum, .count, .average:
      throw FormulaFault("The function is used like this: \(function.pattern).", at: location?.range ?? 0..<0)
    }
  }

  func resultOfRecords() throws(FormulaFault) -> FormulaType {
    let isCount = function == .count
    guard isCount ? types.count <= 1 : (1...2).contains(types.count) else {
      throw FormulaFault("The function is used like this: \(function.pattern).", at: location?.range ?? 0..<0)
    }
    if types.count == (isCount ? 1 : 2) { try need(.truth, types.count - 1) }
    if types.first == .choice { throw withoutLabel(0) }
    switch function {
    case .sum: return .number(try form(0).summed)
    case .average:
      let form = try form(0)
      return .number(form.rounded(to: max(FormulaCheck.quotientScale, form.scale)))
    case .least, .greatest: return try ordered(0..<1)
    case .joined:
      guard types[0].hasText else { throw withoutText(0) }
      return .text
    default: return .number(ExpressionForm(scale: 0))
    }
  }

  // A moment moved by a duration, or the duration between two moments.
  private func moved() throws(FormulaFault) -> FormulaType {
    if function == .minus, types == [.moment, .moment] { return .duration }
    if types.contains(.day) {
      throw FormulaFault(
        "This is a day and a moment: date(…) is the day of a moment, with which one can compute.",
        at: location?.range ?? 0..<0)
    }
    if function == .minus, types[0] != .moment { throw wrong(0, "a moment") }
    let index = types[0] == .moment ? 1 : 0
    guard types[index].isDuration else { throw wrong(index, "a duration, such as hours(2) or minutes(30)") }
    return .moment
  }

  // The kind that all these have, numbers with the most digits after the point.
  private func common(_ range: Range<Int>) throws(FormulaFault) -> FormulaType {
    var all = FormulaType.nothing
    for index in range {
      switch (all, types[index]) {
      case (_, .nothing): break
      case (.nothing, let type): all = type
      case (.number(let one), .number(let other)):
        all = .number(one.with(other))
      case (let one, let other) where one == other: break
      case (.choice, .text) where terms[index].isConstantText: break
      case (.text, .choice) where terms[0].isConstantText: all = .choice
      case (let one, let other):
        throw FormulaFault(
          "This is \(other.words), and the value before it is \(one.words).", at: self.range(of: index))
      }
    }
    return all
  }

  private func ordered(_ range: Range<Int>) throws(FormulaFault) -> FormulaType {
    let type = try common(range)
    guard type.isNumber || type == .day || type == .moment else { throw wrong(0, "a number or a day") }
    return type
  }

  private func form(_ index: Int) throws(FormulaFault) -> ExpressionForm {
    if case .number(let form) = types[index] { return form }
    if types[index] == .moment {
      throw FormulaFault("This is a moment: date(…) is its day, with which one can compute.", at: range(of: index))
    }
    throw wrong(index, function == .plus ? "a number; texts are joined by &" : "a number")
  }

  private func number(_ scale: Int, _ currency: String?) throws(FormulaFault) -> FormulaType {
    guard scale <= FetchExpression.mostDigits else {
      throw FormulaFault(
        "The result has more than nine digits after the point: use round(…, 2).", at: location?.range ?? 0..<0)
    }
    return .number(ExpressionForm(scale: scale, currency: currency))
  }

  private func need(_ type: FormulaType, _ index: Int) throws(FormulaFault) {
    guard types[index] == type || types[index] == .nothing && type == .text else { throw wrong(index, type.words) }
  }

  private func wrong(_ index: Int, _ wanted: FaultText) -> FormulaFault {
    FormulaFault("This is \(types[index].words); here has to be \(wanted).", at: range(of: index))
  }

  private func withoutLabel(_ index: Int) -> FormulaFault {
    FormulaFault(
      "This is a choice or a country: it can only be compared by = and ≠, or be asked for by empty(…).",
      at: range(of: index))
  }

  private func withoutText(_ index: Int) -> FormulaFault {
    types[index] == .truth
      ? FormulaFault("This is yes or no: choose texts for it by if(…, \"yes\", \"no\").", at: range(of: index))
      : FormulaFault("This is a moment: date(…) is its day, which can be a part of a text.", at: range(of: index))
  }

  private func range(of index: Int) -> Range<Int> { location?.part(index)?.range ?? 0..<0 }
}

extension FormulaTerm {
  fileprivate var isConstantText: Bool { if case .text = self { true } else { false } }
}

extension FormulaLocation {
  func part(_ index: Int) -> FormulaLocation? { parts.indices.contains(index) ? parts[index] : nil }
}
