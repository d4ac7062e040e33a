import Foundation
import KartotekaModel
import KartotekaStore

/// The addresses of the records of a list that a program reads repeatedly.
package struct ListSource: Sendable {
  /// Tells its records apart from those of other lists.
  package let id: String
  /// When the list was made a source: the time of events that have no known change.
  package let time: Date
  /// The address of a record; nil for none.
  package let address: @Sendable (RecordID) -> String?

  package init(id: String, time: Date, address: @escaping @Sendable (RecordID) -> String?) {
    (self.id, self.time, self.address) = (id, time, address)
  }
}

/// The description of a list's file for its writers, and the values of its fields in their forms.
struct ListFile: Sendable {
  let entity: EntityDescription
  let name: String
  /// The headings.
  let columns: [String]
  let fields: [ListCells.Field]
  let hasTitles: Bool
  let hasMarks: Bool
  /// Whether long texts are cut where they are written.
  let isShortened: Bool
  let day: String?
  /// The fields with the number of minutes that a record lasts, by the fields with its beginning.
  let minutes: [String: String]
  let source: ListSource?
  let say: Localizer

  /// The places of the columns of which marks tell the version: those that a file can change. A record that was deleted and brought
  /// back has other stamps, and is what it was.
  var shown: Set<Int> {
    Set(
      fields.compactMap { field in
        switch field.subject {
        case .attribute(let attribute) where attribute.stamp != nil: nil
        case .attribute, .toOne:
          field.path.relationships.isEmpty ? field.path.entity.position(of: field.path.name) : nil
        case .id, .state, .computed, .many: nil
        }
      })
  }

  /// The mark of a record of which the cells are shown.
  func mark(of record: AnyRecord, _ cells: ListCells, shown: String) -> RecordMark? {
    var lists: [Int: LinksMark] = [:]
    for (index, field) in fields.enumerated() {
      guard case .many(let relationship) = field.subject,
        let place = entity.manyToMany.firstIndex(where: { $0.name == relationship.name })
      else { continue }
      let links = cells.cell(index, of: record).links
      let text = RelatedList.text(links, hasTitles: hasTitles, isTags: relationship.isTags)
      let written = isShortened ? SpreadsheetWriter.shortened(text) : text
      lists[place] = LinksMark(relationship, RelatedList.cells(written), links.map(\.id))
    }
    return RecordMark(record, shown: shown, lists: lists)
  }

  /// The title of a record of a page.
  func title(of record: AnyRecord, _ page: FetchPage) -> String { record.title(in: say, related: page.included) }

  private static let key = AttributeDescription(name: "", label: "", kind: .stored)

  /// A value as a text; nil for none.
  func text(of cell: ListCells.Cell, _ field: ListCells.Field, isForSpreadsheets: Bool) -> String? {
    func guarded(_ text: String) -> String {
      isForSpreadsheets ? FormulaGuard.added(to: text, isForSpreadsheets: true) : text
    }
    switch field.subject {
    case .state: return cell.state.map { hasTitles ? say($0.label) : $0.name }
    case .toOne: if hasTitles, let title = cell.title { return guarded(title) }
    case .many(let relationship):
      let text = RelatedList.text(cell.links, hasTitles: hasTitles, isTags: relationship.isTags)
      return text.isEmpty ? nil : guarded(text)
    case .id, .attribute, .computed: break
    }
    guard let attribute = field.subject.attribute else {
      if let key = cell.key { return guarded(StoredKind().text(key, for: Self.key)) }
      if case .integer(let id) = cell.value { return String(id) }
      return nil
    }
    if cell.value.isNull || attribute.isBytes { return nil }
    let text = attribute.behavior.text(cell.value, for: attribute)
    if attribute.kind == .timestamp, let moment = Timestamp.date(text) {
      return Timestamp.text(moment, withOffsetOf: say.timeZone)
    }
    if hasTitles, attribute.kind == .choice || attribute.kind == .country {
      return guarded(attribute.behavior.display(cell.value, for: attribute, in: say))
    }
    return FormulaGuard.concerns(attribute.kind) ? guarded(text) : text
  }

  /// Writes a value as JSON.
  func write(_ cell: ListCells.Cell, _ field: ListCells.Field, to json: inout JSONWriter) {
    switch field.subject {
    case .attribute(let attribute) where !attribute.isBytes && !cell.value.isNull,
      .computed(let attribute) where !cell.value.isNull:
      if hasTitles, attribute.kind == .choice || attribute.kind == .country {
        json.string(attribute.behavior.display(cell.value, for: attribute, in: say))
      } else {
        attribute.behavior.write(cell.value, to: &json, for: attribute)
      }
    case .id, .toOne:
      if hasTitles, let title = cell.title {
        json.string(title)
      } else if let key = cell.key {
        StoredKind.write(key, to: &json)
      } else if case .integer(let id) = cell.value {
        json.int(id)
      } else {
        json.null()
      }
    case .state:
      if let state = cell.state { json.string(hasTitles ? say(state.label) : state.name) } else { json.null() }
    case .many:
      json.beginArray()
      for link in cell.links {
        if hasTitles, RelatedList.isName(link.title) { json.string(link.title) } else { json.int(link.id) }
      }
      json.endArray()
    case .attribute, .computed: json.null()
    }
  }

  /// The cells of a record's row in a spreadsheet, without its mark.
  func sheetCells(of record: AnyRecord, _ cells: ListCells) -> [SheetCell] {
    fields.indices.map { sheetCell(cells.cell($0, of: record), fields[$0]) }
  }

  private func sheetCell(_ cell: ListCells.Cell, _ field: ListCells.Field) -> SheetCell {
    guard let text = text(of: cell, field, isForSpreadsheets: false) else { return .empty }
    guard let attribute = field.subject.attribute else {
      if case .many = field.subject { return .text(text) }
      let isNumber = cell.state == nil && cell.key == nil && (cell.title == nil || !hasTitles)
      return isNumber ? .number(text, scale: nil) : .text(text)
    }
    switch attribute.kind {
    case .boolean:
      return [.integer(0), .integer(1)].contains(cell.value) ? .flag(cell.value == .integer(1)) : .text(text)
    case .date: return CalendarDate(iso: text).map { .day($0) } ?? .text(text)
    case .timestamp:
      guard case .text(let stored) = cell.value, let moment = Timestamp.date(stored) else { return .text(text) }
      let local = Timestamp.local(moment, in: say.timeZone)
      // Spreadsheets count days from 1900 on.
      guard let day = CalendarDate(iso: local.prefix(10)), day.year > 1900 else { return .text(text) }
      let parts = local.dropFirst(11).split(separator: ":").compactMap { Double($0) }
      let seconds = parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : 0
      return .moment(day, seconds: Int(clampingFloor: seconds))
    default: return attribute.behavior.isNumber ? .formatted(cell.value, of: attribute) : .text(text)
    }
  }
}

extension FilterSubject {
  /// The attribute of the values; nil for a reference, a state or the number.
  fileprivate var attribute: AttributeDescription? {
    switch self {
    case .attribute(let attribute), .computed(let attribute): attribute
    case .id, .state, .toOne, .many: nil
    }
  }
}
