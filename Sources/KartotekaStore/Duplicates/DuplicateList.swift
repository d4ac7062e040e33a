import KartotekaModel

/// Why two records may be about the same thing.
package enum DuplicateEvidence: Hashable, Sendable {
  /// They have the same value of an attribute that identifies: the attribute's name.
  case value(String)
  /// Their titles consist of the same words.
  case title
  /// Their titles differ by one letter.
  case slip

  // The same name and number mean more than the same number, which a family shares.
  fileprivate var weight: Int {
    switch self {
    case .value: 4
    case .title: 2
    case .slip: 1
    }
  }
}

/// Two records of an entity that may be about the same thing.
package struct DuplicatePair: Hashable, Sendable {
  /// The lesser id.
  package let first: RecordID
  /// The greater id.
  package let second: RecordID
  /// Why they may be the same, never empty.
  package let evidence: [DuplicateEvidence]

  /// The position in a list; see ``DuplicatePage/next``.
  package var cursor: String { "\(weight).\(first).\(second)" }

  private var weight: Int { evidence.reduce(0) { $0 + $1.weight } }

  private var order: (Int, RecordID, RecordID) { (-weight, first, second) }

  static func precedes(_ one: DuplicatePair, _ other: DuplicatePair) -> Bool { one.order < other.order }

  /// Whether it follows the pair of a cursor; nil for an invalid cursor.
  static func follows(_ cursor: String) -> ((DuplicatePair) -> Bool)? {
    let parts = cursor.split(separator: ".").compactMap { Int64($0) }
    guard parts.count == 3 else { return nil }
    return { $0.order > (-Int(clamping: parts[0]), parts[1], parts[2]) }
  }
}

/// All pairs that a search has found, the most similar first.
struct DuplicateList: Sendable {
  let pairs: [DuplicatePair]
  /// Whether these are all. If not, the search stopped at its limit.
  let isComplete: Bool
}

/// Some pairs of records that may be about the same thing.
package struct DuplicatePage: Sendable {
  /// The pairs, the most similar first.
  package let pairs: [DuplicatePair]
  /// The number of all pairs.
  package let total: Int
  /// Whether the total contains all pairs. If not, there are more than the search keeps.
  package let isComplete: Bool
  /// The cursor of the next page; nil on the last page.
  package let next: String?
}

extension EntityDescription {
  /// The attributes whose equal values suggest that two records are about the same thing: addresses and numbers at which
  /// a person is reached.
  package var identifyingAttributes: [AttributeDescription] {
    attributes.filter { $0.behavior.identifies && !$0.isBytes }
  }

  /// Whether two records can be merged: people edit them, and the file is not another program's.
  package var canBeMerged: Bool { !isDerived && source == nil }

  /// Whether duplicates can be found: records can be merged, and have a title of text or identifying attributes.
  package var canHaveDuplicates: Bool {
    canBeMerged && notesOwner == nil && (titleAttributes.contains(where: \.isText) || !identifyingAttributes.isEmpty)
  }
}
