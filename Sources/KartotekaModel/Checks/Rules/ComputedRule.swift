/// A computed value has a unique name and results in the kind that it declares.
struct ComputedSound: ModelRule {
  let id = "computed-sound"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      names(of: entity) + entity.computed.compactMap { complaint(about: $0, of: entity, in: model) }
    }
  }

  private func names(of entity: EntityDescription) -> [DescriptionFault] {
    let stored = ["id"] + entity.attributes.map(\.name) + entity.relationships.map(\.name)
    var seen = Dictionary(stored.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    let added = entity.computed.map(\.name) + (entity.states.isEmpty ? [] : [ComputedValues.stateKey])
    return added.compactMap { name in
      if let first = seen.updateValue(name, forKey: name.lowercased()) {
        return fault(
          entity, name, "It is named like \(first).", hint: "Rename one of the two; a record's state is called state.")
      }
      return nil
    }
  }

  private func complaint(
    about computed: ComputedDescription, of entity: EntityDescription, in model: ModelDescription
  ) -> DescriptionFault? {
    let attribute = computed.attribute
    if computed.source.extent(isIndexed: attribute.isSorted).isTooLarge {
      return fault(
        entity, computed.name, "It is too long to be computed.",
        hint: "Use fewer values and calculations, or store a part of them in an attribute.")
    }
    let result: AttributeDescription
    do throws(ExpressionFault) { result = try computed.source.result(of: entity, in: model) } catch {
      return fault(
        entity, computed.name, "It can't be computed: \(error.sentence)",
        hint: "Use attributes and relationships of \(entity.name); conditions compare no computed values and states.")
    }
    if FormulaCheck(model).isTooLarge(computed.source, isIndexed: attribute.isSorted, entity) {
      return fault(
        entity, computed.name, "It is too long to be computed, with the computed values that it has.",
        hint: "Use fewer values and calculations, or store a part of them in an attribute.")
    }
    let isNumber = [.integer, .decimal].contains(result.kind) && [.integer, .decimal].contains(attribute.kind)
    let isText = result.isText && attribute.kind == .text && result.kind != .choice && result.kind != .country
    guard result.kind == attribute.kind || isNumber || isText, result.choices == attribute.choices else {
      return fault(
        entity, computed.name, "It is declared as \(attribute.kind.rawValue), and \(result.kind.rawValue) is computed.",
        hint: "Declare it as \(result.kind.rawValue), or change the computation.")
    }
    if attribute.isTitle, !computed.source.canBeTitle {
      return fault(
        entity, computed.name, "A title is computed from texts of the record and of to-one relationships.",
        hint: "Compute it from such texts alone, or make it no title.")
    }
    if attribute.isSearched, !attribute.isText {
      return fault(
        entity, computed.name, "The search field can't look in the kind \(attribute.kind.rawValue).",
        hint: "Don't search by it, in lists either.")
    }
    if attribute.isSorted, let obstacle = computed.source.indexObstacle(result) {
      return fault(entity, computed.name, obstacle.problem, hint: obstacle.hint)
    }
    guard isNumber, result.scale != attribute.scale else { return nil }
    return fault(
      entity, computed.name, "It comes to numbers with \(result.scale) digits after the point.",
      hint: "Give it a scale of \(result.scale), or round the calculation.")
  }
}

extension ComputedSource {
  /// Why there can be no index of the value; nil if there can be one.
  package func indexObstacle(_ result: AttributeDescription) -> Complaint? {
    if hasRelatedValues {
      return Complaint(
        "It depends on related records, and an index of its table isn't updated when they change.",
        hint: "Don't sort by it, or store the value in an attribute with hooks on both entities.")
    }
    if case .formula = self {
      return Complaint(
        "A formula has no index.", hint: "Don't sort by it, or store the value in an attribute with a hook.")
    }
    guard isOrderedNumber, result.behavior.hasRange else {
      return Complaint(
        "Only numbers, days and moments can have an index: texts are sorted by the rules of the person's language.",
        hint: "Don't sort by it, or store the value in an attribute with a hook.")
    }
    return nil
  }

  private var hasRelatedValues: Bool {
    switch self {
    case .own(let expression): expression.names.contains { $0.contains(".") }
    case .text, .holds: false
    case .joined(let parts, _): parts.contains(where: \.hasRelatedValues)
    case .exists, .least, .greatest, .sum: true
    case .later(let one, let other, _), .plus(let one, let other), .minus(let one, let other),
      .product(let one, let other):
      one.hasRelatedValues || other.hasRelatedValues
    case .rounded(let inner, _): inner.hasRelatedValues
    case .formula: false
    }
  }

  /// Whether it is a number, a day or a moment of the record's own values, if those have an order.
  package var isOrderedNumber: Bool {
    switch self {
    case .own: !hasRelatedValues
    case .text, .joined, .holds, .exists, .least, .greatest, .sum, .formula: false
    case .later(let one, let other, _), .plus(let one, let other), .minus(let one, let other),
      .product(let one, let other):
      one.isOrderedNumber && other.isOrderedNumber
    case .rounded(let inner, _): inner.isOrderedNumber
    }
  }

  fileprivate var canBeTitle: Bool {
    switch self {
    case .text, .own(.value): true
    case .joined(let parts, _): parts.allSatisfy(\.canBeTitle)
    default: false
    }
  }
}
