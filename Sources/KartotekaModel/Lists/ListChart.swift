/// A list as a chart: the number of records, or a figure of a field, for each value of a field and perhaps of a second one.
///
/// In an address: the field, and separated by commas a figure, a second field, a form and an order, if they are not the usual ones:
/// `chart:month:orderDate`, `chart:customer.country,sum:total,by:category,pivot`.
package struct ListChart: Hashable, Sendable {
  /// The form of a chart.
  package enum Form: String, Sendable, CaseIterable {
    /// A bar for each group, in parts for a second field.
    case bars
    /// A line through the groups, one for each value of a second field.
    case lines
    /// The same with filled areas, above each other for a second field.
    case areas
    /// The shares of the whole, or of each group for a second field.
    case shares
    /// A table with a row for each group, a column for each value of a second field, and totals of both.
    case pivot

    /// Whether its groups follow each other: those of days or numbers.
    package var hasOrder: Bool { self == .lines || self == .areas }
  }

  /// The beginning of the layout in an address.
  package static let prefix = "chart:"

  /// The field of the groups.
  package var group: ListGroup
  /// The field that divides the groups; nil for none.
  package var second: ListGroup?
  /// The figure of each group; nil for the number of its records.
  package var figure: ListFigure?
  package var form: Form
  /// Whether the groups with the greatest figures are the first ones, also those of days and numbers.
  package var isByFigure = false

  /// A chart of the number of records.
  package init(
    by group: ListGroup, and second: ListGroup? = nil, figure: ListFigure? = nil, form: Form = .bars,
    isByFigure: Bool = false
  ) {
    (self.group, self.second, self.figure, self.form) = (group, second, figure, form)
    self.isByFigure = isByFigure
  }

  /// The chart that an entity's records have first: by month, else by a choice, a relationship or another field; nil for an
  /// entity without fields.
  package init?(of entity: EntityDescription) {
    if let day = entity.attributes.first(where: \.isOfDays) {
      self.init(by: ListGroup(day.name, by: .month))
      return
    }
    let choice = entity.attributes.first { [.choice, .boolean, .country].contains($0.kind) }?.name
    let related = entity.relationships.first { $0.cardinality == .toOne }?.name
    let state = entity.states.isEmpty ? nil : ComputedValues.stateKey
    guard let name = choice ?? related ?? state ?? entity.sortableNames.first(where: { $0 != "id" }) else { return nil }
    self.init(by: ListGroup(name))
  }

  /// Parses ``text``; nil for anything else.
  package init?(text: some StringProtocol) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty else { return nil }
    self.init(by: ListGroup(text: first))
    var hasForm = false
    for part in parts.dropFirst() {
      if part.hasPrefix(Self.by), part.count > Self.by.count, second == nil {
        second = ListGroup(text: part.dropFirst(Self.by.count))
      } else if let figure = ListFigure(text: part), self.figure == nil {
        self.figure = figure
      } else if let form = Form(rawValue: String(part)), !hasForm {
        (self.form, hasForm) = (form, true)
      } else if part == Self.byFigure, !isByFigure {
        isByFigure = true
      } else {
        return nil
      }
    }
  }

  private static let (by, byFigure) = ("by:", "greatest")

  /// The chart as a text.
  package var text: String {
    ([group.text]
      + [
        figure?.text, second.map { Self.by + $0.text }, form == .bars ? nil : form.rawValue,
        isByFigure ? Self.byFigure : nil,
      ]
      .compactMap(\.self)).joined(separator: ",")
  }

  /// The functions of numbers that a chart can show.
  package static let functions: [AggregateFunction] = [.sum, .average, .least, .greatest]

  /// Checks that an entity's records can be shown so.
  /// - Throws: ``ListFault`` with the known fields, or with the forms that suit the fields.
  package func check(of entity: EntityDescription, in model: ModelDescription) throws(ListFault) {
    let subject = try group.subject(of: entity, in: model)
    if let second {
      _ = try second.subject(of: entity, in: model)
      if second.field == group.field, second.unit == group.unit {
        throw .text("The two fields of a chart have to differ.")
      }
    }
    if let figure {
      let subject = try figure.subject(of: entity, in: model)
      guard Self.functions.contains(figure.function), subject.functions.contains(.sum) else {
        throw .text("A chart shows the number of records, or the sum, average, least or greatest of a number.")
      }
    }
    if form.hasOrder, !subject.isOrdered {
      throw .text("Lines and areas need a day, a moment or a number on their axis.")
    }
    if form.hasOrder, isByFigure {
      throw .text("Lines and areas keep the order of their axis.")
    }
    let hasParts = form == .shares || second != nil && form != .lines && form != .pivot
    if hasParts, let figure, figure.function != .sum {
      throw .text("Parts of a whole need the number of records or a sum.")
    }
  }

  /// The same chart with other names of fields.
  func renaming(_ name: (String) -> String) -> ListChart {
    func renamed(_ group: ListGroup) -> ListGroup { ListGroup(name(group.field), by: group.unit) }
    return ListChart(
      by: renamed(group), and: second.map(renamed), figure: figure.map { ListFigure($0.function, of: name($0.field)) },
      form: form, isByFigure: isByFigure)
  }
}

extension FilterSubject {
  /// Whether values follow each other on an axis: days, moments and numbers.
  package var isOrdered: Bool { isOfDays || functions.contains(.sum) }
}
