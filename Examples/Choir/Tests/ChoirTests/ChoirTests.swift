import Foundation
import KartotekaCommand
import KartotekaTestSupport
import Synchronization
import Testing

@testable import Choir

/// A choir with one score in one copy, and one singer.
struct Evening {
  let site: AppSite
  let score: RecordID
  let copy: RecordID
  let singer: RecordID

  var store: Store { site.store }

  init() async throws {
    site = try AppSite(choir)
    var score = Record<Score>()
    (score.title, score.composer, score.shelf) = ("Locus iste", "Bruckner", "BRU")
    score.price = 2
    try await site.store.save(&score)
    var copy = Record<Copy>()
    (copy.score, copy.price) = (score.id, 2)
    try await site.store.save(&copy)
    var singer = Record<Singer>()
    (singer.firstName, singer.lastName, singer.voice, singer.mail) = ("Anna", "Groß", .alto, "anna@example.org")
    try await site.store.save(&singer)
    (self.score, self.copy) = (try #require(score.id), try #require(copy.id))
    self.singer = try #require(singer.id)
  }

  /// A loan that began so many days ago, for four weeks.
  @discardableResult
  func lend(daysAgo: Int = 0) async throws -> Record<Loan> {
    var loan = Record<Loan>()
    (loan.copy, loan.singer) = (copy, singer)
    loan.lent = store.today.adding(days: -daysAgo)
    loan.due = store.today.adding(days: 28 - daysAgo)
    try await store.save(&loan)
    return loan
  }

  /// Changes a loan as code does, which may write what forms only show.
  func change(_ loan: Record<Loan>) async throws -> Record<Loan> {
    _ = try await store.perform(.code) { transaction in try transaction.update(loan) }
    return try #require(try await store.record(Loan.self, id: loan.id ?? 0))
  }

  /// The output of the command.
  func reminders() async throws -> [String] {
    let written = Written()
    try await remind.run(Command.Call(on: store) { line in written.lines.withLock { $0.append(line) } })
    return written.lines.withLock { $0 }
  }

  private final class Written: Sendable { let lines = Mutex<[String]>([]) }
}

@Suite("The choir's rules, actions, command and letter")
struct ChoirTests {
  @Test("the declarations are free of faults")
  func declarations() { #expect(choir.check() == []) }

  @Test("each screen opens, in English and Polish", arguments: ["en", "pl"])
  func screens(language: String) async throws {
    let evening = try await Evening()
    try await evening.lend(daysAgo: 40)
    for tab in choir.description.tabs {
      // A view of a list leads to the list.
      let status = try await evening.site.page("/" + tab.path, language: language).status
      #expect(status == 200 || status == 303, "\(tab.path)")
    }
  }

  @Test("a copy is lent once, and again when it is back")
  func lentOnce() async throws {
    let evening = try await Evening()
    let body = "{\"copy\":\(evening.copy),\"singer\":\(evening.singer)}"
    let first = try await evening.site.add("/loans", body)
    #expect(try first.json.text("due") == evening.store.today.adding(days: 28).description)
    let second = try await evening.site.api(.post, "/loans", body)
    #expect(second.status == 422)
    #expect(try second.wrong == ["copy"])
    let id = try #require(try first.json.number("id"))
    #expect(try await evening.site.api(.post, "/loans/\(id)/actions/take-back").status == 200)
    #expect(try await evening.site.api(.post, "/loans", body).status == 201)
  }

  @Test("a copy can't come back before it was lent")
  func order() async throws {
    let evening = try await Evening()
    let answer = try await evening.site.api(
      .post, "/loans",
      "{\"copy\":\(evening.copy),\"singer\":\(evening.singer),\"lent\":\"2026-03-02\",\"returned\":\"2026-03-01\"}")
    #expect(answer.status == 422, "\(answer.text)")
    #expect(try await evening.store.count(Loan.all) == 0)
  }

  @Test("the copies on the shelf are those that nobody has, and only they can be lent")
  func shelf() async throws {
    let evening = try await Evening()
    let path = "/scores/\(evening.score)"
    #expect(try await evening.site.api(.get, path).json.number("left") == 1)
    let lend = "/copies/\(evening.copy)/actions/lend"
    let answer = try await evening.site.api(.post, lend, "{\"singer\":\(evening.singer)}")
    #expect(answer.status == 200, "\(answer.text)")
    let score = try await evening.site.api(.get, path).json
    #expect(score.number("left") == 0 && score.number("owned") == 1)
    #expect(try await evening.site.api(.post, lend, "{\"singer\":\(evening.singer)}").status == 409)
    let loan = try #require(try await evening.store.fetch(Loan.all).first)
    #expect(loan.lent == evening.store.today && loan.due == evening.store.today.adding(days: 28))
  }

  @Test("the command lists overdue loans, and the same ones no more for two weeks")
  func command() async throws {
    let evening = try await Evening()
    var loan = try await evening.lend(daysAgo: 40)
    let due = evening.store.today.adding(days: -12)
    let line = "\(due)  Anna Groß <anna@example.org>: Locus iste"
    #expect(try await evening.reminders() == [line])
    #expect(try await evening.reminders() == [])
    loan = try #require(try await evening.store.record(Loan.self, id: loan.id ?? 0))
    #expect(loan.reminded == evening.store.today)
    loan.reminded = evening.store.today.adding(days: -15)
    loan = try await evening.change(loan)
    #expect(try await evening.reminders() == [line])
    (loan.reminded, loan.lost) = (nil, evening.store.today)
    _ = try await evening.change(loan)
    #expect(try await evening.reminders() == [])
  }

  @Test("loans that are overdue for a year are given up by the nightly job")
  func givenUp() async throws {
    let evening = try await Evening()
    let loan = try await evening.lend(daysAgo: 40)
    try await evening.site.run(job: "give-up")
    #expect(try await evening.store.count(Loan.all.where(\.lost != nil)) == 0)
    try await evening.site.run(job: "give-up", at: Date(timeIntervalSinceNow: 360 * 86_400))
    let lost = try #require(try await evening.store.record(Loan.self, id: loan.id ?? 0))
    #expect(lost.lost == evening.store.today.adding(days: 360))
    #expect(try await evening.store.computed(\.isLate, of: lost) == false)
  }

  @Test("the letter names the singer and the overdue works")
  func letter() async throws {
    let evening = try await Evening()
    try await evening.lend(daysAgo: 40)
    let page = try await evening.site.page("/singers/\(evening.singer)/reminder").text
    #expect(page.contains("Dear Anna, these copies are overdue."), "\(page)")
    #expect(page.contains("Locus iste") && page.contains("Due on"), "\(page)")
    #expect(page.contains("Choir library"))
  }

  @Test("a piece without a number comes last, and the page of the next concert has the order of the programme")
  func programme() async throws {
    let evening = try await Evening()
    var concert = Record<Concert>()
    (concert.name, concert.starts) = ("Advent", Date(timeIntervalSinceNow: 30 * 86_400))
    try await evening.store.save(&concert)
    for (title, place) in [("Ave Maria", nil), ("Sanctus", 1), ("Zum Abschied", nil)] {
      var score = Record<Score>()
      (score.title, score.composer, score.shelf) = (title, "Bach", "BAC")
      try await evening.store.save(&score)
      var piece = Record<Piece>()
      (piece.concert, piece.score, piece.place) = (concert.id, score.id, place)
      try await evening.store.save(&piece)
    }
    let titles = ["Sanctus", "Ave Maria", "Zum Abschied"]
    #expect(try await evening.store.fetch(Piece.all.sorted(by: \.place)).map(\.place) == [1, 2, 3])
    for path in ["/pages/next-concert", "/concerts/\(concert.id ?? 0)"] {
      let page = try await evening.site.page(path).text
      let places = titles.compactMap { page.range(of: $0)?.lowerBound }
      #expect(places.count == 3 && places == places.sorted(), "\(path)")
    }
    // People move pieces on the page of the concert; the others follow.
    var last = try #require(try await evening.store.fetch(Piece.all.sorted(by: \.place, ascending: false)).first)
    last.place = 1
    try await evening.store.save(&last)
    let pieces = try await evening.store.fetch(Piece.all.sorted(by: \.place).including(\.score))
    #expect(pieces.map(\.place) == [1, 2, 3])
    #expect(try pieces.map { try $0[\.score][\.title] } == ["Zum Abschied", "Sanctus", "Ave Maria"])
  }

  @Test("the roll makes a record of each singer once, and attendance is the share of those who came")
  func attendance() async throws {
    let evening = try await Evening()
    for day in ["2026-10-01", "2026-10-08", "2026-10-15"] {
      var rehearsal = Record<Rehearsal>()
      rehearsal.day = CalendarDate(iso: day)
      try await evening.store.save(&rehearsal)
      for _ in 1...2 {
        let path = "/rehearsals/\(rehearsal.id ?? 0)/actions/call-roll"
        #expect(try await evening.site.api(.post, path).status == 200)
      }
    }
    var roll = try await evening.store.fetch(Attendance.all)
    #expect(roll.count == 3)
    roll[0].came = false
    try await evening.store.save(&roll[0])
    let singer = try await evening.site.api(.get, "/singers/\(evening.singer)").text
    #expect(singer.contains("0.6667"), "\(singer)")
  }
}

@Suite("The choir's files and earlier databases")
struct ChoirFileTests {
  private func load(_ text: String, into store: Store) async throws -> [Int] {
    let importer = Importer(store, words: choir.catalogue)
    let plan = try importer.plan([ImportFile(TextSource(text, name: "members.csv"), into: "singers")])
    let result = try #require(try await importer.run(plan).files.first)
    return [result.inserted, result.updated, result.unchanged, result.rejected]
  }

  @Test("a file of members is read with its own words, and the second time finds the same singers by their names")
  func members() async throws {
    let store = try Store(inMemory: choir)
    let rows = "First name;Last name;Part\nAnna;Groß;A2\nPaul;Kern;Baritone\n"
    #expect(try await load(rows, into: store) == [2, 0, 0, 0])
    #expect(try await load(rows, into: store) == [0, 0, 2, 0])
    #expect(try await load(rows.replacing("Baritone", with: "T"), into: store) == [0, 1, 1, 0])
    #expect(try await store.fetch(Singer.all.sorted(by: \.lastName)).map(\.voice) == [.alto, .tenor])
  }

  /// The choir before scores had a shelf.
  private enum Earlier {
    struct Score: Entity {
      let title = Attribute<String>("Title", .required, .title)
      let composer = Attribute<String>("Composer", .required)
    }

    static let choir = App("choir", title: "Choir", symbol: .book, hue: 260, entities: [Score.self]) {
      Tab("Scores", symbol: .book) { List(Score.self, title: \.title) }
    }
  }

  @Test("scores of an earlier version get a shelf from their composer")
  func shelves() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "choir-\(UUID().uuidString).sqlite")
    defer {
      let path = file.path(percentEncoded: false)
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    do {
      let before = try Store(Earlier.choir.description.model, at: file)
      var score = Record<Earlier.Score>()
      (score.title, score.composer) = ("Locus iste", "Bruckner")
      try await before.save(&score)
    }
    var options = StoreOptions()
    options.migrations = choir.migrations
    let after = try Store(choir.description.model, at: file, options: options)
    let score = try #require(try await after.fetch(Score.all).first)
    #expect(score.title == "Locus iste" && score.shelf == "BRU" && score.voicing == .mixed)
  }
}
