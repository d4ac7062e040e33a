import Foundation
import Kartoteka

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct Vet: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let phone = Attribute<String>("Phone", as: .phone)
  let appointments = ToMany<Appointment>("Appointments", inverse: \.vet)
}

struct Appointment: Entity {
  enum Progress: String, ChoiceValue {
    case booked, done, missed

    var label: String {
      switch self {
      case .booked: "Booked"
      case .done: "Done"
      case .missed: "Did not come"
      }
    }
  }

  let starts = Attribute<Date>("Starts", .required)
  let minutes = Attribute<Int>("Minutes", .required, .default(20), .range(5...240))
  let progress = Attribute<Progress>("Progress", .required, .default(.booked))
  let reason = Attribute<String>("Reason")
  let reminded = Attribute<Date>("Reminded", .readOnly)
  let animal = ToOne<Animal>("Animal", .required, .onDelete(.cascade))
  let vet = ToOne<Vet>("Vet", .required, .onDelete(.deny))
  let treatments = ToMany<Treatment>("Treatments", inverse: \.appointment)

  /// By what other pages, messages and the history call an appointment: "Burek: cough".
  let name = Computed<Appointment, String>("Appointment", .title) {
    .joined(.of(\.animal, \Animal.name), .of(\.reason), separator: ": ")
  }
  let ends = Computed<Appointment, Date>("Ends", .sorted) { .of(\.starts).adding(.minutes, .of(\.minutes)) }
  let total = Computed<Appointment, Decimal>("Total", .scale(2), .currency("PLN")) {
    .sum(\.treatments, of: Treatment.amount)
  }

  static let missed = StateDescription("missed", "Did not come", tone: .bad, when: \Appointment.progress == .missed)
  static let done = StateDescription("done", "Done", tone: .good, when: \Appointment.progress == .done)
  static let booked = StateDescription("booked", "Booked")
  static let states = [missed, done, booked]
}

struct Treatment: Entity {
  static let amount = \Treatment.price * \Treatment.count

  let service = ToOne<Service>("Service", .required, .onDelete(.deny))
  let price = Attribute<Decimal>(
    "Price", .scale(2), .currency("PLN"), .atLeast(0), .required, .default(from: \Treatment.service, \Service.price))
  let count = Attribute<Int>("Count", .required, .default(1), .range(1...100))
  let appointment = ToOne<Appointment>("Appointment", .required, .onDelete(.cascade))
}

struct Service: Entity {
  let name = Attribute<String>("Name", .required, .unique, .title)
  let price = Attribute<Decimal>("Price", .scale(2), .currency("PLN"), .required, .atLeast(0))
}

/// One vet has no two overlapping appointments. Those that somebody missed are free again.
let noOverlap = Rule(for: Appointment.self) { change in
  let record = change.record
  guard record.progress != .missed, let vet = record.vet, let starts = record.starts, let minutes = record.minutes
  else { return }
  let ends = starts.addingTimeInterval(Double(minutes) * 60)
  // No appointment takes longer than four hours.
  let earliest = starts.addingTimeInterval(-4 * 3_600)
  let others = try change.transaction.fetch(
    Appointment.all.where(\.vet == vet && \.progress != .missed)
      .where(\.starts < ends && \.starts > earliest).limit(1_000))
  for other in others where other.id != record.id {
    guard let otherStarts = other.starts, let otherMinutes = other.minutes,
      otherStarts.addingTimeInterval(Double(otherMinutes) * 60) > starts
    else { continue }
    throw FieldFault(\Appointment.starts, "The vet has another appointment then")
  }
}

/// An appointment that was moved is reminded of again.
let remindAgain = Hook.beforeSaving(Appointment.self) { change in
  if !change.isNew, change.changes(\.starts) { change.record.reminded = nil }
}

/// An appointment with treatments has a price that somebody has to pay: it stays.
let keepTreated = Hook.beforeDeleting(Appointment.self) { change in
  guard change.record.progress == .done else { return }
  throw StoreError.refused("An appointment that took place can't be deleted")
}

extension Action {
  /// Marks an appointment as done.
  static let finish = Action("finish", title: "Finish", on: Appointment.self) { call, appointment in
    try await call.change(appointment) { _, appointment in
      appointment.progress = .done
      return "Finished the appointment"
    }
  }
  .offered(in: Appointment.booked)
}

extension Action {
  /// Reminds the owner by the message service in CLINIC_MESSAGES, and writes down when: people can't write `reminded`. Without a
  /// service somebody calls the owner, and presses the button then.
  static let remind = Action("remind", title: "Remind", on: Appointment.self) { call, appointment in
    if let address = ProcessInfo.processInfo.environment["CLINIC_MESSAGES"], let url = URL(string: address) {
      var request = URLRequest(url: url)
      request.httpMethod = "POST"
      request.httpBody = Data("{\"appointment\":\(appointment.id ?? 0)}".utf8)
      _ = try await URLSession.shared.data(for: request)
    }
    return try await call.change(appointment) { _, appointment in
      appointment.reminded = Date()
      return "Reminded of the appointment"
    }
  }
  .offered(in: Appointment.booked)
}

extension Action {
  /// A button above the list of appointments: those that ended and were not finished are missed.
  static let closeDay = Action("close-day", title: "Mark missed appointments", onAll: Appointment.self) { call in
    let outcome = try await call.perform { transaction in
      let open = try transaction.fetch(
        Appointment.all.where(\.progress == .booked && \.ends < Date()).limit(1_000))
      for var appointment in open {
        appointment.progress = .missed
        try transaction.update(appointment)
      }
      return open.count
    }
    return ActionResult(
      Phrase("Missed appointments: {number}", ["number": .text(String(outcome.value))]), changeSet: outcome.changeSet,
      value: ClosedDay(missed: outcome.value))
  }
  .answering(ClosedDay.self)
  .placed(.list)
}

/// The result of closing a day, for programs.
struct ClosedDay: Codable, Sendable {
  /// The number of appointments that nobody came to.
  let missed: Int
}

extension Action {
  /// The appointment for the owner's calendar (RFC 5545).
  static let calendarFile = Action("calendar-file", title: "Make a calendar file", on: Appointment.self) {
    call, appointment in
    guard let id = appointment.id, let starts = appointment.starts, let minutes = appointment.minutes else {
      throw ActionError.refused("The appointment has no time")
    }
    func utc(_ moment: Date) -> String {
      moment.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    }
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Clinic//Appointments//EN", "BEGIN:VEVENT",
      "UID:appointment-\(id)@clinic", "DTSTAMP:\(utc(Date()))", "DTSTART:\(utc(starts))",
      "DTEND:\(utc(starts.addingTimeInterval(Double(minutes) * 60)))", "SUMMARY:Veterinary clinic", "END:VEVENT",
      "END:VCALENDAR", "",
    ]
    let file = ActionResult.File(
      "appointment-\(id).ics", type: "text/calendar", Data(lines.joined(separator: "\r\n").utf8))
    return ActionResult("The appointment is ready for a calendar", file: file)
  }
  .answeringFile()
  .offered(in: Appointment.booked)
}

/// Tells the reception system of each new and changed appointment, after the commit and at least once.
let announce = Job(
  "announce", title: "Announce", doing: "Announcing", failure: "The appointment could not be announced",
  on: Appointment.self, startsWithChange: true
) { run, appointment in
  guard let address = ProcessInfo.processInfo.environment["CLINIC_RECEPTION"], let url = URL(string: address) else {
    return "There is no reception system"
  }
  var request = URLRequest(url: url)
  request.httpMethod = "POST"
  request.httpBody = Data("{\"appointment\":\(appointment.id ?? 0)}".utf8)
  _ = try await URLSession.shared.data(for: request)
  return "Announced the appointment"
}
