import KartotekaModel
import KartotekaStore
import KartotekaTransfer
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

/// What is shown before anything is written.
extension ImportScreenTests {
  @Test("the preview says how many rows are new, would change, are unchanged and can't be loaded; nothing is written")
  func figures() async throws {
    let site = try await Site()
    try await site.test { client in
      let files = [("books.csv", "id;Title;Year\n1;Emma;1815\n2;Dune;19x5\n3;Ada;1969\n")]
      let path = try #require(try await Self.upload(files, to: client).headers[.location])
      let first = try await Self.counted(path, from: client)
      #expect(first.contains("2 new · 1 can"), "\(first)")
      #expect(!first.contains("<html"))
      #expect(try await site.books == 0)
      _ = try await Self.post(path, "load-1=on&unresolved=empty&scope=good", to: client)
      _ = try await Self.result(of: path, from: client)
      let again = [("books.csv", "id;Title;Year\n1;Emma;1815\n3;Ada or Ardor;1969\n4;Pnin;1957\n")]
      let next = try #require(try await Self.upload(again, to: client).headers[.location])
      #expect(try await Self.counted(next, from: client).contains("1 new · 1 to change · 1 unchanged"))
      // Counted anew where the data have changed since.
      let emma = try #require(try await site.running.store.record(Site.Book.self, id: 1))
      try await site.running.store.delete(emma)
      #expect(try await Self.counted(next, from: client).contains("2 new · 1 to change<"))
    }
    #expect(try await site.books == 1)
  }

  @Test("The preview says where a column such as No. has the numbers of records, since its rows are like these")
  func foundNumber() async throws {
    let site = try await Site()
    try await site.test { client in
      let files = [("books.csv", "Title;Year\nEmma;1815\nDune;1965\nPnin;1957\n")]
      let first = try #require(try await Self.upload(files, to: client).headers[.location])
      _ = try await Self.post(first, "load-1=on&scope=good", to: client)
      _ = try await Self.result(of: first, from: client)
      let edited = [("books.csv", "No.;Title;Year\n3;Pnin;1957\n2;Dune II;1965\n1;Emma;1815\n")]
      let path = try #require(try await Self.upload(edited, to: client).headers[.location])
      #expect(try await Self.counted(path, from: client).contains("1 to change · 2 unchanged"))
      #expect(Self.text(try await Self.get(path, from: client)).contains("No. is the number of the records"))
    }
  }

  @Test("asks how a column writes numbers where its values leave it open, and shows how they are read")
  func notation() async throws {
    let site = try await Site()
    try await site.test { client in
      let files = [("books.csv", "title;year\nEmma;1,815\n")]
      let path = try #require(try await Self.upload(files, to: client).headers[.location])
      let preview = Self.text(try await Self.get(path, from: client))
      #expect(preview.contains("1,815 in year of books.csv is 1815 or 1.815"))
      #expect(!preview.contains("Load 1 file<"))
      #expect(Self.text(try await Self.get(path + "/1", from: client)).contains("What 1,815 means"))
      let form = "entity=books&load=yes&column-1=1&column-2=2&decimal-2=point"
      #expect(try await Self.post(path + "/1", form, to: client).headers[.location] == path)
      #expect(Self.text(try await Self.get(path + "/1", from: client)).contains("Read as 1815"))
      #expect(Self.text(try await Self.get(path, from: client)).contains("Load 1 file<"))
      _ = try await Self.post(path, "load-1=on&unresolved=empty&scope=good", to: client)
      _ = try await Self.result(of: path, from: client)
    }
    #expect(try await site.running.store.fetch(Site.Book.all).map(\.year) == [1815])
  }

  @Test("The preview shows what would change field by field, and a guessed kind is not changed before that was seen")
  func changes() async throws {
    let site = try await Site()
    try await site.test { client in
      let first = try #require(try await Self.upload([("authors.csv", Self.authors)], to: client).headers[.location])
      _ = try await Self.post(first, "load-1=on&scope=good", to: client)
      _ = try await Self.result(of: first, from: client)
      let path = try #require(
        try await Self.upload([("visits.csv", "id,name\n1,Gdynia\n")], to: client).headers[.location])
      // Nobody has seen what would change.
      _ = try await Self.post(path, "load-1=on&scope=good", to: client)
      var page = ""
      repeat {
        page = Self.text(try await Self.get(path, from: client))
        await Task.yield()
      } while page.contains("data-part=counting") || page.contains("data-part=progress")
      #expect(page.contains("Nothing was loaded") && page.contains("Changes by visits.csv"), "\(page.suffix(3_000))")
      #expect(page.contains("Jane Austen</del>") && page.contains("Gdynia</ins>") && page.contains("was guessed"))
      #expect(page.contains("name=\"changes\" value=\"seen\""))
      let kept = try #require(try await site.running.store.fetch(Site.Author.all).first)
      #expect(kept.name == "Jane Austen")
      _ = try await Self.post(path, "load-1=on&scope=good&changes=seen", to: client)
      _ = try await Self.result(of: path, from: client)
      #expect(try await site.running.store.fetch(Site.Author.all).first?.name == "Gdynia")
    }
  }

  @Test("A list that was exported and edited shows what was changed here, too, with both values, and asks which holds")
  func changedBoth() async throws {
    let site = try await Site()
    try await site.test { client in
      let first = try #require(try await Self.upload([("books.csv", "Title\nEmma\n")], to: client).headers[.location])
      _ = try await Self.post(first, "load-1=on&scope=good", to: client)
      _ = try await Self.result(of: first, from: client)
      let list = Self.text(
        try await Self.get("/library/export/books.csv?as=shown&columns=title", from: client))
      #expect(list.contains("Title,_kartoteka\r\nEmma,books/1/"), "\(list)")
      let edited = list.replacing("Emma", with: "Emma II")
      _ = try await site.running.store.perform(.code) { transaction in
        guard var book = try transaction.record(Site.Book.self, id: 1) else { return }
        book.title = "Emma, a novel"
        try transaction.update(book)
      }
      let path = try #require(try await Self.upload([("books.csv", edited)], to: client).headers[.location])
      var page = ""
      repeat {
        page = Self.text(try await Self.get(path, from: client))
        await Task.yield()
      } while page.contains("data-part=counting") || page.contains("data-part=progress")
      #expect(page.contains("Changed here and in books.csv"), "\(page.suffix(3_000))")
      #expect(page.contains("Emma, a novel</del>") && page.contains("Emma II</ins>"), "\(page.suffix(3_000))")
      #expect(page.contains("name=\"both\"") || page.contains("name=both"))
      _ = try await Self.post(path, "load-1=on&scope=good&changes=seen&both=file", to: client)
      _ = try await Self.result(of: path, from: client)
      #expect(try await site.running.store.fetch(Site.Book.all).first?.title == "Emma II")
      #expect(try await site.books == 1)
    }
  }
}
