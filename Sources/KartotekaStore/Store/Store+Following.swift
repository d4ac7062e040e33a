extension Store {
  /// Whether what was read at a version would be read the same at a later one: all commits in between are known, and
  /// none has touched any of it. Takes time that grows with the records changed in between; after some hundred commits
  /// it answers no.
  public func isUntouched(_ set: ReadSet, from old: Int, to new: Int) -> Bool {
    journal.isUntouched(set, from: old, to: new)
      && set.counts.allSatisfy { recordCounts.known($0, at: new) == $1 }
  }
}
