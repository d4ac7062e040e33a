import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// A school: every kind of attribute, every cardinality and every delete rule.
enum School {
  enum State: String, ChoiceValue {
    case planned, running, over
  }

  struct Course: Entity {
    let name = Attribute<String>("Course name", .required, .title, .unique, .searched, .length(2...40))
    let code = Attribute<String>(
      "Code", .pattern("[A-Z]{2}[0-9]{3}", hint: "Two capitals and three digits"), .readOnlyAfterInsert)
    let price = Attribute<Decimal>("Price", .scale(2), .range(0...9_999))
    let seats = Attribute<Int>("Seats", .required, .default(20), .range(1...500))
    let rating = Attribute<Double>("Rating")
    let isOpen = Attribute<Bool>("Open", .required, .default(true))
    let starts = Attribute<CalendarDate>("Starts on")
    let changed = Attribute<Date>("Changed at")
    let state = Attribute<State>("State")
    let site = Attribute<String>("Website", as: .url)
    let place = Attribute<Coordinate>("Place")
    let poster = Attribute<Data>("Poster", .length(0...2_000))
    let score = Attribute<Int>("Score", .readOnly)
    let teacher = ToOne<Person>("Teacher", onDelete: .nullify)
    let students = ManyToMany<Person>("Students", inverse: \.studies)
    let grades = ToMany<Grade>("Grades", inverse: \.course)
  }

  struct Person: Entity {
    static let plural = "people"
    static let nouns = Nouns("person", "people")
    let name = Attribute<String>("Name", .required, .title)
    let mail = Attribute<String>("Mail", as: .mail, .unique)
    let phone = Attribute<String>("Phone", as: .phone)
    let notes = Attribute<String>("Notes", .multiline)
    let teaches = ToMany<Course>("Teaches", inverse: \.teacher)
    let studies = ManyToMany<Course>("Studies")
  }

  struct Grade: Entity {
    let points = Attribute<Int>("Points", .required)
    let course = ToOne<Course>("Course", required: true, onDelete: .cascade)
    let person = ToOne<Person>("Person", required: true, onDelete: .deny)
  }

  static let app = App(
    "school", title: "School", symbol: .book, hue: 120, entities: [Course.self, Person.self, Grade.self],
    catalogues: [.polish: Data(Self.polish.utf8)], actions: actions
  ) {
    Tab("Courses", symbol: .book) { List(Course.self, title: \.name) }
  }

  private static let polish = #"""
    {"Sent “{subject}” to {people} people, copies: {copies}": "Wysłano „{subject}” do {people} osób, kopie: {copies}"}
    """#

  /// Actions of every scope, for everybody and for administrators, with inputs, a question, a refusal.
  private static let actions: [Action] = [
    Action("mail", title: "Mail everyone") { call in
      let people = try await call.store.count(Person.all)
      guard case .integer(let copies) = call.inputs["copies"], case .text(let subject) = call.inputs["subject"] else {
        throw ActionError.refused("Nothing to send")
      }
      return ActionResult(
        Phrase(
          "Sent “{subject}” to {people} people, copies: {copies}",
          ["subject": .text(subject), "people": .text(String(people)), "copies": .text(String(copies))]))
    }
    .asking("subject", Attribute<String>("Subject", .required, .length(1...20)))
    .asking("copies", Attribute<Int>("Copies", .required, .default(1), .range(1...5))),
    Action(
      "close", title: "Close the course", on: Course.self, confirmation: "Nobody can join it any more.",
      isDangerous: true
    ) { call, course in
      guard course.isOpen == true else {
        throw ActionError.refused(Phrase("{name} is closed already", ["name": .text(course.name ?? "")]))
      }
      var closed = course
      closed.isOpen = false
      let changeSet = try await save([closed.any], in: call)
      return ActionResult(Phrase("Closed {name}", ["name": .text(course.name ?? "")]), changeSet: changeSet)
    },
    Action(
      ActionDescription(
        name: "reopen", title: "Reopen all", scope: .entity("course"), audience: .administrator)
    ) { call in
      let courses = try await call.store.fetch(Course.all).map { course in
        var open = course
        open.isOpen = true
        return open.any
      }
      return ActionResult("Reopened all courses", changeSet: try await save(courses, in: call))
    },
    Action("shred", title: "Shred the grades", for: .administrator) { call in
      for grade in try await call.store.fetch(Grade.all) { try await call.store.delete(grade) }
      return ActionResult("Shredded")
    },
    .demo(Seed(Person.self, file: "people.json", json: Data(#"[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#.utf8))),
  ]

  private static func save(_ records: [AnyRecord], in call: ActionCall) async throws -> Int64? {
    try await call.store.perform(call.origin) { transaction in
      for record in records { try transaction.update(record) }
    }.changeSet
  }

  /// The school in a file of a new folder in the temporary one: its reads have connections of their own.
  /// To be taken away by ``remove(_:)``.
  static func inFile(_ options: StoreOptions = StoreOptions()) async throws -> RunningApp {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    return try await open(at: folder.appending(path: "school.sqlite"), options)
  }

  /// Takes away the folder of a school in a file.
  static func remove(_ school: RunningApp) {
    if let url = school.store.url { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
  }

  /// The school in memory or in a file, with a few records: ids 1, 2, … in the order of this list.
  static func open(at url: URL? = nil, _ options: StoreOptions = StoreOptions()) async throws -> RunningApp {
    let model = app.description.model
    let store = try url.map { try Store(model, at: $0, options: options) } ?? Store(inMemory: model)
    var people: [Record<Person>] = []
    for name in ["Nora", "Łukasz", "Иван", "Zoë"] {
      var person = Record<Person>()
      person.name = name
      person.mail = "\(people.count + 1)@example.org"
      try await store.save(&person)
      people.append(person)
    }
    for (index, name) in ["Algebra", "Biology", "Chemistry", "Łódź in pictures"].enumerated() {
      var course = Record<Course>()
      course.name = name
      course.price = Decimal(index * 10) + Decimal(string: "0.50").unsafelyUnwrapped
      course.seats = 10 * (index + 1)
      course.starts = CalendarDate(year: 2026, month: 9, day: index + 1)
      course.state = index == 0 ? .running : .planned
      course.teacher = index < 3 ? people[0].id : nil
      try await store.save(&course)
    }
    _ = try await store.perform(.code) { transaction in
      guard let course = model.entity(named: "course"), let grade = model.entity(named: "grade"),
        let students = course.relationship("students")
      else { return }
      for id in [2, 3] as [RecordID] { try transaction.link(course, students, of: 1, to: id) }
      try transaction.insert(AnyRecord(grade, id: nil, values: [.integer(5), .integer(1), .integer(2)]))
    }
    return RunningApp(app, on: store)
  }
}
