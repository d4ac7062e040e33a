import KartotekaModel

/// An overview's figures and plots can be worked out, and lead somewhere.
struct OverviewConsistent: AppRule {
  let id = "overview-consistent"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.overviews.flatMap { tab, overview in
      overview.figures.flatMap { figure in
        switch figure.content {
        case .count(let count):
          faults(of: count.subset, figure.title, app) + date(count.since, count.subset.entity, figure.title, app)
        case .latestMonth(let series): faults(of: series, figure.title, app)
        case .sum(let total), .average(let total): faults(of: total, figure.title, app)
        case .share(let subset): faults(of: subset, figure.title, app)
        }
      }
        + overview.panels.flatMap { panel in
          switch panel {
          case .chart(let chart): faults(of: chart, app)
          case .watch(let watch): faults(of: watch, app)
          case .view(let view): faults(of: view, app)
          }
        }
        + (overview.figures.isEmpty && overview.panels.isEmpty
          ? [fault(field: tab.path, "The overview “\(tab.title)” is empty.", hint: "Give it a figure or a chart.")]
          : [])
    }
  }

  private func faults(of chart: ChartDescription, _ app: AppDescription) -> [DescriptionFault] {
    var faults = faults(of: chart.series, chart.title, app)
    let bars: Int
    switch chart.kind {
    case .months(let count): bars = count
    case .ranking(let name, let most):
      bars = most
      if let entity = app.model.entity(named: chart.series.entity),
        AttributePath(name, of: entity, in: app.model)?.column == nil
      {
        faults.append(unknown(name, entity.name, chart.title))
      }
    }
    if !(1...60).contains(bars) || !(1...60).contains(chart.months) {
      faults.append(
        fault(
          entity: chart.series.entity, "The chart “\(chart.title)” has no sensible number of bars or months.",
          hint: "Use 1 to 60."))
    }
    return faults
  }

  private func faults(of series: SeriesDescription, _ title: String, _ app: AppDescription) -> [DescriptionFault] {
    guard let entity = app.model.entity(named: series.entity) else { return [unknown(series.entity, title)] }
    do { _ = try series.expression.form(of: entity, in: app.model) } catch {
      return [
        fault(
          entity: entity.name,
          "“\(title)” can't add up \(series.expression.names.joined(separator: ", ")): \(error.sentence)",
          hint: "Calculate with whole numbers and decimals, and round to at most \(FetchExpression.mostDigits) digits.")
      ]
    }
    return date(series.date, series.entity, title, app)
  }

  private func faults(of total: FigureDescription.Total, _ title: String, _ app: AppDescription) -> [DescriptionFault] {
    guard let entity = app.model.entity(named: total.entity) else { return [unknown(total.entity, title)] }
    do { _ = try total.expression.figureForm(of: entity, in: app.model) } catch {
      return [
        fault(
          entity: entity.name,
          "“\(title)” can't add up \(total.expression.names.joined(separator: ", ")): \(error.sentence)",
          hint: "Calculate with whole numbers and decimals, and round to at most \(FetchExpression.mostDigits) digits.")
      ]
    }
    guard let subset = total.subset else { return [] }
    return subset.entity == entity.name ? faults(of: subset, title, app) : [unknown(subset.entity, title)]
  }

  private func faults(of watch: WatchDescription, _ app: AppDescription) -> [DescriptionFault] {
    var faults = faults(of: watch.subset, watch.title, app)
    guard let entity = app.model.entity(named: watch.subset.entity) else { return faults }
    let names = watch.facts.map(\.name) + [watch.gauge?.value, watch.gauge?.mark].compactMap { $0 }
    faults += names.filter { entity.position(of: $0) == nil }.map { unknown($0, entity.name, watch.title) }
    faults += watch.order.names.filter { AttributePath($0, of: entity, in: app.model) == nil }
      .map { unknown($0, entity.name, watch.title) }
    if let name = watch.action,
      !app.actions.contains(where: { $0.name == name && $0.scope == .record(entity.name) && $0.audience == .everybody })
    {
      faults.append(
        fault(
          entity: entity.name, field: name, "“\(watch.title)” offers \(name), which is no action on its records.",
          hint: "Declare an action of that name on \(entity.name), for everybody."))
    }
    return faults
  }

  private func faults(of view: ViewDescription, _ app: AppDescription) -> [DescriptionFault] {
    guard let entity = app.model.entity(named: view.entity) else { return [unknown(view.entity, view.title)] }
    guard app.list(of: entity) != nil || app.table(of: entity) != nil else {
      return [
        fault(
          entity: entity.name, "“\(view.title)” is a view of \(entity.plural), which no tab lists.",
          hint: "Give \(entity.plural) a tab with a list.")
      ]
    }
    let texts = Dictionary(view.shape.items.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let isReadable = view.shape.faults.isEmpty && ListShape.faults(in: texts, of: entity, app.model).isEmpty
    guard isReadable, view.form != .chart || view.chart(of: entity) != nil else {
      return [
        fault(
          entity: entity.name, "“\(view.title)” can't be shown as \(view.view) of \(entity.plural).",
          hint: "Name fields, layouts and conditions as an address of the list does.")
      ]
    }
    return []
  }

  private func faults(of subset: SubsetDescription, _ title: String, _ app: AppDescription) -> [DescriptionFault] {
    app.model.entity(named: subset.entity) == nil
      ? [unknown(subset.entity, title)] : [missingState(of: subset, in: app)].compactMap(\.self)
  }

  private func date(_ name: String?, _ entity: String, _ title: String, _ app: AppDescription) -> [DescriptionFault] {
    guard let name, let entity = app.model.entity(named: entity) else { return [] }
    return AttributePath(name, of: entity, in: app.model)?.attribute?.kind == .date
      ? [] : [unknown(name, entity.name, title)]
  }

  private func unknown(_ entity: String, _ title: String) -> DescriptionFault {
    fault(
      entity: entity, "“\(title)” is about \(entity), which is no entity of the application.",
      hint: "Add it to the application's entities.")
  }

  private func unknown(_ name: String, _ entity: String, _ title: String) -> DescriptionFault {
    fault(
      entity: entity, field: name, "“\(title)” needs it, and \(entity) has nothing of that name that would do.",
      hint: "Name an attribute or a to-one relationship; where a day is wanted, one that is a date.")
  }
}
