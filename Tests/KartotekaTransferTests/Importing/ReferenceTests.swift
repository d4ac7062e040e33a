import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("References")
struct ReferenceTests {
  private let people = "id,first_name,last_name\n1,Anna,Nowak\n2,Jan,Kos\n"

  @Test("A row with an unresolved reference is rejected with the reason")
  func rejected() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": people])
    let report = try await desk.take(["things.csv": "Name,Owner\na,1\nb,99\nc,VINET\nd,\ne,0\n"])
    #expect(report.counts == ["read": 5, "inserted": 2, "rejected": 3])
    #expect(
      report.files[0].rejects.flatMap(\.brief) == [
        "3 Owner 2 99: There is no such record among people",
        "4 Owner 2 VINET: There is no such record among people",
        "6 Owner 2 0: There is no such record among people",
      ])
    #expect(try await desk.column("thing", "owner") == ["1", ""])
  }

  @Test("Or it is loaded without, where it can be, and counted")
  func empty() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": people])
    let things = try await desk.take(["things.csv": "Name,Owner\na,1\nb,99\nc,VINET\n"]) { $0.unresolved = .empty }
    #expect(things.counts == ["read": 3, "inserted": 3, "unresolved": 2])
    #expect(try await desk.column("thing", "owner") == ["1", "", ""])
    let teams = try await desk.take(["teams.csv": "Code,Team name,Lead\nX,x,1\nY,y,99\n"]) { $0.unresolved = .empty }
    #expect(teams.counts == ["read": 2, "inserted": 1, "rejected": 1])
    #expect(
      Localizer.english(things.files[0].phrase)
        == "things.csv → things: 3 rows read, 3 added, 2 without the record they refer to")
  }

  @Test("A record can be named by a unique attribute, with its zeros; a column called like one only by that")
  func keys() async throws {
    let desk = try Desk()
    let report = try await desk.take([
      "people.csv": "id,first_name,last_name,TeamID\n10,Anna,Nowak,\n20,Jan,Kos,01581\n30,Ewa,Wit,7\n40,Ada,Rak,1581\n",
      "teams.csv": "TeamID,Team name,Lead\n01581,Westboro,10\n7,Seven,10\n",
    ])
    #expect(report.files.map(\.counts) == [["read": 4, "inserted": 3, "rejected": 1], ["read": 2, "inserted": 2]])
    #expect(try await desk.column("person", "team") == ["", "1", "2"])
    #expect(try await desk.column("team", "code") == ["01581", "7"])
    #expect(report.files[0].rejects.flatMap(\.brief) == ["5 TeamID 4 1581: There is no such record among teams"])
    // By another heading a number is the record's number first.
    try await desk.take(["people.csv": "id,first_name,last_name,team\n50,Iza,Sum,2\n60,Ola,Lis,01581\n"])
    #expect(try await desk.column("person", "team") == ["", "1", "2", "2", "1"])
  }

  @Test("A number that is the text of another record names neither, unless a program has written the file with ids")
  func numberedTexts() async throws {
    let desk = try Desk()
    try await desk.take([
      "people.csv": people, "teams.csv": "Code,Team name,Lead\n2,Second,1\n1,First,1\n9,Ninth,1\n",
    ])
    #expect(try await desk.column("team", "code") == ["2", "1", "9"])
    let report = try await desk.take(["people.csv": "First name,Last name,Team\nEve,A,1\nFinn,B,2\nGus,C,3\nHal,D,9\n"])
    #expect(report.counts == ["read": 4, "inserted": 2, "rejected": 2])
    #expect(try await desk.column("person", "team") == ["", "", "3", "3"])
    let lenient = try await desk.take(["people.csv": "First name,Last name,Team\nEve,A,1\n"]) { $0.unresolved = .empty }
    #expect(lenient.counts == ["read": 1, "inserted": 1, "unresolved": 1])
    try await desk.take(["people.csv": "id,first_name,last_name,team\n50,Iza,Sum,1\n"])
    #expect(try await desk.column("person", "team").last == "1")
  }

  @Test("Rows may refer to rows further down, in any order and in a circle")
  func forward() async throws {
    for order in [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [3, 1, 5, 2, 4]] {
      let desk = try Desk()
      // 1 → 2 → 3 → 1 is a circle, 4 → 3 hangs on it, 5 is its own boss.
      let bosses = [1: 2, 2: 3, 3: 1, 4: 3, 5: 5]
      let rows = order.map { "\($0),P\($0),X,\(bosses[$0] ?? 0)" }
      let report = try await desk.take(["people.csv": (["id,first_name,last_name,boss"] + rows).joined(separator: "\n")]
      )
      #expect(report.counts == ["read": 5, "inserted": 5])
      #expect(try await desk.column("person", "boss") == ["2", "3", "1", "3", "5"])
      let again = try await desk.take(["people.csv": (["id,first_name,last_name,boss"] + rows).joined(separator: "\n")])
      #expect(again.counts == ["read": 5, "unchanged": 5])
      try await desk.store.undo(try #require(report.changeSet), .screen)
      #expect(try await desk.all("person").isEmpty)
    }
  }

  @Test("A long chain in the wrong order takes no longer than in the right one")
  func chain() async throws {
    let desk = try Desk()
    let rows = (1...5_000).map { "\($0),P\($0),X,\($0 < 5_000 ? String($0 + 1) : "")" }
    let report = try await desk.take(["people.csv": (["id,first_name,last_name,boss"] + rows).joined(separator: "\n")])
    #expect(report.counts == ["read": 5_000, "inserted": 5_000])
    #expect(try await desk.column("person", "boss").last == "")
    #expect(try await desk.column("person", "boss").first == "2")
  }

  @Test("What refers to a rejected row is rejected too, or loaded without it")
  func cascade() async throws {
    let file = "id,first_name,last_name,boss\n1,A,X,2\n2,B,X,3\n3,C,X,99\n4,D,X,\n5,,X,4\n6,E,X,5\n"
    let strict = try await Desk().take(["people.csv": file])
    #expect(strict.counts == ["read": 6, "inserted": 1, "rejected": 5])
    #expect(strict.files[0].rejects.map(\.line) == [2, 3, 4, 6, 7])
    let desk = try Desk()
    let lenient = try await desk.take(["people.csv": file]) { $0.unresolved = .empty }
    #expect(lenient.counts == ["read": 6, "inserted": 5, "rejected": 1, "unresolved": 2])
    #expect(try await desk.column("person", "boss").sorted() == ["", "", "", "2", "3"])
  }

  @Test("A title that is equal comes before one that differs in accents and cases; of several neither is guessed")
  func equalTitles() async throws {
    let composers = "id,Name\n1,Jan Muller\n2,Jan Müller\n3,Ada Kos\n4,ada kos\n5,かき\n6,Eva Łoś\n"
    let songs = "Title,Composer\na,Jan Müller\nb,Jan Muller\nc,JAN MÜLLER\nd,ada kos\ne,かぎ\nf,eva los\n"
    for isDryRun in [true, false] {
      let desk = try Desk(ModelDescription([Composer.self, Song.self]))
      let report = try await desk.take(["composers.csv": composers, "songs.csv": songs]) { $0.isDryRun = isDryRun }
      #expect(report.files[1].counts == ["read": 6, "inserted": 4, "rejected": 2])
      #expect(report.files[1].rejects.map(\.line) == [4, 6])
      if !isDryRun { #expect(try await desk.column("song", "composer") == ["2", "1", "4", "6"]) }
    }
  }

  @Test("Files in any order, entities in a circle")
  func files() async throws {
    let people = "id,first_name,last_name,team\n1,Anna,Nowak,2\n2,Jan,Kos,\n"
    let teams = "id,code,Team name,lead\n2,B,Blue,1\n3,R,Red,2\n"
    let things = "name,owner\na,2\n"
    for files: KeyValuePairs in [
      ["people.csv": people, "teams.csv": teams, "things.csv": things],
      ["things.csv": things, "teams.csv": teams, "people.csv": people],
    ] {
      let desk = try Desk()
      let report = try await desk.take(files)
      #expect(report.files.map(\.file) == files.map(\.key))
      #expect(report.files.allSatisfy { $0.read == $0.inserted && $0.rejects.isEmpty })
      #expect(try await desk.column("person", "team") == ["2", ""])
      #expect(try await desk.column("team", "lead") == ["1", "2"])
      #expect(Localizer.english(try #require(try await desk.store.lastChangeSet()).name) == "Imported 3 files")
    }
  }
}

private struct Composer: Entity {
  let name = Attribute<String>("Name", .required, .title)
}

private struct Song: Entity {
  let title = Attribute<String>("Title", .required, .title)
  let composer = ToOne<Composer>("Composer", onDelete: .nullify)
}
