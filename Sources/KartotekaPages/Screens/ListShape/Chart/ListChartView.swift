import Foundation
import KartotekaHTML
import KartotekaModel
import KartotekaStore
import KartotekaTransfer

/// A list as a chart, with its figures by the values of one or two fields.
struct ListChartView: Sendable {
  /// The groups of a drawing and of a table.
  private static let (mostGroups, mostUnits, mostRows, mostColumns) = (20, 60, 100, 20)

  let shaping: ListShaping
  let chart: ListChart
  private let table: ChartTable
  private let words: ChartWords
  private let request: ScreenRequest

  private var say: Localizer { request.say }

  /// Reads a chart.
  /// - Parameter fetch: the request for the records of the list.
  init(
    _ chart: ListChart, of shaping: ListShaping, _ request: ScreenRequest, _ fetch: AnyFetchRequest
  ) async throws {
    let units = try chart.group.subject(of: shaping.entity, in: shaping.model).isOfDays
    let limits =
      chart.form == .pivot
      ? ChartTable.Limits(rows: Self.mostRows, columns: Self.mostColumns)
      // The last colour is that of the other groups, the one before that of records without a value.
      : ChartTable.Limits(rows: units ? Self.mostUnits : Self.mostGroups, columns: ChartPanel.mostSeries - 2)
    (self.shaping, self.chart, self.request) = (shaping, chart, request)
    table = try await shaping.screens.store.chart(chart, over: fetch, limits)
    words = try await ChartWords(table, shaping.fields(request.say), shaping.screens.store)
  }

  // A field's group with the unit in which it is shown.
  private func charted(_ group: ListGroup) -> ListGroup {
    (try? group.subject(of: shaping.entity, in: shaping.model)).map { group.charted($0) } ?? group
  }

  private var row: ListGroup { charted(chart.group) }
  private var column: ListGroup? { chart.second.map(charted) }

  /// The title: "Orders · Order date by month".
  private var title: String { words.fields.words(ListChart(by: row, and: column, figure: chart.figure)) }

  // MARK: The page

  /// The chart on a page.
  func panel() -> ChartPanel {
    let isOrdered = !chart.isByFigure && (try? row.subject(of: shaping.entity, in: shaping.model).isOrdered) ?? false
    let groups = table.rows.map { key in
      ChartPanel.Group(
        title: words.title(key, row), short: words.short(key, row),
        isBeside: key.value?.isNull ?? true, cells: table.columns.map { cell(key, $0) },
        total: cell(key, nil))
    }
    let amounts = AmountText(
      form: ExpressionForm(scale: Self.scale(table.form), currency: table.form.currency, form: table.form.form),
      say: say)
    var panel = ChartPanel(
      title: title, form: chart.form, isOrdered: isOrdered,
      headings: (words.fields.words(row), words.fields.words(chart.figure)),
      series: column.map { column in table.columns.map { words.title($0, column) } } ?? [], groups: groups,
      totals: table.columns.map { cell(nil, $0) }, total: cell(nil, nil), unit: amounts.unit, short: amounts.short,
      change: shaping.chart(request), picture: shaping.step("chart.svg", request))
    if table.hasMany {
      panel.note = say(
        "There are more than {count} groups. Those that are not shown are added up.",
        ["count": .count(ChartTable.mostGroups)])
    }
    return panel
  }

  private func cell(_ key: ChartTable.Key?, _ other: ChartTable.Key?) -> ChartPanel.Cell {
    let (value, count) = (table.value(key, other), Int(table.count(key, other)))
    let text = text(value)
    let names = [key.map { words.title($0, row) }, column.flatMap { column in other.map { words.title($0, column) } }]
    let heading = names.compactMap(\.self).joined(separator: ", ")
    let records = say.counted(count, shaping.entity.nouns)
    let number = chart.figure == nil ? records : text + ", " + records
    return ChartPanel.Cell(
      number: value.flatMap { Self.number($0, table.form) ?? nothing }, text: text,
      words: (heading.isEmpty ? "" : heading + ": ") + number, href: count > 0 ? address(key, other) : nil)
  }

  // Without records, their number and sums are zero; other figures have no value.
  private var nothing: Int64? { chart.figure == nil || chart.figure?.function == .sum ? 0 : nil }

  private func text(_ value: Value?) -> String {
    guard let value else { return say("too large") }
    return value.isNull ? "–" : table.form.behavior.brief(value, for: table.form, in: say)
  }

  // The digits after the point with which numbers are drawn.
  private static let realDigits = 3

  private static func scale(_ form: AttributeDescription) -> Int {
    form.kind == .real ? realDigits : form.kind == .decimal ? form.scale : 0
  }

  private static func number(_ value: Value, _ form: AttributeDescription) -> Int64? {
    switch value {
    case .integer(let integer): form.kind == .real ? Int64(clampingNearest: Double(integer) * 1_000) : integer
    case .real(let real): Int64(clampingNearest: real * 1_000)
    case .null, .text, .blob: nil
    }
  }

  // MARK: The records of a number

  // The list with the records of a group and of a value of the second field; nil for an address that would be too long, and for
  // values that no filter can name.
  private func address(_ key: ChartTable.Key?, _ other: ChartTable.Key?) -> URLPath? {
    var narrowed: ListFilter? = request.shape.filter
    for (key, group, keys) in [(key, row as ListGroup?, table.rows), (other, column, table.columns)] {
      guard let key, let group else { continue }
      guard let conditions = conditions(key, group, keys) else { return nil }
      if conditions.count > 1 {
        // One group of conditions is one chip.
        narrowed = narrowed?.asGroup
        narrowed?.items.append(.group(.all, conditions))
      } else if let condition = conditions.first {
        narrowed = narrowed?.narrowed(by: condition)
      }
    }
    guard let filter = narrowed, filter.conditions.count <= ListFilter.mostConditions else { return nil }
    let shaped = request.shaped { ($0.filter, $0.layout) = (filter, .cards) }
    guard shaped.shape.text.utf8.count <= ListShape.longest else { return nil }
    return shaping.list(shaped)
  }

  private func conditions(
    _ key: ChartTable.Key, _ group: ListGroup, _ keys: [ChartTable.Key]
  ) -> [ListCondition]? {
    guard let subject = try? group.subject(of: shaping.entity, in: shaping.model) else { return nil }
    if let value = key.value { return group.condition(value, subject, in: shaping.model).map { [$0] } }
    // No condition names them.
    if key == .unreadable { return nil }
    return group.conditions(besides: keys.compactMap(\.value).filter { !$0.isNull }, subject, in: shaping.model)
  }

  // MARK: The numbers as a file

  /// The table of the numbers, with totals in its last row and column.
  func file() -> NumbersFile {
    let fields = words.fields
    let form = table.form
    func cell(_ value: Value?) -> NumbersFile.Cell {
      guard let value, !value.isNull else { return value == nil ? .text(say("too large")) : .empty }
      return .number(form.behavior.text(value, for: form.plain), scale: form.kind == .decimal ? form.scale : nil)
    }
    let number = fields.words(chart.figure)
    let headings =
      [fields.words(row)]
      + (column.map { column in table.columns.map { words.title($0, column) } + [say("Total")] } ?? [number])
    let keys = table.rows.map { ($0 as ChartTable.Key?, words.title($0, row)) } + [(nil, say("Total"))]
    let rows = keys.map { key, title in
      [NumbersFile.Cell.text(title)] + table.columns.map { cell(table.value(key, $0)) } + [cell(table.value(key, nil))]
    }
    return NumbersFile(name: title, headings: headings, rows: rows)
  }
}

extension ListShaping {
  /// The address of the sheet with the fields of a chart.
  func chart(_ request: ScreenRequest) -> URLPath { step("chart", request) }
}
