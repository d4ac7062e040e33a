import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The fields of a part of an overview.
struct PartFields {
  private let shape: ShapeScreens
  private let say: Localizer
  private let views: [Choice]
  // The figures of all kinds of records that have a list.
  private let figures: [Choice]

  /// Reads the views that a part can show: lists as they are, and kept views that everybody sees.
  init(_ shape: ShapeScreens, _ request: ScreenRequest) async throws {
    (self.shape, say) = (shape, request.say)
    let kept = try await shape.screens.store.views().filter { $0.owner == nil }
    var (views, figures): ([Choice], [Choice]) = ([], [])
    for entity in shape.screens.description.model.entities {
      guard let screen = shape.screens.screen(of: entity) else { continue }
      let title = say(screen.tab.title)
      views.append(Choice(Self.value(entity.name, ""), title))
      let shaping = ListShaping(screen)
      figures += Self.figures(of: shaping, request.say).map { figure, words in
        Choice(Self.value(entity.name, figure.text), title + ": " + words)
      }
      for view in kept where view.entity == entity.name {
        let state = shaping.state(view)
        // Searches and subsets are no part of the parameters that a description has.
        guard state.search.isEmpty, state.only.isEmpty, !state.shape.isEmpty else { continue }
        let value = Self.value(entity.name, state.shape.text)
        if !views.contains(where: { $0.value == value }) { views.append(Choice(value, title + ": " + view.name)) }
      }
    }
    (self.views, self.figures) = (views, figures)
  }

  private static func value(_ entity: String, _ view: String) -> String { entity + "?" + view }

  // The kind of record and the rest of a value.
  private static func parts(_ value: String) -> (entity: String, rest: String)? {
    let parts = value.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }

  // The sums, averages and extremes of the records' own fields.
  private static func figures(of shaping: ListShaping, _ say: Localizer) -> [(ListFigure, String)] {
    shaping.fields(say).all().flatMap { field in
      field.subject.functions.filter { $0 != .empty && $0 != .distinct }.map { function in
        (ListFigure(function, of: field.path), field.label + ", " + say(function.words))
      }
    }
  }

  /// The form.
  /// - Parameter naming: whether it asks for the name of an overview, too.
  func form(_ part: ViewDescription?, naming: Bool = false) -> ShapeForm {
    var fields = naming ? [ShapeForm.field("name", "Name", required: true)] : []
    fields += [
      ShapeForm.field("view", "View", .choice, required: true, choices: views),
      ShapeForm.field("title", "Title"),
      ShapeForm.field(
        "form", "Show as", .choice, required: true,
        choices: ViewDescription.Form.allCases.map { Choice($0.rawValue, $0.words) }),
    ]
    if !figures.isEmpty {
      fields.append(ShapeForm.field("figure", "Number (empty: of the records)", .choice, choices: figures))
    }
    fields.append(ShapeForm.field("wide", "Whole width", .boolean))
    return ShapeForm(
      fields,
      [
        "view": .text(part.map { chosen($0) } ?? views.first?.value ?? ""),
        "title": part.map { .text(say($0.title)) } ?? .null,
        "form": .text(part?.form.rawValue ?? ViewDescription.Form.list.rawValue),
        "figure": part.flatMap { figure(of: $0) }.map(Value.text) ?? .null,
        "wide": .integer(part?.isWide == true ? 1 : 0),
      ])
  }

  // The view of a part among those that can be chosen: as it is, else without a figure of its own.
  private func chosen(_ part: ViewDescription) -> String {
    let value = Self.value(part.entity, part.view)
    if views.contains(where: { $0.value == value }) { return value }
    func bare(_ text: String) -> String {
      var shape = ListShape(text: text)
      shape.figures = []
      return shape.text
    }
    let view = bare(part.view)
    let found = views.first { choice in
      Self.parts(choice.value).map { $0.entity == part.entity && bare($0.rest) == view } ?? false
    }
    return found?.value ?? value
  }

  // The figure that a part shows beside its view; nil where it is the view's own, or the number of records.
  private func figure(of part: ViewDescription) -> String? {
    guard part.form == .figure, let figure = part.shape.figures.first,
      chosen(part) != Self.value(part.entity, part.view)
    else { return nil }
    return Self.value(part.entity, figure.text)
  }

  /// A new part.
  /// - Throws: ``ShapeFault`` for a figure that the part can't have.
  func part(_ draft: RecordDraft) throws(ShapeFault) -> ViewDescription {
    var part = ViewDescription("", of: "")
    try change(&part, draft, ["view", "title", "form", "figure", "wide"])
    return part
  }

  /// Gives a part what somebody has changed in the form.
  /// - Throws: ``ShapeFault`` for a figure that the part can't have.
  func change(_ part: inout ViewDescription, _ draft: RecordDraft) throws(ShapeFault) {
    try change(&part, draft, draft.changed)
  }

  private func change(
    _ part: inout ViewDescription, _ draft: RecordDraft, _ changed: Set<String>
  ) throws(ShapeFault) {
    let former = title(of: part)
    if changed.contains("form") { part.form = ViewDescription.Form(rawValue: draft.text("form")) ?? .list }
    if !changed.isDisjoint(with: ["view", "figure"]), let view = Self.parts(draft.text("view")) {
      (part.entity, part.view) = (view.entity, view.rest)
    }
    if let figure = Self.parts(draft.text("figure")) {
      try use(figure, of: &part, changed)
    }
    if changed.contains("title") {
      let title = draft.text("title")
      part.title = title.isEmpty ? self.title(of: part) ?? part.entity : say.key(of: title, part.title)
    } else if changed.contains("view"), say(part.title) == former {
      // A title that was the view's is that of the new one.
      part.title = title(of: part) ?? part.title
    }
    if changed.contains("wide") { part.isWide = draft.isOn("wide") }
  }

  private func use(
    _ figure: (entity: String, rest: String), of part: inout ViewDescription, _ changed: Set<String>
  ) throws(ShapeFault) {
    guard part.form == .figure else {
      if changed.contains("figure") {
        throw ShapeFault("figure", "Only a number is of a field: show it as a number, or empty this")
      }
      // One that was a number shows its view again.
      if changed.contains("form"), let view = Self.parts(chosen(part)) { part.view = view.rest }
      return
    }
    guard figure.entity == part.entity else {
      throw ShapeFault("figure", "This is a field of other records than those of the view")
    }
    guard !changed.isDisjoint(with: ["view", "figure"]), let figure = ListFigure(text: figure.rest) else { return }
    var shape = part.shape
    shape.figures = [figure]
    part.view = shape.text
  }

  // What the view of a part is called; nil for one that can't be chosen any more.
  private func title(of part: ViewDescription) -> String? {
    let value = chosen(part)
    return views.first { $0.value == value }?.label
  }
}
