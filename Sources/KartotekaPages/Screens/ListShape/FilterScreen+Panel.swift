import KartotekaHTML
import KartotekaModel
import KartotekaStore

// The values of fields with their numbers of records, beside a list in a wide window: `/northwind/orders/facets`.
extension FilterScreen {
  /// The maximum number of fields, and of values of each.
  private static let (mostFields, mostShown) = (6, 7)

  /// The panel, which a script puts beside the list.
  func panel(_ request: ScreenRequest) async throws -> ScreenDocument {
    let fields = shaping.fields(request.say)
    var panel = FacetPanel()
    // A value narrows the list: of conditions of which one has to hold, it is none.
    guard let filter = request.shape.filter.asGroup else { return .part { [panel] in $0.add(panel) } }
    let request = request.shaped { $0.filter = filter }
    for field in fields.all() where Self.hasPanel(field.subject) && panel.facets.count < Self.mostFields {
      if let facet = try await facet(field, request) { panel.facets.append(facet) }
    }
    return .part { [panel] in $0.add(panel) }
  }

  private static func hasPanel(_ subject: FilterSubject) -> Bool {
    switch subject {
    case .state, .toOne: true
    case .attribute(let attribute): [.boolean, .choice, .country].contains(attribute.kind)
    case .id, .computed, .many: false
    }
  }

  // Nil for a field with one value.
  private func facet(_ field: ShapeFields.Field, _ request: ScreenRequest) async throws -> FacetPanel.Facet? {
    let (say, filter) = (request.say, request.shape.filter)
    let place = filter.place(of: field.path)
    let condition = Condition(field, self, request, at: place?.text ?? "")
    let chosen = condition.current?.values ?? []
    guard let all = try await facets(condition, "", request) else { return nil }
    let found = all.filter { $0.count != 0 || chosen.contains($0.value) }
    guard found.count > 1 || !chosen.isEmpty else { return nil }
    let shown = found.filter { chosen.contains($0.value) } + found.filter { !chosen.contains($0.value) }
    let values = shown.prefix(max(Self.mostShown, chosen.count))
    let words = try await ConditionWords(
      [ListCondition(field.path, .in, values.map(\.value))], shaping.fields(say), shaping.screens.store)
    var facet = FacetPanel.Facet(title: field.label)
    facet.values = values.map { value, count in
      let isChosen = chosen.contains(value)
      let others = isChosen ? chosen.filter { $0 != value } : chosen + [value]
      let toggled = request.shaped { shape in
        if others.isEmpty, let place {
          shape.filter.remove(at: place)
        } else {
          shape.filter.set(ListCondition(field.path, .in, others), at: place ?? .init())
        }
      }
      return FacetPanel.Value(
        title: words.name(of: value, field.subject), count: count.map { say.language.grouped($0) },
        href: shaping.list(toggled), isChosen: isChosen)
    }
    if found.count > values.count {
      facet.more = shaping.filter(request, field: field.path, at: place ?? .init())
    }
    return facet
  }
}
