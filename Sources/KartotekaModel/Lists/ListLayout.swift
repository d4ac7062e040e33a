extension ListShape {
  /// The layout of a list's records. In an address: `table`, `board:category`, `gallery:photo`, `calendar:starts:week`,
  /// `map:place`, `chart:month:orderDate,sum:total`.
  package enum Layout: Hashable, Sendable {
    /// The period that a calendar shows.
    package enum Period: String, Sendable, CaseIterable {
      case day, week, month
    }

    /// Rows with a title, as the list declares them.
    case cards
    /// A table with the chosen columns.
    case table
    /// A column of cards for each value of a choice or of a to-one relationship.
    case board(String)
    /// Pictures with titles.
    case gallery(String)
    /// The records of a period by a day or moment.
    case calendar(String, Period)
    /// Pins at a position.
    case map(String)
    /// Numbers of records, or figures of a field, by the values of one or two fields.
    case chart(ListChart)

    /// Parses ``text``; nil for anything else.
    package init?(_ text: String) {
      if text.hasPrefix(ListChart.prefix) {
        guard let chart = ListChart(text: text.dropFirst(ListChart.prefix.count)) else { return nil }
        self = .chart(chart)
        return
      }
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      let field = parts.count > 1 ? ListText.unescaped(parts[1]) : ""
      switch (parts[0], parts.count) {
      case ("cards", 1): self = .cards
      case ("table", 1): self = .table
      case ("board", 2): self = .board(field)
      case ("gallery", 2): self = .gallery(field)
      case ("map", 2): self = .map(field)
      case ("calendar", 2): self = .calendar(field, .month)
      case ("calendar", 3):
        guard let period = Period(rawValue: String(parts[2])) else { return nil }
        self = .calendar(field, period)
      default: return nil
      }
    }

    /// The layout in an address.
    package var text: String {
      switch self {
      case .cards: "cards"
      case .table: "table"
      case .board(let field): "board:" + ListText.escaped(field)
      case .gallery(let field): "gallery:" + ListText.escaped(field)
      case .map(let field): "map:" + ListText.escaped(field)
      case .calendar(let field, .month): "calendar:" + ListText.escaped(field)
      case .calendar(let field, let period): "calendar:" + ListText.escaped(field) + ":" + period.rawValue
      case .chart(let chart): ListChart.prefix + chart.text
      }
    }

    /// The field of a board; nil for other layouts.
    package var board: String? { if case .board(let field) = self { field } else { nil } }

    /// The picture of a gallery; nil for other layouts.
    package var gallery: String? { if case .gallery(let field) = self { field } else { nil } }

    /// The chart; nil for other layouts.
    package var chart: ListChart? { if case .chart(let chart) = self { chart } else { nil } }

    /// Whether two layouts differ at most in the period of a calendar, or in what a chart shows.
    package func isLike(_ other: Layout) -> Bool {
      if case .chart = self, case .chart = other { return true }
      if case .calendar(let field, _) = self, case .calendar(field, _) = other { return true }
      return self == other
    }
  }
}

extension EntityDescription {
  /// The layouts that its records can have: a board for each choice and to-one relationship, a gallery for each picture, a
  /// calendar for each day and moment, a map for each position, and a chart.
  package var layouts: [ListShape.Layout] {
    layoutsOfRecords + (ListChart(of: self).map { [.chart($0)] } ?? [])
  }

  // The layouts that show each record.
  private var layoutsOfRecords: [ListShape.Layout] {
    [.cards, .table]
      + columns.compactMap { column in
        guard case .attribute(let attribute) = column else { return .board(column.name) }
        return attribute.kind == .choice ? .board(attribute.name) : nil
      }
      + attributes.filter { $0.kind == .picture && $0.thumbnailOf == nil }.map { .gallery($0.name) }
      + attributes.filter { [.date, .timestamp].contains($0.kind) }.map { .calendar($0.name, .month) }
      + attributes.filter { PackageTraits.haveGeography && $0.kind == .coordinate }.map { .map($0.name) }
  }

  /// Whether its records can have a layout, with the fields of a chart.
  package func has(_ layout: ListShape.Layout, in model: ModelDescription) -> Bool {
    guard let chart = layout.chart else { return layouts.contains(where: layout.isLike) }
    return (try? chart.check(of: self, in: model)) != nil
  }
}

extension ListFilter {
  /// The filter with one more condition that has to hold; nil if the filter can't have a further level of groups.
  package func narrowed(by condition: ListCondition) -> ListFilter? {
    var copy = asGroup
    copy?.items.append(.condition(condition))
    return copy
  }

  /// The same filter as conditions and groups that all have to hold; nil if it can't have a further level of groups.
  package var asGroup: ListFilter? {
    var copy = ListFilter()
    if junction == .all || items.count < 2 {
      copy.items = items
    } else {
      var conditions: [ListCondition] = []
      for item in items {
        guard case .condition(let condition) = item else { return nil }
        conditions.append(condition)
      }
      copy.items = [.group(.any, conditions)]
    }
    return copy
  }
}
