import Foundation
import HTTPTesting
import KartotekaApplication
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("What can be saved of a damaged backup, on the screen")
struct BackupSalvageTests {
  private static let shelf = """
    {"version":1,"name":"shelf","title":"Shelf","entities":[{"name":"book","attributes":[{"name":"title","required":true}]}]}
    """

  private static func rest(_ site: DesignedSite) async throws -> String {
    while true {
      let page = try await site.page("/apps/backups")
      guard page.contains("<progress") else { return page }
      await Task.yield()
    }
  }

  @Test("The page says what can be read of a damaged backup, and restores it when that is chosen, and not otherwise")
  func saved() async throws {
    try await DesignedSite.test(Self.shelf) { site in
      for number in 0..<40 {
        try await site.add("books", #"{"title":"Book \#(number) \#(String(repeating: "x", count: 300))"}"#)
      }
      _ = try await site.post("/apps/backups/now", "")
      let page = try await Self.rest(site)
      let path = try #require(page.firstMatch(of: #/href="(/apps/backups/files/kartoteka-[^"]+\.tar)"/#)).1.description
      let file = site.folder.appending(path: "backups/" + (path.split(separator: "/").last.map(String.init) ?? ""))
      var bytes = try Data(contentsOf: file)
      let start = try #require(bytes.firstRange(of: Data("SQLite format 3".utf8))).lowerBound
      for place in bytes.ranges(of: Data("Book 20 xxx".utf8)) {
        let page = start + (place.lowerBound - start) / 4_096 * 4_096
        bytes.replaceSubrange(page..<page + 4_096, with: Data(count: 4_096))
      }
      try bytes.write(to: file)
      #expect(try await site.page(path).contains("See what can be saved"))
      #expect(try await site.post(path, "app-shelf=on&existing=keep&as=other").status == .seeOther)
      #expect(try await Self.rest(site).contains("is damaged"))
      #expect(try await site.post(path + "/salvage", "").location == "/apps/backups")
      let plan = try await Self.rest(site)
      #expect(plan.contains("Damaged, and can be saved in part: Shelf"), "\(plan)")
      let said = try #require(plan.firstMatch(of: #/[Bb]ooks: ([0-9]+) of 40 can be saved/#), "\(plan)")
      #expect(try await site.page(path).contains("Damaged, and can be saved in part: Shelf"))
      #expect(try await site.post(path, "app-shelf=on&existing=keep&as=old-shelf&damaged=save").status == .seeOther)
      let restored = try await Self.rest(site)
      #expect(restored.contains("Restored: old-shelf") && restored.contains(String(said.0)), "\(restored)")
      #expect(try Data(contentsOf: file) == bytes)
      let saved = site.folder.appending(path: "old-shelf.sqlite")
      let model = try #require(try Design.read(at: saved).map { App($0).description.model })
      #expect(try Store.check(model, at: saved) == [])
      #expect(try Store.recordCounts(ofBackup: saved, model: model)["book"] == Int(said.1))
      #expect((1..<40).contains(Int(said.1) ?? 0))
    }
  }
}
