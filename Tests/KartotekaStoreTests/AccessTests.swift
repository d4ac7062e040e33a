import KartotekaModel
import Testing

@testable import KartotekaStore

private struct Pot: Entity {
  let name = Attribute<String>("Name", .required, .title)
}

@Suite("A store for those with an access")
struct AccessTests {
  @Test("It has the records of the same file, and its changes are the others' as well")
  func records() async throws {
    let store = try Store(inMemory: ModelDescription([Pot.self]))
    let session = store.session(for: store.access)
    var pot = Record<Pot>()
    pot.name = "Blue"
    try await store.save(&pot)
    #expect(try await session.fetch(Pot.all).map(\.name) == ["Blue"])
    pot.name = "Red"
    try await session.save(&pot)
    #expect(try await store.fetch(Pot.all).map(\.name) == ["Red"])
    let version = try await store.latestVersion()
    #expect(try await session.latestVersion() == version)
    #expect(session.isSame(as: store))
    #expect(try !session.isSame(as: Store(inMemory: store.model)))
  }

  @Test("The file is closed when nobody uses it any more, whatever runs in the background")
  func life() async throws {
    weak var core: StoreCore?
    let background: BackgroundWork
    do {
      let store = try Store(inMemory: ModelDescription([Pot.self]))
      (core, background) = (store.core, store.background)
      store.inBackground("test") { _ in .milliseconds(1) }
    }
    await background.waitUntilIdle()
    #expect(core == nil)
  }
}
