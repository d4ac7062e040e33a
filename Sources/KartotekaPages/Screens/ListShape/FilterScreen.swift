import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The sheets with which a list is filtered: the fields, then the condition on one: `/northwind/orders/filter?field=orderDate`.
struct FilterScreen: Sendable {
  /// The maximum number of values to choose from.
  static let mostValues = 50

  /// The number of values from which on they have a search.
  private static let mostUnsearched = 8

  let shaping: ListShaping

  private var screens: AppScreens { shaping.screens }

  /// The sheet in a request.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    guard let field = request.query["field"].flatMap({ shaping.fields(request.say).field($0) }) else {
      return try await shaping.page(request, choice(request), false)
    }
    return try await page(Condition(field, self, request), request)
  }

  // MARK: Fields

  private func choice(_ request: ScreenRequest) -> ShapeParts {
    let say = request.say
    let place = ListFilter.Place(text: request.query["at"] ?? "")
    let text = shaping.searched(request)
    let fields = shaping.fields(say)
    let found =
      text.isEmpty
      ? links(below: nil, place, request)
      : fields.matching(text, among: fields.filterable).map {
        ShapeParts.Link(title: $0.label, href: shaping.filter(request, field: $0.path, at: place))
      }
    return ShapeParts(
      title: say("Filter"), cancel: (say("Close"), shaping.list(request)), done: .link(shaping.list(request)),
      parts: [
        shaping.search("filter", request, say("Search fields"), hidden: [("at", place.text)]),
        shaping.found(found, say),
      ])
  }

  private func links(
    below path: String?, _ place: ListFilter.Place, _ request: ScreenRequest
  ) -> [ShapeParts.Link] {
    shaping.fields(request.say).filterable(below: path).map {
      ShapeParts.Link(title: $0.ownLabel, href: shaping.filter(request, field: $0.path, at: place))
    }
  }

  // MARK: A condition

  /// The condition that is edited.
  struct Condition {
    let field: ShapeFields.Field
    let place: ListFilter.Place
    /// The condition as it is; nil for a new one.
    let current: ListCondition?
    let choice: OperatorChoice?
    /// The submitted texts, by name; nil unless a form was refused.
    var texts: SubmittedForm?
    var errors: [String: String] = [:]

    init(_ field: ShapeFields.Field, _ screen: FilterScreen, _ request: ScreenRequest, at text: String? = nil) {
      self.field = field
      place = ListFilter.Place(text: text ?? request.query["at"] ?? "")
      let current = request.shape.filter.condition(at: place)
      self.current = current?.field == field.path ? current : nil
      choice = OperatorChoice(field.subject)
    }
  }

  private func page(_ condition: Condition, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let isNew = condition.current == nil
    var sheet = ShapeParts(
      title: condition.field.label,
      cancel: isNew
        ? (say("Back"), shaping.filter(request, at: condition.place)) : (say("View"), shaping.view(request)),
      done: condition.choice == nil ? .link(shaping.view(request)) : .submit(name: "do", value: "done"))
    let periods = periods(condition, request)
    if !periods.isEmpty { sheet.parts.append(.links(title: nil, periods)) }
    sheet.parts += try await values(condition, request)
    if let choice = condition.choice { sheet.form = form(choice, condition, request) }
    let texts = try await texts(condition, request)
    if !texts.isEmpty { sheet.more.append(.links(title: say("Values"), texts)) }
    let empties = empties(condition, request)
    if !empties.isEmpty { sheet.more.append(.links(title: nil, empties)) }
    if case .toOne(let relationship) = condition.field.subject,
      condition.field.path.count(where: { $0 == "." }) < FieldPath.limit
    {
      sheet.more.append(
        .links(title: say(relationship.label), links(below: condition.field.path, condition.place, request)))
    }
    return try await shaping.page(request, sheet, !condition.errors.isEmpty)
  }

  // The address after a condition is set.
  private func setting(_ filter: ListOperator, _ values: [String], _ condition: Condition, _ request: ScreenRequest)
    -> URLPath
  {
    shaping.view(
      request.shaped { $0.filter.set(ListCondition(condition.field.path, filter, values), at: condition.place) })
  }

  private func link(
    _ title: String, _ filter: ListOperator, _ value: String, _ condition: Condition, _ request: ScreenRequest
  ) -> ShapeParts.Link {
    let isChosen = condition.current?.filter == filter && condition.current?.values == [value]
    return ShapeParts.Link(
      title: title.prefix(1).uppercased() + title.dropFirst(), href: setting(filter, [value], condition, request),
      isChosen: isChosen)
  }

  private func periods(_ condition: Condition, _ request: ScreenRequest) -> [ShapeParts.Link] {
    guard condition.field.subject.isOfDays else { return [] }
    return DayPeriod.Relative.allCases.map {
      link(request.say($0.words), .during, $0.rawValue, condition, request)
    }
  }

  private func empties(_ condition: Condition, _ request: ScreenRequest) -> [ShapeParts.Link] {
    let say = request.say
    switch condition.field.subject {
    case .attribute(let attribute) where !attribute.isRequired || condition.field.path.contains("."): break
    case .toOne(let relationship) where !relationship.isRequired || condition.field.path.contains("."): break
    case .many: break
    default: return []
    }
    return [
      link(say("Is empty"), .null, "true", condition, request),
      link(say("Is not empty"), .null, "false", condition, request),
    ]
  }

  // MARK: Values to choose from

  private func values(_ condition: Condition, _ request: ScreenRequest) async throws -> [ShapeParts.Part] {
    let say = request.say
    var parts: [ShapeParts.Part] = []
    var search = ""
    let place: [(name: String, value: String)] = [("field", condition.field.path), ("at", condition.place.text)]
    if let relationship = condition.field.subject.relationship,
      let target = shaping.model.entity(named: relationship.target), target.isSearchable
    {
      search = shaping.searched(request)
      let counted = ["counted": Phrase.Argument.text(say(target.nouns.many))]
      parts.append(shaping.search("filter", request, say("Search {counted}", counted), hidden: place))
    }
    let chosen = condition.current.map { [.eq, .in].contains($0.filter) ? $0.values : [] } ?? []
    guard let found = try await facets(condition, search, request) else { return parts }
    let hidden = chosen.filter { value in !found.contains { $0.value == value } }
    let words = try await ConditionWords(
      [ListCondition(condition.field.path, .in, hidden + found.map(\.value))], shaping.fields(say), screens.store)
    var links = (hidden.map { ($0, nil) } + found).map { value, count in
      ShapeParts.Link(
        title: words.name(of: value, condition.field.subject), value: count.map { say.language.grouped($0) },
        href: toggling(value, chosen, condition, request), isChosen: chosen.contains(value))
    }
    // A search would not find the values beyond the most frequent ones.
    let isWhole = condition.field.subject.relationship == nil || found.count < Self.mostValues
    if parts.isEmpty, isWhole, links.count > Self.mostUnsearched {
      parts.append(shaping.search("filter", request, say("Search values"), hidden: place))
      let text = Folding.fold(shaping.searched(request))
      links.removeAll { !Folding.fold($0.title).contains(text) && !text.isEmpty }
    }
    if parts.isEmpty, !links.isEmpty { links[0].hasFocus = true }
    return parts + [shaping.found(links, say)]
  }

  func toggling(
    _ value: String, _ chosen: [String], _ condition: Condition, _ request: ScreenRequest
  ) -> URLPath {
    let values = chosen.contains(value) ? chosen.filter { $0 != value } : chosen + [value]
    var place = condition.place
    let request = request.shaped { shape in
      place =
        values.isEmpty
        ? shape.filter.remove(at: place)
        : shape.filter.set(ListCondition(condition.field.path, .in, values), at: place)
    }
    return shaping.filter(request, field: condition.field.path, at: place)
  }

  // The values with the number of records that have them, among those that match the other conditions; nil for fields
  // without values to choose from. A search has no numbers.
  func facets(
    _ condition: Condition, _ search: String, _ request: ScreenRequest
  ) async throws -> [(value: String, count: Int?)]? {
    let others = try await others(condition, request)
    switch condition.field.subject {
    case .state(let entity):
      var found: [(value: String, count: Int?)] = []
      let searched = try await shaping.fetch(request)
      for state in entity.states {
        var fetch = AnyFetchRequest(shaping.entity.name)
        let isState = try? ListCondition(condition.field.path, .eq, [state.name])
          .predicate(of: shaping.entity, in: shaping.model)
        fetch.predicate = [others, isState].joined
        (fetch.search, fetch.number) = (searched.search, searched.number)
        found.append((state.name, try await screens.store.count(fetch)))
      }
      return found
    case .attribute(let attribute):
      let counts = try await counts(condition, others, request)
      func text(_ value: Value) -> String { attribute.behavior.text(value, for: attribute) }
      let known = counts.map { (value: text($0.value), count: $0.count) }
      func count(of value: String) -> Int? { known.first { $0.value == value }?.count ?? (known.isEmpty ? nil : 0) }
      switch attribute.kind {
      case .boolean: return ["true", "false"].map { ($0, count(of: $0)) }
      case .choice: return attribute.choices.map { ($0.value, count(of: $0.value)) }
      case .country: return known.filter { !$0.value.isEmpty }
      default: return nil
      }
    case .toOne(let relationship):
      guard search.isEmpty else { return try await found(search, relationship, request) }
      let counts = try await counts(condition, others, request)
      let keys = try await keys(counts.map(\.value), relationship)
      return counts.compactMap { value, count in keys[value].map { ($0, request.search.isEmpty ? count : nil) } }
    // A record counts for each of its related ones, so that the numbers would not add up.
    case .many(let relationship): return try await found(search, relationship, request)
    case .id, .computed: return nil
    }
  }

  private func found(
    _ search: String, _ relationship: RelationshipDescription, _ request: ScreenRequest
  ) async throws -> [(value: String, count: Int?)] {
    guard let target = shaping.model.entity(named: relationship.target) else { return [] }
    let page = try await RelatedRecords(screens, of: target)
      .fetch(nil, search: search, limit: Self.mostValues, request.say)
    let keyed = KeyedTarget(relationship, in: shaping.model)
    return page.records.compactMap { record in
      (keyed.map { $0.text(of: record) } ?? String(record.id ?? 0)).map { ($0, nil) }
    }
  }

  private func counts(
    _ condition: Condition, _ others: FetchPredicate?, _ request: ScreenRequest
  ) async throws -> [(value: Value, count: Int?)] {
    switch condition.field.subject {
    case .attribute(let attribute):
      guard [.boolean, .choice, .country].contains(attribute.kind) else { return [] }
    default: break
    }
    var aggregate = AggregateRequest(shaping.entity.name)
    aggregate.predicate = others
    aggregate.groups = [.value(condition.field.path)]
    aggregate.order = [.measure(0, ascending: false), .group(0, ascending: true)]
    aggregate.limit = condition.field.subject.relationship == nil ? 400 : Self.mostValues
    return try await screens.store.aggregates([aggregate])[0].map { row in
      // A number would not say how many of the search's records it counts.
      guard request.search.isEmpty, case .integer(let count)? = row.measures.first else { return (row.groups[0], nil) }
      return (row.groups[0], Int(count))
    }
  }

  func others(_ condition: Condition, _ request: ScreenRequest) async throws -> FetchPredicate? {
    let filter = request.shape.filter.others(than: condition.place)
    // The list's own condition, such as that of its subset.
    let own = try await shaping.fetch(request.shaped { $0.filter = ListFilter() })
    let rest = try? filter.predicate(of: shaping.entity, in: shaping.model, ignoringFaults: true)
    return [own.predicate, rest].joined
  }

  // MARK: The form

  private func form(
    _ choice: OperatorChoice, _ condition: Condition, _ request: ScreenRequest
  ) -> (action: URLPath, hidden: [(name: String, value: String)], parts: [ShapeParts.Part]) {
    let say = request.say
    let texts = condition.texts ?? choice.texts(condition.current, say)
    var fields: [ShapeParts.Field] = [
      .choice(
        name: "op", label: say("Comparison"), options: choice.options.map { ($0.name, say($0.words)) },
        chosen: texts["op"] ?? choice.options[0].name)
    ]
    for (name, label) in [("value", "Value"), ("value2", "to")] {
      var field = FormField(column: .attribute(choice.input(name, label)), id: "shape-" + name, text: texts[name] ?? "")
      field.error = condition.errors[name]
      field.hasFocus = name == "value"
      fields.append(.value(field))
    }
    if choice.isOfDays {
      var attribute = AttributeDescription(name: "days", label: "Number of days", kind: .integer)
      attribute.minimum = .integer(1)
      var field = FormField(column: .attribute(attribute), id: "shape-days", text: texts["days"] ?? "7")
      field.error = condition.errors["days"]
      fields.append(.value(field))
    }
    let hidden =
      request.listMessage.fields + [("field", condition.field.path), ("at", condition.place.text)]
    return (shaping.path("filter"), hidden, [.fields(title: nil, fields)])
  }

  /// Handles a form.
  func answer(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let request = request.coming(from: form)
    guard let field = form["field"].flatMap({ shaping.fields(request.say).field($0) }) else {
      throw ScreenFault.noSuchPage
    }
    var condition = Condition(field, self, request, at: form["at"] ?? "")
    guard let choice = condition.choice else { throw ScreenFault.noSuchPage }
    // Done without a value changes nothing.
    if choice.isBlank(form) { return .seeOther(shaping.view(request)) }
    switch choice.read(form, request.say) {
    case .condition(let filter, let values): return .seeOther(setting(filter, values, condition, request))
    case .faults(let errors):
      condition.texts = form
      condition.errors = errors.mapValues { request.say($0) }
      return try await page(condition, request)
    }
  }
}

extension [FetchPredicate?] {
  /// The conjunction of the conditions; nil for none.
  var joined: FetchPredicate? {
    let all = compactMap(\.self)
    return all.count < 2 ? all.first : .all(all)
  }
}
