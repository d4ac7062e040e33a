import Foundation
import KartotekaStore
import Testing

@testable import KartotekaPeople

@Suite("People that are lost, and the first ones")
struct LostPeopleTests {
  private static let files = ["_people.sqlite", "_people.sqlite-wal", "_people.sqlite-shm"]

  /// A way to lose people.
  enum Loss: CaseIterable { case removed, emptied, withoutRows }

  private func lose(_ loss: Loss, _ server: TestServer) async throws {
    switch loss {
    case .withoutRows:
      try await server.people.write(by: nil) { tables in
        for account in try tables.all(Stored.Account.all) { try tables.transaction.delete(account) }
      }
    case .removed, .emptied:
      for name in Self.files { try? FileManager.default.removeItem(at: server.folder.appending(path: name)) }
      if loss == .emptied { try Data().write(to: server.people.file) }
    }
  }

  @Test("A server that has lost its people lets nobody in until there is an administrator", arguments: Loss.allCases)
  func lost(loss: Loss) async throws {
    let server = try TestServer()
    let session = try await server.administrator()
    await server.people.close()
    try await lose(loss, server)
    let next = server.another()
    guard loss != .emptied else {
      // The file is refused as it is. Without it the server is one that has lost its people.
      await #expect(throws: StoreError.self) { try await next.isEmpty }
      return
    }
    for _ in 0..<2 { await #expect(throws: PeopleError.lost) { try await next.isEmpty } }
    #expect(try await next.signed(session: session.key) == nil)
    #expect(try await next.all().isEmpty)
    try await next.add("Anna", password: nil, isAdministrator: true, by: TestServer.owner)
    #expect(try await !next.isEmpty)
  }

  @Test("People of an earlier version, which has left no mark, are marked when they are first asked for")
  func marked() async throws {
    let server = try TestServer()
    _ = try await server.administrator()
    try server.people.mark.remove()
    #expect(try await !server.another().isEmpty)
    #expect(server.people.mark.isSet)
  }

  @Test("A server is opened again on purpose alone, and not while there is anybody")
  func opened() async throws {
    let server = try TestServer()
    _ = try await server.administrator()
    #expect(await refusal { try await server.people.openToEverybody() } == .hasPeople)
    await server.people.close()
    try await lose(.removed, server)
    let next = server.another()
    await #expect(throws: PeopleError.lost) { try await next.isEmpty }
    try await next.openToEverybody()
    #expect(try await next.isEmpty)
  }

  @Test("All who wait for the first person share one look, and one who stops waiting does not stop the others")
  func waiting() async throws {
    let server = try TestServer()
    let people = server.people
    let stopped = Task { await people.waitForFirst() }
    let waiting = (0..<50).map { _ in Task { await people.waitForFirst() } }
    while people.state.withLock({ $0.waiting.count }) < 51 { await Task.yield() }
    stopped.cancel()
    await stopped.value
    // Another process, whose commits wake nobody.
    try await server.another().add("Anna", password: nil, isAdministrator: true, by: TestServer.owner)
    for task in waiting { await task.value }
    #expect(people.state.withLock { $0.waiting.looks } == 1)
    #expect(people.state.withLock { $0.waiting.count } == 0)
    // Whoever comes later does not wait.
    await people.waitForFirst()
  }
}
