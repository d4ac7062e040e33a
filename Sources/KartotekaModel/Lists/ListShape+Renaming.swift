import Foundation

// Saved lists after fields have got other names.
extension ListShape {
  /// The same shape with other names of fields.
  /// - Parameter name: the new path of a field.
  package func renaming(_ name: (String) -> String) -> ListShape {
    var copy = self
    copy.filter.items = filter.items.map { item in
      func renamed(_ condition: ListCondition) -> ListCondition {
        ListCondition(name(condition.field), condition.filter, condition.values)
      }
      return switch item {
      case .condition(let condition): .condition(renamed(condition))
      case .group(let junction, let conditions): .group(junction, conditions.map(renamed))
      }
    }
    copy.sort = sort.map { FetchSort(name($0.name), ascending: $0.ascending) }
    copy.columns = columns.map(name)
    copy.group = group.map { ListGroup(name($0.field), by: $0.unit) }
    copy.figures = figures.map { ListFigure($0.function, of: name($0.field)) }
    copy.layout =
      switch layout {
      case .cards, .table: layout
      case .board(let field): .board(name(field))
      case .gallery(let field): .gallery(name(field))
      case .calendar(let field, let period): .calendar(name(field), period)
      case .map(let field): .map(name(field))
      case .chart(let chart): .chart(chart.renaming(name))
      }
    return copy
  }

  /// The parameters of a list's address, percent-encoded, with other names of fields. Parameters that can't be read stay as they
  /// are.
  /// - Parameter name: the new path of a field.
  package static func renaming(query: String, _ name: (String) -> String) -> String {
    let parts = query.split(separator: "&", omittingEmptySubsequences: false).map { part in
      part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    let values = Dictionary(
      parts.compactMap { $0.count == 2 ? ($0[0], decoded($0[1])) : nil }, uniquingKeysWith: { first, _ in first })
    let shape = ListShape { values[$0] }
    let renamed = shape.renaming(name)
    var changed: [String: String] = [:]
    if shape.faults.isEmpty {
      let (old, new) = (Dictionary(uniqueKeysWithValues: shape.items), Dictionary(uniqueKeysWithValues: renamed.items))
      changed = new.filter { old[$0.key] != $0.value }
    }
    // A value of a field behind its name, perhaps within a subset.
    if let only = values["only"], let field = only.split(separator: ";").last?.split(separator: ":", maxSplits: 1),
      field.count == 2, name(String(field[0])) != field[0]
    {
      let prefix = only.dropLast(field[0].count + 1 + field[1].count)
      changed["only"] = prefix + name(String(field[0])) + ":" + field[1]
    }
    if changed.isEmpty { return query }
    return parts.map { part in
      guard part.count == 2, let value = changed[part[0]] else { return part.joined(separator: "=") }
      return part[0] + "=" + encoded(value)
    }.joined(separator: "&")
  }

  private static func decoded(_ text: String) -> String {
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? spaced
  }

  private static func encoded(_ text: String) -> String {
    let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:;,()")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
  }
}
