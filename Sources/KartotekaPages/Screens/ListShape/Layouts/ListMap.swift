import Hummingbird
import KartotekaGeography
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// A list as a map: the records that it finds are pins.
struct ListMap: Sendable {
  /// The maximum number of records on the map.
  private static let mostRecords = 20_000

  private let list: ListScreen
  private let position: AttributeDescription

  /// A list as a map; nil for requests of other layouts.
  init?(_ list: ListScreen, _ request: ScreenRequest) {
    guard case .map(let name) = request.shape.layout, list.entity.layouts.contains(request.shape.layout),
      let position = list.entity.attribute(name)
    else { return nil }
    self.list = list
    self.position = position
  }

  private var screens: AppScreens { list.screens }
  private var entity: EntityDescription { list.entity }

  /// The page; nil if the list finds no records at all.
  func page(
    _ request: ScreenRequest, title: String? = nil, status: HTTPResponse.Status = .ok, sheet: Sheet? = nil
  ) async throws -> ScreenDocument? {
    // The sea and countries are no records.
    if request.query["press"] != nil { return .noContent }
    let narrowing = ListNarrowing(request.only, of: list, request.say)
    let page = try await records(request, narrowing)
    let (placed, total) = (page.total ?? 0, try await total(request, narrowing))
    guard total > 0 else { return nil }
    let view = view(of: page, request)
    if request.part == .rows { return .part { [view] in $0.add(view.pinsLayer) } }
    let column = ListMapColumn(
      leading: screens.leading(list.tab, request.say), map: map(view, page, request),
      new: list.screens.isFixed(entity) || !list.list.offersNew
        ? nil
        : (screens.path(of: entity).appending("new").with(list: request), screens.newTitle(entity, request.say)),
      search: list.searchField(request), shape: try await list.bar(request),
      note: note(shown: page.records.count, placed, total, request.say))
    return try await screens.page(
      title ?? column.map.title, for: request, tab: list.tab.path, status: status, hasTwoColumns: false, kind: .atlas,
      sheet: sheet, columns: [column])
  }

  private func records(_ request: ScreenRequest, _ narrowing: ListNarrowing?) async throws -> FetchPage {
    var fetch = try await list.rowsRequest(request, narrowing)
    fetch.predicate = [fetch.predicate, .compare(position.name, .null, [.integer(0)])].joined
    fetch.limit = Self.mostRecords
    return try await screens.store.fetch(fetch)
  }

  private func total(_ request: ScreenRequest, _ narrowing: ListNarrowing?) async throws -> Int {
    var fetch = try await list.fetchRequest(request, narrowing)
    fetch.limit = 1
    fetch.readsBlobs = false
    return try await screens.store.fetch(fetch).total ?? 0
  }

  private func view(of page: FetchPage, _ request: ScreenRequest) -> MapView {
    let rows = ListRows(list, page, request)
    let pins = page.records.compactMap { record -> MapPin? in
      guard case .text(let text) = record[position.name], let position = Coordinate(text) else { return nil }
      let title = rows.row(record).title.map(\.text).joined(separator: " ")
      return MapPin(id: record.id ?? 0, title: title, point: WorldMap.point(of: position))
    }
    let region = request.query["view"].flatMap { MapRegion($0) } ?? .showing(pins, around: request.selected)
    let clusters = MapPinCluster.clusters(
      of: pins.filter { region.isNear($0.point) }, and: [],
      apart: region.unitsOfAPixel * (region.isWorld ? 14 : 26), several: region.unitsOfAPixel * 28,
      chosen: request.selected)
    var view = MapView(
      pins: clusters, region: region, address: screens.list(list.tab, request), parameter: "selected",
      chosenPin: request.selected, linked: Set(pins.map(\.id)),
      names: MapName.names(in: region, besides: clusters, request.say),
      counted: { [entity, say = request.say] in say.counted($0, entity.nouns) })
    view.fine = MapDetails.countries(in: region)
    return view
  }

  private func map(_ view: MapView, _ page: FetchPage, _ request: ScreenRequest) -> MapColumn {
    let say = request.say
    let title = say(list.tab.title)
    var map = MapColumn(
      title: title,
      label: say("World map, {counted}", ["counted": .text(say.counted(page.total ?? 0, entity.nouns))]),
      geometry: screens.assets.world ?? URLPath(), view: view)
    map.outlines = screens.assets.outlines
    map.isInList = true
    map.zoom = MapColumn.Zoom(from: view, all: view.address)
    if let record = page.records.first(where: { $0.id == request.selected }) {
      let row = ListRows(list, page, request).row(record)
      var card = MapCard(
        cut: title, title: row.title.map(\.text).joined(separator: " "), text: row.subtitle ?? "", close: view.address)
      card.buttons = [
        ActionButton(
          title: say("Open"), target: .link(screens.path(of: entity).appending(row.id).with(list: request)))
      ]
      map.card = card
    }
    return map
  }

  private func note(shown: Int, _ placed: Int, _ total: Int, _ say: Localizer) -> String? {
    if shown < placed {
      return say("Only {found} are shown.", ["found": .text(say.counted(shown, of: placed, entity.nouns))])
    }
    guard placed < total else { return nil }
    return say("Without a place on the map: {counted}", ["counted": .text(say.counted(total - placed, entity.nouns))])
  }
}
