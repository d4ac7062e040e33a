import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Fields above the columns of a list's table. Their texts are conditions of the list's filter, so that chips, sheets, saved
// views, exports and the API know them.
extension ListScreen {
  /// The fields, by column; none where a further condition would not narrow the list down.
  func columnFilters(_ columns: [ShapeFields.Field], _ request: ScreenRequest) async throws -> [TableFilter?] {
    // Among conditions of which any is enough, a further one would show more.
    guard request.shape.filter.junction == .all || request.shape.filter.items.count < 2 else { return [] }
    let (say, fields) = (request.say, ListShaping(self).fields(request.say))
    var filters: [TableFilter?] = []
    for column in columns {
      guard let comparison = ColumnComparison(column, of: self, fields) else {
        filters.append(nil)
        continue
      }
      let condition = request.shape.filter.items.lazy.compactMap { comparison.condition(in: $0) }.first
      filters.append(
        TableFilter(
          name: ListShaping.columnPrefix + column.path, label: say.filterLabel(column.label), placeholder: column.label,
          text: try await text(of: condition, column, say),
          suggestions: column.subject.relationship.flatMap(screens.suggestions)))
    }
    return filters.contains { $0 != nil } ? filters : []
  }

  // The text of a condition. That of a related record's number is its title and number.
  private func text(
    of condition: ListCondition?, _ column: ShapeFields.Field, _ say: Localizer
  ) async throws -> String {
    guard let condition, let text = condition.values.first else { return "" }
    guard condition.field == column.path, let relationship = column.subject.relationship, let id = RecordID(text),
      let target = screens.description.model.entity(named: relationship.target)
    else { return text }
    return try await screens.store.record(target, id: id).map { RelatedText.text(of: $0, in: say) }
      ?? RelatedText.text(of: id)
  }
}

/// The comparison by which the text above a column narrows a list down.
struct ColumnComparison: Sendable {
  let column: ShapeFields.Field
  /// The field that has the text: the column's own, or the title of the related record.
  let path: String
  let filter: ListOperator

  /// The comparison of a column; nil for one without a field above it. A declared table says which columns have one.
  init?(_ column: ShapeFields.Field, of list: ListScreen, _ fields: ShapeFields) {
    self.column = column
    if column.subject.isBytes { return nil }
    let searched = fields.searched(column)
    if let table = list.table {
      guard let own = table.filters.first(where: { $0.name == column.path }) else { return nil }
      if !own.isPart && column.subject.relationship == nil || searched == nil {
        path = column.path
        filter = column.subject.operators.contains(.is) ? .is : .eq
        return
      }
    }
    guard let searched else { return nil }
    (path, filter) = (searched, .contains)
  }

  /// The condition of an item that is one of this field; nil for others.
  func condition(in item: ListFilter.Item) -> ListCondition? {
    guard case .condition(let condition) = item, condition.values.count == 1 else { return nil }
    let isNumber = condition.field == column.path && condition.filter == .eq && column.subject.relationship != nil
    return isNumber || condition.field == path && condition.filter == filter ? condition : nil
  }

  /// The condition that a text makes; nil for an empty one. Digits are the number of a related record.
  func condition(_ text: String, in model: ModelDescription) -> ListCondition? {
    if text.isEmpty { return nil }
    guard let relationship = column.subject.relationship else { return ListCondition(path, filter, [text]) }
    switch RelatedText(text, of: model.entity(named: relationship.target)) {
    case nil: return nil
    case .number(let id), .digits(let id, _): return ListCondition(column.path, .eq, [String(id)])
    case .title(let title): return ListCondition(path, filter, [title])
    }
  }

  /// The condition that a text makes among the records of a store: digits are a title where a record has one with them, as in
  /// the row for a new record.
  func condition(_ text: String, in store: Store, _ say: Localizer) async throws -> ListCondition? {
    let condition = condition(text, in: store.model)
    guard let relationship = column.subject.relationship,
      let target = store.model.entity(named: relationship.target)
    else { return condition }
    switch RelatedText(text, of: target) {
    case .digits(_, let title) where filter == .contains:
      var titled = AnyFetchRequest(target.name)
      let name = String(path.dropFirst(column.path.count + 1))
      titled.predicate = .compare(name, .contains, [.text(title)])
      return try await store.count(titled) > 0 ? ListCondition(path, filter, [title]) : condition
    case .title where filter != .contains:
      // A title of several attributes is no single text.
      guard case .record(let id) = try await RelatedLookup(store: store, say: say).find(text, relationship) else {
        return condition
      }
      return ListCondition(column.path, .eq, [String(id)])
    default: return condition
    }
  }
}

extension ListShaping {
  /// The beginning of the names of the fields above columns.
  static let columnPrefix = "by-"

  /// The address of the list with what was typed above its columns as conditions.
  func narrowed(_ request: ScreenRequest) async throws -> URLPath { list(try await conditioned(request)) }

  /// The request with what was typed above columns as conditions. A declared table knows its columns also by their names:
  /// `?name=Anna`.
  func conditioned(_ request: ScreenRequest) async throws -> ScreenRequest {
    var request = request
    for (comparison, text) in comparisons(request.query.texts, request.say) {
      let condition = try await comparison.condition(text, in: screens.store, request.say)
      request.shape.filter.set(condition, of: comparison)
    }
    return request
  }

  /// The state of a saved view. One of a declared table can have the names of columns as parameters.
  func state(_ view: SavedView) -> ListState {
    var state = ListState(view)
    let texts = SubmittedForm.query(of: "?" + view.query).texts
    for (comparison, text) in comparisons(texts, .english) {
      state.shape.filter.set(comparison.condition(text, in: model), of: comparison)
    }
    return state
  }

  // The texts above columns among the parameters of an address.
  private func comparisons(
    _ texts: [String: String], _ say: Localizer
  ) -> [(comparison: ColumnComparison, text: String)] {
    let fields = fields(say)
    return texts.sorted { $0.key < $1.key }.compactMap { name, text in
      let path = name.hasPrefix(Self.columnPrefix) ? String(name.dropFirst(Self.columnPrefix.count)) : name
      guard path != name || screen.parameters.contains(name), let column = fields.field(path),
        let comparison = ColumnComparison(column, of: screen, fields)
      else { return nil }
      return (comparison, String(text.trimmingSpaces().prefix(FormMessage.longestSearch)))
    }
  }
}

extension ShapeFields {
  /// The path of the text in which the field above a column searches; nil if it has none.
  func searched(_ column: Field) -> String? {
    switch column.subject {
    case .attribute(let attribute), .computed(let attribute):
      return column.subject.operators.contains(.contains) && attribute.choices.isEmpty && attribute.kind != .country
        ? column.path : nil
    case .toOne(let relationship):
      // A title of several attributes is no single text.
      guard let titles = model.entity(named: relationship.target)?.titleAttributes, titles.count == 1,
        let title = field(column.path + "." + titles[0].name), titles[0].kind != .country
      else { return nil }
      return title.subject.operators.contains(.contains) ? title.path : nil
    case .id, .state, .many: return nil
    }
  }
}

extension ListFilter {
  /// Sets the condition of a field above a column; nil removes it.
  fileprivate mutating func set(_ condition: ListCondition?, of comparison: ColumnComparison) {
    if items.count < 2 { junction = .all }
    guard junction == .all else { return }
    let place = items.firstIndex { comparison.condition(in: $0) != nil }
    switch (place, condition) {
    case (let place?, nil): items.remove(at: place)
    case (let place?, let condition?): items[place] = .condition(condition)
    case (nil, let condition?): if conditions.count < Self.mostConditions { items.append(.condition(condition)) }
    case (nil, nil): break
    }
  }
}
