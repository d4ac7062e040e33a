import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaTransfer

// The possible meanings of a file's column.
extension ProposedTableScreen {
  /// The possible meanings of a column, for the select of its kind.
  func meanings(_ say: Localizer) -> [(value: String, title: String)] {
    var meanings = [("", say("Left out")), ("number", say("The records' number"))]
    let table = proposal.tables[index]
    for (place, column) in table.columns.enumerated() where column.isPosition {
      let field = ["field": Phrase.Argument.text(say(name(of: column)))]
      meanings.append(("longitude-\(place)", say("Longitude of {field}", field)))
    }
    meanings += FieldShape.Kind.allCases.filter { $0 != .file }.map { ($0.rawValue, say($0.label)) }
    meanings.append(("tags", say("Tags")))
    for (place, table) in proposal.tables.enumerated() where !table.isLeftOut {
      let kind = ["kind": Phrase.Argument.text(say.capitalized(table.nouns.many))]
      meanings.append(("one-\(place)", say("Leads to one of: {kind}", kind)))
      meanings.append(("several-\(place)", say("Leads to several of: {kind}", kind)))
    }
    return meanings
  }

  /// The option of a column's meaning.
  func value(of column: ProposedColumn) -> String {
    switch column.meaning {
    case .nothing: ""
    case .number: "number"
    case .field: column.kind?.rawValue ?? ""
    case .one(let place): "one-\(place)"
    case .several(let place): "several-\(place)"
    case .tags: "tags"
    case .longitude(let place): "longitude-\(place)"
    }
  }

  /// The meaning of an option; nil for none of them.
  func meaning(_ value: String) -> ProposedColumn.Meaning? {
    switch value {
    case "": return .nothing
    case "number": return .number
    case "tags": return .tags
    default:
      if FieldShape.Kind(rawValue: value) != nil { return .field }
      let parts = value.split(separator: "-")
      guard parts.count == 2, let place = Int(parts[1]) else { return nil }
      switch parts[0] {
      case "one" where proposal.tables.indices.contains(place): return .one(place)
      case "several" where proposal.tables.indices.contains(place): return .several(place)
      case "longitude" where proposal.tables[index].columns.indices.contains(place): return .longitude(place)
      default: return nil
      }
    }
  }

  /// A longitude of no position, or the second one of a position. That of a position which goes becomes a field of its own.
  func misplacedLongitude(in columns: [ProposedColumn]) -> ShapeFault? {
    let before = proposal.tables[index].columns
    var taken: Set<Int> = []
    for (place, column) in columns.enumerated() {
      guard case .longitude(let other) = column.meaning else { continue }
      let field = "kind-\(place + 1)"
      guard taken.insert(other).inserted else {
        return ShapeFault(field, "Only one column can have the longitude of a position")
      }
      let isPosition = columns.indices.contains(other) && columns[other].isPosition
      if !isPosition, before[place].meaning != column.meaning {
        return ShapeFault(field, "This would be the longitude of no position: the column of its latitude has to be one")
      }
    }
    return nil
  }
}

extension ProposedColumn {
  /// Whether it is a field with positions, or with the latitudes of positions.
  fileprivate var isPosition: Bool { meaning == .field && field.kind == .coordinate }
}
