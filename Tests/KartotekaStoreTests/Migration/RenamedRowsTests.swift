import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private typealias F = MigratedFile

@Suite("What the platform keeps of entities and relationships that are renamed")
struct RenamedRowsTests {
  private static func many(_ name: String, _ owner: String, _ target: String, formerly: [String] = [])
    -> RelationshipDescription
  {
    var relationship = RelationshipDescription(name: name, label: name, cardinality: .manyToMany, target: target)
    relationship.joinTable = owner + "s_" + name
    relationship.joinColumns = .init(own: owner + "_id", related: target + "_id")
    relationship.formerNames = formerly
    return relationship
  }

  private let old = F.model(
    F.entity("tag", [F.attribute("t")]),
    F.entity("note", [F.attribute("a"), F.attribute("bytes", .blob)], [Self.many("tags", "note", "tag")]))
  private let new = F.model(
    F.entity("tag", [F.attribute("t")]),
    F.entity(
      "page", [F.attribute("a"), F.attribute("content", .blob) { $0.formerNames = ["bytes"] }],
      [Self.many("labels", "page", "tag", formerly: ["tags"])], formerNames: ["note"]))

  @Test("The links and bytes of a deleted record come back after renames of its entity, relationship and attribute")
  func deletion() async throws {
    let file = F()
    defer { file.remove() }
    let bytes = Gallery.bytes(5_000)
    let note = try #require(old.entity(named: "note"))
    try await file.add(old, "tag", [["t": .text("x")], ["t": .text("y")]])
    try await file.add(old, "note", [["a": .text("\"bytes\":1"), "bytes": .blob(Blob(bytes))]])
    let changeSet = try await {
      let store = try Store(old, at: file.url)
      _ = try await store.perform(.code) { transaction in
        try transaction.link(note, try #require(note.relationship("tags")), of: 1, to: 2)
      }
      return try await store.perform(.code) { try $0.delete(note, id: 1) }.changeSet
    }()
    let store = try Store(new, at: file.url)
    try await store.undo(try #require(changeSet), .code)
    let pages = try #require(new.entity(named: "page"))
    let page = try #require(try await store.record(pages, id: 1))
    #expect(page["a"] == .text("\"bytes\":1") && page["content"] == .blob(Blob(bytes)))
    #expect(try DatabaseFile(file.url).rows("SELECT * FROM pages_labels") == ["1|2"])
  }

  @Test("Saved views, resolved texts, unresolved references, rejected rows, jobs and pairs are the renamed entity's")
  func rows() async throws {
    let file = F()
    defer { file.remove() }
    let tag = try #require(old.entity(named: "tag"))
    let note = try #require(old.entity(named: "note"))
    try await file.add(old, "note", [["a": .text("x")], ["a": .text("y")]])
    try await {
      let store = try Store(old, at: file.url)
      _ = try await store.perform(.code) { try $0.save(SavedView(entity: "note", name: "v", query: "q")) }
      _ = try await store.perform(.code) { transaction in
        try transaction.request("work", for: note, id: 1)
        try transaction.setDistinct(note, 1, 2, true)
        try transaction.resolve("text", of: note, as: 1)
        _ = try transaction.layout(of: note, "columns")
        _ = try transaction.reference(note, "tags", heading: "Tags", text: "t")
        _ = try transaction.reference(tag, "tags", heading: "Tags", text: "t")
      }
    }()
    let store = try Store(new, at: file.url)
    let database = try DatabaseFile(file.url)
    #expect(try await store.views().map(\.entity) == ["page"])
    #expect(try database.rows("SELECT entity FROM kartoteka_layouts") == ["page"])
    #expect(
      try database.rows("SELECT entity, relationship FROM kartoteka_references ORDER BY 1") == [
        "page|labels", "tag|tags",
      ])
    #expect(try database.rows("SELECT entity FROM kartoteka_jobs") == ["pages"])
    #expect(try database.rows("SELECT entity FROM kartoteka_distinct") == ["pages"])
    #expect(try database.rows("SELECT entity FROM kartoteka_resolved") == ["page"])
    // Undoing what was done before the rename finds them, too.
    let changeSets = try database.rows("SELECT id FROM kartoteka_deeds WHERE id > 1 ORDER BY id DESC")
    for id in changeSets.compactMap(Int64.init) { try await store.undo(id, .code) }
    #expect(try database.rows("SELECT count(*) FROM kartoteka_resolved") == ["0"])
    #expect(try await store.views().isEmpty)
    for id in try await store.changeSets(ChangeSetFilter(), limit: changeSets.count).changeSets.map(\.id).sorted(by: >)
    {
      try await store.undo(id, .code)
    }
    #expect(try await store.views().map(\.entity) == ["page"])
  }

  @Test(
    "Saved views and layouts of rejected rows follow renamed fields, also through relationships, and can still be undone"
  )
  func fields() async throws {
    let file = F()
    defer { file.remove() }
    let old = F.model(
      F.entity("tag", [F.attribute("t"), F.attribute("x")]),
      F.entity("note", [F.attribute("a"), F.attribute("b")], [F.toOne("tag", "tag")]))
    let new = F.model(
      F.entity("tag", [F.attribute("text") { $0.formerNames = ["t"] }, F.attribute("x")]),
      F.entity(
        "note", [F.attribute("title") { $0.formerNames = ["a"] }, F.attribute("b")],
        [F.toOne("label", "tag") { $0.formerNames = ["tag"] }]))
    let query =
      "search=a&only=late%3Ba%3Ax&where=any(a%3Aeq%3Aa;tag.t%3Aeq%3Ab%252C)&sort=-a,b&columns=a,tag.t,tag&group=tag&layout=board%3Atag"
    let note = try #require(old.entity(named: "note"))
    try await {
      let store = try Store(old, at: file.url)
      _ = try await store.perform(.code) { try $0.save(SavedView(entity: "note", name: "v", query: query)) }
      _ = try await store.perform(.code) {
        try $0.save(SavedView(entity: "tag", name: "w", query: "sort=x&where=oops"))
      }
      _ = try await store.perform(.code) { transaction in
        _ = try transaction.layout(
          of: note,
          #"{"columns":[{"heading":"a","target":"a"},{"heading":"T","target":"tag"},{"heading":"b"}],"delimiter":44}"#)
      }
    }()
    let store = try Store(new, at: file.url)
    let views = try await store.views()
    var values: [String: String] = [:]
    for part in views[0].query.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
      values[pair[0]] = pair[1]
    }
    #expect(
      values == [
        "search": "a", "only": "late;title:x", "where": "any(title:eq:a;label.text:eq:b%2c)", "sort": "-title,b",
        "columns": "title,label.text,label", "group": "label", "layout": "board:label",
      ])
    #expect(views[1].query == "sort=x&where=oops")
    #expect(
      try DatabaseFile(file.url).rows("SELECT content FROM kartoteka_layouts") == [
        #"{"columns":[{"heading":"a","target":"title"},{"heading":"T","target":"label"},{"heading":"b"}],"delimiter":44}"#
      ])
    try await store.undo(1, .code)
    #expect(try await store.views().map(\.name) == ["w"])
  }

  @Test("An entity with the table of a removed one has neither its history nor its jobs")
  func taken() async throws {
    let file = F()
    defer { file.remove() }
    let page = F.entity("page", [F.attribute("a")])
    let note = F.entity("note", [F.attribute("a")])
    try await file.add(F.model(page, note), "page", [["a": .text("old")]])
    try await file.add(F.model(page, note), "note", [["a": .text("new")]])
    for table in ["pages", "notes"] {
      try DatabaseFile(file.url).execute(
        "INSERT INTO kartoteka_jobs (job, entity, record, added, changed) VALUES ('j', '\(table)', 1, '', '')")
    }
    _ = try Store(F.model(note), at: file.url)
    let renamed = F.entity("page", [F.attribute("a")], formerNames: ["note"])
    let store = try Store(F.model(renamed), at: file.url)
    let history = try await store.history(of: renamed, id: 1)
    #expect(history.items.count == 1)
    #expect(try await store.jobs(of: renamed, id: 1).count == 1)
    let after = try DatabaseFile(file.url).rows("SELECT after FROM kartoteka_changes WHERE entity = 'pages'")
    #expect(after == [#"{"a":"new"}"#])
  }

  @Test("The values of a removed attribute come back after its entity was renamed")
  func archive() async throws {
    let file = F()
    defer { file.remove() }
    try await file.add(F.note(F.attribute("a"), F.attribute("b")), "note", [["b": .text("x")]])
    _ = try Store(F.note(F.attribute("a")), at: file.url)
    let page = F.entity("page", [F.attribute("a")], formerNames: ["note"])
    _ = try Store(F.model(page), at: file.url)
    let both = F.entity("page", [F.attribute("a"), F.attribute("b")], formerNames: ["note"])
    #expect(try await file.values(F.model(both), "b", of: "page") == [.text("x")])
    // At once, too.
    let other = F()
    defer { other.remove() }
    try await other.add(F.note(F.attribute("a"), F.attribute("b")), "note", [["b": .text("x")]])
    _ = try Store(F.note(F.attribute("a")), at: other.url)
    #expect(try await other.values(F.model(both), "b", of: "page") == [.text("x")])
  }

  @Test(
    "Only the keys of an image itself are renamed",
    arguments: [
      (#"{"a":1,"b":"a"}"#, #"{"z":1,"b":"a"}"#), (#"{"b":{"a":1},"a":["a"]}"#, #"{"b":{"a":1},"z":["a"]}"#),
      (#"{"b":"\"a\":","a":9e999}"#, #"{"b":"\"a\":","z":9e999}"#), (#"{"aa":null}"#, #"{"aa":null}"#), ("{}", "{}"),
      (#"{"b":"\\","a":-1.50}"#, #"{"b":"\\","z":-1.50}"#),
    ])
  func keys(json: String, renamed: String) {
    #expect(ModelRenames.renaming(["a": "z"], in: json) == renamed)
  }

  @Test("Two keys change places")
  func places() {
    #expect(ModelRenames.renaming(["a": "b", "b": "a"], in: #"{"a":1,"b":2}"#) == #"{"b":1,"a":2}"#)
  }
}
