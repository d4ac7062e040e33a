import KartotekaHTML
import KartotekaModel

/// The checked and unchecked records in a sheet, including rows that a search hides.
struct TickedChoice: Sendable {
  private(set) var added: Set<RecordID> = []
  private(set) var removed: Set<RecordID> = []
  private(set) var search = ""
  private(set) var limit = RowLimits.sheet

  /// No changes.
  init() {}

  /// Records that are ticked for a new record.
  init(added: [RecordID]) { self.added = Set(added) }

  /// The choices in a submitted sheet.
  init(_ form: SubmittedForm) {
    let message = FormMessage(form)
    let ticks = message.ticks ?? FormMessage.Ticks()
    added = ticks.added
    removed = ticks.removed
    search = message.sheetSearch
    limit = Self.limit(message)
    let chosen = Set(ticks.chosen)
    for id in ticks.shown {
      let isTicked = ticks.ticked.contains(id)
      added.remove(id)
      removed.remove(id)
      if isTicked, !chosen.contains(id) { added.insert(id) }
      if !isTicked, chosen.contains(id) { removed.insert(id) }
    }
  }

  /// The number of displayed rows of each group.
  static func limit(_ message: FormMessage) -> Int {
    min(RowLimits.mostInSheet, max(RowLimits.sheet, message.sheetRows ?? 0))
  }

  /// The choices without a deleted record.
  func without(_ id: RecordID) -> TickedChoice {
    var copy = self
    copy.added.remove(id)
    return copy
  }

  /// The hidden fields of the sheet with the displayed rows and the initially chosen ones.
  func message(shown: [RecordID], chosen: [RecordID]) -> FormMessage {
    FormMessage(
      sheetRows: limit, ticks: FormMessage.Ticks(added: added, removed: removed, shown: shown, chosen: chosen))
  }
}
