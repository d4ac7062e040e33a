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
  fileprivate var weight: Int64 {
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

  /// The position in a list.
  package var position: DuplicatePosition { DuplicatePosition(weight: weight, first: first, second: second) }

  private var weight: Int64 { evidence.reduce(0) { $0 + $1.weight } }
}

/// The position of a pair in a list of pairs: the most similar first, then by their ids.
package struct DuplicatePosition: Sendable, Hashable, Comparable, LosslessStringConvertible {
  fileprivate let weight: Int64
  fileprivate let first: RecordID
  fileprivate let second: RecordID

  fileprivate init(weight: Int64, first: RecordID, second: RecordID) {
    (self.weight, self.first, self.second) = (weight, first, second)
  }

  /// Reads ``description``; nil for anything else.
  package init?(_ description: String) {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
    guard parts.count == 3, let weight = parts[0], let first = parts[1], let second = parts[2] else { return nil }
    self.init(weight: weight, first: first, second: second)
  }

  /// For an address: `6.7.120`.
  package var description: String { "\(weight).\(first).\(second)" }

  /// The position of the pair that comes before is less.
  package static func < (one: DuplicatePosition, other: DuplicatePosition) -> Bool {
    one.weight != other.weight
      ? one.weight > other.weight : (one.first, one.second) < (other.first, other.second)
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
  package let next: DuplicatePosition?
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
