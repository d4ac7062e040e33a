import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore
@testable import KartotekaTransfer

@Suite("Files with columns that only the store writes")
struct StampImportTests {
  private struct Member: Entity {
    let name = Attribute<String>("Name", .required, .title, .unique)
    let made = Attribute<Date>("Created at", .createdAt)
    let maker = Attribute<String>("Created by", .createdBy)
    let changer = Attribute<String>("Changed by", .changedBy)
  }

  private static let model = ModelDescription([Member.self])
  private static let anna = Author(id: 1 << 33, name: "Anna")

  @Test("Their values are left out: an import makes and changes records as its own author, in every format")
  func imports() async throws {
    for (name, text) in [
      ("members.csv", "name,Created at,Created by,changer\nAda,2001-01-01T00:00:00Z,Nemo,Nemo\n"),
      ("members.json", #"[{"name":"Ada","made":"2001-01-01T00:00:00Z","maker":"Nemo","changer":"Nemo"}]"#),
    ] {
      let desk = try Desk(Self.model)
      let report = try await Author.$current.withValue(Self.anna) { try await desk.take([name: text]) }
      #expect(report.counts["rejected"] == nil, "\(name)")
      let member = try #require(try await desk.all("member").first)
      #expect(member["maker"] == .text("Anna") && member["changer"] == .text("Anna"), "\(name)")
      #expect(member["made"] != .null && member["made"] != .text("2001-01-01T00:00:00.000Z"), "\(name)")
      // The same file again changes nothing.
      _ = try await desk.take([name: text])
      #expect(try await desk.all("member") == [member], "\(name)")
    }
  }

  @Test("No column of a file is meant for them")
  func matching() throws {
    let entity = try #require(Self.model.entity(named: "member"))
    let columns = HeaderMatcher(entity).match(["name", "Created at", "maker", "Changed by"])
    #expect(columns.map(\.target) == [.column("name"), .nothing, .nothing, .nothing])
  }

  @Test("A record that was deleted and brought back is the one that an exported file has: nothing is asked")
  func returning() async throws {
    let desk = try Desk(Self.model)
    let member = try #require(Self.model.entity(named: "member"))
    _ = try await Author.$current.withValue(Self.anna) { try await desk.take(["members.csv": "name\nAda\n"]) }
    var sent = try SentTable(try await desk.list("member", ["name", "changer"]).text)
    #expect(sent[0, "Changed by"] == "Anna")
    let gone = try await desk.store.perform(.screen) { try $0.delete(member, id: 1) }.changeSet
    try await desk.store.undo(try #require(gone), .screen)
    #expect(try await desk.column("member", "changer") == [""])
    sent[0, "Name"] = "Eva"
    #expect(try await desk.take(["list.csv": try sent.text]).counts == ["read": 1, "updated": 1])
    #expect(try await desk.column("member", "name") == ["Eva"])
  }

  @Test("Exports have them")
  func exports() async throws {
    let desk = try Desk(Self.model)
    _ = try await Author.$current.withValue(Self.anna) { try await desk.take(["members.csv": "name\nAda\n"]) }
    let sink = MemorySink()
    _ = try await Exporter(desk.store).write(try #require(Self.model.entity(named: "member")), as: .csv, to: sink)
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains("name,made,maker,changer") && text.contains(",Anna,Anna"), "\(text)")
  }
}
