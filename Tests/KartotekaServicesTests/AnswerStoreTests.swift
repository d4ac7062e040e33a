import Foundation
import KartotekaModel
import Testing

@testable import KartotekaServices

@Suite struct AnswerStoreTests {
  private static let start = Date(timeIntervalSince1970: 0)

  private static func answer(_ size: Int) -> ServiceAnswer {
    ServiceAnswer(bytes: [UInt8](repeating: 7, count: size), type: "application/json")
  }

  private static func headers(_ control: String?, age: String? = nil, tag: String? = nil) -> CacheHeaders {
    CacheHeaders { name in ["cache-control": control, "age": age, "etag": tag][name] ?? nil }
  }

  @Test(
    "TM-8 keeps an answer for as long as the service says, else for as long as it may be kept",
    arguments: [
      ("max-age=60", nil, 60.0), ("public, Max-Age=60", "20", 40), (nil, nil, 100), ("public", nil, 100),
      ("no-cache", nil, 0), ("no-store, max-age=60", nil, 0), ("max-age=0", nil, 0), ("max-age=60", "90", 0),
    ] as [(String?, String?, TimeInterval)])
  func freshness(control: String?, age: String?, seconds: TimeInterval) {
    var store = AnswerStore(limit: 1_000, kept: .seconds(100))
    store.keep(Self.answer(10), "q", Self.headers(control, age: age), at: Self.start)
    #expect((store.fresh("q", at: Self.start.addingTimeInterval(seconds - 1)) != nil) == (seconds > 0))
    #expect(store.fresh("q", at: Self.start.addingTimeInterval(seconds)) == nil)
  }

  @Test("TM-8 keeps answers up to so many bytes; the one that was not asked for longest goes first")
  func size() {
    var store = AnswerStore(limit: 100, kept: .seconds(60))
    for name in ["a", "b", "c"] { store.keep(Self.answer(30), name, Self.headers(nil), at: Self.start) }
    #expect(store.fresh("a", at: Self.start) != nil)
    store.keep(Self.answer(30), "d", Self.headers(nil), at: Self.start)
    #expect(["a", "b", "c", "d"].filter { store.fresh($0, at: Self.start) != nil } == ["a", "c", "d"])
    // Longer than everything together may be: nothing else has to go for it.
    store.keep(Self.answer(200), "e", Self.headers(nil), at: Self.start)
    #expect(["a", "c", "d", "e"].filter { store.fresh($0, at: Self.start) != nil } == ["a", "c", "d"])
    // Kept anew, an answer counts once.
    for _ in 0..<9 { store.keep(Self.answer(30), "d", Self.headers(nil), at: Self.start) }
    #expect(["a", "c", "d"].allSatisfy { store.fresh($0, at: Self.start) != nil })
  }

  @Test("TM-8 asks a service once for what it answered a moment ago, and again later")
  func once() async throws {
    try await StandIn.run(.json(Sample.photos)) { standIn in
      let net = Net(standIn)
      let pexels = try net.pexels()
      let first = try await pexels.pictures(of: "Portugal", count: 2)
      #expect(try await pexels.pictures(of: "Portugal", count: 2) == first)
      #expect(standIn.questions.count == 1)
      _ = try await pexels.pictures(of: "Portugal", page: 2, count: 2)
      #expect(standIn.questions.count == 2)
      net.clock.advance(by: .seconds(3_600))
      _ = try await pexels.pictures(of: "Portugal", count: 2)
      #expect(standIn.questions.count == 3)
    }
  }

  @Test("TM-8 asks whether an answer still holds, and has it from memory then")
  func revalidation() async throws {
    try await StandIn.run(.tagged("\"1\"", Sample.cities)) { standIn in
      let net = Net(standIn)
      let geoapify = try net.geoapify()
      func ask() async throws -> [String] {
        try await geoapify.places(matching: "lisb", in: .init("PT"), limit: 5, language: .english).places.map(\.id)
      }
      #expect(try await ask() == ["geoapify:51d3f1"])
      net.clock.advance(by: .seconds(60))
      #expect(try await ask() == ["geoapify:51d3f1"])
      #expect(standIn.questions.map { $0.headers[.ifNoneMatch] } == [nil, "\"1\""])
      // It holds for a minute again.
      net.clock.advance(by: .seconds(59))
      #expect(try await ask() == ["geoapify:51d3f1"])
      #expect(standIn.questions.count == 2)
    }
  }

  @Test("TM-8 keeps no refusal and no failure")
  func failures() async throws {
    try await StandIn.run(.status(400), .json(Sample.photos)) { standIn in
      let pexels = try Net(standIn).pexels()
      await #expect(throws: ServiceError.self) { try await pexels.pictures(of: "Portugal", count: 2) }
      #expect(try await pexels.pictures(of: "Portugal", count: 2).pictures.count == 1)
    }
  }
}
