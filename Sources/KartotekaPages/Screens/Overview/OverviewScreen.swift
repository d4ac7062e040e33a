import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The overview of an application: figures and charts.
struct OverviewScreen: Sendable {
  let screens: AppScreens
  let tab: TabDescription
  let overview: OverviewDescription

  /// The overview of a tab; nil for other tabs.
  init?(_ screens: AppScreens, _ tab: TabDescription) {
    guard case .overview(let overview) = tab.screen else { return nil }
    self.screens = screens
    self.tab = tab
    self.overview = overview
  }

  var store: Store { screens.store }
  var model: ModelDescription { store.model }
  var address: URLPath { screens.path.appending(tab.path) }

  /// The page.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    var column = OverviewColumn(title: say(tab.title))
    if try await isEmpty() {
      let empty = EmptyState(
        title: say("Nothing to show yet"), text: say("Figures and plots appear as soon as there are records."))
      column.empty = try await screens.introducing(empty, request)
    } else {
      for figure in overview.figures { column.tiles.append(try await soundTile(figure, say)) }
      for (number, part) in overview.panels.enumerated() {
        column.panels.append(try await soundPanel(part, number, request))
      }
    }
    return try await screens.page(
      column.title, for: request, tab: tab.path, hasTwoColumns: false, kind: .plot, columns: [column]
    )
    .depending(on: overview.isOfDay ? .day : Dependencies())
  }

  // An overflow affects only its own tile.
  private func soundTile(_ figure: FigureDescription, _ say: Localizer) async throws -> OverviewColumn.Tile {
    do { return try await tile(figure, say) } catch let error as StoreError {
      guard case .tooLarge = error else { throw error }
      return OverviewColumn.Tile(
        title: say(figure.title, ["month": .text("–")]), number: "–", tone: .bad, note: say(error.phrase(in: model)))
    }
  }

  private func soundPanel(
    _ part: OverviewDescription.Panel, _ number: Int, _ request: ScreenRequest
  ) async throws -> any Component {
    let say = request.say
    let title: String
    do {
      switch part {
      case .chart(let chart):
        title = chart.title
        return try await plot(chart, number, say)
      case .watch(let watch):
        title = watch.title
        return try await panel(watch, number, request)
      case .view(let view):
        title = view.title
        return try await panel(view, number, request)
      }
    } catch let error as StoreError {
      guard case .tooLarge = error else { throw error }
      let words = [error.phrase(in: model), error.remedy].compactMap(\.self).map { say($0) }
      return FaultPanel(number: number, title: say(title), text: words.joined(separator: ". "))
    }
  }

  // Whether none of its entities has records.
  private func isEmpty() async throws -> Bool {
    for name in entities where try await store.count(AnyFetchRequest(name)) > 0 { return false }
    return true
  }

  private var entities: Set<String> {
    let figures = overview.figures.map { figure in
      switch figure.content {
      case .count(let count): count.subset.entity
      case .latestMonth(let series): series.entity
      case .sum(let total), .average(let total): total.entity
      case .share(let subset): subset.entity
      }
    }
    let panels = overview.panels.map { panel in
      switch panel {
      case .chart(let chart): chart.series.entity
      case .watch(let watch): watch.subset.entity
      case .view(let view): view.entity
      }
    }
    return Set(figures + panels)
  }

  // MARK: Addresses of records

  /// The list with a subset's records; nil if no list supports it.
  func address(of subset: SubsetDescription) -> URLPath? {
    guard let entity = model.entity(named: subset.entity), let list = ListScreen(screens, of: entity),
      ListNarrowing.subset(subset.name, of: list) != nil
    else { return nil }
    return list.address.with(ListNarrowing.parameter, subset.name)
  }

  /// The list with the records of a month; nil if there is none.
  func address(of month: Month, _ reader: SeriesReader) -> URLPath? {
    ListScreen(screens, of: reader.dated)?.address
      .with(
        ListNarrowing.parameter, ListNarrowing.text(reader.date, month.text, within: reader.series.subset?.name))
  }

  /// A record's page with a way back to the overview; nil if it has none.
  func address(of id: RecordID, _ entity: EntityDescription) -> URLPath? {
    screens.screen(of: entity).map { _ in screens.path(of: entity).appending(id).with("via", tab.path) }
  }

  /// The existing records with the given ids.
  func records(_ ids: [RecordID], of entity: EntityDescription, including: [String] = []) async throws -> FetchPage {
    var request = AnyFetchRequest(entity.name)
    request.predicate = .compare("id", .in, ids.map(Value.integer))
    request.limit = max(1, ids.count)
    request.wantsTotal = false
    request.include = including
    return try await store.fetch(request)
  }
}

extension OverviewDescription {
  /// Whether it compares the current month with others.
  fileprivate var isOfDay: Bool {
    figures.contains { if case .latestMonth = $0.content { true } else { false } }
  }
}
