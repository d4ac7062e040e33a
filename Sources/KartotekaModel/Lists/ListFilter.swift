/// The conditions on a list's records: all or any of them, with groups of conditions one level deep.
///
/// In an address: `orderDate:during:last-month;any(total:gt:100;customer.country:in:PL,DE)`.
package struct ListFilter: Hashable, Sendable {
  /// The combination of conditions.
  package enum Junction: String, Sendable {
    case all, any
  }

  /// A condition, or a group of conditions.
  package enum Item: Hashable, Sendable {
    case condition(ListCondition)
    case group(Junction, [ListCondition])
  }

  /// The maximum number of conditions.
  package static let mostConditions = 50

  package var junction = Junction.all
  package var items: [Item] = []

  /// A filter without conditions.
  package init() {}

  /// Whether there are no conditions.
  package var isEmpty: Bool { items.isEmpty }

  /// All conditions, also those of groups.
  package var conditions: [ListCondition] {
    items.flatMap { item -> [ListCondition] in
      switch item {
      case .condition(let condition): [condition]
      case .group(_, let conditions): conditions
      }
    }
  }

  /// The condition on records; nil for an empty filter.
  /// - Parameter ignoringFaults: whether conditions that can't be used are ignored.
  /// - Throws: ``ListFault`` for a condition that can't be used.
  package func predicate(
    of entity: EntityDescription, in model: ModelDescription, ignoringFaults: Bool = false
  ) throws(ListFault) -> FetchPredicate? {
    func predicates(_ conditions: [ListCondition]) throws(ListFault) -> [FetchPredicate] {
      var result: [FetchPredicate] = []
      for condition in conditions {
        do throws(ListFault) { result.append(try condition.predicate(of: entity, in: model)) } catch {
          if !ignoringFaults { throw error }
        }
      }
      return result
    }
    var parts: [FetchPredicate] = []
    for item in items {
      switch item {
      case .condition(let condition): parts += try predicates([condition])
      case .group(let junction, let conditions):
        if let group = junction.joined(try predicates(conditions)) { parts.append(group) }
      }
    }
    return junction.joined(parts)
  }
}

extension ListFilter.Junction {
  fileprivate func joined(_ parts: [FetchPredicate]) -> FetchPredicate? {
    parts.count < 2 ? parts.first : self == .all ? .all(parts) : .any(parts)
  }
}

/// One condition of a filter: a field, an operator and its values.
package struct ListCondition: Hashable, Sendable {
  /// The field, as a path of names.
  package var field: String
  package var filter: ListOperator
  package var values: [String]

  /// A condition.
  package init(_ field: String, _ filter: ListOperator, _ values: [String]) {
    (self.field, self.filter, self.values) = (field, filter, values)
  }

  /// The condition on records.
  /// - Throws: ``ListFault`` for an unknown field or operator, and for values that the field can't have.
  package func predicate(
    of entity: EntityDescription, in model: ModelDescription
  ) throws(ListFault) -> FetchPredicate {
    let path = try FieldPath(field, of: entity, in: model)
    guard let subject = FilterSubject(path.name, of: path.entity) else {
      throw .unknown(field, known: path.names(FilterSubject.names(of: path.entity)))
    }
    guard subject.operators.contains(filter) else {
      throw .unknown(filter.rawValue, known: subject.operators.map(\.rawValue))
    }
    return path.lifted(
      try subject.predicate(filter, values), holdsForNone: try subject.holdsForNone(filter, values))
  }
}

// MARK: The text in an address

extension ListFilter {
  /// Parses ``text``.
  /// - Throws: ``ListFault`` for anything else.
  package init(text: String) throws(ListFault) {
    var parts = try Self.split(text)
    // One group alone is the filter itself.
    if parts.count == 1, let group = Self.group(parts[0]) {
      junction = group.junction
      parts = try Self.split(group.content)
    }
    for part in parts {
      if let group = Self.group(part) {
        var conditions: [ListCondition] = []
        for inner in try Self.split(group.content) {
          guard Self.group(inner) == nil else { throw .text("Conditions have at most two levels of groups.") }
          conditions.append(try ListCondition(text: inner))
        }
        items.append(.group(group.junction, conditions))
      } else {
        items.append(.condition(try ListCondition(text: part)))
      }
    }
    guard conditions.count <= Self.mostConditions else {
      throw .text(Phrase("A filter can have at most {count} conditions.", ["count": .count(Self.mostConditions)]))
    }
  }

  /// The filter in an address.
  package var text: String {
    if items.isEmpty { return "" }
    let text = items.map { item in
      switch item {
      case .condition(let condition): condition.text
      case .group(let junction, let conditions): Self.text(junction, conditions.map(\.text))
      }
    }
    // A group alone would be read as the filter itself.
    let isLoneGroup = if items.count == 1, case .group = items[0] { true } else { false }
    return junction == .any || isLoneGroup ? Self.text(junction, text) : text.joined(separator: ";")
  }

  private static func text(_ junction: Junction, _ parts: [String]) -> String {
    junction.rawValue + "(" + parts.joined(separator: ";") + ")"
  }

  // The parts between semicolons outside of parentheses.
  private static func split(_ text: String) throws(ListFault) -> [String] {
    var (parts, depth) = ([""], 0)
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      guard (0...2).contains(depth) else { throw .text("Parentheses don't match, or are more than two deep.") }
      if character == ";", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    guard depth == 0 else { throw .text("Parentheses don't match, or are more than two deep.") }
    return parts.filter { !$0.isEmpty }
  }

  private static func group(_ text: String) -> (junction: Junction, content: String)? {
    guard text.hasSuffix(")"), let start = text.firstIndex(of: "("),
      let junction = Junction(rawValue: String(text[..<start]))
    else { return nil }
    return (junction, String(text[text.index(after: start)...].dropLast()))
  }
}

extension ListCondition {
  /// Parses ``text``: `field:operator:value,value`.
  /// - Throws: ``ListFault`` for anything else.
  package init(text: String) throws(ListFault) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw .text("A condition has three parts: a field, an operator and values, with colons between them.")
    }
    let name = String(parts[1])
    guard let filter = ListOperator(rawValue: name) else {
      throw .unknown(name, known: ListOperator.allCases.map(\.rawValue))
    }
    let values = parts[2].split(separator: ",", omittingEmptySubsequences: false).map { ListText.unescaped($0) }
    self.init(ListText.unescaped(parts[0]), filter, values)
  }

  /// The condition in an address.
  package var text: String {
    ListText.escaped(field) + ":" + filter.rawValue + ":" + values.map(ListText.escaped).joined(separator: ",")
  }
}

/// Texts within the parts of an address: characters with a meaning there are percent-encoded.
enum ListText {
  private static let special = Set("%,;:()&=?!".utf8)

  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { special.contains($0) || $0 < 0x20 }) else { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if special.contains(byte) || byte < 0x20 {
        bytes += Array("%".utf8) + Array((byte < 16 ? "0" : "").utf8) + Array(String(byte, radix: 16).utf8)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func unescaped(_ text: Substring) -> String { text.removingPercentEncoding ?? String(text) }
}
