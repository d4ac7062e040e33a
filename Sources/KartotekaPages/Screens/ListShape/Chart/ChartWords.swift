import Foundation
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The groups, figures and forms of a chart in a person's language.
struct ChartWords: Sendable {
  let fields: ShapeFields
  /// The titles of groups, by their fields and values.
  private let titles: ConditionWords

  private var say: Localizer { fields.say }

  /// The words for the groups of a table; records that they name are read.
  init(_ table: ChartTable, _ fields: ShapeFields, _ store: Store) async throws {
    self.fields = fields
    let axes = [(table.chart.group, table.rows)] + [table.chart.second].compactMap(\.self).map { ($0, table.columns) }
    let conditions = axes.compactMap { group, keys -> ListCondition? in
      guard let subject = fields.field(group.field)?.subject, subject.relationship != nil else { return nil }
      return ListCondition(group.field, .in, keys.compactMap { $0.value.flatMap { subject.filterText(of: $0) } })
    }
    titles = try await ConditionWords(conditions, fields, store, areIDs: true)
  }

  /// A group's title. Of a long text the beginning is enough.
  func title(_ key: ChartTable.Key, _ group: ListGroup) -> String {
    let title = whole(key, group)
    return title.utf8.count <= Self.longest ? title : String(title.prefix(Self.longest)) + "…"
  }

  private static let longest = 200

  private func whole(_ key: ChartTable.Key, _ group: ListGroup) -> String {
    if key == .unreadable { return say("Unreadable dates") }
    guard let value = key.value else { return say(group.unit == nil ? "Others" : "Earlier") }
    if value.isNull { return say("empty") }
    if let unit = group.unit {
      guard case .text(let key) = value, let first = unit.first(of: key) else { return Self.plain(value) }
      return unit.words(first, say)
    }
    guard let subject = fields.field(group.field)?.subject else { return "" }
    switch subject {
    case .attribute(let attribute), .computed(let attribute):
      return attribute.behavior.brief(value, for: attribute, in: say)
    case .id, .state, .toOne, .many:
      return subject.filterText(of: value).map { titles.name(of: $0, subject) } ?? Self.plain(value)
    }
  }

  /// A group's title below an axis.
  func short(_ key: ChartTable.Key, _ group: ListGroup) -> String {
    guard let unit = group.unit, case .text(let text)? = key.value, let first = unit.first(of: text) else {
      return title(key, group)
    }
    let year = String(String(first.year).suffix(2))
    switch unit {
    case .day, .year: return unit.words(first, say)
    case .week: return String(Int(text.suffix(2)) ?? 0) + "/" + text.prefix(4).suffix(2)
    case .month: return Month(first).shortName(in: say) + " " + year
    case .quarter:
      return say("Q{quarter} {year}", ["quarter": .text(String((first.month + 2) / 3)), "year": .text(year)])
    }
  }

  // A value that another program has stored and that the field can't have.
  private static func plain(_ value: Value) -> String {
    switch value {
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .text(let text): text
    case .null, .blob: ""
    }
  }
}

extension ShapeFields {
  /// A group in words: "Order date by month".
  func words(_ group: ListGroup) -> String {
    let label = field(group.field)?.label ?? group.field
    return group.unit.map { say($0.words, ["field": .text(label)]) } ?? label
  }

  /// The figure of a chart in words: "Total: sum", or for nil the records: "Orders".
  func words(_ figure: ListFigure?) -> String {
    guard let figure else {
      let nouns = say(entity.nouns.many)
      return nouns.prefix(1).uppercased() + nouns.dropFirst()
    }
    return (field(figure.field)?.label ?? figure.field) + ": " + say(figure.function.words)
  }

  /// A chart in words: "Orders · Order date by month × Customer".
  func words(_ chart: ListChart) -> String {
    words(chart.figure) + " · " + words(chart.group) + (chart.second.map { " × " + words($0) } ?? "")
  }
}

extension ListChart.Form {
  /// The form in English, a catalogue key.
  var words: String {
    switch self {
    case .bars: "Bars in a chart"
    case .lines: "Lines in a chart"
    case .areas: "Areas in a chart"
    case .shares: "Shares of the whole"
    case .pivot: "Pivot table"
    }
  }
}
