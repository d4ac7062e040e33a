import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Views of lists.
extension OverviewScreen {
  /// The most records of a list.
  private static let mostLines = 5

  /// A view as a panel.
  func panel(_ view: ViewDescription, _ number: Int, _ request: ScreenRequest) async throws -> any Component {
    let say = request.say
    guard let entity = model.entity(named: view.entity), let list = screens.screen(of: entity) else {
      return FaultPanel(number: number, title: say(view.title), text: say("There is no such page"))
    }
    let shaping = ListShaping(list)
    var request = request
    (request.search, request.only, request.selected) = ("", "", nil)
    request.shape = view.shape.known(to: entity, in: model)
    let asked = try await shaping.conditioned(request)
    switch view.form {
    case .list: return try await lines(view, number, shaping, asked)
    case .figure: return try await figure(view, number, shaping, asked)
    case .chart:
      guard let chart = view.chart(of: entity) else { return try await figure(view, number, shaping, asked) }
      let charted = asked.shaped { $0.layout = .chart(chart) }
      var panel = try await ListChartView(chart, of: shaping, charted, try await shaping.requireFetch(charted)).panel()
      panel.title = say(view.title)
      panel.part = ChartPanel.Part(number: number, isWide: view.isWide, href: shaping.list(charted))
      return panel
    }
  }

  private func lines(
    _ view: ViewDescription, _ number: Int, _ shaping: ListShaping, _ request: ScreenRequest
  ) async throws -> WatchPanel {
    let (say, list) = (request.say, shaping.screen)
    let page = try await list.fetch(request, shaping.narrowing(request), limit: Self.mostLines)
    var panel = WatchPanel(number: number, title: say(view.title), lines: [])
    panel.isWide = view.isWide
    for record in page.records.prefix(Self.mostLines) {
      let facts = list.list.subtitle.compactMap { name -> (text: String, isBad: Bool)? in
        guard let attribute = record.entity.attribute(name) else { return nil }
        let text = attribute.behavior.brief(record[name], for: attribute, in: say)
        return text.isEmpty ? nil : (text, false)
      }
      panel.lines.append(
        WatchPanel.Line(
          title: try await screens.title(of: record, say), href: address(of: record.id ?? 0, record.entity),
          facts: facts))
    }
    let total = page.total ?? page.records.count
    panel.all = (say("All {count}", ["count": .count(total)]), shaping.list(request))
    return panel
  }

  private func figure(
    _ view: ViewDescription, _ number: Int, _ shaping: ListShaping, _ request: ScreenRequest
  ) async throws -> FigurePanel {
    let say = request.say
    let fetch = try await shaping.requireFetch(request)
    let line = try await ListFigures(shaping: shaping).line(request, fetch)
    let (subtitle, text) =
      if let first = line?.figures.first { (first.title, first.value) } else {
        (say.capitalized(shaping.entity.nouns.many), say.language.grouped(try await store.count(fetch)))
      }
    return FigurePanel(
      number: number, title: say(view.title), subtitle: subtitle, figure: text, isWide: view.isWide,
      href: shaping.list(request))
  }
}
