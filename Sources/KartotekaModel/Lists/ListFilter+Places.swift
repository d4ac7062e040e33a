extension ListFilter {
  /// The place of a condition in a filter, or one where a condition is added.
  package struct Place: Hashable, Sendable {
    /// The item; nil for a new one.
    package var item: Int?
    /// The condition within the item's group; nil for a new one.
    package var inner: Int?
    /// Whether the place is within a group.
    package var isInGroup: Bool

    /// A place.
    package init(item: Int? = nil, inner: Int? = nil, isInGroup: Bool = false) {
      (self.item, self.inner, self.isInGroup) = (item, inner, isInGroup)
    }

    /// Parses ``text``; an invalid text is a new condition.
    package init(text: String) {
      let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      item = parts.first.flatMap { Int($0) }
      isInGroup = parts.count == 2
      inner = parts.count == 2 ? Int(parts[1]) : nil
    }

    /// The place in an address: nothing for a new condition, `2`, `2.0`, `2.` for a new one in a group, `.` in a new group.
    package var text: String { (item.map(String.init) ?? "") + (isInGroup ? "." + (inner.map(String.init) ?? "") : "") }
  }

  /// The condition at a place; nil for none.
  package func condition(at place: Place) -> ListCondition? {
    guard let item = place.item, items.indices.contains(item) else { return nil }
    switch items[item] {
    case .condition(let condition): return place.isInGroup ? nil : condition
    case .group(_, let conditions):
      return place.inner.flatMap { conditions.indices.contains($0) ? conditions[$0] : nil }
    }
  }

  /// The place of the condition that chooses among a field's values and has to hold; nil for none.
  package func place(of field: String) -> Place? {
    guard junction == .all else { return nil }
    let index = items.firstIndex { item in
      guard case .condition(let condition) = item else { return false }
      return condition.field == field && [.eq, .in].contains(condition.filter)
    }
    return index.map { Place(item: $0) }
  }

  /// Sets or adds a condition.
  /// - Returns: the place that it has then.
  @discardableResult
  package mutating func set(_ condition: ListCondition, at place: Place) -> Place {
    guard let item = place.item, items.indices.contains(item) else {
      items.append(place.isInGroup ? .group(junction == .all ? .any : .all, [condition]) : .condition(condition))
      return Place(item: items.count - 1, inner: place.isInGroup ? 0 : nil, isInGroup: place.isInGroup)
    }
    guard case .group(let junction, var conditions) = items[item] else {
      items[item] = .condition(condition)
      return Place(item: item)
    }
    var inner = conditions.count
    if let known = place.inner, conditions.indices.contains(known) {
      inner = known
      conditions[inner] = condition
    } else {
      conditions.append(condition)
    }
    items[item] = .group(junction, conditions)
    return Place(item: item, inner: inner, isInGroup: true)
  }

  /// The conditions that have to hold beside the one at a place. Where any of several has to, the others do not.
  package func others(than place: Place) -> ListFilter {
    var others = ListFilter()
    if junction == .all {
      others.items = items.enumerated().filter { $0.offset != place.item }.map(\.element)
    }
    guard let item = place.item, items.indices.contains(item), case .group(.all, let conditions) = items[item] else {
      return others
    }
    let beside = conditions.enumerated().filter { $0.offset != place.inner }.map { Item.condition($0.element) }
    others.items += beside
    return others
  }

  /// Removes a condition, and its group if it is the last one.
  /// - Returns: the place where another condition can be added instead.
  @discardableResult
  package mutating func remove(at place: Place) -> Place {
    guard let item = place.item, items.indices.contains(item) else { return place }
    guard case .group(let junction, var conditions) = items[item], let inner = place.inner,
      conditions.indices.contains(inner)
    else {
      items.remove(at: item)
      return Place()
    }
    conditions.remove(at: inner)
    if conditions.isEmpty {
      items.remove(at: item)
      return Place(isInGroup: true)
    }
    items[item] = .group(junction, conditions)
    return Place(item: item, isInGroup: true)
  }
}
