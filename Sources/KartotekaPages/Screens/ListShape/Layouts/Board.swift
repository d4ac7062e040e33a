import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// A list as a board: a column of cards for each value of a choice or of a to-one relationship.
struct Board: Sendable {
  /// The maximum number of columns, and of cards that a column shows.
  static let (mostColumns, mostCards) = (20, 50)

  /// A value that records of a column have.
  struct Lane: Sendable {
    /// The value in addresses and forms; empty for records without a value.
    let text: String
    let value: Value
    let title: String
    let tone: StateDescription.Tone
  }

  let list: ListScreen
  let column: ColumnDescription

  /// The board of a list by a field; nil for fields that have none.
  init?(_ list: ListScreen, _ name: String) {
    guard list.entity.layouts.contains(.board(name)), let position = list.entity.position(of: name) else { return nil }
    self.list = list
    column = list.entity.columns[position]
  }

  private var entity: EntityDescription { list.entity }
  private var screens: AppScreens { list.screens }

  /// Whether cards are moved to other columns at all.
  var canMove: Bool {
    if case .attribute(let attribute) = column, attribute.settingAction != nil { return false }
    return !list.screens.isFixed(entity) && column.writability == .always
  }

  /// The columns, and the number of those that there would be.
  func lanes(_ say: Localizer) async throws -> (lanes: [Lane], total: Int) {
    var (lanes, total): ([Lane], Int)
    switch column {
    case .attribute(let attribute):
      lanes = attribute.choices.map {
        let value = Value.text($0.value)
        return Lane(text: $0.value, value: value, title: say($0.label), tone: tone(of: value))
      }
      total = lanes.count
    case .toOne(let relationship):
      guard let target = screens.description.model.entity(named: relationship.target) else { return ([], 0) }
      let page = try await RelatedRecords(screens, of: target).fetch(nil, limit: Self.mostColumns, say)
      lanes = page.records.compactMap { record in
        record.id.map {
          Lane(
            text: String($0), value: .integer($0), title: record.title(in: say, related: page.included), tone: .plain)
        }
      }
      total = page.total ?? lanes.count
    }
    lanes = Array(lanes.prefix(Self.mostColumns))
    if !column.isRequired { lanes.append(Lane(text: "", value: .null, title: say("Empty"), tone: .plain)) }
    return (lanes, total)
  }

  // The tone of a coloured choice: a state whose condition or formula is that value.
  private func tone(of value: Value) -> StateDescription.Tone {
    guard case .text(let text) = value else { return .plain }
    return entity.states.first { $0.value(of: column.name) == text }?.tone ?? .plain
  }

  /// The board of the records that a list shows.
  func board(_ request: ScreenRequest, _ narrowing: ListNarrowing?) async throws -> ListBoard {
    let say = request.say
    let (lanes, total) = try await lanes(say)
    var board = ListBoard(moves: canMove ? list.movePath : nil)
    for lane in lanes {
      var fetch = try await list.rowsRequest(request, narrowing)
      fetch.forgivesSlip = false
      fetch.limit = Self.mostCards
      fetch.predicate =
        [
          fetch.predicate,
          lane.value.isNull
            ? .compare(column.name, .null, [.integer(1)]) : .compare(column.name, .eq, [lane.value]),
        ].joined
      let page = try await screens.store.fetch(fetch)
      let rows = ListRows(
        list, page, request, try await RowTags(page.records, of: list, say),
        try await RowCovers(page.records, of: list))
      var shown = ListBoard.Lane(
        value: lane.text, title: lane.title, count: say.language.grouped(page.total ?? 0), tone: lane.tone,
        rows: page.records.map(rows.row))
      shown.fixed = Set(page.records.filter { $0.sealing != nil }.compactMap(\.id))
      if let total = page.total, total > page.records.count {
        let words = say("{count} more", ["count": .count(total - page.records.count)])
        shown.more = (words, address(of: lane, request))
      }
      if canMove, !lane.value.isNull, list.list.offersNew, list.chooser == nil {
        let new = screens.path(of: entity).appending("new").with(column.name, lane.text).with(list: request)
        shown.new = (new, screens.newTitle(entity, say) + ", " + lane.title)
      }
      board.lanes.append(shown)
    }
    if case .toOne(let relationship) = column, total > Self.mostColumns,
      let target = screens.description.model.entity(named: relationship.target)
    {
      let found = say.counted(Self.mostColumns, of: total, target.nouns)
      board.note = say("Only {found} are shown.", ["found": .text(found)])
    }
    return board
  }

  // The list with the records of one column, as cards; nil if the address would have too many groups.
  private func address(of lane: Lane, _ request: ScreenRequest) -> URLPath? {
    let condition =
      lane.text.isEmpty
      ? ListCondition(column.name, .null, ["true"]) : ListCondition(column.name, .in, [lane.text])
    return request.shape.filter.narrowed(by: condition).map { filter in
      screens.list(
        list.tab,
        request.shaped { shape in
          (shape.filter, shape.layout) = (filter, .cards)
        })
    }
  }

  // MARK: Moving

  /// The sheet from which a card is moved to another column.
  func sheet(_ id: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    guard let record = try await screens.store.record(entity, id: id) else { throw ScreenFault.noSuchRecord(list) }
    let current = Self.text(record[column.name])
    let title = try await screens.title(of: record, say)
    let address = list.movePath.appending(id).with(list: request)
    var sheet = ShapeParts(
      title: say("Move {title}", ["title": .text(title)]), cancel: (say("Cancel"), screens.list(list.tab, request)),
      done: .nothing)
    let others = try await lanes(say).lanes.filter { $0.text != current }
    sheet.form = (
      address, [("was", current)],
      [.choices(title: say(column.label), name: "to", others.map { ($0.text, $0.title) })]
    )
    return try await list.page(request, sheet: sheet.sheet(say))
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .integer(let id): String(id)
    case .text(let text): text
    default: ""
    }
  }
}
