extension Store {
  /// What was read at a version, with the numbers of records that a later one has: all commits in between are known, and
  /// none has touched anything else of it. Nil otherwise. Takes time that grows with the records changed in between; after
  /// some hundred commits it answers nil.
  public func followed(_ set: ReadSet, from old: Int, to new: Int) -> ReadSet? {
    guard journal.isUntouched(set, from: old, to: new) else { return nil }
    var followed = set
    for entity in set.counts.keys {
      guard let count = recordCounts.known(entity, at: new) else { return nil }
      followed.recount(entity, count)
    }
    return followed
  }
}
