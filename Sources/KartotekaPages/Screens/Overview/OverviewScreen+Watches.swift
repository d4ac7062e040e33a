import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Records that need attention.
extension OverviewScreen {
  /// A watch as a panel.
  func panel(_ watch: WatchDescription, _ number: Int, _ request: ScreenRequest) async throws -> WatchPanel {
    let say = request.say
    var panel = WatchPanel(
      number: number, title: say(watch.title), subtitle: watch.subtitle.map { say($0) }, lines: [])
    guard let entity = model.entity(named: watch.subset.entity) else { return panel }
    let worst = try await worst(watch)
    let related = watch.facts.map(\.name).filter { entity.relationship($0) != nil }
    let page = try await records(worst, of: entity, including: related)
    let found = Dictionary(page.records.map { ($0.id ?? 0, $0) }, uniquingKeysWith: { first, _ in first })
    let shown = worst.compactMap { found[$0] }
    let states = watch.action == nil ? [:] : try await store.computed(entity, ids: worst)
    let full = watch.gauge.map { gauge in
      shown.map { max(Self.integer($0[gauge.value]), Self.integer($0[gauge.mark])) }.max() ?? 0
    }
    for record in shown {
      var line = WatchPanel.Line(
        title: try await screens.title(of: record, say), href: address(of: record.id ?? 0, entity),
        facts: try await facts(watch, record, page, say))
      if let gauge = watch.gauge, let full, full > 0 {
        // The scale ends a third above the maximum, so that each mark has space to its right.
        func share(_ name: String) -> Double { Double(Self.integer(record[name])) / Double(full) * 0.75 }
        line.gauge = Gauge(level: share(gauge.value), mark: share(gauge.mark))
      }
      line.button = button(watch, record, states[record.id ?? 0]?.state, line.title, say)
      panel.lines.append(line)
    }
    var all = AnyFetchRequest(entity.name)
    all.predicate = watch.subset.predicate
    let count = try await store.count(all)
    if count > shown.count, let href = address(of: watch.subset) {
      panel.all = (say("All {count}", ["count": .count(count)]), href)
    }
    return panel
  }

  private func worst(_ watch: WatchDescription) async throws -> [RecordID] {
    var request = AggregateRequest(watch.subset.entity)
    request.predicate = watch.subset.predicate
    request.groups = [.value("id")]
    request.measures = [.least(watch.order)]
    request.order = [.measure(0, ascending: true)]
    request.limit = watch.most
    return try await store.aggregates([request])[0].compactMap { row in
      if case .integer(let id)? = row.groups.first { id } else { nil }
    }
  }

  private func facts(
    _ watch: WatchDescription, _ record: AnyRecord, _ page: FetchPage, _ say: Localizer
  ) async throws -> [(text: String, isBad: Bool)] {
    var facts: [(text: String, isBad: Bool)] = []
    for fact in watch.facts {
      let value = record[fact.name]
      let isNone = value.isNull || value == .integer(0)
      if isNone, let none = fact.none {
        facts.append((say(none), fact.isBadWithout))
      } else if let argument = try await argument(value, fact.name, record.entity, page, say) {
        facts.append(
          (say(fact.words ?? "{value}", ["count": argument, "value": argument]), isNone && fact.isBadWithout))
      }
    }
    return facts
  }

  private func argument(
    _ value: Value, _ name: String, _ entity: EntityDescription, _ page: FetchPage, _ say: Localizer
  ) async throws -> Phrase.Argument? {
    if case .integer(let integer) = value, let attribute = entity.attribute(name) {
      return attribute.kind == .integer
        ? .count(Int(integer)) : .text(attribute.behavior.display(value, for: attribute, in: say))
    }
    if case .integer(let id) = value, let related = page.included[name]?[id] {
      return .text(try await screens.title(of: related, say))
    }
    guard !value.isNull, let attribute = entity.attribute(name) else { return nil }
    return .text(attribute.behavior.display(value, for: attribute, in: say))
  }

  private func button(
    _ watch: WatchDescription, _ record: AnyRecord, _ state: StateDescription?, _ title: String, _ say: Localizer
  ) -> (title: String, label: String, href: URLPath)? {
    guard let name = watch.action, let action = screens.description.actions.first(where: { $0.name == name }) else {
      return nil
    }
    guard action.states.isEmpty || state.map({ action.states.contains($0.name) }) == true else { return nil }
    let href = screens.path(of: record.entity).appending(record.id ?? 0).appending("actions").appending(name)
      .with("returnTo", address.text)
    let verb = say(action.title)
    return (verb, verb + ": " + title, href)
  }

  private static func integer(_ value: Value) -> Int64 { if case .integer(let integer) = value { integer } else { 0 } }
}
