import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople
import KartotekaStore

// What happened to accounts, for administrators: it is only read.
extension PeopleScreens {
  private static let before = "before"
  private static let most = 50
  /// The most people of whom one is chosen above the list. With more, one is chosen on their own page.
  private static let mostChoices = 30

  /// The row that leads to the list.
  /// - Parameter person: the identity of the person whom it is to concern; nil for everybody.
  static func auditRow(_ say: Localizer, of person: Int64? = nil) -> LinkRow {
    var choice = HistoryChoice(SubmittedForm([:]))
    choice.person = person
    return LinkRow(
      title: say("Audit"), detail: say("Who signed in, and who made links, tokens and roles"), symbol: .clock,
      href: choice.address(PeopleAddress.audit))
  }

  /// The page.
  func auditPage(_ call: ScreenCall) async throws -> ScreenDocument {
    let (say, path) = (call.say, PeopleAddress.audit)
    _ = try signed(call)
    let choice = HistoryChoice(call.asked.query)
    var narrowed = ChangeSetFilter()
    if choice.fault == nil { choice.narrow(&narrowed, in: say.timeZone) }
    let filter = PeopleEventFilter(person: choice.person, from: narrowed.from, to: narrowed.to)
    let before = call.asked.query[Self.before].flatMap { Int64($0) }
    let found = try await people.events(filter, before: before, limit: Self.most + 1)
    let events = Array(found.prefix(Self.most))
    var column = HistoryColumn(title: say("Audit"), back: (say("People"), PeopleAddress.people))
    var known = try await people.everybodyEver()
    if known.count > Self.mostChoices { known = known.filter { $0.author.id == choice.person } }
    let removed = Set(known.filter { $0.isRemoved }.map { $0.author.id })
    column.subsets = choice.subsets(of: known.map { $0.author }, removed: removed, say) { $0.address(path) }
    column.days = choice.form(path, hidden: [], say)
    column.content =
      events.isEmpty ? [HistoryNote(say("Nothing happened that is chosen above."))] : days(events, say)
    if found.count > events.count, let last = events.last {
      column.older = (say("Older"), choice.address(path).with(Self.before, String(last.id)))
    }
    let page = Page(
      title: column.title + " – " + say(assets.product), hue: HomeScreen.hue, assets: assets, kind: .history,
      hasTwoColumns: false)
    var document = ScreenDocument.page(page, columns: [column]).depending(on: .outside)
    document.isStorable = false
    return document
  }

  private func days(_ events: [PeopleEvent], _ say: Localizer) -> [RowGroup] {
    events.reduce(into: []) { days, event in
      let day = say.day(event.at)
      if days.last?.title != day { days.append(RowGroup(title: day, rows: [])) }
      let by = event.author.flatMap { $0 == event.subject ? nil : say("by {name}", ["name": .text($0)]) }
      let detail = event.kind == .rolesSet ? roles(event.detail ?? "", say) : event.detail
      let parts = [DateText.clock(event.at, in: say), event.subject, by, detail]
      var row = LinkRow(title: say(event.kind.phrase), detail: parts.compactMap(\.self).joined(separator: " · "))
      row.mark = (event.author ?? event.subject).map { PersonMark(number: event.authorID, name: $0) }
      days[days.count - 1].rows.append(row)
    }
  }

  // Roles are stored as commands have them: "administrator, northwind: reads".
  private func roles(_ stored: String, _ say: Localizer) -> String {
    if stored.isEmpty { return say("May use no application") }
    let known = Dictionary(titles(say).map { ($0.name, $0.title) }, uniquingKeysWith: { first, _ in first })
    return stored.split(separator: ", ").map { part in
      if part == "administrator" { return say("Administrator") }
      let words = part.split(separator: ": ").map(String.init)
      guard words.count == 2, let role = Role(rawValue: words[1]) else { return String(part) }
      return "\(known[words[0]] ?? words[0]): \(Self.title(role, say))"
    }.joined(separator: ", ")
  }
}
