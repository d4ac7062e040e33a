import KartotekaHTML
import KartotekaModel
import KartotekaScreens

/// The sheet with which the columns of a list are chosen and ordered: `/northwind/orders/columns`.
struct ColumnsScreen: Sendable {
  let shaping: ListShaping

  /// The sheet in a request.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let fields = shaping.fields(say)
    let chosen = shaping.columns(request)
    func address(_ columns: [String]) -> URLPath {
      shaping.step("columns", request.shaped { $0.columns = columns })
        .with("below", unlessEmpty: request.query["below"] ?? "")
    }
    let own = chosen.enumerated().compactMap { index, path -> ShapeParts.Link? in
      guard let field = fields.field(path) else { return nil }
      var tools: [(symbol: Symbol, label: String, href: URLPath)] = []
      func tool(_ symbol: Symbol, _ key: String, _ other: Int) {
        guard chosen.indices.contains(other) else { return }
        var columns = chosen
        columns.swapAt(index, other)
        tools.append((symbol, say(key, ["title": .text(field.label)]), address(columns)))
      }
      tool(.up, "Move {title} up", index - 1)
      tool(.down, "Move {title} down", index + 1)
      return ShapeParts.Link(
        title: field.label, href: address(chosen.filter { $0 != path }), isChosen: true, tools: tools)
    }
    let below = request.query["below"].flatMap { fields.field($0) }
    func link(_ title: String, _ field: ShapeFields.Field) -> ShapeParts.Link {
      ShapeParts.Link(title: title, href: address(chosen + [field.path]), isChosen: false)
    }
    let text = shaping.searched(request)
    let others = fields.columns(below: below?.path).filter { !chosen.contains($0.path) }
    var found: [ShapeParts.Part] = [.links(title: say("Columns"), own)]
    if !text.isEmpty {
      let matching = fields.matching(text, among: fields.columns)
      let links = matching.filter { !chosen.contains($0.path) }.map { link($0.label, $0) }
      let labels = Set(matching.map(\.label))
      // Those that are columns already are found last: Return opens the first.
      found = [shaping.rows(links + own.filter { labels.contains($0.title) }, say)]
    } else if !others.isEmpty {
      let links = others.map { link($0.ownLabel, $0) }
      found.append(.links(title: below?.label ?? say("Further columns"), links))
    }
    var parts = [
      shaping.search("columns", request, say("Search fields"), hidden: [("below", below?.path ?? "")]), .found(found),
    ]
    let related = fields.all(below: below?.path).filter { $0.subject.relationship != nil }.map { field in
      ShapeParts.Link(
        title: say("Columns of {title}", ["title": .text(field.label)]),
        href: shaping.step("columns", request).with("below", field.path))
    }
    if !related.isEmpty, (below?.path.count { $0 == "." } ?? 0) < FieldPath.limit - 1 {
      parts.append(.links(title: nil, related))
    }
    let sheet = ShapeParts(
      title: say("Columns"), cancel: (say("View"), shaping.view(request)),
      done: .link(shaping.list(request.shaped { $0.layout = .table })), parts: parts)
    return try await shaping.page(request, sheet, false)
  }
}

extension ListShaping {
  /// The most columns that a list has of its own.
  private static let mostOwn = 8

  /// The columns: the chosen ones, else those of the list's rows.
  func columns(_ request: ScreenRequest) -> [String] {
    let chosen = request.shape.known(to: entity, in: model).columns
    if !chosen.isEmpty { return chosen }
    if let table = screen.table { return ["id"] + table.columns }
    let list = screen.list
    let names = (entity.titleAttributes.isEmpty ? ["id"] : []) + list.title + list.subtitle + list.details.map(\.name)
    var own = (names + [list.value].compactMap(\.self)).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    if !entity.states.isEmpty { own.append(ComputedValues.stateKey) }
    let known = Set(entity.sortableNames)
    for column in entity.columns where own.count < 3 && !own.contains(column.name) { own.append(column.name) }
    return Array(own.filter(known.contains).prefix(Self.mostOwn))
  }
}
