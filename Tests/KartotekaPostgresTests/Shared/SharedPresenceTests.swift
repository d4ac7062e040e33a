import Foundation
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPostgres

@Suite("Who has a record open at another server", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(5)))
struct SharedPresenceTests {
  private static let anna = Presence.Viewer(number: 1, name: "Anna")
  private static let bob = Presence.Viewer(number: 2, name: "Bob")

  private static func place(_ id: Int64) -> Presence.Place {
    Presence.Place(entity: "parcel", id: id, path: "parcels/\(id)")
  }

  /// Waits until a server tells a person of some records.
  private static func wait(_ presence: Presence, for person: Int64, _ open: [String: [String]]) async throws {
    func told() -> [String: [String]] {
      let others = presence.others(than: person).open.map { ($0.place.path, $0.viewers.map(\.name)) }
      return Dictionary(uniqueKeysWithValues: others)
    }
    // The suite's limit cancels it.
    while told() != open { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test("Each of two servers tells who has which record open at the other one, and forgets who has gone")
  func shared() async throws {
    let sites = try TwoSites(on: TestDatabase())
    let (here, there) = (sites.apps[0].presence, sites.apps[1].presence)
    here.follow {}
    there.follow {}
    #expect(here.note(Self.anna, at: Self.place(1), isOpen: true))
    try await Self.wait(there, for: Self.bob.number, ["parcels/1": ["Anna"]])
    #expect(there.note(Self.anna, at: Self.place(1), isOpen: true))
    #expect(there.note(Self.bob, at: Self.place(2), isOpen: true))
    try await Self.wait(here, for: 3, ["parcels/1": ["Anna"], "parcels/2": ["Bob"]])
    // Nobody is told of their own pages at other servers.
    try await Self.wait(here, for: Self.anna.number, ["parcels/2": ["Bob"]])
    #expect(there.note(Self.bob, at: Self.place(2), isOpen: false))
    #expect(there.note(Self.anna, at: Self.place(1), isOpen: false))
    try await Self.wait(here, for: 3, ["parcels/1": ["Anna"]])
    #expect(here.note(Self.anna, at: Self.place(1), isOpen: false))
    try await Self.wait(there, for: 3, [:])
    try await Self.wait(here, for: 3, [:])
    here.unfollow()
    there.unfollow()
    withExtendedLifetime(sites) {}
  }

  @Test("The people of a server that has died vanish, and what is no list of people is passed over")
  func dead() async throws {
    let database = try TestDatabase()
    let sites = try TwoSites(on: database)
    let (work, presence) = (try #require(sites.apps[0].sharedWork("presence")), sites.apps[1].presence)
    presence.follow {}
    let json = #"[{"person":1,"name":"Anna","entity":"parcel","id":1,"path":"parcels/1"}]"#
    for (id, text) in [("dead", json), ("strange", #"{"person":1}"#)] {
      let content = SharedContent(description: Data("{}".utf8), progress: Data(text.utf8))
      #expect(try await work.run { try $0.begin(id, content, lane: nil, isNew: true) })
    }
    try await Self.wait(presence, for: 2, ["parcels/1": ["Anna"]])
    _ = try database.run("UPDATE kartoteka_work.entries SET beat = now() - interval '2 minutes'")
    try await Self.wait(presence, for: 2, [:])
    presence.unfollow()
    withExtendedLifetime(sites) {}
  }
}
