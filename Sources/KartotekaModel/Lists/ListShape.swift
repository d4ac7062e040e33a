import Foundation

/// The shape of a list: which records, in which order and groups, with which columns, in which layout.
///
/// ``items`` are its parameters in an address, which screens, exports and the API share:
/// `where=orderDate:during:last-month&sort=-total&columns=id,customer,total&layout=table`.
package struct ListShape: Hashable, Sendable {
  /// The names of the parameters.
  package static let names = ["where", "sort", "columns", "group", "figures", "layout"]
  /// The maximum length of a parameter, and of all of them, in bytes.
  package static let longest = 1_600
  /// The maximum number of sort fields, and of columns.
  package static let (mostSorts, mostColumns) = (5, 60)

  package var filter = ListFilter()
  /// The sort order; empty for the list's own.
  package var sort: [FetchSort] = []
  /// The columns, as paths of names; empty for the list's own.
  package var columns: [String] = []
  /// The field by whose values or units records are grouped; nil for none.
  package var group: ListGroup?
  /// The figures of all records that the list shows.
  package var figures: [ListFigure] = []
  package var layout = Layout.cards
  /// Why parameters were ignored.
  package private(set) var faults: [ListFault] = []

  /// The list's own shape.
  package init() {}

  /// Reads the parameters of an address. Invalid ones are ignored and mentioned in ``faults``.
  package init(_ value: (String) -> String?) {
    let texts = Self.names.reduce(into: [:]) { $0[$1] = value($1) }
    guard texts.values.reduce(0, { $0 + $1.utf8.count }) <= Self.longest else {
      faults.append(.text(Phrase("It can have at most {count} characters.", ["count": .count(Self.longest)])))
      return
    }
    if let text = texts["where"] {
      do { filter = try ListFilter(text: text) } catch { faults.append(error) }
    }
    sort = Self.sort(texts["sort"] ?? "")
    columns = (texts["columns"] ?? "").split(separator: ",").prefix(Self.mostColumns).reduce(into: []) {
      columns, part in
      let name = ListText.unescaped(part)
      if !columns.contains(name) { columns.append(name) }
    }
    group = texts["group"].flatMap { $0.isEmpty ? nil : ListGroup(text: $0) }
    figures = Self.figures(texts["figures"] ?? "")
    layout = texts["layout"].flatMap { Layout($0) } ?? .cards
  }

  /// Parses ``text``.
  package init(text: String) {
    var values: [String: String] = [:]
    for part in text.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { values[String(pair[0])] = String(pair[1]) }
    }
    self.init { values[$0] }
  }

  private static func sort(_ text: String) -> [FetchSort] {
    var sort: [FetchSort] = []
    for part in text.split(separator: ",") where sort.count < mostSorts {
      let name = ListText.unescaped(part.hasPrefix("-") ? part.dropFirst() : part)
      if !sort.contains(where: { $0.name == name }) { sort.append(FetchSort(name, ascending: !part.hasPrefix("-"))) }
    }
    return sort
  }

  private static func figures(_ text: String) -> [ListFigure] {
    text.split(separator: ",").compactMap { ListFigure(text: $0) }.prefix(ListFigure.most).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// The parameters that differ from the list's own shape.
  package var items: [(name: String, value: String)] {
    let all = [
      ("where", filter.text),
      ("sort", sort.map { ($0.ascending ? "" : "-") + ListText.escaped($0.name) }.joined(separator: ",")),
      ("columns", columns.map(ListText.escaped).joined(separator: ",")), ("group", group?.text ?? ""),
      ("figures", figures.map(\.text).joined(separator: ",")), ("layout", layout == .cards ? "" : layout.text),
    ]
    return all.filter { !$0.1.isEmpty }
  }

  /// Why parameters can't be used for an entity, by their names.
  package static func faults(
    in texts: [String: String], of entity: EntityDescription, _ model: ModelDescription
  ) -> [(name: String, fault: ListFault)] {
    var faults: [(name: String, fault: ListFault)] = []
    do throws(ListFault) {
      _ = try ListFilter(text: texts["where"] ?? "").predicate(of: entity, in: model)
    } catch { faults.append(("where", error)) }
    let shape = ListShape { name in name == "where" ? nil : texts[name] }
    do throws(ListFault) { _ = try shape.group?.subject(of: entity, in: model) } catch {
      faults.append(("group", error))
    }
    for figure in shape.figures {
      do throws(ListFault) { _ = try figure.subject(of: entity, in: model) } catch { faults.append(("figures", error)) }
    }
    let named = [
      ("sort", shape.sort.map(\.name), \FieldPath.sortableNames), ("columns", shape.columns, \FieldPath.tableNames),
    ]
    for (name, paths, names) in named {
      for text in paths {
        do throws(ListFault) {
          let path = try FieldPath(text, of: entity, in: model)
          let known = path[keyPath: names]
          if !known.contains(path.name) { throw .unknown(text, known: path.names(known)) }
        } catch { faults.append((name, error)) }
      }
    }
    if let chart = shape.layout.chart {
      do throws(ListFault) { try chart.check(of: entity, in: model) } catch { faults.append(("layout", error)) }
    } else if let text = texts["layout"], !text.isEmpty,
      !entity.layouts.contains(where: { Layout(text).map($0.isLike) ?? false })
    {
      faults.append(("layout", .unknown(text, known: entity.layouts.map(\.text))))
    }
    return faults
  }

  /// All parameters as one text, in which nothing is percent-encoded but values within them.
  package var text: String { items.map { $0.name + "=" + $0.value }.joined(separator: "&") }

  /// Whether it is the list's own shape.
  package var isEmpty: Bool { items.isEmpty }

  /// The same shape without what the entity doesn't have.
  package func known(to entity: EntityDescription, in model: ModelDescription) -> ListShape {
    var copy = self
    func isKnown(_ name: String, among names: (FieldPath) -> [String]) -> Bool {
      guard let path = try? FieldPath(name, of: entity, in: model) else { return false }
      return names(path).contains(path.name)
    }
    copy.sort = sort.filter { isKnown($0.name, among: \.sortableNames) }
    copy.columns = columns.filter { isKnown($0, among: \.tableNames) }
    copy.group = group.flatMap { (try? $0.subject(of: entity, in: model)) == nil ? nil : $0 }
    copy.figures = figures.filter { (try? $0.subject(of: entity, in: model)) != nil }
    if !entity.has(layout, in: model) { copy.layout = .cards }
    return copy
  }
}
