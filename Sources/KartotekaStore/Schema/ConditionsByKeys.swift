import KartotekaModel

extension EntityDescription {
  /// Whether a condition of a computed value or a state may be found by keys: one on a related record, or on folded text.
  var hasConditionsByKeys: Bool {
    states.contains { $0.condition.isByKeys } || computed.contains { $0.source.isByKeys }
  }
}

extension FetchPredicate {
  fileprivate var isByKeys: Bool {
    switch self {
    case .reads, .leads, .isReferred: true
    case .all(let list), .any(let list): list.contains(where: \.isByKeys)
    case .not(let inner): inner.isByKeys
    case .compare, .has, .isRelated, .calculates, .day, .moment, .formula: false
    }
  }
}

extension ComputedSource {
  fileprivate var isByKeys: Bool {
    switch self {
    case .holds(let condition): condition.isByKeys
    case .exists(_, let condition), .least(_, _, let condition), .greatest(_, _, let condition),
      .sum(_, _, let condition):
      condition?.isByKeys ?? false
    case .own, .text, .formula: false
    case .joined(let parts, _): parts.contains(where: \.isByKeys)
    case .later(let one, let other, _), .plus(let one, let other), .minus(let one, let other),
      .product(let one, let other):
      one.isByKeys || other.isByKeys
    case .rounded(let inner, _): inner.isByKeys
    }
  }
}
