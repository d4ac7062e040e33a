import KartotekaModel

/// A value that knows its approximate size in memory.
protocol CacheSized {
  var cachedBytes: Int { get }
}

extension Int: CacheSized { var cachedBytes: Int { 8 } }

extension String: CacheSized { var cachedBytes: Int { 16 + utf8.count } }

extension Array: CacheSized where Element: CacheSized {
  var cachedBytes: Int { reduce(32) { $0 + $1.cachedBytes } }
}

extension Value: CacheSized {
  var cachedBytes: Int {
    switch self {
    case .null, .integer, .real: 32
    case .text(let text): 32 + text.utf8.count
    case .blob(let blob): 64 + blob.head.count
    }
  }
}

extension AggregateRow: CacheSized { var cachedBytes: Int { groups.cachedBytes + measures.cachedBytes } }

extension DuplicateList: CacheSized { var cachedBytes: Int { pairs.count * 96 } }

extension EqualGroups: CacheSized { var cachedBytes: Int { groups.reduce(32) { $0 + 48 + $1.count * 8 } } }

extension SavedView: CacheSized { var cachedBytes: Int { 96 + name.utf8.count + query.utf8.count } }

extension GroupsKey: CacheSized {
  var cachedBytes: Int { 128 + labels.reduce(0) { $0 + $1.key.cachedBytes + $1.value.cachedBytes } }
}

extension RecordGroups: CacheSized {
  var cachedBytes: Int { names.cachedBytes + members.reduce(0) { $0 + 40 + $1.key.utf8.count } }
}

extension FormulaTerm {
  fileprivate var cachedBytes: Int {
    let own = if case .text(let text) = self { text.utf8.count } else { 64 }
    return parts.reduce(32 + own) { $0 + $1.cachedBytes }
  }
}

extension FetchPredicate: CacheSized {
  var cachedBytes: Int {
    switch self {
    case .compare(let name, _, let values): 48 + name.utf8.count + values.cachedBytes
    case .reads(let names, let text): 48 + names.cachedBytes + text.utf8.count
    case .leads(_, let inner), .isReferred(_, _, let inner), .not(let inner): 64 + inner.cachedBytes
    case .all(let list), .any(let list): list.cachedBytes
    case .calculates(let one, _, let other): 64 + (one.names.count + other.names.count) * 64
    case .has, .isRelated, .day, .moment: 64
    case .formula(let formula): 64 + formula.term.cachedBytes
    }
  }
}
