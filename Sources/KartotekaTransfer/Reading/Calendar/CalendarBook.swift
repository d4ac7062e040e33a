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
  /// Properties that are read together, and those that say how an event is written.
  private static let known: Set<String> = [
    "DTSTART", "DTEND", "DUE", "DURATION", "COMPLETED", "UID", "RECURRENCE-ID", "DTSTAMP", "SEQUENCE", "TRANSP",
    "REQUEST-STATUS",
  ]
  /// Reminders of version 1.0, which are properties.
  private static let alarms: Set<String> = ["AALARM", "DALARM", "MALARM", "PALARM"]

  private var lines: VCardLines
  private(set) var zones: CalendarZones
  /// Whether events of whole days were found, or are known to be in the file.
  private(set) var hasDays: Bool
  private var reminders = 0
  private var attachments = 0
  /// The number of properties that no column takes, by their names.
  private var leftOut: [String: Int] = [:]
  /// The number of times in a zone that is not known, and the names of such zones.
  private var local = (count: 0, zones: Set<String>())

  init(_ text: TextSource, _ zones: CalendarZones = CalendarZones(), hasDays: Bool = false) {
    lines = VCardLines(text)
    (self.zones, self.hasDays) = (zones, hasDays)
  }

  var share: Double { lines.share }

  var notes: [Phrase] {
    var notes: [Phrase] = []
    if reminders > 0 { notes.append(Phrase("{count} reminders are left out", ["count": .count(reminders)])) }
    if attachments > 0 { notes.append(Phrase("{count} attached files are left out", ["count": .count(attachments)])) }
    if !leftOut.isEmpty {
      let names = leftOut.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) (\($0.value))" }
      notes.append(
        Phrase("Left out of the events: {names}", ["names": .text(names.prefix(20).joined(separator: ", "))]))
    }
    if local.count > 0 {
      let names = local.zones.sorted().prefix(5).joined(separator: ", ")
      notes.append(
        Phrase(
          "{count} times are read as local ones, as their time zone is not known: {names}",
          ["count": .count(local.count), "names": .text(names)]))
    }
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
          // A value that is too long to be kept.
          if lines.isCut, property.name != "ATTACH" { leaveOut(property.name) }
        }
      }
    }
    return nil
  }

  private func record(_ table: String, _ properties: [CalendarProperty]) -> NamedValues {
    var record = NamedValues(table)
    func first(_ name: String) -> CalendarProperty? { properties.first { $0.name == name && !$0.value.isEmpty } }
    func addNumber(_ name: String, _ text: String) {
      let text = text.trimmingSpaces()
      record.add(name, text, JSONParser.isNumber(text) ? .value : .text)
    }
    addTimes(to: &record, first)
    for property in properties {
      switch property.name {
      case "SUMMARY": record.add("Title", property.text)
      case "LOCATION": record.add("Place", property.text)
      case "GEO":
        let position = Coordinate(property.value.replacing(";", with: ","))
        record.add("Position", position?.description ?? property.value)
      case "DESCRIPTION", "COMMENT": record.add("Description", property.text)
      case "CATEGORIES": record.add("Categories", property.text)
      case "STATUS": record.add("Status", property.text.capitalized)
      case "PRIORITY": if property.value != "0" { addNumber("Priority", property.value) }
      case "PERCENT-COMPLETE": addNumber("Percent done", property.value)
      case "ORGANIZER": record.add("Organizer", property.person)
      case "ATTENDEE": record.add("Attendees", property.person)
      case "URL": record.add("Link", property.value)
      case "RRULE", "RDATE": record.add("Repeats", property.value)
      case "EXDATE": record.add("Except", text(property))
      case "CREATED", "DCREATED": record.add("Created", text(property))
      case "LAST-MODIFIED": record.add("Changed", text(property))
      case "ATTACH": attachments += 1
      case let name where Self.alarms.contains(name): reminders += 1
      case let name where Self.known.contains(name) || property.value.isEmpty: break
      default: leaveOut(property.name)
      }
    }
    // One that repeats has a record of its own for each changed time, under the same UID.
    let change = first("RECURRENCE-ID").map { "/" + $0.value } ?? ""
    if let uid = first("UID")?.text, !uid.isEmpty { record.add("UID", uid + change) }
    return record
  }

  private func leaveOut(_ name: String) {
    // A broken file may have any number of names.
    if leftOut[name] != nil || leftOut.count < 1_000 { leftOut[name, default: 0] += 1 }
  }

  private func addTimes(to record: inout NamedValues, _ first: (String) -> CalendarProperty?) {
    let (start, end, due) = (first("DTSTART"), first("DTEND"), first("DUE"))
    let begin = start.flatMap { CalendarTime($0.value) }
    let duration = first("DURATION")?.value
    record.add("Due", due.flatMap(text))
    record.add("Done", first("COMPLETED").flatMap(text))
    guard let start else { return }
    guard let begin else {
      // A start that is no time is shown as text.
      record.add("Start", start.value)
      record.add("End", end?.value)
      return
    }
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
    record.add("Start", text(begin, in: zone))
    record.add("End", finish.map { text($0, in: end?.parameters["TZID"] ?? zone) } ?? end?.value)
    record.add("Time zone", zone)
  }

  // A day, a moment, or several of them. A value that is no time is shown as it is.
  private func text(_ property: CalendarProperty) -> String? {
    let texts = property.value.split(separator: ",").map { part in
      CalendarTime(String(part)).map { text($0, in: property.parameters["TZID"]) } ?? String(part)
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  private func text(_ time: CalendarTime, in zone: String?) -> String {
    let (text, lacksZone) = zones.text(time, in: zone)
    if lacksZone {
      local.count += 1
      if let zone, local.zones.count < 100 { local.zones.insert(zone) }
    }
    return text
  }
}
