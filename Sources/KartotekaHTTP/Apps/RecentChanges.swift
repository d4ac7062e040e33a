import Synchronization

/// The last changes of each person that can be undone, so that every device of the person offers to undo them. Each server knows
/// those that were made through it.
package final class RecentChanges: Sendable {
  private struct Entry {
    let text: String
    let ends: ContinuousClock.Instant
  }

  private let entries = Mutex<[Int64: Entry]>([:])

  package init() {}

  /// The last text of a person; nil if there is none, or no longer.
  package func text(of person: Int64) -> String? {
    entries.withLock { entries in
      guard let entry = entries[person], .now < entry.ends else { return nil }
      return entry.text
    }
  }

  /// Replaces the text of a person for a while. No other change of it comes between the text that `change` gets and the new one.
  /// - Parameter change: makes the new text of the last one, which is nil if there is none, or no longer.
  /// - Returns: the new text.
  package func update(of person: Int64, for time: Duration, _ change: (String?) -> String) -> String {
    let now = ContinuousClock.now
    return entries.withLock { entries in
      entries = entries.filter { now < $0.value.ends }
      let text = change(entries[person]?.text)
      entries[person] = Entry(text: text, ends: now + time)
      return text
    }
  }
}
