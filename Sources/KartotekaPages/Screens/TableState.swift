import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The state of a table in its address: `?sort=-name&user=Anna&after=…`.
struct TableState: Sendable {
  /// The chosen sort order; nil for the default.
  var sort: FetchSort?
  /// The non-blank texts of filters by the column's name.
  var filters: [String: String] = [:]
  /// The conditions beside those filters.
  var conditions = ListFilter()
  /// The figures below the table.
  var figures: [ListFigure] = []
  /// The cursor after which or before which the rows are.
  var after: String?
  var before: String?

  private let table: TableDescription

  /// The maximum length of a filter, in characters.
  static let longestFilter = 400

  /// The default state of a table.
  init(_ table: TableDescription) { self.table = table }

  /// Parses the query of an address; invalid parts are ignored.
  init(_ query: SubmittedForm, _ table: TableDescription) {
    self.table = table
    if let text = query["sort"] {
      let name = text.hasPrefix("-") ? String(text.dropFirst()) : text
      if name == "id" || table.columns.contains(name) { sort = FetchSort(name, ascending: name == text) }
    }
    for filter in table.filters {
      let text = String((query[filter.name] ?? "").trimmingSpaces().prefix(Self.longestFilter))
      if !text.isEmpty { filters[filter.name] = text }
    }
    let shape = ListShape { $0 == "where" || $0 == "figures" ? query[$0] : nil }
    (conditions, figures) = (shape.filter, shape.figures)
    after = query["after"]
    before = query["before"]
  }

  /// The sort order, by default by id.
  var order: [FetchSort] { sort.map { [$0] } ?? (table.sort.isEmpty ? [FetchSort("id")] : table.sort) }

  /// The first sort key.
  var leading: FetchSort { order.first ?? FetchSort("id") }

  /// Whether the table is filtered.
  var isFiltered: Bool { !filters.isEmpty || !conditions.isEmpty }

  /// The address of the table in this state, from its first row.
  func address(_ path: URLPath) -> URLPath {
    var path = path
    if let sort { path = path.with("sort", (sort.ascending ? "" : "-") + sort.name) }
    for filter in table.filters { path = path.with(filter.name, unlessEmpty: filters[filter.name] ?? "") }
    return path.with("where", unlessEmpty: conditions.text)
      .with("figures", unlessEmpty: figures.map(\.text).joined(separator: ","))
  }

  /// The address of the table in this state, at its cursor.
  func place(_ path: URLPath) -> URLPath {
    let path = address(path)
    return after.map { path.with("after", $0) } ?? before.map { path.with("before", $0) } ?? path
  }

  /// The address with another sort order.
  func address(_ path: URLPath, sortedBy sort: FetchSort) -> URLPath {
    var copy = self
    copy.sort = sort
    return copy.address(path)
  }

  /// The address without filters.
  func unfiltered(_ path: URLPath) -> URLPath {
    var copy = self
    copy.filters = [:]
    copy.conditions = ListFilter()
    return copy.address(path)
  }
}
