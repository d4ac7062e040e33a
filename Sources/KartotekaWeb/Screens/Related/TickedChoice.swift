import KartotekaModel

/// What somebody has ticked and unticked in a sheet so far, also of rows that a search has hidden since.
struct TickedChoice: Sendable {
  /// How many rows of each group are shown at first and at most.
  static let limits = (usual: 30, most: 1_000)

  private(set) var added: Set<RecordID> = []
  private(set) var removed: Set<RecordID> = []
  private(set) var search = ""
  private(set) var limit = limits.usual

  /// Nothing changed yet.
  init() {}

  /// What the sheet sent: what it remembered, and the rows that it showed.
  init(_ form: SubmittedForm) {
    added = Self.ids(form["_added"])
    removed = Self.ids(form["_removed"])
    search = String((form["_find"] ?? "").prefix(200))
    limit = min(Self.limits.most, max(Self.limits.usual, Int(form["_more"] ?? form["_limit"] ?? "") ?? 0))
    let chosen = Self.ids(form["_chosen"])
    for id in Self.ids(form["_shown"]) {
      let isTicked = form["tick-\(id)"] != nil
      added.remove(id)
      removed.remove(id)
      if isTicked, !chosen.contains(id) { added.insert(id) }
      if !isTicked, chosen.contains(id) { removed.insert(id) }
    }
  }

  /// The same without a record that is gone.
  func without(_ id: RecordID) -> TickedChoice {
    var copy = self
    copy.added.remove(id)
    return copy
  }

  /// What the sheet has to send with these rows shown, of which those were chosen when it was opened.
  func remembered(shown: [RecordID], chosen: [RecordID]) -> [(name: String, value: String)] {
    [
      ("_added", Self.text(added.sorted())), ("_removed", Self.text(removed.sorted())), ("_shown", Self.text(shown)),
      ("_chosen", Self.text(chosen)), ("_limit", String(limit)),
    ]
  }

  private static func text(_ ids: [RecordID]) -> String { ids.map(String.init).joined(separator: ",") }

  private static func ids(_ text: String?) -> Set<RecordID> {
    Set((text ?? "").split(separator: ",").compactMap { RecordID($0) })
  }
}
