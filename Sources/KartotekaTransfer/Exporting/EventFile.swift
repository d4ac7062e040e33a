import Foundation
import KartotekaModel
import KartotekaStore

/// The records of a list as events of a calendar (iCalendar, RFC 5545): days as dates, moments in UTC. A record without a day
/// is no event.
struct EventFile: ListFileWriter {
  /// The attribute with the days of an entity's records: the one of that name, or the first; nil for none.
  static func day(of entity: EntityDescription, _ name: String?) -> AttributeDescription? {
    entity.attributes.first { [.date, .timestamp].contains($0.kind) && (name == nil || $0.name == name) }
  }

  // A week, as long as a calendar shows a record.
  private static let mostMinutes: Int64 = 7 * 24 * 60

  private let list: ListFile
  private let day: AttributeDescription
  private let time: String
  private var lines: ContentLineWriter
  /// The last changes of the records of the page.
  private var revisions: [RecordID: RecordRevision] = [:]

  init(_ list: ListFile, to sink: any ByteSink) throws {
    guard let day = Self.day(of: list.entity, list.day) else {
      throw ListExportFault.notInFormat(.ics, list.entity.nouns.many)
    }
    (self.list, self.day, lines) = (list, day, ContentLineWriter(to: sink))
    time = Self.moment(list.source?.time ?? .now)
    lines.line("BEGIN", "VCALENDAR")
    lines.line("VERSION", "2.0")
    lines.line("PRODID", "-//Kartoteka//Kartoteka//EN")
    lines.text("NAME", list.name)
    lines.text("X-WR-CALNAME", list.name)
    guard list.source != nil else { return }
    lines.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
    lines.line("X-PUBLISHED-TTL", "PT1H")
  }

  mutating func begin(_ revisions: [RecordID: RecordRevision]) { self.revisions = revisions }

  mutating func write(_ record: AnyRecord, _ cells: ListCells, _ page: FetchPage) throws {
    guard case .text(let text) = record[day.name], let id = record.id else { return }
    let start: (name: String, value: String)
    var end: Date?
    if day.kind == .date {
      guard CalendarDate(iso: text) != nil else { return }
      start = ("DTSTART;VALUE=DATE", text.replacing("-", with: ""))
    } else {
      guard let moment = Timestamp.date(text) else { return }
      start = ("DTSTART", Self.moment(moment))
      end = self.end(of: record, from: moment)
    }
    lines.line("BEGIN", "VEVENT")
    lines.text("UID", "\(list.entity.plural)-\(id)@\(list.source?.id ?? list.name)")
    // Without a method it is the time of the last change (RFC 5545, 3.8.7.2).
    let revision = revisions[id]
    lines.line("DTSTAMP", revision.map { Self.moment($0.date) } ?? time)
    if let revision {
      lines.line("LAST-MODIFIED", Self.moment(revision.date))
      lines.line("SEQUENCE", String(min(revision.changeSet, Int64(Int32.max))))
    }
    lines.line(start.name, start.value)
    if let end { lines.line("DTEND", Self.moment(end)) }
    lines.text("SUMMARY", list.title(of: record, page))
    if let address = list.source?.address(id) { lines.line("URL", address) }
    for attribute in list.entity.attributes where attribute.kind == .coordinate {
      guard case .text(let text) = record[attribute.name], let place = Coordinate(text) else { continue }
      lines.line("GEO", "\(place.latitude);\(place.longitude)")
      break
    }
    let details = details(of: record, cells)
    if !details.isEmpty { lines.text("DESCRIPTION", details) }
    // A day takes nobody's time.
    lines.line("TRANSP", day.kind == .date ? "TRANSPARENT" : "OPAQUE")
    lines.line("END", "VEVENT")
    try lines.flush()
  }

  // The end must be later than the beginning (RFC 5545, 3.8.2.2).
  private func end(of record: AnyRecord, from start: Date) -> Date? {
    guard let name = list.minutes[day.name], case .integer(let minutes) = record[name], minutes > 0 else { return nil }
    return start.addingTimeInterval(Double(min(minutes, Self.mostMinutes)) * 60)
  }

  // The values of the list's columns other than the title and the day.
  private func details(of record: AnyRecord, _ cells: ListCells) -> String {
    let titles = Set(list.entity.titleAttributes.map(\.name))
    return list.fields.indices.compactMap { index -> String? in
      let field = list.fields[index]
      let isOwn = field.path.relationships.isEmpty
      guard !isOwn || field.path.name != day.name && !titles.contains(field.path.name),
        let text = list.text(of: cells.cell(index, of: record), field, isForSpreadsheets: false)
      else { return nil }
      return list.columns[index] + ": " + text
    }.joined(separator: "\n")
  }

  mutating func finish() throws {
    lines.line("END", "VCALENDAR")
    try lines.flush(isLast: true)
  }

  // 20261121T101200Z
  private static func moment(_ date: Date) -> String {
    let text = Timestamp.text(date)
    return text.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }
}
