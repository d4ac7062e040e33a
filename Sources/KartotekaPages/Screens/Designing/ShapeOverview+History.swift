import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

// For how long changes of records can be undone.
extension ShapeOverview {
  // A hundred years, and a terabyte.
  private static let (mostDays, mostMegabytes): (Int64, Int64) = (36_500, 1_000_000)
  private static let part = "history"

  private var retention: HistoryRetention { shape.document.history }
  private var action: URLPath { shape.path.appending(Self.part) }

  /// The row that leads to the sheet.
  func historyRow(_ say: Localizer) -> LinkRow {
    LinkRow(
      title: say("History"), detail: say("Changes can be undone for {count} days", ["count": .count(retention.days)]),
      symbol: .undo, href: action)
  }

  private var form: ShapeForm {
    var days = ShapeForm.field("days", "Days", .integer, required: true)
    (days.minimum, days.maximum) = (.integer(1), .integer(max(Self.mostDays, Int64(retention.days))))
    var size = ShapeForm.field("megabytes", "Megabytes at most", .integer, required: true)
    let megabytes = retention.bytes / 1_000_000
    (size.minimum, size.maximum) = (.integer(1), .integer(max(Self.mostMegabytes, megabytes)))
    return ShapeForm([days, size], ["days": .integer(Int64(retention.days)), "megabytes": .integer(megabytes)])
  }

  /// The sheet.
  func history(_ request: ScreenRequest) async throws -> ScreenDocument {
    try shape.requireDesigned()
    return try await show(form.draft(request.say), request)
  }

  /// Changes how long the history is kept. Less of it is asked first, as after each change that leads to it.
  func setHistory(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    try shape.requireDesigned()
    let say = request.say
    let draft = self.form.draft(form, say)
    guard draft.errors.isEmpty, case .integer(let days) = draft.record["days"],
      case .integer(let megabytes) = draft.record["megabytes"]
    else { return try await show(draft, request, .unprocessableContent) }
    let order = ShapeScreens.Order(title: "Change the history", verb: "Change", action: action, back: shape.path)
    return try await shape.change(
      order, form, request,
      show: { try await refuse($0, $1, $2, draft, request) { try await show($0, request, $1, $2) } },
      edit: { document throws(ShapeFault) in
        try document.setHistory(
          days: draft.changed.contains("days") ? Int(days) : document.history.days,
          megabytes: draft.changed.contains("megabytes") ? Int(megabytes) : nil)
      })
  }

  /// The changes that can't be undone any more where an application keeps less of its history, also by the undo of more.
  static func remarks(from known: HistoryRetention, to next: HistoryRetention, _ say: Localizer) -> [LinkRow] {
    var texts: [String] = []
    if next.days < known.days {
      texts.append(
        say("Changes that are older than {count} days can't be undone any more", ["count": .count(next.days)]))
    }
    if next.bytes < known.bytes {
      texts.append(say("Changes that take more room than that can't be undone any more, the oldest first"))
    }
    return texts.map { LinkRow(title: $0, symbol: .alert) }
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let sheet = shape.sheet(
      title: say("History"), action: action, cancel: shape.path, fields: draft.fields(prefix: "n-", say),
      hidden: shape.message(of: draft), fault: fault,
      note: say("Changes are kept for so many days, as far as they fit. Those of the last day are always kept."))
    return try await page(request, status: status, sheet: sheet.sheet(say))
  }
}
