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
  private static let (sheet, codes) = ("sheet", "codes")
  // A postal code stands in the line of the place.
  private static let longestCode = 10

  let shaping: ListShaping

  private var entity: EntityDescription { shaping.entity }

  /// The page. Labels have the columns that the list's address names, else the postal address and the bar codes.
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
      func texts(_ isCode: Bool) -> [String] {
        cells.fields.indices.filter { Self.isBarcode(cells.fields[$0].subject) == isCode }
          .map { text(cells.cell($0, of: record), cells.fields[$0].subject, say) }
      }
      let lines = texts(false).flatMap { $0.split(whereSeparator: \.isNewline).map(String.init) }
      return LabelSheets.Label(
        lines: [title] + Self.joined(lines, without: title), codes: texts(true).filter { !$0.isEmpty })
    }
    let total = page.total ?? labels.count
    var note = say.counted(labels.count, entity.nouns)
    if total > labels.count {
      note = say("The first {count} of {all}", ["count": .count(labels.count), "all": .count(total)])
    }
    let format = request.query[Self.sheet].flatMap(LabelSheets.Format.init) ?? .a4x24
    let drawing = request.query[Self.codes].flatMap(LabelSheets.Drawing.init) ?? .bars
    func address(_ format: LabelSheets.Format, _ drawing: LabelSheets.Drawing) -> URLPath {
      let sheet = shaping.step("labels", request).with(Self.sheet, format.rawValue)
      return drawing == .bars ? sheet : sheet.with(Self.codes, drawing.rawValue)
    }
    let sheets = LabelSheets(
      title: say("Labels"), back: (say(shaping.screen.tab.title), shaping.list(request)), format: format,
      formats: LabelSheets.Format.allCases.map { ($0, address($0, drawing)) }, labels: labels, drawing: drawing,
      drawings: LabelSheets.Drawing.allCases.map { ($0, address(format, $0)) },
      note: note + " · " + say("Print without margins and without scaling."))
    return try await shaping.screens.page(
      sheets.title, for: request, tab: shaping.screen.tab.path, hasTwoColumns: false, kind: .lines, columns: [sheets])
  }

  private func paths(_ request: ScreenRequest) -> [String] {
    guard request.shape.columns.isEmpty else {
      return shaping.columns(request).filter { entity.attribute($0)?.isBytes != true }
    }
    let list = shaping.screen.list
    let paths = list.card.address.isEmpty ? list.subtitle : list.card.address
    return paths + entity.attributes.filter { $0.barcode != nil && !paths.contains($0.name) }.map(\.name)
  }

  private static func isBarcode(_ subject: FilterSubject) -> Bool {
    switch subject {
    case .attribute(let attribute), .computed(let attribute): attribute.barcode != nil
    default: false
    }
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
