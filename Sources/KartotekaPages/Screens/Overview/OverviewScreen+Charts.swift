import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Charts.
extension OverviewScreen {
  /// A chart as a panel.
  func plot(_ chart: ChartDescription, _ number: Int, _ say: Localizer) async throws -> PlotPanel {
    var panel = PlotPanel(number: number, title: say(chart.title), subtitle: "", headings: [], rows: [])
    if case .months = chart.kind { panel.isWide = true }
    guard let reader = SeriesReader(chart.series, store), let latest = try await reader.latest() else { return panel }
    let amounts = AmountText(form: reader.form, say: say)
    panel.subtitle = amounts.inUnit(
      say("{count} months to {month}", ["count": .count(chart.months), "month": .text(latest.name(in: say))]))
    switch chart.kind {
    case .months(let count): try await addMonths(count, to: latest, reader, amounts, &panel)
    case .ranking(let name, let most):
      let rows = try await reader.ranking(name, most: most, chart.months, to: latest)
      try await addRanking(rows, name, reader, amounts, &panel)
    }
    return panel
  }

  private func addMonths(
    _ count: Int, to latest: Month, _ reader: SeriesReader, _ amounts: AmountText, _ panel: inout PlotPanel
  ) async throws {
    let say = amounts.say
    let months = try await reader.months(count, to: latest)
    func records(_ point: SeriesReader.Point) -> String { say.counted(point.records, reader.dated.nouns) }
    let bars = months.map { month, point in
      BarChart.Bar(
        label: month.shortName(in: say), number: point.number,
        words: "\(month.name(in: say)): \(amounts.exact(point.number)), \(records(point))",
        href: point.records > 0 ? address(of: month, reader) : nil)
    }
    panel.plot = BarChart(
      heading: PlotPanel.heading(panel.number), bars: bars, unit: amounts.unit, short: amounts.short)
    let (sum, isTooMuch) = Self.sum(months.map(\.point.number))
    if !isTooMuch {
      panel.total = say("{amount} in all", ["amount": .text(amounts.shortWithUnit(sum))])
    }
    let nouns = say(reader.dated.nouns.many)
    panel.headings = [say("Month"), say("Amount"), nouns.prefix(1).uppercased() + nouns.dropFirst()]
    panel.rows = months.map { month, point in
      [month.name(in: say), amounts.exact(point.number), say.language.grouped(point.records)]
    }
  }

  private static func sum(_ numbers: [Int64]) -> (Int64, Bool) {
    numbers.reduce((0, false)) { sum, number in
      let (next, isTooMuch) = sum.0.addingReportingOverflow(number)
      return (next, sum.1 || isTooMuch)
    }
  }

  private func addRanking(
    _ rows: [(value: Value, point: SeriesReader.Point)], _ name: String, _ reader: SeriesReader,
    _ amounts: AmountText, _ panel: inout PlotPanel
  ) async throws {
    let say = amounts.say
    guard !rows.isEmpty, let path = AttributePath(name, of: reader.entity, in: model), let column = path.column else {
      return
    }
    let titles = try await titles(rows.map(\.value), path, say)
    let bars = rows.map { value, point in
      var href: URLPath?
      if case .integer(let id) = value, let relationship = path.relationship,
        let target = model.entity(named: relationship.target)
      {
        href = address(of: id, target)
      }
      return RankingChart.Bar(
        title: titles[value] ?? say("None"), number: point.number, text: amounts.short(point.number), href: href)
    }
    panel.plot = RankingChart(bars: bars)
    panel.headings = [say(column.label), say("Amount")]
    panel.rows = zip(bars, rows).map { [$0.title, amounts.exact($1.point.number)] }
  }

  // The displayed values: titles of related records, else formatted values.
  private func titles(_ values: [Value], _ path: AttributePath, _ say: Localizer) async throws -> [Value: String] {
    var titles: [Value: String] = [:]
    if let relationship = path.relationship, let target = model.entity(named: relationship.target) {
      let ids = values.compactMap { if case .integer(let id) = $0 { id } else { nil } }
      for record in try await records(ids, of: target).records {
        titles[.integer(record.id ?? 0)] = try await screens.title(of: record, say)
      }
    } else if let attribute = path.attribute {
      for value in values where !value.isNull {
        titles[value] = attribute.behavior.display(value, for: attribute, in: say)
      }
    }
    return titles
  }
}
