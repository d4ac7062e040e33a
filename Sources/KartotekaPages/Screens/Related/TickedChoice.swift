import KartotekaHTML
import KartotekaModel

/// What somebody has ticked and unticked in a sheet so far, also of rows that a search has hidden since.
struct TickedChoice: Sendable {
  private(set) var added: Set<RecordID> = []
  private(set) var removed: Set<RecordID> = []
  private(set) var search = ""
  private(set) var limit = RowLimits.sheet

  /// Nothing changed yet.
  init() {}

  /// What the sheet sent: what it remembered, and the rows that it showed.
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

  /// How many rows of each group a sheet shows.
  static func limit(_ message: FormMessage) -> Int {
    min(RowLimits.mostInSheet, max(RowLimits.sheet, message.sheetRows ?? 0))
  }

  /// The same without a record that is gone.
  func without(_ id: RecordID) -> TickedChoice {
    var copy = self
    copy.added.remove(id)
    return copy
  }

  /// What the sheet has to send with these rows shown, of which those were chosen when it was opened.
  func message(shown: [RecordID], chosen: [RecordID]) -> FormMessage {
    FormMessage(
      sheetRows: limit, ticks: FormMessage.Ticks(added: added, removed: removed, shown: shown, chosen: chosen))
  }
}
