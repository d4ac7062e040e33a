import Foundation
import Kartoteka

private let nobody = "Nobody waits"

/// A page of the clinic's own: who waits today, with the platform's frame and rows.
let waitingRoom = OwnPage("waiting-room", title: "Waiting room", symbol: .people) { call in
  let appointments = try await call.store.fetch(
    Appointment.all.where(\.starts == .today && \.progress == .booked).sorted(by: \.starts).including(\.animal)
      .limit(100))
  let rows = try appointments.map { appointment in
    (title: try appointment[\.animal][\.name], time: call.time(try appointment[\.starts]), id: appointment.id)
  }
  return Markup { html in
    guard !rows.isEmpty else { return html.paragraph(html.say(nobody)) }
    html.rows {
      for row in rows { $0.row(row.title, detail: row.time, to: call.address("appointments", row.id)) }
    }
  }
}

/// A table of the clinic's own: how busy each vet is today.
let vetsToday = OwnPage("vets-today", title: "Vets today", symbol: .person) { call in
  let appointments = try await call.store.fetch(
    Appointment.all.where(\.starts == .today && \.progress != .missed).sorted(by: \.starts).limit(1_000))
  var rows: [[String]] = []
  for vet in try await call.store.fetch(Vet.all.sorted(by: \.name).limit(100)) {
    let own = appointments.filter { $0.vet == vet.id }
    let ends = own.compactMap { $0.starts?.addingTimeInterval(Double($0.minutes ?? 0) * 60) }.max()
    guard let first = own.first?.starts, let ends else { continue }
    let minutes = own.compactMap(\.minutes).reduce(0, +)
    rows.append([vet.name ?? "", String(own.count), String(minutes), call.time(first), call.time(ends)])
  }
  return Markup { [rows] html in
    html.table(["Vet", "Appointments", "Minutes", "From", "To"].map { html.say($0) }, rows)
  }
}

/// On an animal's page: how often it came in each year.
let visitsByYear = RecordBlock(on: Animal.self, title: "Visits by year") { call, animal in
  guard let id = animal.id else { return nil }
  let visits = try await call.store.fetch(
    Appointment.all.where(\.animal == id && \.progress == .done).sorted(by: \.starts).limit(1_000))
  let years = Dictionary(grouping: visits.compactMap(\.starts)) { call.day(of: $0).year }
  guard !years.isEmpty else { return nil }
  let rows = years.sorted { $0.key > $1.key }
  return Markup { html in
    html.rows { for (year, visits) in rows { $0.row(String(year), value: String(visits.count)) } }
  }
}

/// A quarter of an hour in which a vet can take an appointment.
struct FreeTime: Codable, Sendable {
  let starts: Date
  let vet: String
}

/// The hours of a day that a client asks for.
struct DayQuery: Codable, Sendable {
  /// The day in ISO 8601.
  let day: String
  /// The vet's number; nil for all.
  let vet: Int?
}

/// `GET /api/clinic/free-times?day=2026-11-24`
let freeTimes = Route(.get, "free-times", summary: "Free quarters of an hour of a day", query: DayQuery.self) {
  call, query -> [FreeTime] in
  guard let day = CalendarDate(iso: query.day),
    let start = Calendar.current.date(from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 8))
  else { throw FieldFault("day", "This is no day") }
  let end = start.addingTimeInterval(10 * 3_600)
  let taken = try await call.store.fetch(
    Appointment.all.where(\.progress != .missed).where(\.starts >= start && \.starts < end).limit(10_000))
  var free: [FreeTime] = []
  for vet in try await call.store.fetch(Vet.all.sorted(by: \.name).limit(100)) {
    guard let id = vet.id, query.vet == nil || query.vet == Int(id) else { continue }
    let own = try taken.filter { $0.vet == id }.map { (starts: try $0[\.starts], minutes: try $0[\.minutes]) }
    for quarter in 0..<40 {
      let time = start.addingTimeInterval(Double(quarter) * 900)
      let isTaken = own.contains { starts, minutes in
        starts < time.addingTimeInterval(900) && starts.addingTimeInterval(Double(minutes) * 60) > time
      }
      if !isTaken { free.append(FreeTime(starts: time, vet: try vet[\.name])) }
    }
  }
  return free
}

/// The message of a client that moves an appointment.
struct Move: Codable, Sendable {
  let appointment: Int
  let starts: Date
}

/// The result of the move.
struct Moved: Codable, Sendable {
  let appointment: Int
  let starts: Date
}

/// `POST /api/clinic/moves`
let moveAppointment = Route(.post, "moves", summary: "Moves an appointment", body: Move.self) { call, move -> Moved in
  _ = try await call.store.perform(.api) { transaction in
    guard var appointment = try transaction.record(Appointment.self, id: RecordID(move.appointment)) else {
      throw FieldFault("appointment", "There is no such appointment")
    }
    appointment.starts = move.starts
    try transaction.update(appointment)
  }
  return Moved(appointment: move.appointment, starts: move.starts)
}
