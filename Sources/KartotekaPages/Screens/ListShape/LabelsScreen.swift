import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The records of a list as labels to print: `/northwind/customers/labels?sheet=a4x24`.
struct LabelsScreen: Sendable {
  /// The maximum number of labels.
  private static let most = AnyFetchRequest.limits.most
  /// The number of related records that a label names: more have no room.
  private static let mostLinks = 200
  private static let sheet = "sheet"
  // A postal code stands in the line of the place.
  private static let longestCode = 10

  let shaping: ListShaping

  private var entity: EntityDescription { shaping.entity }

  /// The page. Labels have the columns that the list's address names, else the postal address.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    var fetch = try await shaping.requireFetch(request)
    fetch.limit = Self.most
    fetch.readsBlobs = false
    fetch.include = entity.titleRelationships.map(\.name)
    let page = try await shaping.screens.store.fetch(fetch)
    let paths = paths(request)
    let cells = try await ListCells(
      ListCells.fields(paths, of: entity, in: shaping.model), of: page, in: shaping.screens.store, say,
      links: Self.mostLinks + 1)
    let labels = page.records.map { record in
      let title = record.title(in: say, related: page.included)
      let lines = cells.fields.indices.map { text(cells.cell($0, of: record), cells.fields[$0].subject, say) }
      return [title]
        + Self.joined(lines.flatMap { $0.split(whereSeparator: \.isNewline).map(String.init) }, without: title)
    }
    let total = page.total ?? labels.count
    var note = say.counted(labels.count, entity.nouns)
    if total > labels.count {
      note = say("The first {count} of {all}", ["count": .count(labels.count), "all": .count(total)])
    }
    let format = request.query[Self.sheet].flatMap(LabelSheets.Format.init) ?? .a4x24
    let sheets = LabelSheets(
      title: say("Labels"), back: (say(shaping.screen.tab.title), shaping.list(request)), format: format,
      formats: LabelSheets.Format.allCases.map {
        ($0, shaping.step("labels", request).with(Self.sheet, $0.rawValue))
      },
      labels: labels, note: note + " · " + say("Print without margins and without scaling."))
    return try await shaping.screens.page(
      sheets.title, for: request, tab: shaping.screen.tab.path, hasTwoColumns: false, kind: .lines, columns: [sheets])
  }

  private func paths(_ request: ScreenRequest) -> [String] {
    guard request.shape.columns.isEmpty else { return shaping.columns(request) }
    let list = shaping.screen.list
    return list.card.address.isEmpty ? list.subtitle : list.card.address
  }

  private func text(_ cell: ListCells.Cell, _ subject: FilterSubject, _ say: Localizer) -> String {
    switch subject {
    case .state: cell.state.map { say($0.label) } ?? ""
    case .toOne: cell.title ?? ""
    case .attribute(let attribute), .computed(let attribute):
      cell.value.isNull ? "" : attribute.behavior.brief(cell.value, for: attribute, in: say)
    case .many:
      cell.links.prefix(Self.mostLinks).map(\.title).joined(separator: "; ")
        + (cell.links.count > Self.mostLinks ? "; …" : "")
    case .id: ""
    }
  }

  // "31-001", "SW1A 1AA", "D-10115" and not "Polna 5": a word of small letters is a street's name.
  private static func isCode(_ line: String) -> Bool {
    line.count <= longestCode && line.contains(where: \.isNumber) && !line.contains(where: \.isLowercase)
  }

  // The lines with values, a code before the place that follows it, without the title.
  private static func joined(_ lines: [String], without title: String) -> [String] {
    var joined: [String] = []
    var code: String?
    for line in lines where !line.isEmpty && line != title {
      if let before = code {
        joined.append(before + " " + line)
        code = nil
      } else if isCode(line), !joined.isEmpty {
        code = line
      } else {
        joined.append(line)
      }
    }
    return joined + [code].compactMap(\.self)
  }
}
