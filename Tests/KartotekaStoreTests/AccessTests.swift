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
    let session = store.session(for: Access(number: 1))
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

  @Test("What is kept of the reads of one access is not another's")
  func caches() async throws {
    let store = try Store(inMemory: ModelDescription([Pot.self]))
    let (one, two) = (store.session(for: Access(number: 1)), store.session(for: Access(number: 2)))
    #expect(one.caches === store.session(for: Access(number: 1)).caches)
    #expect(one.caches !== two.caches && one.caches !== store.caches)
    for number in 3..<40 { _ = store.session(for: Access(number: number)).caches }
    #expect(try await one.count(Pot.all) == 0)
    var pot = Record<Pot>()
    pot.name = "Blue"
    try await two.save(&pot)
    #expect(try await one.count(Pot.all) == 1)
  }

  @Test("The file is closed when nobody uses it any more, whatever runs in the background", .timeLimit(.minutes(10)))
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
