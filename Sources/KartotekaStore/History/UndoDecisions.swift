import KartotekaModel

/// The decisions of an undo on the changes that don't go back as they are. An undo in parts stores them with its position, so
/// that each part follows the plan.
struct UndoDecisions: Sendable, Hashable, Codable {
  /// The effect of the undo on one change.
  struct Decision: Sendable, Hashable {
    /// The columns that stay, or are as before already; nil for the whole change.
    var dropped: Set<String>?
    /// The columns that are put back whatever they are now.
    var forced: Set<String> = []
    /// Whether a record is taken away whatever it is now.
    var forcesAll = false
    /// Whether something stays; otherwise nothing is left to be done.
    var stays = false
  }

  /// Equal decisions about changes that follow each other in the change set.
  private struct Run: Sendable {
    var first: Int64
    let last: Int64
    let decision: Int
  }

  private var different: [Decision] = []
  private var indices: [Decision: Int] = [:]
  /// The newest changes first.
  private var runs: [Run] = []
  /// The change that is decided on, and the one before it, which is newer.
  private var current: Int64?
  private var previous: Int64?

  init() {}

  /// Goes on to the next older change. It goes back as it is unless anything is decided.
  mutating func goOn(to number: Int64) { (previous, current) = (current, number) }

  /// Decides on the change.
  mutating func decide(_ decision: Decision) {
    guard let number = current else { return }
    if let run = runs.last, run.first == number {
      // It was decided otherwise before.
      if run.last == number { runs.removeLast() } else if let previous { runs[runs.count - 1].first = previous }
    }
    let index = indices[decision] ?? different.count
    if index == different.count {
      different.append(decision)
      indices[decision] = index
    }
    if let run = runs.last, run.first == previous, run.decision == index {
      runs[runs.count - 1].first = number
    } else {
      runs.append(Run(first: number, last: number, decision: index))
    }
  }

  /// The decision about a change of the change set; nil for one that goes back as it is.
  subscript(number: Int64) -> Decision? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].first > number { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].last >= number ? different[runs[low].decision] : nil
  }

  // The order in which different decisions were made does not matter.
  static func == (first: UndoDecisions, second: UndoDecisions) -> Bool {
    first.runs.count == second.runs.count
      && zip(first.runs, second.runs).allSatisfy {
        $0.first == $1.first && $0.last == $1.last
          && first.different[$0.decision] == second.different[$1.decision]
      }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(runs.count) }

  /// A decision, with the first and the last change of each of its runs.
  private struct Group: Codable {
    let dropped: [String]?
    let forced: [String]
    let forcesAll: Bool
    let stays: Bool
    let runs: PackedNumbers

    var decision: Decision {
      Decision(dropped: dropped.map(Set.init), forced: Set(forced), forcesAll: forcesAll, stays: stays)
    }
  }

  init(from decoder: any Decoder) throws {
    for (index, group) in try [Group](from: decoder).enumerated() {
      different.append(group.decision)
      let numbers = group.runs.numbers
      for place in stride(from: 0, to: numbers.count - 1, by: 2) {
        runs.append(Run(first: numbers[place], last: numbers[place + 1], decision: index))
      }
    }
    runs.sort { $0.first > $1.first }
  }

  func encode(to encoder: any Encoder) throws {
    var numbers = [[Int64]](repeating: [], count: different.count)
    for run in runs.reversed() { numbers[run.decision] += [run.first, run.last] }
    try zip(different, numbers).map { decision, numbers in
      Group(
        dropped: decision.dropped?.sorted(), forced: decision.forced.sorted(), forcesAll: decision.forcesAll,
        stays: decision.stays, runs: PackedNumbers(numbers))
    }.encode(to: encoder)
  }
}

extension Transaction {
  /// The record, link or setting that a change concerns.
  func undoKey(of step: Step) -> UndoKey {
    let isRecord = model.entities.contains { $0.table == step.table }
    guard !isRecord, PlatformTable.undoable[step.table] == nil, let values = (step.before ?? step.after)?.values,
      values.count == 2
    else { return UndoKey(table: step.table, id: step.id) }
    // By the names of its columns, since either end may be the one that was linked.
    let sorted = values.sorted { $0.column < $1.column }
    return UndoKey(table: step.table, id: sorted[0].value.integer ?? 0, other: sorted[1].value.integer)
  }
}

extension Transaction.Step {
  /// The change as it is to be reverted by a decision; nil if it stays.
  func reduced(by decision: UndoDecisions.Decision?) -> Transaction.Step? {
    guard let decision else { return self }
    guard let dropped = decision.dropped else { return nil }
    return without(dropped, unchecked: decision.forcesAll ? Set(after?.columns ?? []) : decision.forced)
  }

  /// The change without some of its columns, and without the values that are not compared with those of now.
  private func without(_ dropped: Set<String>, unchecked: Set<String>) -> Transaction.Step {
    Transaction.Step(
      number: number, table: table, id: id, last: last, before: before?.without(dropped),
      after: after?.without(dropped.union(unchecked)))
  }
}

extension Image {
  var columns: [String] { values.map(\.column) + digests.map(\.column) }

  mutating func drop(_ columns: Set<String>) {
    values.removeAll { columns.contains($0.column) }
    digests.removeAll { columns.contains($0.column) }
  }

  func without(_ columns: Set<String>) -> Image {
    var image = self
    image.drop(columns)
    return image
  }
}

extension Value {
  /// Of bytes only their number.
  var counted: Value {
    if case .blob(let blob) = self { .blob(Blob(head: [], count: blob.count)) } else { self }
  }
}
