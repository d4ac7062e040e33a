import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

enum Tone: String, ChoiceValue { case calm, bold }

let seatsPerRoom = Setting("seatsPerRoom", "Seats per room", 1...80, default: 10)
let sendsMail = Setting("sendsMail", "Send mail", default: true)
let tone = Setting("tone", "Tone", default: Tone.calm)
let greeting = Setting("greeting", "Greeting", default: "")

@Suite("Settings", .serialized)
struct SettingsTests {
  private func place() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
  }

  @Test("TM-9 are what they begin with until somebody sets them, and then kept between starts")
  func kept() async throws {
    let folder = place()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "school.sqlite")
    do {
      let store = try Store(school, at: url)
      #expect(try await store.value(of: seatsPerRoom) == 10)
      #expect(try await store.value(of: sendsMail))
      #expect(try await store.value(of: tone) == .calm)
      #expect(try await store.value(of: greeting) == "")
      try await store.set(seatsPerRoom, to: 12, .screen)
      try await store.set(sendsMail, to: false, .screen)
      try await store.set(tone, to: .bold, .screen)
      try await store.set(greeting, to: "Good day", .screen)
    }
    let store = try Store(school, at: url)
    #expect(try await store.value(of: seatsPerRoom) == 12)
    #expect(try await store.value(of: sendsMail) == false)
    #expect(try await store.value(of: tone) == .bold)
    #expect(try await store.value(of: greeting) == "Good day")
    #expect(
      try DatabaseFile(url).rows("SELECT name, value FROM kartoteka_settings ORDER BY name")
        == ["greeting|Good day", "seatsPerRoom|12", "sendsMail|false", "tone|bold"])
    // Nothing may be a value of what begins with nothing.
    try await store.set(greeting, to: "", .screen)
    #expect(try await store.value(of: greeting) == "")
  }

  @Test("TM-9 a change is a change set that can be undone, unless it was changed again")
  func undone() async throws {
    let store = try Store(inMemory: school)
    let first = try #require(try await store.set(seatsPerRoom, to: 12, .screen).changeSet)
    #expect(
      try await store.changeSet(first)?.name
        == Phrase("Changed: {setting}", ["setting": .phrase("Seats per room")]))
    let second = try #require(try await store.set(seatsPerRoom, to: 13, .screen).changeSet)
    await #expect(throws: StoreError.cannotUndo("The settings have been changed since")) {
      try await store.undo(first, .screen)
    }
    let undoing = try #require(try await store.undo(second, .screen).changeSet)
    #expect(try await store.value(of: seatsPerRoom) == 12)
    try await store.undo(undoing, .screen)
    #expect(try await store.value(of: seatsPerRoom) == 13)
    // What is so already is no change set.
    #expect(try await store.set(seatsPerRoom, to: 13, .screen).changeSet == nil)
    #expect(try await store.set(sendsMail, to: true, .screen).changeSet == nil)
  }

  @Test("TM-9 a value out of range is refused and changes nothing", arguments: [0, 81, -5])
  func refused(number: Int) async throws {
    let store = try Store(inMemory: school)
    await #expect(throws: StoreError.self) { try await store.set(seatsPerRoom, to: number, .screen) }
    #expect(try await store.value(of: seatsPerRoom) == 10)
    #expect(try await store.lastChangeSet() == nil)
  }

  @Test("TM-9 a change is reported to subscribers, also one of another process")
  func told() async throws {
    let folder = place()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "school.sqlite")
    let (one, other) = (try Store(school, at: url), try Store(school, at: url))
    let version = try await other.version()
    try await one.set(seatsPerRoom, to: 12, .api)
    #expect(one.feed.commits(after: 0)?.map(\.changes.settings) == [true])
    #expect(try await other.version() > version)
    #expect(other.feed.commits(after: 0)?.contains { $0.changes.settings } == true)
    #expect(try await other.value(of: seatsPerRoom) == 12)
  }

  @Test("a stored value that the setting no longer allows is ignored")
  func stale() async throws {
    let folder = place()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "school.sqlite")
    let store = try Store(school, at: url)
    try DatabaseFile(url).execute(
      """
      INSERT INTO kartoteka_settings (name, value) VALUES ('seatsPerRoom', '500'), ('sendsMail', 'perhaps'),
        ('tone', 'loud'), ('gone', 'x')
      """)
    #expect(try await store.value(of: seatsPerRoom) == 10)
    #expect(try await store.value(of: sendsMail))
    #expect(try await store.value(of: tone) == .calm)
    try await store.set(seatsPerRoom, to: 20, .code)
    #expect(try await store.value(of: seatsPerRoom) == 20)
  }

  @Test("a file of an earlier version gets the table")
  func migration() async throws {
    let folder = place()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "school.sqlite")
    do { _ = try Store(school, at: url) }
    try DatabaseFile(url).execute("DROP TABLE kartoteka_settings")
    let store = try Store(school, at: url)
    try await store.set(seatsPerRoom, to: 20, .code)
    #expect(try await store.value(of: seatsPerRoom) == 20)
  }
}
