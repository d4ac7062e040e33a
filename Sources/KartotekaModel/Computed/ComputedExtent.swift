/// The size of a computation in SQL: SQLite takes no expression of more than 1,000 levels, its parser goes no deeper than 100,
/// and what is written twice at each level fills all memory.
struct ComputedExtent: Hashable {
  /// The most that a computed value may take.
  static let most = ComputedExtent(parts: 1_500, depth: 60)

  /// The number of values, constants and operators that are written.
  let parts: Int
  /// About how deep SQLite's parser goes.
  let depth: Int

  var isTooLarge: Bool { parts > Self.most.parts || depth > Self.most.depth }

  // Counts no further than to what is too large.
  init(parts: Int, depth: Int) {
    self.parts = min(parts, 1_000_000)
    self.depth = min(depth, 1_000_000)
  }

  static let one = ComputedExtent(parts: 1, depth: 1)

  func times(_ count: Int) -> ComputedExtent { ComputedExtent(parts: parts * count, depth: depth) }

  func deeper(by levels: Int) -> ComputedExtent { ComputedExtent(parts: parts + 1, depth: depth + levels) }

  /// Both with an operator between them. Sums in a row need no parentheses, other operands may.
  func with(_ other: ComputedExtent, isSum: Bool) -> ComputedExtent {
    ComputedExtent(
      parts: parts + other.parts + 1, depth: max(depth + (isSum ? 0 : 1), other.depth + (other.parts > 1 ? 3 : 2)))
  }
}

extension FetchExpression {
  /// - Parameter isIndexed: whether an index has it, whose SQL writes what is rounded twice.
  func extent(isIndexed: Bool) -> ComputedExtent {
    switch self {
    case .value, .constant: .one
    case .sum(let one, let other), .difference(let one, let other):
      one.extent(isIndexed: isIndexed).with(other.extent(isIndexed: isIndexed), isSum: true)
    case .product(let one, let other):
      one.extent(isIndexed: isIndexed).with(other.extent(isIndexed: isIndexed), isSum: false)
    case .rounded(let inner, _): inner.extent(isIndexed: isIndexed).times(isIndexed ? 2 : 1).deeper(by: 3)
    }
  }
}

extension ComputedSource {
  /// - Parameters:
  ///   - isIndexed: whether an index has it, whose SQL writes what is rounded twice.
  ///   - formula: the extent of a formula, also with the computed values that it has.
  func extent(isIndexed: Bool, _ formula: (Formula) -> ComputedExtent = { _ in .one }) -> ComputedExtent {
    func extent(_ part: ComputedSource) -> ComputedExtent { part.extent(isIndexed: isIndexed, formula) }
    return switch self {
    case .own(let expression): expression.extent(isIndexed: isIndexed)
    case .text: .one
    case .holds(let condition): ComputedExtent(parts: 1, depth: 4 + condition.parserDepth)
    case .exists(_, let condition), .least(_, _, let condition), .greatest(_, _, let condition):
      ComputedExtent(parts: 1, depth: 12 + (condition?.parserDepth ?? 0))
    case .sum(_, let expression, let condition):
      ComputedExtent(parts: 1, depth: 12 + (condition?.parserDepth ?? 0)).with(
        expression.extent(isIndexed: isIndexed).deeper(by: 12), isSum: true)
    case .joined(let parts, _):
      parts.reduce(.one) { $0.with(extent($1).deeper(by: 18), isSum: true) }
    case .later(let start, let number, let unit):
      extent(start).with(extent(number), isSum: false)
        .times(unit == .months ? 2 : 1).deeper(by: 7)
    case .plus(let one, let other), .minus(let one, let other): extent(one).with(extent(other), isSum: true)
    case .product(let one, let other): extent(one).with(extent(other), isSum: false)
    case .rounded(let inner, _): extent(inner).times(isIndexed ? 2 : 1).deeper(by: 3)
    case .formula(let inner): formula(inner)
    }
  }
}
