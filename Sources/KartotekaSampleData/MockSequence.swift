import KartotekaModel
import KartotekaStore

/// The sample records of an entity in their order. Records that a search would find as duplicates of earlier ones get other
/// titles, telephone numbers and addresses, as long as there are enough of them.
struct MockSequence: Sequence, IteratorProtocol {
  // More records repeat names and numbers, because real names and the numbers for fiction are few.
  private static let most = 10_000
  private static let attempts = 50
  // An entity whose titles are choices has no other ones.
  private static let mostFailures = 20

  private let mock: EntityMock
  private let count: Int
  private var index = 0
  private var failures = 0
  private var titles: Set<UInt64> = []
  private var values: [String: Set<UInt64>] = [:]

  init(_ mock: EntityMock, count: Int) {
    self.mock = mock
    self.count = count
    if !mock.entity.canHaveDuplicates { failures = Self.mostFailures }
  }

  mutating func next() -> AnyRecord? {
    guard index < count else { return nil }
    defer { index += 1 }
    let first = mock.record(index, of: count)
    guard index < Self.most, failures < Self.mostFailures else { return first }
    var (record, variant) = (first, MockVariant())
    for _ in 0..<Self.attempts {
      let marks = DuplicateMarks(of: record)
      var isDistinct = true
      if !titles.isDisjoint(with: marks.title) {
        variant.subject += 1
        for attribute in mock.entity.titleAttributes { variant.attributes[attribute.name, default: 0] += 1 }
        isDistinct = false
      }
      for (name, value) in marks.values where values[name]?.contains(value) == true {
        variant.attributes[name, default: 0] += 1
        isDistinct = false
      }
      if isDistinct {
        titles.formUnion(marks.title)
        for (name, value) in marks.values { values[name, default: []].insert(value) }
        return record
      }
      record = mock.record(index, of: count, variant)
    }
    failures += 1
    return first
  }
}

/// The variant of a sample record's values. Variant 0 is the usual one.
struct MockVariant {
  /// The variant of the record's person and company.
  var subject: UInt64 = 0
  /// The variants of attributes.
  var attributes: [String: UInt64] = [:]
}
