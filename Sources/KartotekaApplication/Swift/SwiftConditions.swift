import KartotekaModel

/// Writes conditions, calculations and values of one entity in Swift.
struct SwiftConditions {
  let entity: EntityDescription
  let model: ModelDescription
  let names: SwiftNames

  private var type: String { names.entity(entity.name) }

  private func of(_ other: String) -> SwiftConditions? {
    model.entity(named: other).map { SwiftConditions(entity: $0, model: model, names: names) }
  }

  /// A key path of the entity: `\Order.freight`.
  func path(_ name: String, isTyped: Bool = true) -> String {
    "\\" + (isTyped ? type : "") + "." + SwiftNames.quoted(name)
  }

  // MARK: Conditions

  /// A condition; one without operators of its own is written as data.
  func condition(_ predicate: FetchPredicate) -> String {
    typed(predicate) ?? "\(names.of("Condition"))<\(type)>(\(described(predicate)))"
  }

  private func typed(_ predicate: FetchPredicate) -> String? {
    switch predicate {
    case .compare(let name, let filter, let values): return comparison(name, filter, values)
    case .leads(let name, let inner):
      guard let other = entity.relationship(name).flatMap({ of($0.target) }) else { return nil }
      return "\(names.of("Condition"))(\(path(name)), to: \(other.condition(inner)))"
    case .calculates(let one, let filter, let other):
      guard let sign = Self.signs[filter], filter != .eq, filter != .ne else { return nil }
      return "\(calculation(one)) \(sign) \(calculation(other))"
    case .day(let name, let filter, let offset): return relative(name, filter, offset, .date)
    // Other comparisons of moments with the beginning of a day are no comparisons with the day.
    case .moment(let name, .lt, let offset): return relative(name, .lt, offset, .timestamp)
    case .moment(let name, .gte, let offset): return relative(name, .gte, offset, .timestamp)
    case .all(let list) where list.count == 2:
      if case .moment(let name, .gte, let from) = list[0], list[1] == .moment(name, .lt, from + 1),
        let isOnDay = relative(name, .eq, from, .timestamp)
      {
        return isOnDay
      }
      return "(\(condition(list[0])) && \(condition(list[1])))"
    case .any(let list) where list.count == 2: return "(\(condition(list[0])) || \(condition(list[1])))"
    case .not(let inner): return "!(\(condition(inner)))"
    case .formula(let formula):
      return "\(names.of("Condition"))<\(type)>(formula: \(SwiftNames.literal(formula.text)))"
    case .has, .isRelated, .isReferred, .reads, .moment, .all, .any: return nil
    }
  }

  // A comparison with a day relative to the current one; nil where it has no operator.
  private func relative(_ name: String, _ filter: FilterOperator, _ offset: Int, _ kind: KindName) -> String? {
    guard let sign = Self.signs[filter],
      (entity.attribute(name) ?? entity.computed(name)?.attribute)?.kind == kind
    else { return nil }
    return "\(path(name)) \(sign) \(Self.day(offset))"
  }

  /// A day that many days after the current one: `.today - 7.days`.
  static func day(_ offset: Int) -> String {
    offset == 0 ? ".today" : ".today \(offset < 0 ? "-" : "+") \(offset.magnitude).days"
  }

  private static let signs: [FilterOperator: String] = [
    .eq: "==", .ne: "!=", .lt: "<", .lte: "<=", .gt: ">", .gte: ">=",
  ]

  private func comparison(_ name: String, _ filter: FilterOperator, _ values: [Value]) -> String? {
    if let attribute = entity.attribute(name) {
      if filter == .null { return path(name) + (values.isEmpty ? " == nil" : " != nil") }
      guard let sign = Self.signs[filter], values.count == 1,
        let value = literal(values[0], of: attribute, isOptional: filter == .eq || filter == .ne)
      else { return nil }
      return "\(path(name)) \(sign) \(value)"
    }
    if let attribute = entity.computed(name)?.attribute {
      if filter == .null { return path(name) + (values.isEmpty ? " == nil" : " != nil") }
      guard let sign = Self.signs[filter], values.count == 1, let value = literal(values[0], of: attribute) else {
        return nil
      }
      return "\(path(name)) \(sign) \(value)"
    }
    guard entity.relationship(name)?.cardinality == .toOne else { return nil }
    if filter == .null, values.isEmpty { return path(name) + " == nil" }
    guard filter == .eq, values.count == 1, case .integer(let id) = values[0] else { return nil }
    return "\(path(name)) == \(id)"
  }

  /// A condition as data.
  func described(_ predicate: FetchPredicate) -> String {
    func list(_ predicates: [FetchPredicate]) -> String {
      "[" + predicates.map(described).joined(separator: ", ") + "]"
    }
    switch predicate {
    case .compare(let name, let filter, let values):
      let values = values.map(described).joined(separator: ", ")
      return ".compare(\(SwiftNames.literal(name)), .\(SwiftNames.quoted(filter.rawValue)), [\(values)])"
    case .has(let name, let id): return ".has(\(SwiftNames.literal(name)), \(id))"
    case .isRelated(let entity, let name, let id):
      return ".isRelated(\(SwiftNames.literal(entity)), \(SwiftNames.literal(name)), \(id))"
    case .isReferred(let entity, let name, let inner):
      let condition = of(entity)?.described(inner) ?? described(inner)
      return ".isReferred(\(SwiftNames.literal(entity)), \(SwiftNames.literal(name)), \(condition))"
    case .reads(let fields, let text): return ".reads(\(SwiftNames.list(fields)), \(SwiftNames.literal(text)))"
    case .leads(let name, let inner): return ".leads(\(SwiftNames.literal(name)), \(described(inner)))"
    case .calculates(let one, let filter, let other):
      return ".calculates(\(described(one)), .\(filter.rawValue), \(described(other)))"
    case .day(let name, let filter, let offset):
      return ".day(\(SwiftNames.literal(name)), .\(filter.rawValue), \(offset))"
    case .moment(let name, let filter, let offset):
      return ".moment(\(SwiftNames.literal(name)), .\(filter.rawValue), \(offset))"
    case .formula(let formula): return ".formula(.init(\(SwiftNames.literal(formula.text))))"
    case .all(let inner): return ".all(\(list(inner)))"
    case .any(let inner): return ".any(\(list(inner)))"
    case .not(let inner): return ".not(\(described(inner)))"
    }
  }

  private func described(_ value: Value) -> String {
    switch value {
    case .null: ".null"
    case .integer(let number): ".integer(\(number))"
    case .real(let number): ".real(\(number))"
    case .text(let text): ".text(\(SwiftNames.literal(text)))"
    case .blob: ".null"
    }
  }

  private func described(_ expression: FetchExpression) -> String {
    switch expression {
    case .value(let name): ".value(\(SwiftNames.literal(name)))"
    case .constant(let number, let scale): ".constant(\(number), scale: \(scale))"
    case .sum(let one, let other): ".sum(\(described(one)), \(described(other)))"
    case .difference(let one, let other): ".difference(\(described(one)), \(described(other)))"
    case .product(let one, let other): ".product(\(described(one)), \(described(other)))"
    case .rounded(let inner, let scale): ".rounded(\(described(inner)), scale: \(scale))"
    }
  }

  // MARK: Calculations

  /// A calculation over the values of a record.
  func calculation(_ expression: FetchExpression) -> String {
    let calculation = names.of("Calculation")
    switch expression {
    case .value(let name):
      let parts = name.split(separator: ".").map(String.init)
      guard parts.count == 2, let other = entity.relationship(parts[0]).flatMap({ of($0.target) }) else {
        return "\(calculation)(\(path(name)))"
      }
      return "\(calculation)(\(path(parts[0])), \(other.path(parts[1])))"
    case .constant(let number, let scale): return "\(calculation)<\(type)>.constant(\(number), scale: \(scale))"
    case .sum(let one, let other): return "(\(self.calculation(one)) + \(self.calculation(other)))"
    case .difference(let one, let other): return "(\(self.calculation(one)) - \(self.calculation(other)))"
    case .product(let one, let other): return "(\(self.calculation(one)) * \(self.calculation(other)))"
    case .rounded(let inner, let scale): return "(\(self.calculation(inner))).rounded(\(scale))"
    }
  }

  private func isNumber(_ name: String) -> Bool {
    [.integer, .decimal].contains(AttributePath(name, of: entity, in: model)?.attribute?.kind)
  }

  /// The computation of a computed value.
  func computation(_ source: ComputedSource) -> String {
    func related(_ name: String, _ value: String?, _ condition: FetchPredicate?) -> String {
      let other = entity.relationship(name).flatMap { of($0.target) }
      let only = condition.flatMap { condition in other.map { ", where: \($0.condition(condition))" } } ?? ""
      let attribute = value.flatMap { value in other.map { ", of: \($0.path(value))" } } ?? ""
      return "(\(path(name))\(attribute)\(only))"
    }
    switch source {
    case .own(.value(let name)) where !isNumber(name):
      let parts = name.split(separator: ".").map(String.init)
      guard parts.count == 2, let other = entity.relationship(parts[0]).flatMap({ of($0.target) }) else {
        return ".of(\(path(name)))"
      }
      return ".of(\(path(parts[0])), \(other.path(parts[1])))"
    case .text(let text): return ".text(\(SwiftNames.literal(text)))"
    case .joined(let parts, let separator):
      let list = parts.map(computation).joined(separator: ", ")
      return ".joined(\(list)\(list.isEmpty ? "" : ", ")separator: \(SwiftNames.literal(separator)))"
    case .later(let start, let number, let unit):
      return "\(computation(start)).adding(.\(unit.rawValue), \(computation(number)))"
    case .holds(let condition): return ".holds(\(self.condition(condition)))"
    case .exists(let name, let condition): return ".exists" + related(name, nil, condition)
    case .least(let name, let attribute, let condition): return ".least" + related(name, attribute, condition)
    case .greatest(let name, let attribute, let condition): return ".greatest" + related(name, attribute, condition)
    case .own(let expression): return ".of(\(calculation(expression)))"
    // `sum` takes a to-many relationship, `count` a many-to-many one as well.
    case .sum(let name, .constant(1, scale: 0), let condition)
    where entity.relationship(name)?.cardinality == .manyToMany:
      return ".count" + related(name, nil, condition)
    case .sum(let name, let expression, let condition):
      guard let other = entity.relationship(name).flatMap({ of($0.target) }) else { return ".of(0)" }
      let only = condition.map { ", where: \(other.condition($0))" } ?? ""
      return ".sum(\(path(name)), of: \(other.calculation(expression))\(only))"
    case .plus(let one, let other): return "(\(computation(one)) + \(computation(other)))"
    case .minus(let one, let other): return "(\(computation(one)) - \(computation(other)))"
    case .product(let one, let other): return "(\(computation(one)) * \(computation(other)))"
    case .rounded(let inner, let scale): return "(\(computation(inner))).rounded(\(scale))"
    case .formula(let formula): return ".formula(\(SwiftNames.literal(formula.text)))"
    }
  }

  // MARK: Values

  /// A value of an attribute as a literal; nil for values that have none.
  /// - Parameter isOptional: whether an expression of an optional type fits.
  func literal(_ value: Value, of attribute: AttributeDescription, isOptional: Bool = false) -> String? {
    switch (attribute.kind, value) {
    case (.integer, .integer(let number)): return String(number)
    case (.boolean, .integer(let number)): return number == 0 ? "false" : "true"
    case (.real, .real(let number)): return number.description
    case (.real, .integer(let number)): return "\(number).0"
    case (.decimal, .integer(let number)):
      let power = (0..<attribute.scale).reduce(Int64(1)) { power, _ in power * 10 }
      if number.isMultiple(of: power) { return String(number / power) }
      let sign = number < 0 ? "minus" : "plus"
      return "\(names.of("Decimal"))(sign: .\(sign), exponent: -\(attribute.scale), significand: \(number.magnitude))"
    case (.date, .text(let text)):
      return "\(names.of("CalendarDate"))(iso: \(SwiftNames.literal(text)))" + (isOptional ? "" : " ?? .distantPast")
    case (.timestamp, .text(let text)):
      guard let moment = Timestamp.date(text) else { return nil }
      return "\(names.of("Date"))(timeIntervalSince1970: \(moment.timeIntervalSince1970))"
    case (.choice, .text(let text)):
      guard let name = SwiftChoices(attribute).name(of: text) else { return nil }
      return "\(type).\(SwiftChoices(attribute, besides: names).type).\(name)"
    case (.coordinate, _), (.country, _), (.blob, _), (.picture, _): return nil
    case (_, .text(let text)): return SwiftNames.literal(text)
    default: return nil
    }
  }
}

/// The cases of a choice in Swift.
struct SwiftChoices {
  private let attribute: AttributeDescription
  /// The name of the enumeration, which is nested in the entity.
  let type: String
  /// The values with their cases.
  let cases: [(value: String, name: String)]

  init(_ attribute: AttributeDescription, besides names: SwiftNames? = nil) {
    self.attribute = attribute
    let own = SwiftNames.type(attribute.name)
    type = names?.isTaken(own) == true ? own + "Choice" : own
    var taken: Set<String> = ["label", "aliases", "kind", "choices", "allCases", "rawValue"]
    cases = attribute.choices.enumerated().map { place, choice in
      var name = SwiftNames.identifier(choice.value) ?? "value\(place + 1)"
      if !taken.insert(name).inserted {
        name += "\(place + 1)"
        taken.insert(name)
      }
      return (choice.value, name)
    }
  }

  /// The case of a value, as code writes it after a period.
  func name(of value: String) -> String? { cases.first { $0.value == value }.map { SwiftNames.quoted($0.name) } }

  /// The lines of the enumeration.
  func lines(_ names: SwiftNames) -> [String] {
    let all = cases.map { value, name in
      SwiftNames.quoted(name) + (value == name ? "" : " = \(SwiftNames.literal(value))")
    }
    let head = "enum \(SwiftNames.quoted(type)): \(names.of("String")), \(names.of("ChoiceValue"))"
    let usual = attribute.choices.allSatisfy { $0.label == $0.value.prefix(1).uppercased() + $0.value.dropFirst() }
    let isAliased = attribute.choices.contains { !$0.aliases.isEmpty }
    if usual, !isAliased { return ["\(head) { case \(all.joined(separator: ", ")) }"] }
    var lines = ["\(head) {", "  case \(all.joined(separator: ", "))"]
    if !usual { lines += property("label: \(names.of("String"))") { SwiftNames.literal($0.label) } }
    if isAliased {
      lines += property("aliases: [\(names.of("String"))]") { choice in
        "[" + choice.aliases.map(SwiftNames.literal).joined(separator: ", ") + "]"
      }
    }
    return lines + ["}"]
  }

  // A property with a value for each case.
  private func property(_ head: String, _ value: (Choice) -> String) -> [String] {
    let cases = zip(cases, attribute.choices).map { "    case .\(SwiftNames.quoted($0.name)): \(value($1))" }
    return ["", "  var \(head) {", "    switch self {"] + cases + ["    }", "  }"]
  }
}

extension SwiftNames {
  /// Whether an entity or a type that declarations use has that name.
  func isTaken(_ type: String) -> Bool { types.contains(type) || Self.modules[type] != nil }
}
