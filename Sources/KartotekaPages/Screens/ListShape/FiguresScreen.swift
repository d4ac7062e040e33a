import KartotekaHTML
import KartotekaModel

/// The sheets with which the figures below a list are chosen: of which columns, and then which of a column:
/// `/northwind/orders/figures?field=total`.
struct FiguresScreen: Sendable {
  let shaping: ListShaping

  /// The sheet in a request.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let field = request.query["field"].flatMap { shaping.fields(request.say).field($0) }
    let sheet = field.map { self.functions(of: $0, request) } ?? fields(request)
    return try await shaping.page(request, sheet, false)
  }

  private func functions(of field: ShapeFields.Field, _ request: ScreenRequest) -> ShapeParts {
    let say = request.say
    let links = field.subject.functions.map { function in
      let figure = ListFigure(function, of: field.path)
      let isChosen = request.shape.figures.contains(figure)
      let other = request.shaped { shape in
        if isChosen { shape.figures.removeAll { $0 == figure } } else { shape.figures.append(figure) }
      }
      return ShapeParts.Link(
        title: say(function.words).capitalized(), href: shaping.figures(other, of: field.path), isChosen: isChosen)
    }
    return ShapeParts(
      title: field.label, cancel: (say("Figures"), shaping.figures(request)), done: .link(shaping.list(request)),
      parts: [.links(title: nil, links)])
  }

  // Columns of numbers first.
  private func fields(_ request: ScreenRequest) -> ShapeParts {
    let say = request.say
    let fields = shaping.fields(say)
    let shown = shaping.columns(request).filter { shaping.entity.attribute($0)?.isBytes != true }
    let chosen = request.shape.figures.map(\.field).filter { !shown.contains($0) }
    let others = fields.sortable().map(\.path).filter { !shown.contains($0) && !chosen.contains($0) }
    let all = (shown + chosen + others).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .compactMap { fields.field($0) }.filter { !$0.subject.functions.isEmpty }
    func links(_ fields: [ShapeFields.Field]) -> [ShapeParts.Link] {
      fields.map { field in
        let words = request.shape.figures.filter { $0.field == field.path }.map { say($0.function.words) }
        return ShapeParts.Link(
          title: field.label, value: words.isEmpty ? nil : words.joined(separator: ", "),
          href: shaping.figures(request, of: field.path))
      }
    }
    let text = shaping.searched(request)
    let found = text.isEmpty ? all : fields.matching(text, among: { $0 == nil ? all : [] })
    let numbers = found.filter { $0.subject.functions.contains(.sum) }
    let rest = found.filter { !$0.subject.functions.contains(.sum) }
    var parts: [ShapeParts.Part] = []
    if !numbers.isEmpty { parts.append(.links(title: say("Numbers"), links(numbers))) }
    if !rest.isEmpty { parts.append(.links(title: say("Other columns"), links(rest))) }
    if parts.isEmpty { parts.append(shaping.rows([], say)) }
    parts = [shaping.search("figures", request, say("Search fields")), .found(parts)]
    parts.append(.note(say("Figures are of all records that the list shows, also of those further down.")))
    return ShapeParts(
      title: say("Figures"), cancel: (say("View"), shaping.view(request)), done: .link(shaping.list(request)),
      parts: parts)
  }
}

extension ListShaping {
  /// The address of the sheet with the figures, or with those of one field.
  func figures(_ request: ScreenRequest, of field: String? = nil) -> URLPath {
    step("figures", request).with("field", unlessEmpty: field ?? "")
  }
}

extension String {
  /// The text with a capital first letter.
  fileprivate func capitalized() -> String { prefix(1).uppercased() + dropFirst() }
}
