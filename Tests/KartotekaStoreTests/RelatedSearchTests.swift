import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Searching through relationships")
struct RelatedSearchTests {
  /// Courses that are found by their name, and by first and last name of their teacher.
  private static let model: ModelDescription = {
    let searched = entity("course").with(
      sortOrders: [[FetchSort("name")], [FetchSort("subject")]],
      searchPaths: [SearchPath("teacher", "lastName"), SearchPath("teacher", "firstName")]
    ) { _ in }
    return school.replacing(searched)
  }()

  private static let teachers = [("Zofia", "Łódźka"), ("Anna", "Kowalska"), ("Jan", "Żak"), ("Anna", "Li")]
  private static let courses = [
    ("Algebra", 0), ("Żaglowanie", 1), ("Annals of history", 2), ("Botany", 3), ("Basketry", nil), ("Kowalstwo", 2),
    ("Chess", 1), ("Drawing", 0), ("Botany for Anna", nil), ("Kowal", 3),
  ]

  private func store(file: URL? = nil) async throws -> Store {
    let store = try file.map { try Store(Self.model, at: $0) } ?? Store(inMemory: Self.model)
    let model = Self.model
    _ = try await store.perform(.code) { transaction in
      var ids: [RecordID] = []
      for (first, last) in Self.teachers {
        var user = AnyRecord(try #require(model.entity(named: "user")))
        user["firstName"] = .text(first)
        user["lastName"] = .text(last)
        ids.append(try transaction.insert(user).id ?? 0)
      }
      for (index, (name, teacher)) in Self.courses.enumerated() {
        var course = AnyRecord(try #require(model.entity(named: "course")))
        course["name"] = .text(name)
        course["subject"] = .text(index.isMultiple(of: 2) ? "even" : "odd")
        course["teacher"] = teacher.map { .integer(ids[$0]) } ?? .null
        try transaction.insert(course)
      }
    }
    return store
  }

  private func request(_ search: String) -> AnyFetchRequest {
    var request = AnyFetchRequest("course")
    request.search = search
    request.sort = [FetchSort("name")]
    return request
  }

  private func names(_ page: FetchPage) -> [String] {
    page.records.map { if case .text(let name) = $0["name"] { name } else { "" } }
  }

  /// The same by looking at everything: each word in the name, or in a name of the teacher.
  private func expected(_ search: String) -> [String] {
    let words = Folding.fold(search).split(separator: " ")
    let found = Self.courses.filter { name, teacher in
      let texts = [name] + (teacher.map { [Self.teachers[$0].0, Self.teachers[$0].1] } ?? [])
      return words.allSatisfy { word in texts.contains { Folding.fold($0).contains(word) } }
    }
    return found.map(\.0).sorted { Folding.fold($0) < Folding.fold($1) }
  }

  @Test(
    "NW-5 finds each word in the record's own attributes or in those of a related one, with the exact total",
    arguments: [
      "anna", "ANNA kow", "kowal", "żak", "zak kowal", "lod", "bo", "bo li", "a", "an na", "li", "bot", "nobody",
      "anna nobody", "łódźka drawing", "kowalska chess", "\"", "%", "botany anna li", "  ", "kowal b", "c kowal",
      "anna k b", "kowalska xq", "lod al", "x q",
    ])
  func finds(search: String) async throws {
    let store = try await store()
    let page = try await store.fetch(request(search))
    #expect(names(page) == expected(search))
    #expect(page.total == expected(search).count)
    #expect(try await store.count(request(search)) == expected(search).count)
  }

  @Test("NW-5 gives the same by pages, in another order, in another alphabet and beside a condition")
  func pages() async throws {
    let store = try await store()
    var paged = request("anna")
    paged.limit = 2
    var found: [String] = []
    while true {
      let page = try await store.fetch(paged)
      #expect(page.total == expected("anna").count)
      found += names(page)
      guard let next = page.next else { break }
      paged.position = .after(next)
    }
    #expect(found == expected("anna"))
    for (collation, sort) in [(Collation.polish, "name"), (.root, "subject"), (.root, "fee")] {
      var other = request("anna")
      other.collation = collation
      other.sort = [FetchSort(sort)]
      let page = try await store.fetch(other)
      #expect(Set(names(page)) == Set(expected("anna")))
    }
    var narrowed = request("anna")
    narrowed.predicate = .compare("subject", .eq, [.text("even")])
    let page = try await store.fetch(narrowed)
    #expect(names(page) == ["Annals of history", "Botany for Anna", "Chess"])
    #expect(page.total == 3)
  }

  @Test("NW-5 finds by the current name of a related record, whichever program renamed it")
  func renamed() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "school.sqlite")
    let store = try await store(file: file)
    #expect(try await store.count(request("kowalska")) == 2)
    _ = try await store.perform(.code) { transaction in
      guard var user = try transaction.record(entity("user"), id: 2) else { return }
      user["lastName"] = .text("Nowak")
      try transaction.update(user)
    }
    #expect(try await store.count(request("kowalska")) == 0)
    let nowak = try await store.fetch(request("nowak"))
    #expect(names(nowak) == ["Chess", "Żaglowanie"])
    try DatabaseFile(file).execute("UPDATE users SET last_name = 'Wójcik' WHERE id = 2")
    let wojcik = try await store.fetch(request("wojcik"))
    #expect(names(wojcik) == ["Chess", "Żaglowanie"])
    #expect(try await store.count(request("nowak")) == 0)
  }

  @Test("NW-5 looks only in the attribute that was declared, and not in all that its entity is searched by")
  func declaredOnly() async throws {
    let narrow = school.replacing(
      entity("course").with(sortOrders: [], searchPaths: [SearchPath("teacher", "lastName")]) { _ in })
    let store = try Store(inMemory: narrow)
    _ = try await store.perform(.code) { transaction in
      var user = AnyRecord(entity("user"))
      user["firstName"] = .text("Anna")
      user["lastName"] = .text("Kowalska")
      let id = try transaction.insert(user).id
      var course = AnyRecord(try #require(narrow.entity(named: "course")))
      course["name"] = .text("Chess")
      course["teacher"] = .integer(id ?? 0)
      try transaction.insert(course)
    }
    #expect(try await store.count(request("kowalska")) == 1)
    #expect(try await store.count(request("anna")) == 0)
    #expect(try await store.count(request("an")) == 0)
  }

  @Test("NW-5 asks the trigram indices and never looks through the records of either")
  func indexed() async throws {
    let store = try Store(inMemory: Self.model)
    try await store.atVersion { _, mapping, _ in
      let sql = try FetchSQL(request("kowalska chess"), mapping: mapping)
      let lookUp = sql.lookUp()
      #expect(lookUp.sql.components(separatedBy: "MATCH").count == 7)
      #expect(!lookUp.sql.contains("instr"))
      #expect(!lookUp.sql.contains(#"FROM "kartoteka_keys_"#))
      #expect(sql.indexedCount.sql.contains("MATCH"))
    }
  }

  @Test(
    "Any matches: those that begin with the search first, none that does not match, and a page that says whether there are more"
  )
  func anyMatches() async throws {
    let store = try await store()
    for search in ["botany", "kowal", "anna", "an bot", "nothing", "wal kow"] {
      var request = request(search)
      (request.wantsTotal, request.limit) = (false, 2)
      let all = expected(search)
      request.takesAnyMatchesFrom = 1
      let page = try await store.fetch(request)
      let found = names(page)
      #expect(found.count == min(2, all.count), "\(search)")
      #expect(Set(found).count == found.count && found.allSatisfy(all.contains), "\(search)")
      #expect((page.hasMoreInAnyOrder || page.next != nil) == (all.count > 2), "\(search)")
    }
    var request = request("kowal")
    (request.wantsTotal, request.takesAnyMatchesFrom, request.limit) = (false, 1, 1)
    #expect(names(try await store.fetch(request)) == ["Kowal"])
  }
}
