import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The parameters of a list's figures instead of its records: `?aggregate=count,sum:total&group=month:orderDate`, with the
/// conditions and the search of a list.
struct AggregateQuery {
  /// The number of records, among the figures.
  private static let count = "count"
  /// The maximum number of fields that records are grouped by.
  private static let mostGroups = 3

  private enum Figure {
    case count
    case field(ListFigure, AttributeDescription)
  }

  private var figures: [(name: String, figure: Figure)] = []
  private var groups: [(name: String, group: ListGroup, subject: FilterSubject)] = []
  private var request: AggregateRequest

  /// - Returns: nil for a query that asks for records.
  /// - Throws: ``Problem`` with the first invalid parameter.
  init?(_ query: Query, _ list: ListQuery) throws(Problem) {
    let names = Self.parameters.map(\.name)
    var texts: [String: String] = [:]
    var rest: [Query.Item] = []
    for item in query.items {
      if names.contains(item.name) || item.name == ListParameter.sort.name || item.name == ListParameter.limit.name {
        guard texts.updateValue(item.value, forKey: item.name) == nil else { throw Query.repeated(item.name) }
      } else {
        rest.append(item)
      }
    }
    guard texts.keys.contains(where: names.contains) else { return nil }
    for other in [ListParameter.cursor, .include, .asOf] where rest.contains(where: { $0.name == other.name }) {
      throw .parameter(other.name, "This has no meaning for figures.")
    }
    request = try AggregateRequest(over: list.request(rest))
    try readFigures(texts[Self.aggregate.name] ?? Self.count, list)
    if let text = texts[Self.group.name] { try readGroups(text, list) }
    request.groups = groups.map(\.group.aggregate)
    request.measures = figures.map { if case .field(let figure, _) = $0.figure { figure.measure } else { .count } }
    if let text = texts[ListParameter.sort.name] { try readOrder(text) }
    var page = AnyFetchRequest(list.entity.name)
    page.limit = AnyFetchRequest.limits.most
    if let text = texts[ListParameter.limit.name] { try ListParameter.limit.read(text, list, &page) }
    request.limit = page.limit
  }

  private mutating func readFigures(_ text: String, _ list: ListQuery) throws(Problem) {
    for part in try Self.parts(text, Self.aggregate, most: ListFigure.most) {
      let name = String(part)
      if name == Self.count {
        figures.append((name, .count))
        continue
      }
      guard let figure = ListFigure(text: part) else {
        let known = [Self.count] + AggregateFunction.allCases.map { $0.rawValue + ":…" }
        throw .notAmong(name, known, for: Self.aggregate.name)
      }
      do throws(ListFault) {
        let subject = try figure.subject(of: list.entity, in: list.model)
        figures.append((name, .field(figure, subject.result(of: figure.function))))
      } catch { throw Problem(error, for: Self.aggregate.name) }
    }
  }

  private mutating func readGroups(_ text: String, _ list: ListQuery) throws(Problem) {
    for part in try Self.parts(text, Self.group, most: Self.mostGroups) {
      do throws(ListFault) {
        let group = ListGroup(text: part)
        groups.append((String(part), group, try group.subject(of: list.entity, in: list.model)))
      } catch { throw Problem(error, for: Self.group.name) }
    }
  }

  private mutating func readOrder(_ text: String) throws(Problem) {
    for part in try Self.parts(text, .sort, most: Self.mostGroups + ListFigure.most) {
      let isAscending = !part.hasPrefix("-")
      let name = String(isAscending ? part : part.dropFirst())
      if let index = groups.firstIndex(where: { $0.name == name }) {
        request.order.append(.group(index, ascending: isAscending))
      } else if let index = figures.firstIndex(where: { $0.name == name }) {
        request.order.append(.measure(index, ascending: isAscending))
      } else {
        throw .notAmong(name, groups.map(\.name) + figures.map(\.name), for: ListParameter.sort.name)
      }
    }
  }

  // The values of a parameter, each once.
  private static func parts(
    _ text: String, _ parameter: ListParameter, most: Int
  ) throws(Problem) -> [Substring] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= most else {
      throw .parameter(parameter.name, Phrase("It can have at most {count} values.", ["count": .count(most)]))
    }
    var seen: Set<Substring> = []
    for part in parts where !seen.insert(part).inserted { throw repeated(String(part), parameter) }
    return parts
  }

  private static func repeated(_ name: String, _ parameter: ListParameter) -> Problem {
    .parameter(parameter.name, Phrase("{name} is given more than once.", ["name": .text(name.shortened)]))
  }

  // MARK: Answer

  /// The figures of each group, and whether these are all groups.
  func response(_ resource: EntityResource, _ context: WebContext) async throws -> Response {
    var all = request
    // One more tells whether there are more.
    all.limit = (request.limit ?? 0) + 1
    let (rows, dependencies) = try await Dependencies.tracking { [all] in
      try await resource.store(for: context).aggregates([all])[0]
    }
    let shown = rows.prefix(request.limit ?? rows.count)
    var json = JSONWriter(capacity: 256 + shown.count * 128)
    json.beginObject()
    json.key("items")
    json.beginArray()
    for row in shown { write(row, to: &json) }
    json.endArray()
    json.key("complete")
    json.bool(shown.count == rows.count)
    json.endObject()
    context.dependencies?.state(dependencies)
    return .list(json)
  }

  private func write(_ row: AggregateRow, to json: inout JSONWriter) {
    json.beginObject()
    json.key("group")
    json.beginObject()
    for (group, value) in zip(groups, row.groups) {
      json.key(group.name)
      Self.write(value, of: group.group.unit == nil ? group.subject : .id, to: &json)
    }
    json.endObject()
    json.key("values")
    json.beginObject()
    for (figure, value) in zip(figures, row.measures) {
      json.key(figure.name)
      switch (figure.figure, value) {
      case (_, .null): json.null()
      case (.field(_, let attribute), _): attribute.behavior.write(value, to: &json, for: attribute)
      case (.count, .integer(let count)): json.int(count)
      case (.count, _): json.null()
      }
    }
    json.endObject()
    json.endObject()
  }

  // A state is known by its place among the declared ones.
  private static func write(_ value: Value, of subject: FilterSubject, to json: inout JSONWriter) {
    switch (subject, value) {
    case (_, .null): json.null()
    case (.attribute(let attribute), _), (.computed(let attribute), _):
      attribute.behavior.write(value, to: &json, for: attribute)
    case (.state(let entity), .integer(let index)):
      let index = Int(index)
      if entity.states.indices.contains(index) { json.string(entity.states[index].name) } else { json.null() }
    default: StoredKind.write(value, to: &json)
    }
  }
}

extension AggregateQuery {
  /// The parameters that ask for figures. The OpenAPI document uses the same table.
  static let parameters = [aggregate, group]

  private static let aggregate = ListParameter(
    name: "aggregate",
    summary: """
      Figures of all matching records instead of the records, with commas between: count, and sum, avg, min, max, empty or \
      distinct of a field (sum:total). Decimals are exact. Averages have the decimal places of an amount of money, else at least \
      two; a half is rounded away from zero. Sorted by the groups, or as sort says, which has the same names
      """
  ) { _, _, _ in }

  private static let group = ListParameter(
    name: "group",
    summary: """
      Figures of each value of a field; of days and moments also by day, week (ISO 8601), month, quarter or year: \
      month:orderDate. Up to \(mostGroups), with commas between
      """
  ) { _, _, _ in }
}
