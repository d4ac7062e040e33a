import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// What a table is asked to show, as its address has it: `?sort=-name&user=Anna&after=…`.
struct TableState: Sendable {
  /// The order that was chosen; nil for the table's own.
  var sort: FetchSort?
  /// What the filter fields hold, by the column's name; blank ones are left out.
  var filters: [String: String] = [:]
  /// The place that the rows begin after, or end before.
  var after: String?
  var before: String?

  private let table: TableDescription

  /// The longest text that a filter takes.
  static let longestFilter = 400

  /// The state of a table that nobody has changed.
  init(_ table: TableDescription) { self.table = table }

  /// Reads the query of an address; what makes no sense is left out.
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
    after = query["after"]
    before = query["before"]
  }

  /// The order, the number standing for none.
  var order: [FetchSort] { sort.map { [$0] } ?? (table.sort.isEmpty ? [FetchSort("id")] : table.sort) }

  /// What the rows are sorted by first.
  var leading: FetchSort { order.first ?? FetchSort("id") }

  /// Whether some rows are left out.
  var isFiltered: Bool { !filters.isEmpty }

  /// The address of the table in this state, at its beginning.
  func address(_ path: URLPath) -> URLPath {
    var path = path
    if let sort { path = path.with("sort", (sort.ascending ? "" : "-") + sort.name) }
    for filter in table.filters { path = path.with(filter.name, unlessEmpty: filters[filter.name] ?? "") }
    return path
  }

  /// The address of the table in this state, at its place.
  func place(_ path: URLPath) -> URLPath {
    let path = address(path)
    return after.map { path.with("after", $0) } ?? before.map { path.with("before", $0) } ?? path
  }

  /// The address with another order.
  func address(_ path: URLPath, sortedBy sort: FetchSort) -> URLPath {
    var copy = self
    copy.sort = sort
    return copy.address(path)
  }

  /// The address without filters.
  func unfiltered(_ path: URLPath) -> URLPath {
    var copy = self
    copy.filters = [:]
    return copy.address(path)
  }
}
