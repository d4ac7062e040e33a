import Hummingbird
import KartotekaModel
import KartotekaStore

/// What a list can be asked for, as a fetch request.
struct ListQuery {
  let entity: EntityDescription
  /// How text is sorted, unless a cursor says otherwise.
  let collation: Collation

  /// The names of the parameter that narrows down to a state.
  static let stateNames = [ComputedValues.stateKey, "filter[\(ComputedValues.stateKey)]"]

  /// What a request can ask for in the language that it accepts; in English when it names none.
  init(_ entity: EntityDescription, _ request: Request) {
    self.entity = entity
    collation = Collation(Language.preferred(acceptLanguage: request.headers[.acceptLanguage] ?? ""))
  }

  /// The fetch request that a query stands for.
  /// - Throws: ``Problem`` that names the first parameter that can't be used, and why.
  func request(_ query: Query) throws(Problem) -> AnyFetchRequest {
    var request = AnyFetchRequest(entity.name)
    request.readsBlobs = false
    request.collation = collation
    var conditions: [FetchPredicate] = []
    var seen: Set<String> = []
    for item in query.items {
      if Self.stateNames.contains(item.name), !entity.states.isEmpty {
        guard let condition = entity.condition(ofState: item.value) else {
          throw .notAmong(item.value, entity.states.map(\.name), for: item.name)
        }
        conditions.append(condition)
        continue
      }
      if let filter = FilterParameter(item.name) {
        conditions.append(try filter.predicate(item.value, of: entity))
        continue
      }
      guard let parameter = ListParameter.all.first(where: { $0.name == item.name }) else {
        throw Query.unknown(item.name, ListParameter.all.map(\.name) + ["filter[…]", "filter[…][…]"])
      }
      guard seen.insert(item.name).inserted else { throw Query.repeated(item.name) }
      try parameter.read(item.value, entity, &request)
    }
    if let first = conditions.first { request.predicate = conditions.count == 1 ? first : .all(conditions) }
    return request
  }
}

/// One of the parameters of a list: a row each, which the OpenAPI document has, too.
struct ListParameter: Sendable {
  let name: String
  /// What it does, in English, for the OpenAPI document.
  let summary: String
  let read: @Sendable (String, EntityDescription, inout AnyFetchRequest) throws(Problem) -> Void

  /// All there are, beside the filters.
  static let all = [search, sort, limit, cursor, include]

  private static let longestSearch = 400

  private static let search = ListParameter(
    name: "search", summary: "Only records that have this text in a searched attribute, whatever the case or accents"
  ) { value, entity, request throws(Problem) in
    guard entity.isSearchable else {
      throw .parameter(
        "search", Phrase("The {entities} can't be searched; use filter[…].", ["entities": .text(entity.plural)]))
    }
    // Each word makes the index's expression one level deeper, of 256.
    guard value.utf8.count <= longestSearch else {
      throw .parameter(
        "search", Phrase("It can have at most {count} characters.", ["count": .count(longestSearch)]))
    }
    request.search = value
  }

  private static let sort = ListParameter(
    name: "sort",
    summary: """
      Names with commas between, each with a minus before it for greatest first. Text stands in the order of the \
      language in Accept-Language; a cursor keeps to that of its first page
      """
  ) { value, entity, request throws(Problem) in
    let names = entity.sortableNames
    for part in value.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.hasPrefix("-") ? String(part.dropFirst()) : String(part)
      guard names.contains(name) else { throw .notAmong(name, names, for: "sort") }
      guard !request.sort.contains(where: { $0.name == name }) else {
        throw .parameter("sort", Phrase("{name} is given more than once.", ["name": .text(name)]))
      }
      request.sort.append(FetchSort(name, ascending: !part.hasPrefix("-")))
    }
  }

  private static let limit = ListParameter(
    name: "limit", summary: "The most records in one page"
  ) { value, _, request throws(Problem) in
    let most = AnyFetchRequest.limits.most
    guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let limit = Int(value), (1...most).contains(limit)
    else {
      throw .parameter("limit", Phrase("It has to be a whole number from 1 to {most}.", ["most": .text(String(most))]))
    }
    request.limit = limit
  }

  private static let cursor = ListParameter(
    name: "cursor", summary: "Where the page begins: the `next` of the page before"
  ) { value, _, request throws(Problem) in
    guard let cursor = FetchCursor(text: value) else { throw .parameter("cursor", .badCursor) }
    request.position = .after(cursor)
    request.collation = cursor.collation
  }

  static let include = ListParameter(
    name: "include", summary: "To-one relationships, with commas between, whose records stand in place of their ids"
  ) { value, entity, request throws(Problem) in
    let names = entity.relationships.filter { $0.cardinality == .toOne }.map(\.name)
    for part in value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard names.contains(part) else { throw .notAmong(part, names, for: "include") }
      if !request.include.contains(part) { request.include.append(part) }
    }
  }
}

extension EntityDescription {
  /// What records can be sorted by: bytes have no order.
  var sortableNames: [String] {
    ["id"]
      + columns.filter { if case .attribute(let attribute) = $0 { !attribute.isBytes } else { true } }.map(\.name)
  }
}

extension Problem {
  /// A name that a parameter doesn't know, and those that it does.
  static func notAmong(_ name: String, _ known: [String], for parameter: String) -> Problem {
    .parameter(
      parameter,
      known.isEmpty
        ? Phrase("There is no {name} to name here.", ["name": .text(name.shortened)])
        : Phrase(
          "There is no {name}, but: {known}.",
          ["name": .text(name.shortened), "known": .text(known.joined(separator: ", "))]))
  }
}
