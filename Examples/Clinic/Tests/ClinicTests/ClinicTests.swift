import Foundation
import KartotekaCommand
import KartotekaTestSupport
import Synchronization
import Testing

@testable import Clinic

/// A clinic with one vet and one animal.
struct Practice {
  let site: AppSite
  let animal: RecordID
  let vet: RecordID
  /// 24 November 2026, 9:00 UTC.
  let nine = Date(timeIntervalSince1970: 1_795_510_800)

  var store: Store { site.store }

  init() async throws {
    site = try AppSite(clinic)
    var owner = Record<Owner>()
    (owner.firstName, owner.lastName, owner.phone) = ("Anna", "Kowalska", "+48 601 234 567")
    try await site.store.save(&owner)
    var animal = Record<Animal>()
    (animal.name, animal.owner, animal.bornOn) = ("Burek", owner.id, CalendarDate(iso: "2024-05-01"))
    try await site.store.save(&animal)
    var vet = Record<Vet>()
    vet.name = "dr Nowak"
    try await site.store.save(&vet)
    (self.animal, self.vet) = (try #require(animal.id), try #require(vet.id))
  }

  func appointment(at starts: Date) -> Record<Appointment> {
    var record = Record<Appointment>()
    (record.starts, record.animal, record.vet) = (starts, animal, vet)
    return record
  }

  func book(_ starts: Date) async throws -> Record<Appointment> {
    var record = appointment(at: starts)
    try await store.save(&record)
    return record
  }

  /// The body of a request that books an appointment.
  func body(_ starts: Date) -> String {
    "{\"starts\":\"\(starts.ISO8601Format())\",\"animal\":\(animal),\"vet\":\(vet)}"
  }
}

@Suite("The clinic's rules, hooks and jobs")
struct ClinicTests {
  @Test("the declarations are free of faults")
  func declarations() { #expect(clinic.check() == []) }

  @Test("each screen opens, in English, Polish and Russian", arguments: ["en", "pl", "ru"])
  func screens(language: String) async throws {
    let practice = try await Practice()
    _ = try await practice.book(practice.nine)
    for tab in clinic.description.tabs {
      // A view of a list leads to the list.
      let status = try await practice.site.page("/" + tab.path, language: language).status
      #expect(status == 200 || status == 303, "\(tab.path)")
    }
  }

  @Test("of 16 clients that book the same time at once exactly one succeeds")
  func oneWins() async throws {
    let practice = try await Practice()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask {
          try await practice.site.api(.post, "/appointments", practice.body(practice.nine)).status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.count { $0 == 201 } == 1)
    #expect(statuses.count { $0 == 422 } == 15)
    #expect(try await practice.store.count(Appointment.all) == 1)
  }

  @Test("a form shows the broken rule at its field and keeps what was typed")
  func form() async throws {
    let practice = try await Practice()
    let answer = try await practice.site.submit(
      "/vaccinations",
      ["against": "Kennel cough", "given": "2020-01-31", "months": "12", "animal": String(practice.animal)])
    #expect(answer.status == 409 || answer.status == 422, "\(answer.status)")
    #expect(answer.text.contains("The animal was not born then"))
    #expect(answer.text.contains("Kennel cough"))
    #expect(try await practice.store.count(Vaccination.all) == 0)
  }

  @Test("a form says that its rules are to be checked, and the check tells their faults and saves nothing")
  func beforeSave() async throws {
    let practice = try await Practice()
    let fields: KeyValuePairs = [
      "against": "Rabies", "given": "2020-01-31", "months": "12", "animal": String(practice.animal),
    ]
    let early = try await practice.site.submit("/vaccinations/check", fields, language: "pl")
    #expect(early.status == 200 && early.text.contains("data-rule=\"given\""), "\(early.text)")
    let late = try await practice.site.submit(
      "/vaccinations/check", ["given": "2025-01-31", "animal": String(practice.animal)])
    #expect(late.status == 200 && !late.text.contains("data-rule"))
    #expect(try await practice.store.count(Vaccination.all) == 0)

    let booked = try await practice.book(practice.nine)
    let new = try await practice.site.page("/appointments/new").text
    #expect(new.contains("data-check=\"/clinic/appointments/check\""))
    let taken: KeyValuePairs = [
      "starts": "2026-11-24T09:10", "minutes": "20", "animal": String(practice.animal), "vet": String(practice.vet),
    ]
    let overlap = try await practice.site.submit("/appointments/check", taken)
    #expect(overlap.text.contains("data-rule=\"starts\""))
    // The record's own time is no obstacle.
    let own = try await practice.site.submit("/appointments/check?record=\(booked.id ?? 0)", taken)
    #expect(!own.text.contains("data-rule"), "\(own.text)")
  }

  private final class Written: Sendable { let lines = Mutex<[String]>([]) }

  @Test("the command lists overdue vaccinations, all or those of an animal")
  func command() async throws {
    let practice = try await Practice()
    var vaccination = Record<Vaccination>()
    (vaccination.against, vaccination.given) = ("Rabies", CalendarDate(iso: "2024-06-01"))
    vaccination.animal = practice.animal
    try await practice.store.save(&vaccination)
    let written = Written()
    for arguments in [[:], ["animal": "Burek"], ["animal": "Mruczek"]] {
      try await overdue.run(
        Command.Call(on: practice.store, arguments: arguments) { line in written.lines.withLock { $0.append(line) } })
    }
    #expect(written.lines.withLock { $0 } == ["2025-06-01  Burek: Rabies", "2025-06-01  Burek: Rabies"])
  }

  private struct Note: Entity { let text = Attribute<String>("Text", .title) }

  @Test("a rule that refuses the record as a whole is told before Save, too")
  func refused() async throws {
    let app = App(
      "notes", title: "Notes", symbol: .book, hue: 180, entities: [Note.self],
      rules: [Rule(for: Note.self) { _ in throw StoreError.refused("There are enough notes") }]
    ) {
      Tab("Notes", symbol: .book) { List(Note.self, title: \.text) }
    }
    let answer = try await AppSite(app).submit("/notes/check", ["text": "Milk"])
    #expect(answer.text.contains("data-rule=\"\"") && answer.text.contains("There are enough notes"))
  }

  @Test("a missed appointment is free again, and an appointment does not overlap itself")
  func missed() async throws {
    let practice = try await Practice()
    var first = try await practice.book(practice.nine)
    first.minutes = 30
    try await practice.store.save(&first)
    first.progress = .missed
    try await practice.store.save(&first)
    _ = try await practice.book(practice.nine)
    #expect(try await practice.store.count(Appointment.all) == 2)
  }

  @Test("the clinic's word for a state is no word of the platform's buttons: Odbyta, and Gotowe")
  func words() async throws {
    let practice = try await Practice()
    var appointment = try await practice.book(practice.nine)
    appointment.progress = .done
    try await practice.store.save(&appointment)
    #expect(try await practice.site.page("/appointments", language: "pl").text.contains("Odbyta"))
    var allergy = Record<Allergy>()
    allergy.name = "Pollen"
    try await practice.store.save(&allergy)
    let animal = try #require(try await practice.store.record(Animal.self, id: practice.animal))
    var other = Record<Animal>()
    (other.name, other.owner) = ("Mruczek", animal.owner)
    try await practice.store.save(&other)
    let sheet = try await practice.site.page("/animals/\(other.id ?? 0)/allergies", language: "pl").text
    #expect(sheet.contains("Gotowe") && !sheet.contains("Odbyta"))
  }

  @Test("undoing a deletion is refused while its time is taken")
  func undo() async throws {
    let practice = try await Practice()
    let first = try await practice.book(practice.nine)
    let deletion = try await practice.store.perform(.code) { try $0.delete(first) }
    _ = try await practice.book(practice.nine.addingTimeInterval(300))
    let changeSet = try #require(deletion.changeSet)
    await #expect(throws: StoreError.self) { try await practice.store.undo(changeSet, .code) }
    #expect(try await practice.store.count(Appointment.all) == 1)
  }

  @Test("an import loads the rows that keep the rules and names the fault of the others")
  func importing() async throws {
    let practice = try await Practice()
    let file = FileManager.default.temporaryDirectory.appending(path: "clinic-\(UUID().uuidString).csv")
    let rows = [0, 600, 1_800].map {
      "\(practice.nine.addingTimeInterval($0).ISO8601Format()),\(practice.animal),\(practice.vet)"
    }
    try (["starts,animal,vet"] + rows).joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let importer = Importer(practice.store)
    let plan = try importer.plan([ImportFile(path: file.path(percentEncoded: false), into: "appointments")])
    let report = try await importer.run(plan)
    let result = try #require(report.files.first)
    #expect(result.inserted == 2 && result.rejected == 1)
    #expect(try await practice.store.count(Appointment.all) == 2)
  }

  @Test("the due date follows from the day of the vaccination, by form, API and code, and people can't write it")
  func dueDate() async throws {
    let practice = try await Practice()
    let body = "{\"against\":\"Rabies\",\"given\":\"2026-01-31\",\"months\":1,\"animal\":\(practice.animal)}"
    let answer = try await practice.site.add("/vaccinations", body)
    #expect(try answer.json.text("due") == "2026-02-28")
    let id = try #require(try answer.json.number("id"))
    var record = try #require(try await practice.store.record(Vaccination.self, id: id))
    record.months = 12
    try await practice.store.save(&record)
    #expect(try await practice.store.record(Vaccination.self, id: id)?.due == CalendarDate(iso: "2027-01-31"))
    let written = try await practice.site.add("/vaccinations", body)
    let other = try #require(try written.json.number("id"))
    let refused = try await practice.site.api(
      .patch, "/vaccinations/\(other)", "{\"due\":\"2030-01-01\"}", headers: [.ifMatch: "*"])
    #expect(refused.status == 422)
    #expect(try refused.wrong == ["due"])
  }

  @Test("an animal is not vaccinated before it is born")
  func bornFirst() async throws {
    let practice = try await Practice()
    let answer = try await practice.site.api(
      .post, "/vaccinations", "{\"against\":\"Rabies\",\"given\":\"2020-01-31\",\"animal\":\(practice.animal)}")
    #expect(answer.status == 422)
    #expect(try answer.wrong == ["given"])
  }

  @Test("an appointment that took place can't be deleted, not even with its animal")
  func kept() async throws {
    let practice = try await Practice()
    let appointment = try await practice.book(practice.nine)
    let id = try #require(appointment.id)
    let finish = try #require(clinic.action("finish"))
    let any = try #require(try await practice.store.record(practice.site.entity("appointment"), id: id))
    _ = try await finish.run(ActionCall(on: practice.store, .code, record: any))
    #expect(try await practice.site.api(.delete, "/appointments/\(id)", headers: [.ifMatch: "*"]).status == 409)
    #expect(try await practice.site.api(.delete, "/animals/\(practice.animal)", headers: [.ifMatch: "*"]).status == 409)
    #expect(try await practice.store.count(Appointment.all) == 1)
  }

  @Test("the API refuses an action in a state that does not offer it")
  func states() async throws {
    let practice = try await Practice()
    var appointment = try await practice.book(practice.nine)
    appointment.progress = .missed
    try await practice.store.save(&appointment)
    let id = try #require(appointment.id)
    #expect(try await practice.site.api(.post, "/appointments/\(id)/actions/finish").status == 409)
  }
}

@Suite("The clinic's own routes and pages")
struct OwnTests {
  @Test("a route answers typed values, and refuses a wrong query at its name")
  func route() async throws {
    let practice = try await Practice()
    let answer = try await practice.site.api(.get, "/free-times?day=2026-11-24")
    #expect(answer.status == 200)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let free = try decoder.decode([FreeTime].self, from: Data(answer.bytes))
    #expect(free.count == 40 && free.first?.vet == "dr Nowak")
    #expect(try await practice.site.api(.get, "/free-times?day=tomorrow").wrong == ["day"])
    #expect(try await practice.site.api(.get, "/free-times").wrong == ["day"])
    #expect(try await practice.site.api(.get, "/free-times?day=2026-11-24&other=1").status == 400)
  }

  @Test("a route that writes keeps the rules")
  func writing() async throws {
    let practice = try await Practice()
    let first = try await practice.book(practice.nine)
    let second = try await practice.book(practice.nine.addingTimeInterval(3_600))
    func move(_ record: Record<Appointment>, to starts: Date) async throws -> Answer {
      try await practice.site.api(
        .post, "/moves", "{\"appointment\":\(record.id ?? 0),\"starts\":\"\(starts.ISO8601Format())\"}")
    }
    #expect(try await move(first, to: practice.nine.addingTimeInterval(7_200)).status == 200)
    #expect(try await move(second, to: practice.nine.addingTimeInterval(7_300)).wrong == ["starts"])
    #expect(try await practice.site.api(.post, "/moves", "{\"appointment\":1}").wrong == ["starts"])
  }

  @Test("OpenAPI describes the routes with their types")
  func openAPI() async throws {
    let practice = try await Practice()
    let text = try await practice.site.api(.get, "/openapi.json").text
    #expect(text.contains("/api/clinic/free-times") && text.contains("/api/clinic/moves"))
    #expect(text.contains("\"format\":\"date-time\""))
  }

  @Test("an own page stands in the frame, and names who waits today")
  func page() async throws {
    let practice = try await Practice()
    #expect(try await practice.site.page("/pages/waiting-room").text.contains("Nobody waits"))
    _ = try await practice.book(Date())
    let page = try await practice.site.page("/pages/waiting-room")
    #expect(page.status == 200)
    #expect(page.text.contains("Burek") && page.text.contains("class=tabs"))
    #expect(try await practice.site.page("/more").text.contains("/clinic/pages/waiting-room"))
  }
}

@Suite("The clinic's day")
struct TodayTests {
  @Test("the first screen lists today's appointments by time, and offers to finish those that are booked")
  func overview() async throws {
    let practice = try await Practice()
    let noon = try #require(TodayTests.noon)
    let later = try await practice.book(noon.addingTimeInterval(3_600))
    let first = try await practice.book(noon)
    _ = try await practice.book(noon.addingTimeInterval(86_400))
    _ = try await practice.book(noon.addingTimeInterval(-86_400))
    let page = try await practice.site.page("/overview").text
    let places = [first, later].map { page.range(of: "/appointments/\($0.id ?? 0)/actions/finish") }
    #expect(try #require(places[0]).lowerBound < (try #require(places[1])).lowerBound)
    #expect(page.matches(of: /actions\/finish/).count == 2)
    #expect(try await practice.store.count(Appointment.all.where(\.starts < .today)) == 1)
    #expect(try await practice.site.page("/appointments?only=today").status == 200)

    _ = try await practice.site.submit("/appointments/\(first.id ?? 0)/actions/finish")
    let after = try await practice.site.page("/overview").text
    #expect(after.matches(of: /actions\/finish/).count == 1)
  }

  @Test("a reminder writes down when it was sent, which people can't; moving the appointment takes it back")
  func reminder() async throws {
    let practice = try await Practice()
    let id = try #require(try await practice.book(practice.nine).id)
    #expect(try await practice.site.api(.post, "/appointments/\(id)/actions/remind").status == 200)
    var stored = try #require(try await practice.store.record(Appointment.self, id: id))
    #expect(stored.reminded != nil)
    let body = "{\"reminded\":\"2026-01-01T00:00:00Z\"}"
    let refused = try await practice.site.api(.patch, "/appointments/\(id)", body, headers: [.ifMatch: "*"])
    #expect(try refused.wrong == ["reminded"])
    stored.starts = practice.nine.addingTimeInterval(3_600)
    try await practice.store.save(&stored)
    #expect(try await practice.store.record(Appointment.self, id: id)?.reminded == nil)
  }

  @Test("a page with a table of the clinic's own has a row for each vet who works today")
  func vets() async throws {
    let practice = try await Practice()
    _ = try await practice.book(try #require(TodayTests.noon))
    let page = try await practice.site.page("/pages/vets-today", language: "pl")
    #expect(page.text.contains("<th scope=row>dr Nowak") && page.text.contains("data-label=\"Wizyty\""), "\(page.text)")
  }

  @Test("the program's own middleware asks for the password before any page, and lets the right one through")
  func password() async throws {
    let site = try AppSite(clinic, middleware: [login("open")])
    let refused = try await site.page("/animals")
    #expect(refused.status == 401 && refused.headers[.wwwAuthenticate]?.hasPrefix("Basic") == true)
    #expect(refused.headers[.contentSecurityPolicy] != nil)
    let token = "Basic " + Data("clinic:open".utf8).base64EncodedString()
    #expect(try await site.page("/animals", headers: [.authorization: token]).status == 200)
    #expect(try await AppSite(clinic, middleware: [login(nil)]).page("/animals").status == 200)
  }

  private static var noon: Date? { Calendar.current.date(bySettingHour: 12, minute: 0, second: 0, of: Date()) }
}

@Suite("The clinic's calendar and computed values")
struct CalendarTests {
  @Test("a day, a week and a month show an appointment at its time", arguments: ["day", "week", "month"])
  func periods(view: String) async throws {
    let practice = try await Practice()
    _ = try await practice.book(practice.nine)
    let shown = try await practice.site.page("/calendar?view=\(view)&day=2026-11-24").text
    #expect(shown.contains("Burek") && shown.contains("data-day=\"2026-11-24\""))
    let other = try await practice.site.page("/calendar?view=\(view)&day=2027-03-24").text
    #expect(!other.contains("Burek"))
  }

  @Test("a move is saved as every change is: by the rules, unless the start was changed meanwhile")
  func moving() async throws {
    let practice = try await Practice()
    let first = try await practice.book(practice.nine)
    let second = try await practice.book(practice.nine.addingTimeInterval(3_600))
    let was = "2026-11-24T09:00:00.000Z"
    func move(to start: String, was: String) async throws -> Answer {
      try await practice.site.submit(
        "/calendar/move/\(first.id ?? 0)?view=week&day=2026-11-24", ["to": start, "was": was])
    }
    let refused = try await move(to: "2026-11-24T10:05:00Z", was: was)
    #expect(refused.status == 409 && refused.text.contains("The vet has another appointment then"))
    #expect(try await move(to: "noon", was: was).status == 422)
    #expect(try await move(to: "2026-11-24T12:00:00Z", was: "2026-11-23T09:00:00.000Z").status == 409)
    let moved = try await move(to: "2026-11-25T12:00:00Z", was: was)
    #expect(moved.status == 303 && moved.location == "/clinic/calendar?view=week&day=2026-11-24")
    let stored = try await practice.store.record(Appointment.self, id: first.id ?? 0)
    #expect(stored?.starts == practice.nine.addingTimeInterval(27 * 3_600))
    #expect(try await practice.store.record(Appointment.self, id: second.id ?? 0)?.starts == second.starts)
  }

  @Test("a new appointment begins with the day and hour of its place in the calendar")
  func filledIn() async throws {
    let practice = try await Practice()
    let form = try await practice.site.page(
      "/appointments/new?on=calendar-week&via=calendar-week&starts=2026-11-24T14:00")
    #expect(form.text.contains("2026-11-24T14:00"))
    #expect(form.text.contains("/clinic/calendar?view=week&amp;day=2026-11-24"))
  }

  @Test("the API has computed values of every kind, sorts and filters by them")
  func computed() async throws {
    let practice = try await Practice()
    _ = try await practice.book(practice.nine)
    let answer = try await practice.site.api(.get, "/appointments/1")
    #expect(try answer.json.text("name") == "Burek")
    #expect(try answer.json.text("ends") == "2026-11-24T09:20:00.000Z")
    let found = try await practice.site.api(.get, "/appointments?filter[ends][lt]=2026-11-24T09:30:00Z&sort=-name")
    #expect(try found.json.number("total") == 1)
    let none = try await practice.site.api(.get, "/animals?filter[isAllergic]=true&sort=nextVaccination")
    #expect(try none.json.number("total") == 0)
    #expect(try await practice.site.api(.get, "/appointments?filter[name][contains]=bur").text.contains("\"total\":1"))
  }

  @Test("the computed title names the appointment on its page and in the history")
  func titles() async throws {
    let practice = try await Practice()
    var appointment = try await practice.book(practice.nine)
    appointment.reason = "Cough"
    try await practice.store.save(&appointment)
    #expect(try await practice.site.page("/appointments/1").text.contains("Burek: Cough"))
    #expect(try await practice.site.page("/history").text.contains("Burek: Cough"))
  }
}

@Suite("The clinic's actions on lists")
struct ActionTests {
  @Test("an action in place of + takes over the animal, vaccinates it and leads back")
  func inPlaceOfNew() async throws {
    let practice = try await Practice()
    let site = practice.site
    let list = try await site.page("/vaccinations").text
    #expect(list.contains("aria-label=\"Vaccinate\""))
    #expect(!list.contains("New vaccination"))
    let animal = try await site.page("/animals/\(practice.animal)").text
    #expect(animal.contains("Vaccinate") && !animal.contains("New vaccination"))
    let form = try await site.page("/vaccinations/new?animal=\(practice.animal)&via=animals/\(practice.animal)")
    #expect(form.status == 303)
    let location = try #require(form.location)
    #expect(location.hasPrefix("/clinic/actions/vaccinate?returnTo="))
    let address = String(location.dropFirst("/clinic".count))
    #expect(try await site.page(address).text.contains("Burek"))
    let answer = try await site.submit(
      address, ["against": "Rabies", "animal": String(practice.animal)])
    #expect(answer.location == "/clinic/animals/\(practice.animal)")
    let all = try await practice.store.fetch(Vaccination.all)
    #expect(all.map(\.against) == ["Rabies"] && all[0].given == practice.store.today)
  }

  @Test("an action on a list has a button there and nowhere else, and an address in the API")
  func onList() async throws {
    let practice = try await Practice()
    _ = try await practice.book(practice.nine.addingTimeInterval(-30 * 86_400))
    #expect(try await practice.site.page("/appointments").text.contains("Mark missed appointments"))
    #expect(try await !practice.site.page("/more").text.contains("Mark missed appointments"))
    #expect(try await practice.site.api(.post, "/appointments/actions/close-day").status == 200)
    #expect(try await practice.store.fetch(Appointment.all).first?.progress == .missed)
  }

  @Test("an action that is hidden has no button, and runs by its address")
  func hidden() async throws {
    let app = App(
      "shelf", title: "Shelf", symbol: .box, hue: 200,
      entities: [
        Allergy.self, Animal.self, Owner.self,
        Appointment.self, Vaccination.self, Vet.self, Treatment.self, Service.self,
      ],
      actions: [
        Action("tidy", title: "Tidy up", onAll: Allergy.self) { _ in ActionResult("Tidied up") }.placed(.hidden)
      ]
    ) {
      Tab("Allergies", symbol: .alert) { List(Allergy.self, title: \.name).withoutNew() }
    }
    #expect(app.check() == [])
    let site = try AppSite(app)
    let page = try await site.page("/allergies").text
    #expect(!page.contains("Tidy up") && !page.contains("/allergies/new"))
    #expect(try await !site.page("/more").text.contains("Tidy up"))
    #expect(try await site.api(.post, "/allergies/actions/tidy").status == 200)
  }
}
