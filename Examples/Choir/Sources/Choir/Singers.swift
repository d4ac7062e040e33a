import KartotekaCommand

/// A member of the choir.
struct Singer: Entity {
  /// The part that somebody sings.
  enum Voice: String, ChoiceValue {
    case soprano, alto, tenor, bass

    var aliases: [String] {
      switch self {
      case .soprano: ["S", "S1", "S2"]
      case .alto: ["A", "A1", "A2"]
      case .tenor: ["T", "T1", "T2"]
      case .bass: ["B", "B1", "B2", "Baritone"]
      }
    }
  }

  /// Files of members find them again by their names.
  static let uniqueKeys = [UniqueKey(\Singer.firstName, \.lastName)]

  let firstName = Attribute<String>("First name", .required, .title)
  let lastName = Attribute<String>("Last name", .required, .title)
  let voice = Attribute<Voice>("Voice", .required, .aliases("Part"))
  let mail = Attribute<String>("Mail", as: .mail)
  let phone = Attribute<String>("Phone", as: .phone)
  let street = Attribute<String>("Street")
  let city = Attribute<String>("City")
  let loans = ToMany<Loan>("Loans", inverse: \.singer)
  let attendances = ToMany<Attendance>("Rehearsals", inverse: \.singer)

  let lateLoans = Computed<Singer, Int>("Overdue") { .formula("count(loans: isLate)") }
  let lateNames = Computed<Singer, String>("Overdue copies") { .formula("joined(loans: work, isLate)") }
  /// Empty before the first rehearsal.
  let share = Computed<Singer, Decimal>("Attendance", .percent) {
    .formula("count(attendances: came) / count(attendances)")
  }
}

/// An evening of singing.
struct Rehearsal: Entity {
  let day = Attribute<CalendarDate>("Day", .required, .default(.today), .title)
  let plan = Attribute<String>("Plan", .multiline)
  let attendances = ToMany<Attendance>("Attendance", inverse: \.rehearsal)

  let came = Computed<Rehearsal, Int>("Came") { .count(\.attendances, where: \.came == true) }
}

/// Whether a singer came to a rehearsal.
struct Attendance: Entity {
  static let uniqueKeys = [UniqueKey(\Attendance.rehearsal, \.singer)]

  let came = Attribute<Bool>("Came", .required, .default(true))
  let rehearsal = ToOne<Rehearsal>("Rehearsal", .required, .onDelete(.cascade))
  let singer = ToOne<Singer>("Singer", .required, .onDelete(.cascade))

  let name = Computed<Attendance, String>("Name", .title) {
    .joined(.of(\.singer, \Singer.lastName), .of(\.singer, \Singer.firstName), separator: ", ")
  }
}

extension Action {
  /// Everybody came; who did not is changed afterwards.
  static let callRoll = Action("call-roll", title: "Call the roll", on: Rehearsal.self) { call, rehearsal in
    let outcome = try await call.perform { transaction in
      let known = Set(try transaction.related(\.attendances, of: rehearsal).compactMap(\.singer))
      for singer in try transaction.fetch(Singer.all.limit(10_000)) {
        guard let id = singer.id, !known.contains(id) else { continue }
        var attendance = Record<Attendance>()
        attendance.rehearsal = rehearsal.id
        attendance.singer = id
        try transaction.insert(&attendance)
      }
    }
    return ActionResult("Called the roll", changeSet: outcome.changeSet)
  }
}
