import Foundation
import Kartoteka
import KartotekaTestSupport
import Testing

@Suite("Jobs that a test runs")
struct RunJobTests {
  private struct Note: Entity {
    let text = Attribute<String>("Text", .required, .title)
    let due = Attribute<CalendarDate>("Due", .required, .default(.today))
    let isLate = Computed<Note, Bool>("Late") { .formula("due < today") }
  }

  private struct Closed: Error {}

  private static let app = App(
    "notes", title: "Notes", symbol: .book, hue: 30, entities: [Note.self],
    jobs: [
      Job("tidy", every: .day(at: 3)) { run in
        _ = try await run.store.perform(.code) { transaction in
          for note in try transaction.fetch(Note.all.where(\.isLate == true && \.due < .today - 6.days)) {
            try transaction.delete(note)
          }
          var report = Record<Note>()
          report.text = "Tidied on \(transaction.today)"
          try transaction.insert(&report)
        }
        try await run.progress(1, of: 1)
      },
      Job("fail", every: .minutes(5)) { _ in throw JobFailure("The printer is out of paper.") },
      Job("break", every: .minutes(5)) { _ in throw Closed() },
      Job("print", title: "Print", doing: "Printing", failure: "It could not be printed", on: Note.self) { _, note in
        Phrase("Printed {note}", ["note": .text(note.text ?? "")])
      },
    ]
  ) {
    Tab("Notes", symbol: .book) { List(Note.self, title: \.text).sorted(by: \.text) }
  }

  private let site: AppSite

  init() throws { site = try AppSite(Self.app) }

  private func add(_ text: String) async throws -> RecordID {
    var note = Record<Note>()
    note.text = text
    try await site.store.save(&note)
    return try #require(note.id)
  }

  private func texts() async throws -> [String] {
    try await site.store.fetch(Note.all.sorted(by: \.text)).compactMap(\.text)
  }

  @Test("a job with a schedule runs at once, and as often as it is asked for")
  func now() async throws {
    let today = site.store.today
    _ = try await add("Fresh")
    for _ in 1...2 {
      let message = try await site.run(job: "tidy")
      #expect(message == nil)
    }
    #expect(try await texts() == ["Fresh", "Tidied on \(today)", "Tidied on \(today)"])
  }

  @Test("the moment of the run is that of the day in code, conditions, formulas and defaults")
  func moment() async throws {
    _ = try await add("Old then")
    let then = Date(timeIntervalSinceNow: 10 * 86_400)
    let day = site.store.today.adding(days: 10)
    try await site.run(job: "tidy", at: then)
    let notes = try await site.store.fetch(Note.all)
    #expect(notes.map(\.text) == ["Tidied on \(day)"])
    #expect(notes.first?.due == day)
    #expect(site.store.today == day.adding(days: -10))
    // The next one has put its time off no further than a test can go.
    try await site.run(job: "tidy")
    #expect(try await texts().count == 2)
  }

  @Test("the error of a run says its reason, and the next run is another one")
  func failures() async throws {
    for _ in 1...2 {
      let failure = await #expect(throws: JobFailure.self) { try await site.run(job: "fail") }
      #expect(failure?.reason == "The printer is out of paper.")
      let unknown = await #expect(throws: JobFailure.self) { try await site.run(job: "break") }
      let said = "\(try #require(unknown))"
      #expect(unknown?.isTemporary == true && said.contains("Closed"), "\(said)")
    }
    let refusal = await #expect(throws: Refusal.self) { try await site.run(job: "tidy-up") }
    #expect(refusal?.text.contains("tidy, fail, break, print") == true)
  }

  @Test("a job on a record runs for that one, and says what it did")
  func record() async throws {
    let id = try await add("Letter")
    #expect(try await site.run(job: "print", on: id) == "Printed Letter")
    #expect(try await site.run(job: "print", on: id) == "Printed Letter")
    await #expect(throws: Refusal.self) { try await site.run(job: "print") }
  }
}
