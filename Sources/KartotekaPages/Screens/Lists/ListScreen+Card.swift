import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The card of a record.
extension ListScreen {
  /// The card of a stored record, without computed values.
  func card(of record: AnyRecord, title: String, isMain: Bool, _ say: Localizer) async throws -> RecordCard {
    var card = RecordCard(
      symbol: tab.symbol, number: mark(of: record, say), title: title, isMain: isMain)
    if list.hasMonograms { card.monogram = Monogram.text(for: title) }
    card.picture = list.picture.flatMap { screens.smallPicture($0, of: record) }
    if card.picture == nil { card.picture = try await RowCovers([record], of: self).picture(of: record) }
    card.note = try await years(of: record, say)
    card.contacts = ContactLinks(record, entity, list.card, say)
    for view in screens.recordViews where card.link == nil {
      card.link = try await view.address(of: record).map { (say(view.tab.title), view.tab.symbol, $0) }
    }
    return card
  }

  private func mark(of record: AnyRecord, _ say: Localizer) -> String {
    if let mark = list.card.mark, case .text(let text) = record[mark.attribute] {
      return say(mark.title) + " · " + text
    }
    return say("No. {number}", ["number": .text(String(record.id ?? 0))])
  }

  private func years(of record: AnyRecord, _ say: Localizer) async throws -> String? {
    guard let years = list.card.years, let relationship = entity.relationship(years.relationship) else { return nil }
    var request = AggregateRequest(relationship.target)
    request.predicate = .isRelated(entity.name, relationship.name, record.id ?? 0)
    request.groups = [.year(years.date)]
    let all = try await screens.store.aggregates([request])[0].compactMap { row -> String? in
      if case .text(let year) = row.groups[0] { year } else { nil }
    }.sorted()
    guard !all.isEmpty else { return nil }
    return say(
      Phrase(
        years.sentence,
        ["years": .text(say.listed(Self.periods(all.compactMap { Int($0) }))), "count": .count(all.count)]))
  }

  /// Years in ascending order with three or more in a row as a period: `2011–2014`, `2016`.
  static func periods(_ years: [Int]) -> [String] {
    var runs: [ClosedRange<Int>] = []
    for year in years {
      if let last = runs.last, last.upperBound == year - 1 {
        runs[runs.count - 1] = last.lowerBound...year
      } else {
        runs.append(year...year)
      }
    }
    return runs.flatMap { run in
      run.count < 3 ? run.map(String.init) : ["\(run.lowerBound)–\(run.upperBound)"]
    }
  }
}

extension Localizer {
  /// A list in words: "2011, 2019 and 2024".
  func listed(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return self(
      "{items} and {last}", ["items": .text(items.dropLast().joined(separator: ", ")), "last": .text(last)])
  }
}
