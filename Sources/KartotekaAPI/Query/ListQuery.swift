import Foundation
import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// What a list can be asked for, as a fetch request.
struct ListQuery {
  let entity: EntityDescription
  let model: ModelDescription
  /// How text is sorted, unless a cursor says otherwise.
  let collation: Collation

  /// What a request can ask for in the language that it accepts; in English when it names none.
  init(_ entity: EntityDescription, in model: ModelDescription, _ request: Request) {
    self.entity = entity
    self.model = model
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
      // The short form of `filter[state]`.
      if item.name == ComputedValues.stateKey, !entity.states.isEmpty {
        guard let condition = entity.condition(ofState: item.value) else {
          throw .notAmong(item.value, entity.states.map(\.name), for: item.name)
        }
        conditions.append(condition)
        continue
      }
      if let filter = FilterParameter(item.name) {
        conditions.append(try filter.predicate(item.value, of: entity, in: model))
        continue
      }
      guard let parameter = ListParameter.all.first(where: { $0.name == item.name }) else {
        throw Query.unknown(item.name, ListParameter.all.map(\.name) + ["filter[…]", "filter[…][…]"])
      }
      guard seen.insert(item.name).inserted else { throw Query.repeated(item.name) }
      try parameter.read(item.value, self, &request)
    }
    if request.asOf != nil, !request.search.isEmpty {
      throw .parameter("search", "What was can't be searched; use filter[…].")
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
  let read: @Sendable (String, ListQuery, inout AnyFetchRequest) throws(Problem) -> Void

  /// All there are, beside the filters.
  static let all = [search, sort, limit, cursor, include, asOf]

  private static let longestSearch = 400

  private static let search = ListParameter(
    name: "search", summary: "Only records that have this text in a searched attribute, whatever the case or accents"
  ) { value, query, request throws(Problem) in
    guard query.entity.isSearchable else {
      throw .parameter(
        "search", Phrase("The {entities} can't be searched; use filter[…].", ["entities": .text(query.entity.plural)]))
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
      Names with commas between, each with a minus before it for greatest first; through to-one relationships with \
      points between (customer.country). Text is sorted as in the language of Accept-Language, and on further pages as \
      on the first
      """
  ) { value, query, request throws(Problem) in
    for part in value.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.hasPrefix("-") ? String(part.dropFirst()) : String(part)
      let path = try FieldPath(name, of: query.entity, in: query.model, for: "sort")
      let names = path.names(path.entity.sortableNames)
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

  static let asOf = ListParameter(
    name: "as-of", summary: "Records as they were at a moment: 2026-11-20T12:00:00Z. Without search"
  ) { value, _, request throws(Problem) in
    // Clocks differ.
    guard let moment = Timestamp.date(value), moment <= Date().addingTimeInterval(60) else {
      throw .parameter("as-of", "It has to be a moment in the past: 2026-11-20T12:00:00Z.")
    }
    request.asOf = moment
  }

  static let include = ListParameter(
    name: "include",
    summary: """
      Relationships, with commas between, whose records come along: a to-one relationship's in place of its id, of \
      others the first \(IncludedRecords.limit) as a list (of pages of more than 100 records the first \
      \(IncludedRecords.pageLimit) divided by their number), beside it how many there are (studentsTotal)
      """
  ) { value, query, request throws(Problem) in
    let names = query.entity.relationships.map(\.name)
    for part in value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard names.contains(part) else { throw .notAmong(part, names, for: "include") }
      if !request.include.contains(part) { request.include.append(part) }
    }
  }
}

extension EntityDescription {
  /// What records can be sorted by: the id, columns but bytes, which have no order, computed values, and the state, in
  /// the order in which states are declared.
  var sortableNames: [String] {
    ["id"]
      + columns.filter { if case .attribute(let attribute) = $0 { !attribute.isBytes } else { true } }.map(\.name)
      + computed.map(\.name) + (states.isEmpty ? [] : [ComputedValues.stateKey])
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
          "Unknown: {name}. Known: {known}.",
          ["name": .text(name.shortened), "known": .text(known.joined(separator: ", "))]))
  }
}
