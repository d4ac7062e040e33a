import Foundation
import KartotekaServices
import Testing

@Suite struct PexelsTests {
  @Test("TM-7 finds pictures of a country with all that the licence asks to show")
  func finds() async throws {
    try await StandIn.run(.json(Sample.photos)) { standIn in
      let page = try await Net(standIn).pexels().pictures(of: "São Tomé & Príncipe", page: 3, count: 200)
      // The second one's link is no address that a browser may follow.
      #expect(
        page.pictures == [
          FoundPicture(
            id: "3573351", author: "Lukas Rodriguez", authorPage: "https://www.pexels.com/@lukas-rodriguez-1845331",
            sourceLink: "https://www.pexels.com/photo/trees-during-day-3573351/",
            address: "\(standIn.address)/photos/3573351.png?auto=compress&h=650&w=940",
            smallAddress: "\(standIn.address)/photos/3573351.png?auto=compress&h=350",
            alt: "Brown Rocks During Golden Hour")
        ])
      #expect(page.total == 10_000 && page.nextPage == 4)
      let question = try #require(standIn.questions.first)
      #expect(question.path == "/v1/search")
      #expect(question.query == ["query": "São Tomé & Príncipe", "per_page": "80", "page": "3"])
      #expect(question.headers[.authorization] == Net.key)
    }
  }

  @Test("TM-7 says so when there are no pictures, and no next page")
  func none() async throws {
    let answer = #"{"total_results":0,"page":1,"per_page":10,"photos":[]}"#
    try await StandIn.run(.json(answer)) { standIn in
      let page = try await Net(standIn).pexels().pictures(of: "Nowhere", count: 0)
      #expect(page == PicturePage(pictures: [], total: 0, nextPage: nil))
      #expect(standIn.questions.first?.query["per_page"] == "1")
    }
  }

  @Test(
    "TM-7 does not take for pictures what Pexels does not document",
    arguments: [
      Reply.page, .broken, .json("[]"), .json(#"{"photos":7}"#), .json(#"{"photos":[{"id":1}]}"#),
      .bytes(Array(Sample.photos.utf8), "text/plain"),
    ])
  func unreadable(reply: Reply) async throws {
    try await StandIn.run(reply) { standIn in
      await #expect(throws: ServiceError("Pexels", .unreadable)) {
        try await Net(standIn).pexels().pictures(of: "Portugal", count: 10)
      }
      // It would say the same again.
      #expect(standIn.questions.count == 1)
    }
  }

  @Test("TM-7 asks nothing without a key, and takes a new key at once")
  func noKey() async throws {
    try await StandIn.run(.json(Sample.photos)) { standIn in
      let net = Net(standIn)
      let none = try net.pexels(nil)
      let blank = try net.pexels("  ")
      let ready = await [none.isReady, blank.isReady]
      #expect(ready == [false, false])
      await #expect(throws: ServiceError("Pexels", .noKey)) { try await none.pictures(of: "Portugal", count: 1) }
      #expect(standIn.questions.isEmpty)
      let key = Box<String?>(nil)
      let pexels = try Pexels(network: net.network) { key.value }
      key.value = " new\n"
      #expect(await pexels.isReady)
      _ = try await pexels.pictures(of: "Portugal", count: 1)
      #expect(standIn.questions.first?.headers[.authorization] == "new")
    }
  }

  @Test("TM-7 never sends a key with characters that an HTTP header can't carry")
  func brokenKey() async throws {
    try await StandIn.run(.json(Sample.photos)) { standIn in
      let pexels = try Net(standIn).pexels("abc\r\nX-Other: 1")
      await #expect(throws: ServiceError("Pexels", .unauthorized)) {
        try await pexels.pictures(of: "Portugal", count: 1)
      }
      #expect(standIn.questions.isEmpty)
    }
  }
}
