import KartotekaHTML
import KartotekaModel
import KartotekaScreens

/// The operators of a field with typed values, and how a form with them is read.
struct OperatorChoice: Sendable {
  /// The result of reading a form.
  enum Result {
    case condition(ListOperator, [String])
    /// The faults, by the names of the form's fields.
    case faults([String: Phrase])
  }

  /// The operators in a form: their names and words.
  let options: [(name: String, words: String)]
  /// Whether values are days.
  let isOfDays: Bool
  private let attribute: AttributeDescription

  private static let numbers = [
    ("gte", "is at least"), ("lte", "is at most"), ("between", "is between"), ("eq", "equals"),
    ("ne", "does not equal"), ("gt", "is greater than"), ("lt", "is less than"),
  ]
  private static let days = [
    ("eq", "is on"), ("lt", "is before"), ("gt", "is after"), ("between", "is between"), ("last", "in the last days"),
    ("next", "in the next days"),
  ]
  private static let texts = [
    ("contains", "contains"), ("prefix", "begins with"), ("is", "is"), ("isnt", "is not"),
  ]

  /// The operators of a subject; nil if no values are typed for it.
  init?(_ subject: FilterSubject) {
    switch subject {
    case .id: attribute = AttributeDescription(name: "id", label: "No.", kind: .integer)
    case .attribute(let own), .computed(let own): attribute = own
    case .state, .toOne, .many: return nil
    }
    isOfDays = attribute.isOfDays
    switch attribute.kind {
    case .boolean, .choice, .country, .coordinate: return nil
    default: break
    }
    if attribute.isBytes { return nil }
    var options = isOfDays ? Self.days : attribute.isText ? Self.texts : Self.numbers
    // A number of a record is looked for, an amount compared.
    if case .id = subject { options = options.filter { $0.0 == "eq" } + options.filter { $0.0 != "eq" } }
    self.options = options
  }

  /// The attribute of a form's field.
  func input(_ name: String, _ label: String) -> AttributeDescription {
    var input = AttributeDescription(name: name, label: label, kind: isOfDays ? .date : attribute.kind)
    (input.scale, input.currency) = (attribute.scale, attribute.currency)
    if attribute.form == .rating { (input.minimum, input.maximum) = (attribute.minimum, attribute.maximum) }
    input.form = attribute.form
    if attribute.isText, !isOfDays { input.kind = .text }
    input.maximumLength = 200
    return input
  }

  /// Whether nothing was typed.
  func isBlank(_ form: SubmittedForm) -> Bool {
    let names = ["last", "next"].contains(form["op"]) ? ["days"] : ["value", "value2"]
    return names.allSatisfy { (form[$0] ?? "").trimmingSpaces().isEmpty }
  }

  /// The texts of a form with a condition.
  func texts(_ condition: ListCondition?, _ say: Localizer) -> SubmittedForm {
    guard let condition else { return SubmittedForm([:]) }
    var texts = ["op": condition.filter.rawValue]
    if condition.filter == .during {
      switch DayPeriod(condition.values.first ?? "") {
      case .last(let count): (texts["op"], texts["days"]) = ("last", String(count))
      case .next(let count): (texts["op"], texts["days"]) = ("next", String(count))
      case .days, .relative, nil: texts = [:]
      }
    } else if options.contains(where: { $0.name == condition.filter.rawValue }) {
      texts["value"] = condition.values.first
      if condition.filter == .between { texts["value2"] = condition.values.last }
    }
    return SubmittedForm(texts)
  }

  /// Reads a form.
  func read(_ form: SubmittedForm, _ say: Localizer) -> Result {
    let op = form["op"] ?? ""
    guard options.contains(where: { $0.name == op }) else { return .faults(["op": "Choose a comparison."]) }
    if op == "last" || op == "next" {
      guard let days = Int((form["days"] ?? "").trimmingSpaces()), (1...DayPeriod.mostDays).contains(days) else {
        return .faults([
          "days": Phrase("It has to be a whole number from 1 to {most}.", ["most": .text(String(DayPeriod.mostDays))])
        ])
      }
      return .condition(.during, [(op == "last" ? DayPeriod.last(days) : .next(days)).text])
    }
    guard let filter = ListOperator(rawValue: op) else { return .faults(["op": "Choose a comparison."]) }
    var (values, errors): ([String], [String: Phrase]) = ([], [:])
    for name in filter == .between ? ["value", "value2"] : ["value"] {
      let text = (form[name] ?? "").trimmingSpaces()
      guard !text.isEmpty else {
        errors[name] = "This can't be empty"
        continue
      }
      do { values.append(try read(text, filter, ValueNotation(typedBy: say))) } catch { errors[name] = error.phrase }
    }
    return errors.isEmpty ? .condition(filter, values) : .faults(errors)
  }

  private func read(
    _ text: String, _ filter: ListOperator, _ notation: ValueNotation
  ) throws(ValueFault) -> String {
    if [.contains, .prefix, .is, .isnt].contains(filter) { return text }
    var input = attribute
    if isOfDays { input.kind = .date }
    return input.behavior.text(try input.behavior.read(text, for: input, in: notation), for: input)
  }
}
