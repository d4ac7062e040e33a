import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Saved views")
struct SavedViewTests {
  private let late = SavedView(
    entity: "course", name: "Late", query: "where=begins%3Aduring%3Alast-month", isPinned: true)

  @Test("Are kept by name, changed and deleted, and each of it is undone", arguments: [false, true])
  func undone(inFile: Bool) async throws {
    let scratch = try Scratch(file: inFile)
    defer { scratch.remove() }
    let store = scratch.store
    #expect(try await store.views().isEmpty)
    let saved = try await store.perform(.screen) { try $0.save(late) }
    var view = try #require(try await store.views().first)
    #expect(view.name == "Late" && view.isPinned && view.id == saved.value)
    view.name = "  Later "
    let renamed = try await store.perform(.screen) { [view] in try $0.save(view) }
    #expect(try await store.views().map(\.name) == ["Later"])
    let deleted = try await store.perform(.screen) { [view] in try $0.deleteView(view.id) }
    #expect(try await store.views().isEmpty)
    for (outcome, names) in [(deleted.changeSet, ["Later"]), (renamed.changeSet, ["Late"]), (saved.changeSet, [])] {
      try await store.undo(try #require(outcome), .code)
      #expect(try await store.views().map(\.name) == names)
    }
  }

  @Test("Have a name of their own in their list")
  func names() async throws {
    let store = try Store(inMemory: school)
    _ = try await store.perform(.api) { try $0.save(late) }
    func fault(_ view: SavedView) async -> SavedViewFault? {
      do { _ = try await store.perform(.api) { try $0.save(view) } } catch { return error as? SavedViewFault }
      return nil
    }
    #expect(await fault(late) == .nameTaken)
    #expect(await fault(SavedView(entity: "course", name: " ", query: "")) == .name)
    #expect(await fault(SavedView(entity: "course", name: String(repeating: "a", count: 101), query: "")) == .name)
    #expect(await fault(SavedView(id: 99, entity: "course", name: "New", query: "")) == .unknown)
    #expect(await fault(SavedView(entity: "user", name: "Late", query: "")) == nil)
  }

  @Test("A page with them depends on them, and not on records")
  func dependencies() async throws {
    let store = try Store(inMemory: school)
    let read = try await Dependencies.tracking { try await store.views() }
    #expect(read.dependencies == .settings)
    let before = try await store.lastChange(of: read.dependencies)
    _ = try await store.perform(.screen) { try $0.save(late) }
    #expect(try await store.lastChange(of: read.dependencies) != before)
    let after = try await store.lastChange(of: read.dependencies)
    _ = try await Scratch().person("Anna", "Nowak")
    #expect(try await store.lastChange(of: read.dependencies) == after)
  }
}
