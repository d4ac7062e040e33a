import KartotekaModel

/// The events and tasks of an iCalendar file (RFC 5545). Whole days are dates, times are moments with their offset; the rule of
/// what repeats is a text.
struct CalendarBook: RecordBook {
  static let format = "iCalendar"

  private static let order = [
    "Title", "From", "To", "Start", "End", "Due", "Done", "All day", "Place", "Position", "Description", "Categories",
    "Status",
    "Priority", "Percent done", "Organizer", "Attendees", "Link", "Repeats", "Except", "Time zone", "Created",
    "Changed", "UID",
  ]

  let tables: RecordTables

  init?(_ file: CandidateFile) throws(ReadingError) {
    guard file.head.begins("BEGIN:VCALENDAR") else { return nil }
    let text = try TextSource(file.source)
    // Zones may follow the events; and events are written alike if some of them are whole days.
    let survey = CalendarReader(text)
    while survey.next() != nil {}
    let (zones, hasDays) = (survey.zones, survey.hasDays)
    tables = try RecordTables(order: Self.order, file: file.name) { CalendarReader(text, zones, hasDays: hasDays) }
  }
}

private final class CalendarReader: NamedValueReader {
  private static let tables = ["VEVENT": "Events", "VTODO": "Tasks", "VJOURNAL": "Journal"]

  private var lines: VCardLines
  private(set) var zones: CalendarZones
  /// Whether events of whole days were found, or are known to be in the file.
  private(set) var hasDays: Bool
  private var reminders = 0
  private var attachments = 0

  init(_ text: TextSource, _ zones: CalendarZones = CalendarZones(), hasDays: Bool = false) {
    lines = VCardLines(text)
    (self.zones, self.hasDays) = (zones, hasDays)
  }

  var share: Double { lines.share }

  var notes: [Phrase] {
    var notes: [Phrase] = []
    if reminders > 0 { notes.append(Phrase("{count} reminders are left out", ["count": .count(reminders)])) }
    if attachments > 0 { notes.append(Phrase("{count} attached files are left out", ["count": .count(attachments)])) }
    return notes
  }

  func next() -> NamedValues? {
    var properties: [CalendarProperty] = []
    var components: [String] = []
    while let line = lines.nextLine() {
      guard let property = CalendarProperty(line) else { continue }
      switch property.name {
      case "BEGIN":
        let name = property.value.trimmingSpaces().uppercased()
        if components.contains("VTIMEZONE") { zones.take(property, in: name) }
        if Self.tables[name] != nil { properties = [] }
        if name == "VALARM" { reminders += 1 }
        // A broken file may begin components without end.
        if components.count < 100 { components.append(name) }
      case "END":
        let name = property.value.trimmingSpaces().uppercased()
        if let place = components.lastIndex(of: name) { components.removeSubrange(place...) }
        if name == "VTIMEZONE" { zones.end() }
        if let table = Self.tables[name] { return record(table, properties) }
      default:
        guard let component = components.last else { continue }
        if components.contains("VTIMEZONE") {
          zones.take(property, in: component)
        } else if Self.tables[component] != nil {
          properties.append(property)
        }
      }
    }
    return nil
  }

  private func record(_ table: String, _ properties: [CalendarProperty]) -> NamedValues {
    var record = NamedValues(table)
    func first(_ name: String) -> CalendarProperty? { properties.first { $0.name == name && !$0.value.isEmpty } }
    addTimes(to: &record, first)
    for property in properties {
      switch property.name {
      case "SUMMARY": record.add("Title", property.text)
      case "LOCATION": record.add("Place", property.text)
      case "GEO": record.add("Position", Coordinate(property.value.replacing(";", with: ","))?.description)
      case "DESCRIPTION", "COMMENT": record.add("Description", property.text)
      case "CATEGORIES": record.add("Categories", property.text)
      case "STATUS": record.add("Status", property.text.capitalized)
      case "PRIORITY": if property.value != "0" { record.add("Priority", property.value) }
      case "PERCENT-COMPLETE": record.add("Percent done", property.value)
      case "ORGANIZER": record.add("Organizer", property.person)
      case "ATTENDEE": record.add("Attendees", property.person)
      case "URL": record.add("Link", property.value)
      case "RRULE", "RDATE": record.add("Repeats", property.value)
      case "EXDATE": record.add("Except", text(property))
      case "CREATED": record.add("Created", text(property))
      case "LAST-MODIFIED": record.add("Changed", text(property))
      case "ATTACH": attachments += 1
      default: break
      }
    }
    // One that repeats has a record of its own for each changed time, under the same UID.
    let change = first("RECURRENCE-ID").map { "/" + $0.value } ?? ""
    if let uid = first("UID")?.text, !uid.isEmpty { record.add("UID", uid + change) }
    return record
  }

  private func addTimes(to record: inout NamedValues, _ first: (String) -> CalendarProperty?) {
    let (start, end, due) = (first("DTSTART"), first("DTEND"), first("DUE"))
    let begin = start.flatMap { CalendarTime($0.value) }
    let duration = first("DURATION")?.value
    record.add("Due", due.flatMap(text))
    record.add("Done", first("COMPLETED").flatMap(text))
    guard let start, let begin else { return }
    let finish = end.flatMap { CalendarTime($0.value) } ?? duration.flatMap(begin.adding)
    let zone = start.parameters["TZID"]
    if begin.seconds == nil {
      hasDays = true
      record.add("From", begin.day.description)
      // The end of whole days is the day after the last one.
      let last = finish.map { max(begin.day, $0.day.adding(days: -1)) } ?? begin.day
      record.add("To", last.description)
      record.add("All day", "yes")
      return
    }
    if hasDays {
      record.add("From", begin.day.description)
      record.add("To", (finish?.day ?? begin.day).description)
      record.add("All day", "no")
    }
    record.add("Start", zones.text(begin, in: zone))
    if let finish { record.add("End", zones.text(finish, in: end?.parameters["TZID"] ?? zone)) }
    record.add("Time zone", zone)
  }

  // A day, a moment, or several of them.
  private func text(_ property: CalendarProperty) -> String? {
    let times = property.value.split(separator: ",").compactMap { CalendarTime(String($0)) }
    let texts = times.map { zones.text($0, in: property.parameters["TZID"]) }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}
