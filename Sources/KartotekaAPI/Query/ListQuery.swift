import Foundation
import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The parameters of a list, converted to a fetch request.
struct ListQuery {
  let entity: EntityDescription
  let model: ModelDescription
  /// The sort order of text, unless the cursor has another one.
  let collation: Collation

  /// Uses the language of the Accept-Language header, else English.
  init(_ entity: EntityDescription, in model: ModelDescription, _ request: Request) {
    self.entity = entity
    self.model = model
    collation = Collation(Language.preferred(acceptLanguage: request.headers[.acceptLanguage] ?? ""))
  }

  /// The fetch request of a query.
  /// - Throws: ``Problem`` with the first invalid parameter.
  func request(_ query: Query) throws(Problem) -> AnyFetchRequest { try request(query.items) }

  /// The fetch request of some parameters.
  /// - Throws: ``Problem`` with the first invalid parameter.
  func request(_ items: [Query.Item]) throws(Problem) -> AnyFetchRequest {
    var request = AnyFetchRequest(entity.name)
    request.readsBlobs = false
    request.collation = collation
    var conditions: [FetchPredicate] = []
    var seen: Set<String> = []
    for item in items {
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
        throw Query.unknown(
          item.name, (ListParameter.all + AggregateQuery.parameters).map(\.name) + ["filter[…]", "filter[…][…]"])
      }
      guard seen.insert(item.name).inserted else { throw Query.repeated(item.name) }
      try parameter.read(item.value, self, &request)
    }
    if request.asOf != nil, !request.search.isEmpty {
      throw .parameter("search", "Past states can't be searched; use filter[…].")
    }
    conditions += [request.predicate].compactMap(\.self)
    if let first = conditions.first { request.predicate = conditions.count == 1 ? first : .all(conditions) }
    return request
  }
}

/// A parameter of a list. The OpenAPI document uses the same table.
struct ListParameter: Sendable {
  let name: String
  /// The English description in the OpenAPI document.
  let summary: String
  let read: @Sendable (String, ListQuery, inout AnyFetchRequest) throws(Problem) -> Void

  /// All parameters except filters.
  static let all = [search, condition, sort, limit, cursor, include, asOf]

  private static let longestSearch = 400

  private static let search = ListParameter(
    name: "search", summary: "Only records with this text in a searched attribute, ignoring case and accents"
  ) { value, query, request throws(Problem) in
    guard query.entity.isSearchable else {
      throw .parameter(
        "search", Phrase("The {entities} can't be searched; use filter[…].", ["entities": .text(query.entity.plural)]))
    }
    // Each word adds a level to the expression of the index, whose limit is 256.
    guard value.utf8.count <= longestSearch else {
      throw .parameter(
        "search", Phrase("It can have at most {count} characters.", ["count": .count(longestSearch)]))
    }
    request.search = value
  }

  private static let condition = ListParameter(
    name: "where",
    summary: """
      Conditions, each as field:operator:values with the operators of filter[…][…], with semicolons between those that all \
      hold; any(…) and all(…) are groups: orderDate:during:last-month;any(total:gt:100;customer.country:in:PL,DE)
      """
  ) { value, query, request throws(Problem) in
    do throws(ListFault) {
      guard let condition = try ListFilter(text: value).predicate(of: query.entity, in: query.model) else { return }
      request.predicate = request.predicate.map { $0.and(condition) } ?? condition
    } catch { throw Problem(error, for: "where") }
  }

  static let sort = ListParameter(
    name: "sort",
    summary: """
      Names with commas between, each with a minus before it for greatest first; through to-one relationships with \
      points between (customer.country). Text is sorted as in the language of Accept-Language, and on further pages as \
      on the first
      """
  ) { value, query, request throws(Problem) in
    for part in value.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.hasPrefix("-") ? String(part.dropFirst()) : String(part)
      let path: FieldPath
      do throws(ListFault) { path = try FieldPath(name, of: query.entity, in: query.model) } catch {
        throw Problem(error, for: "sort")
      }
      let names = path.names(path.entity.sortableNames)
      guard names.contains(name) else { throw .notAmong(name, names, for: "sort") }
      guard !request.sort.contains(where: { $0.name == name }) else {
        throw .parameter("sort", Phrase("{name} is given more than once.", ["name": .text(name)]))
      }
      request.sort.append(FetchSort(name, ascending: !part.hasPrefix("-")))
    }
  }

  static let limit = ListParameter(
    name: "limit", summary: "The maximum number of records in a page"
  ) { value, _, request throws(Problem) in
    let most = AnyFetchRequest.limits.most
    guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let limit = Int(value), (1...most).contains(limit)
    else {
      throw .parameter("limit", Phrase("It has to be a whole number from 1 to {most}.", ["most": .text(String(most))]))
    }
    request.limit = limit
  }

  static let cursor = ListParameter(
    name: "cursor", summary: "The start of the page: the `next` of the previous page"
  ) { value, _, request throws(Problem) in
    guard let cursor = FetchCursor(text: value) else { throw .parameter("cursor", .badCursor) }
    request.position = .after(cursor)
    request.collation = cursor.collation
  }

  static let asOf = ListParameter(
    name: "as-of", summary: "Records in their state at a time: 2026-11-20T12:00:00Z. Not with search"
  ) { value, _, request throws(Problem) in
    // Allows for clock differences between client and server.
    guard let moment = Timestamp.date(value), moment <= Date().addingTimeInterval(60) else {
      throw .parameter("as-of", "This has to be a time in the past: 2026-11-20T12:00:00Z.")
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

extension Problem {
  /// The problem of an unknown name, with the known names.
  static func notAmong(_ name: String, _ known: [String], for parameter: String) -> Problem {
    .parameter(
      parameter,
      known.isEmpty
        ? Phrase("{name} is not supported here.", ["name": .text(name.shortened)])
        : Phrase(
          "Unknown: {name}. Known: {known}.",
          ["name": .text(name.shortened), "known": .text(known.joined(separator: ", "))]))
  }
}
