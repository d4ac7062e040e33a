import KartotekaModel
import KartotekaStore

/// Conditions in words: "Order date: last month".
struct ConditionWords: Sendable {
  /// The number of values that are named.
  private static let mostNamed = 3

  let fields: ShapeFields
  /// The titles of records, by entity and id.
  private let titles: [String: [RecordID: String]]
  /// The titles of those that are named by a key, by the column that has the key, and key.
  private let keyedTitles: [String: [String: String]]
  private var say: Localizer { fields.say }

  /// The words for some conditions; the records that they name are read.
  /// - Parameter areIDs: whether the values of references by a key are ids, as those of a chart's groups are, and not keys.
  init(_ conditions: [ListCondition], _ fields: ShapeFields, _ store: Store, areIDs: Bool = false) async throws {
    self.fields = fields
    var ids: [String: Set<RecordID>] = [:]
    var keyedTitles: [String: [String: String]] = [:]
    for condition in conditions {
      guard let relationship = fields.field(condition.field)?.subject.relationship else { continue }
      if !areIDs, let keyed = KeyedTarget(relationship, in: fields.model) {
        let found = try await Self.titles(condition.values, keyed, relationship.target, fields, store)
        keyedTitles[Self.column(relationship), default: [:]].merge(found) { known, _ in known }
      } else {
        ids[relationship.target, default: []].formUnion(condition.values.compactMap { RecordID($0) })
      }
    }
    self.keyedTitles = keyedTitles
    var titles: [String: [RecordID: String]] = [:]
    for (name, ids) in ids where !ids.isEmpty {
      guard let entity = fields.model.entity(named: name) else { continue }
      var fetch = AnyFetchRequest(name)
      fetch.predicate = .compare("id", .in, ids.sorted().map(Value.integer))
      fetch.include = entity.titleRelationships.map(\.name)
      (fetch.readsBlobs, fetch.wantsTotal, fetch.limit) = (false, false, AnyFetchRequest.limits.most)
      let page = try await store.fetch(fetch)
      titles[name] = page.records.reduce(into: [:]) {
        $0[$1.id ?? 0] = $1.title(in: fields.say, related: page.included)
      }
    }
    self.titles = titles
  }

  // The column to which a reference by a key leads.
  private static func column(_ relationship: RelationshipDescription) -> String {
    relationship.target + "." + (relationship.keyed?.target ?? "")
  }

  private static func titles(
    _ keys: [String], _ keyed: KeyedTarget, _ entity: String, _ fields: ShapeFields, _ store: Store
  ) async throws -> [String: String] {
    var fetch = AnyFetchRequest(entity)
    fetch.predicate = try? keyed.predicate(keys.filter { !$0.isEmpty }, in: fields.model)
    guard fetch.predicate != nil else { return [:] }
    fetch.include = fields.model.entity(named: entity)?.titleRelationships.map(\.name) ?? []
    (fetch.readsBlobs, fetch.wantsTotal, fetch.limit) = (false, false, AnyFetchRequest.limits.most)
    let page = try await store.fetch(fetch)
    return page.records.reduce(into: [:]) { titles, record in
      if let key = keyed.text(of: record) { titles[key] = record.title(in: fields.say, related: page.included) }
    }
  }

  /// The condition in words; nil if it can't be used.
  func text(_ condition: ListCondition) -> String? {
    guard let field = fields.field(condition.field),
      (try? condition.predicate(of: fields.entity, in: fields.model)) != nil
    else { return nil }
    let names = condition.values.map { name(of: $0, field.subject) }
    let first = names.first ?? ""
    func phrase(_ key: String, _ value: String = "") -> String {
      say(key, ["field": .text(field.label), "value": .text(value)])
    }
    let isOfDays = field.subject.isOfDays
    switch condition.filter {
    case .eq, .in: return phrase("{field}: {value}", list(names))
    case .ne, .isnt: return phrase("{field}: not {value}", first)
    case .lt: return phrase(isOfDays ? "{field}: before {value}" : "{field} < {value}", first)
    case .gt: return phrase(isOfDays ? "{field}: after {value}" : "{field} > {value}", first)
    case .lte: return phrase("{field} ≤ {value}", first)
    case .gte: return phrase("{field} ≥ {value}", first)
    case .between: return phrase("{field}: {value}", names.joined(separator: " – "))
    case .during: return phrase("{field}: {value}", DayPeriod(condition.values.first ?? "").map { period($0) } ?? "")
    case .is: return phrase("{field}: {value}", first)
    case .contains: return phrase("{field} contains “{value}”", first)
    case .prefix: return phrase("{field} begins with “{value}”", first)
    case .null: return phrase(condition.values == ["true"] ? "{field}: empty" : "{field}: not empty")
    }
  }

  /// The conditions of a filter in words, each of which has to hold; those that can't be used are omitted.
  func texts(_ filter: ListFilter) -> [String] {
    let texts = filter.items.compactMap(text)
    guard filter.junction == .any, let text = filter.junction.words(texts, say) else { return texts }
    return [text]
  }

  /// A condition or a group in words; nil if it can't be used.
  func text(_ item: ListFilter.Item) -> String? {
    switch item {
    case .condition(let condition): text(condition)
    case .group(let junction, let conditions): junction.words(conditions.compactMap(text), say)
    }
  }

  private func list(_ names: [String]) -> String {
    let shown = names.prefix(Self.mostNamed).joined(separator: ", ")
    return names.count > Self.mostNamed ? shown + " +\(names.count - Self.mostNamed)" : shown
  }

  /// A value of a field as people read it.
  func name(of text: String, _ subject: FilterSubject) -> String {
    switch subject {
    case .id: return text
    case .state(let entity): return entity.state(text).map { say($0.label) } ?? text
    case .toOne(let relationship), .many(let relationship):
      if text.isEmpty { return say("empty") }
      if let known = keyedTitles[Self.column(relationship)] { return known[text] ?? text }
      return RecordID(text).flatMap { titles[relationship.target]?[$0] } ?? say("No. {number}", ["number": .text(text)])
    case .attribute(let attribute), .computed(let attribute):
      if text.isEmpty { return say("empty") }
      if attribute.kind == .timestamp, let day = CalendarDate(iso: text) { return DateText.short(day, in: say) }
      guard let value = try? attribute.behavior.value(text: text, for: attribute) else { return text }
      return attribute.behavior.brief(value, for: attribute, in: say)
    }
  }

  /// A period in words.
  func period(_ period: DayPeriod) -> String {
    switch period {
    case .relative(let relative): say(relative.words)
    case .last(let count): say("last {count} days", ["count": .count(count)])
    case .next(let count): say("next {count} days", ["count": .count(count)])
    case .days(let from?, let through?):
      Self.isYear(from, through)
        ? String(from.year)
        : Self.isMonth(from, through)
          ? Month(from).name(in: say)
          : from == through
            ? DateText.short(from, in: say) : DateText.short(from, in: say) + " – " + DateText.short(through, in: say)
    case .days(let from?, nil): say("from {day}", ["day": .text(DateText.short(from, in: say))])
    case .days(nil, let through?): say("until {day}", ["day": .text(DateText.short(through, in: say))])
    case .days(nil, nil): ""
    }
  }
}

extension ConditionWords {
  private static func isMonth(_ from: CalendarDate, _ through: CalendarDate) -> Bool {
    from.day == 1 && from.year == through.year && from.month == through.month
      && through.adding(days: 1).day == 1
  }

  private static func isYear(_ from: CalendarDate, _ through: CalendarDate) -> Bool {
    from.year == through.year && (from.month, from.day) == (1, 1) && (through.month, through.day) == (12, 31)
  }
}

extension ListFilter.Junction {
  /// Conditions in words as one sentence; nil for none.
  fileprivate func words(_ texts: [String], _ say: Localizer) -> String? {
    guard let first = texts.first else { return nil }
    return texts.dropFirst().reduce(first) { text, next in
      say(
        self == .any ? "{first} or {second}" : "{first} and {second}", ["first": .text(text), "second": .text(next)])
    }
  }
}

extension DayPeriod.Relative {
  /// The period in English, a catalogue key.
  var words: String {
    switch self {
    case .today: "today"
    case .yesterday: "yesterday"
    case .tomorrow: "tomorrow"
    case .thisWeek: "this week"
    case .lastWeek: "last week"
    case .nextWeek: "next week"
    case .thisMonth: "this month"
    case .lastMonth: "last month"
    case .nextMonth: "next month"
    case .thisYear: "this year"
    case .lastYear: "last year"
    }
  }
}

extension FilterSubject {
  /// The relationship; nil for other subjects.
  var relationship: RelationshipDescription? {
    switch self {
    case .toOne(let relationship), .many(let relationship): relationship
    case .id, .attribute, .computed, .state: nil
    }
  }
}
