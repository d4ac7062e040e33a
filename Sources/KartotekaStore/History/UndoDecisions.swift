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

  /// Equal decisions about many changes, with runs of their numbers: the first and the last one of each.
  private struct Group: Sendable, Hashable, Codable {
    let dropped: [String]?
    let forced: [String]
    let forcesAll: Bool
    let stays: Bool
    var runs: [Int64] = []

    var decision: Decision {
      Decision(dropped: dropped.map(Set.init), forced: Set(forced), forcesAll: forcesAll, stays: stays)
    }
  }

  private let groups: [Group]
  /// The runs of all groups, by their first numbers.
  private let runs: [(first: Int64, last: Int64, group: Int)]

  /// - Parameter decisions: those of single changes, by their numbers.
  init(_ decisions: [Int64: Decision]) {
    var (groups, indices): ([Group], [Decision: Int]) = ([], [:])
    for number in decisions.keys.sorted() {
      guard let decision = decisions[number] else { continue }
      let index = indices[decision] ?? groups.count
      if index == groups.count {
        indices[decision] = index
        groups.append(
          Group(
            dropped: decision.dropped?.sorted(), forced: decision.forced.sorted(), forcesAll: decision.forcesAll,
            stays: decision.stays))
      }
      if let last = groups[index].runs.last, last == number - 1 {
        groups[index].runs[groups[index].runs.count - 1] = number
      } else {
        groups[index].runs += [number, number]
      }
    }
    self.init(groups)
  }

  private init(_ groups: [Group]) {
    self.groups = groups
    runs = groups.indices.flatMap { index in
      let numbers = groups[index].runs
      return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1], index) }
    }.sorted { $0.0 < $1.0 }
  }

  init(from decoder: any Decoder) throws { self.init(try [Group](from: decoder)) }

  func encode(to encoder: any Encoder) throws { try groups.encode(to: encoder) }

  static func == (first: UndoDecisions, second: UndoDecisions) -> Bool { first.groups == second.groups }

  func hash(into hasher: inout Hasher) { hasher.combine(groups) }

  /// The decision about a change; nil for one that goes back as it is.
  subscript(number: Int64) -> Decision? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].last < number { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].first <= number ? groups[runs[low].group].decision : nil
  }
}

/// Columns by record. Many records share the same ones, so that each set is stored once.
struct ColumnsByKey {
  private var sets: [Set<String>] = []
  private var indices: [Set<String>: Int32] = [:]
  private var byKey: [UndoKey: Int32] = [:]

  /// The number of records.
  var count: Int { byKey.count }

  subscript(key: UndoKey) -> Set<String>? { byKey[key].map { sets[Int($0)] } }

  mutating func insert(_ columns: Set<String>, of key: UndoKey) {
    let all = self[key].map { $0.union(columns) } ?? columns
    if let index = indices[all] {
      byKey[key] = index
      return
    }
    let index = Int32(sets.count)
    sets.append(all)
    indices[all] = index
    byKey[key] = index
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
