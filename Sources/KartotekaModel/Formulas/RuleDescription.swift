/// A condition that records of an entity keep, as a formula, with the sentence for people where a record breaks it.
///
/// ```swift
/// static var rules: [RuleDescription] {
///   [RuleDescription("returnsLater", "returned >= departed", "Return must be after departure")]
/// }
/// ```
/// The store checks it in the transaction that writes a record or one of its parts, however the record comes in. A comparison
/// with an empty value keeps it. Conditions that need code are declared as `Rule`.
public struct RuleDescription: Hashable, Sendable, Codable {
  /// The name in problems of the API: `returnsLater`.
  public package(set) var name: String
  /// The condition.
  public package(set) var formula: Formula
  /// The sentence where it is broken: a catalogue key.
  public package(set) var message: String

  /// A rule with the names of attributes in its formula, which `docs/FORMULAS.md` describes.
  public init(_ name: String, _ formula: String, _ message: String) {
    self.init(name, Formula(formula), message)
  }

  package init(_ name: String, _ formula: Formula, _ message: String) {
    (self.name, self.formula, self.message) = (name, formula, message)
  }
}

extension FormulaTerm {
  /// The condition as a rule reads it: a comparison with an empty value, and a choice without another value, keep it.
  package var kept: FormulaTerm {
    switch self {
    case .call(let function, let parts) where function == .and || function == .or:
      return .call(function, parts.map(\.kept))
    case .call(.choose, let parts) where parts.count >= 2:
      let otherwise = parts.count == 3 && parts[2] != .text("") ? parts[2].kept : Self.yes
      return .call(.choose, [parts[0], parts[1].kept, otherwise])
    case .call(let function, let parts)
    where [.equal, .less, .more, .notMore, .notLess, .contains].contains(function):
      // Compared with "" is asked whether there is a value.
      if parts.contains(.text("")) { return self }
      return parts.filter(\.canBeEmpty).reversed().reduce(self) { .call(.or, [.call(.empty, [$1]), $0]) }
    default: return self
    }
  }

  private static let yes = FormulaTerm.call(.equal, [.number(0, scale: 0), .number(0, scale: 0)])

  private var canBeEmpty: Bool {
    switch self {
    case .number, .text, .today, .now, .unreadable: false
    case .value, .me, .call, .over: true
    }
  }
}

// The formulas of an entity beside its computed values.
extension EntityDescription {
  /// Whether forms follow formulas while they are filled in.
  package var hasFollowing: Bool {
    columns.contains { $0.shownIf != nil || $0.requiredIf != nil || $0.defaultFormula != nil }
  }
}

extension FormulaCheck {
  /// The columns and relationships of the record itself that a term has, also by computed values of the record.
  package func ownFields(in term: FormulaTerm, _ entity: EntityDescription) -> [String] {
    var (fields, seen): ([String], Set<String>) = ([], [])
    collect(term, entity, &fields, &seen)
    return fields
  }

  private func collect(
    _ term: FormulaTerm, _ entity: EntityDescription, _ fields: inout [String], _ seen: inout Set<String>
  ) {
    switch term {
    case .value(let path):
      let whole = entity.position(of: path) != nil || entity.computed(path) != nil
      let name = whole ? path : path.split(separator: ".").first.map(String.init) ?? path
      guard seen.insert(name).inserted else { return }
      guard let computed = entity.computed(name) else {
        fields.append(name)
        return
      }
      for term in computed.source.formulas.map(\.term) + [computed.source.formula?.term].compactMap(\.self) {
        collect(term, entity, &fields, &seen)
      }
    case .over(_, let name, _): if seen.insert(name).inserted { fields.append(name) }
    default: for part in term.parts { collect(part, entity, &fields, &seen) }
    }
  }

  /// Whether a term has records that a relationship of the record leads to, also by computed values of the record.
  package func hasRelatedRecords(_ term: FormulaTerm, _ entity: EntityDescription) -> Bool {
    ownFields(in: term, entity).contains { entity.relationship($0).map { $0.cardinality != .toOne } ?? false }
  }

  /// The labels of fields whose formulas need each other in a circle, the first one also at the end; nil without a circle.
  package func circle(
    among formulas: [(name: String, formula: Formula)], of entity: EntityDescription
  ) -> [String]? {
    let next = Dictionary(formulas.map { ($0.name, ownFields(in: $0.formula.term, entity)) }) { first, _ in first }
    var done: Set<String> = []
    func follow(_ name: String, _ path: [String]) -> [String]? {
      if let start = path.firstIndex(of: name) { return Array(path[start...]) + [name] }
      guard !done.contains(name), let fields = next[name] else { return nil }
      for field in fields { if let circle = follow(field, path + [name]) { return circle } }
      done.insert(name)
      return nil
    }
    for (name, _) in formulas {
      if let circle = follow(name, []) {
        return circle.map { name in entity.position(of: name).map { entity.columns[$0].label } ?? name }
      }
    }
    return nil
  }

  /// The columns of an entity with formulas of new records' values, those first that others need.
  package func defaults(of entity: EntityDescription) -> [(position: Int, formula: Formula)] {
    let all = entity.columns.indices.compactMap { position in
      entity.columns[position].defaultFormula.map { (position: position, formula: $0) }
    }
    guard all.count > 1 else { return all }
    let names = Set(all.map { entity.columns[$0.position].name })
    var (ordered, known): ([(position: Int, formula: Formula)], Set<String>) = ([], [])
    var rest = all
    while !rest.isEmpty {
      let ready = rest.filter { part in
        ownFields(in: part.formula.term, entity).allSatisfy { !names.contains($0) || known.contains($0) }
      }
      // Formulas in a circle are refused where they are described.
      let next = ready.isEmpty ? rest : ready
      ordered += next
      known.formUnion(next.map { entity.columns[$0.position].name })
      rest.removeAll { part in next.contains { $0.position == part.position } }
    }
    return ordered
  }
}
