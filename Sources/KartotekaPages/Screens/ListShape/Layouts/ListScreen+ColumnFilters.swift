import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The fields above the columns of a list's table. They change the conditions of the list's own filter, so that chips, the
// sheet of the filter and saved views show the same.
extension ListScreen {
  /// The field above each column that has texts, or the titles of related records; empty where none has one.
  func columnFilters(_ columns: [ShapeFields.Field], _ request: ScreenRequest) -> [TableFilter?] {
    // Among conditions of which any is enough, a further one would show more.
    guard request.shape.filter.junction == .all || request.shape.filter.items.count < 2 else { return [] }
    let (say, fields) = (request.say, ListShaping(self).fields(request.say))
    let filters = columns.map { column -> TableFilter? in
      guard let path = fields.searched(column) else { return nil }
      let text = request.shape.filter.items.lazy.compactMap { $0.text(containedIn: path) }.first ?? ""
      return TableFilter(
        name: ListShaping.columnPrefix + path, label: say.filterLabel(column.label),
        placeholder: column.label, text: text)
    }
    return filters.contains { $0 != nil } ? filters : []
  }
}

extension ListShaping {
  /// The beginning of the names of the fields above columns.
  static let columnPrefix = "by-"

  /// The address of the list with what was typed above its columns as conditions.
  func narrowed(_ request: ScreenRequest) -> URLPath {
    let fields = fields(request.say)
    var request = request
    for (name, text) in request.query.texts.sorted(by: { $0.key < $1.key }) where name.hasPrefix(Self.columnPrefix) {
      let path = String(name.dropFirst(Self.columnPrefix.count))
      guard let subject = fields.field(path)?.subject, subject.operators.contains(.contains) else { continue }
      let text = String(text.trimmingSpaces().prefix(FormMessage.longestSearch))
      request.shape.filter.set(text, containedIn: path)
    }
    return list(request)
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
  /// Sets the condition that a field contains a text; an empty text removes it.
  fileprivate mutating func set(_ text: String, containedIn path: String) {
    if items.count < 2 { junction = .all }
    guard junction == .all else { return }
    let place = items.firstIndex { $0.text(containedIn: path) != nil }
    let item = Item.condition(ListCondition(path, .contains, [text]))
    switch (place, text.isEmpty) {
    case (let place?, true): items.remove(at: place)
    case (let place?, false): items[place] = item
    case (nil, true): break
    case (nil, false): if conditions.count < Self.mostConditions { items.append(item) }
    }
  }
}

extension ListFilter.Item {
  /// The text of a condition that a field contains it; nil for other conditions.
  fileprivate func text(containedIn path: String) -> String? {
    guard case .condition(let condition) = self, condition.field == path, condition.filter == .contains else {
      return nil
    }
    return condition.values.first
  }
}
