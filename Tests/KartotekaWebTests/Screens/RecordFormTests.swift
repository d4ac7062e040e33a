import Foundation
import HTTPTypes
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Forms of records change what they show, and take what was typed to its field")
struct RecordFormTests {
  private static let house = """
    {"version":1,"name":"house","entities":[
     {"name":"guest","attributes":[{"name":"name","required":true,"title":true},{"name":"note"},
      {"name":"size","kind":"integer"},{"name":"active","kind":"boolean","default":true},
      {"name":"known","kind":"boolean"},{"name":"urgent","kind":"boolean","required":true,"default":true},
      {"name":"since","kind":"timestamp"},{"name":"price","kind":"decimal","scale":2,"currency":"EUR"},
      {"name":"country","kind":"country"},{"name":"day","kind":"date"},{"name":"text","multiline":true},
      {"name":"state2","kind":"choice","choices":["a","b"]}],
      "relationships":[{"name":"room","to":"room"}]},
     {"name":"room","attributes":[{"name":"title","required":true,"title":true}],
      "relationships":[{"name":"guests","kind":"toMany","to":"guest","inverse":"room"}]}],
     "tabs":[
      {"title":"Guests","screen":{"list":{"entity":"guest","title":["name"],"subtitle":["room"],"search":["name"],
       "sort":["name"],"initials":true,"card":{"omitted":["active","known"]}}}},
      {"title":"Rooms","screen":{"list":{"entity":"room","title":["title"],"sort":["title"],
       "sections":[{"name":"guests"}]}}}]}
    """

  private func test(_ json: String = house, _ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(json) { site in
      if site.name == "house" {
        for title in ["Room A", "Room B", "Room C"] { try await site.add("rooms", "{\"title\":\"\(title)\"}") }
      }
      try await body(site)
    }
  }

  @Test("A card keeps the yes and no of fields that it does not show, and changes what is shown")
  func hidden() async throws {
    try await test { site in
      try await site.add("guests", #"{"name":"Anna","size":1}"#)
      let form = try await site.form("/house/guests/1")
      #expect(form["active"] == nil && form["known"] == nil && form["urgent"] == "true")
      try await site.change(form.with("size", "2"))
      let record = try await site.record("guests/1")
      #expect(record.contains(#""active":true"#) && record.contains(#""known":null"#) && record.contains(#""size":2"#))
      // A switch that is off is the hidden "false" alone.
      try await site.change(try await site.form("/house/guests/1").with("urgent", "false"))
      #expect(try await site.record("guests/1").contains(#""urgent":false"#))
      // A new card has the defaults of what it does not show.
      let new = try await site.form("/house/guests", on: "/house/guests/new")
      try await site.change(new.without("active").with("name", "Bob"))
      #expect(try await site.record("guests/2").contains(#""active":true"#))
    }
  }

  @Test("The card of a table's row keeps what is no column, and a new row has its default")
  func table() async throws {
    let json = """
      {"version":1,"name":"tasks","entities":[{"name":"task","attributes":[{"name":"label","required":true,"title":true},
       {"name":"size","kind":"integer"},{"name":"urgent","kind":"boolean","default":true}]}],
       "tabs":[{"title":"Tasks","screen":{"table":{"entity":"task","columns":["label","size"]}}}]}
      """
    try await test(json) { site in
      try await site.add("tasks", #"{"label":"One"}"#)
      let row = try await site.form("/tasks/tasks/1")
      try await site.change(row.with("size", "5"))
      let record = try await site.record("tasks/1")
      #expect(record.contains(#""size":5"#) && record.contains(#""urgent":true"#))
      let new = try await site.form("/tasks/tasks")
      try await site.change(new.with("label", "Two").with("_deed", "row"))
      #expect(try await site.record("tasks/2").contains(#""urgent":true"#))
    }
  }

  @Test("A card that is saved untouched changes nothing, whatever its values")
  func untouched() async throws {
    try await test { site in
      for json in [
        #"{"name":"Anna"}"#,
        #"{"name":"  Bob  ","note":"a\tb ","size":-9007199254740992,"since":"2024-03-31T00:30:15.25Z","price":"1234.50"}"#,
        #"{"name":"Č<&>\"'","text":"\n one\n\ntwo \n","country":"PL","day":"0001-01-01","state2":"b","room":2}"#,
        #"{"name":"1.000","note":"007","known":false,"active":false,"urgent":false,"since":"1969-12-31T23:59:59Z"}"#,
      ] { try await site.add("guests", json) }
      for id in 1...4 {
        let path = "/house/guests/\(id)"
        let before = try await site.record("guests/\(id)")
        try await site.change(try await site.form(path))
        #expect(try await site.record("guests/\(id)") == before)
      }
      #expect(try await site.count("guests") == 4)
    }
  }

  @Test("What is typed into a field that was renamed meanwhile goes to the field")
  func renamed() async throws {
    try await test { site in
      try await site.add("guests", #"{"name":"Anna","note":"old","room":1}"#)
      let form = try await site.form("/house/guests/1")
      let new = try await site.form("/house/guests", on: "/house/guests/new")
      try await site.describe { document in
        document.entities[0].attributes[1].name = "remark"
        document.entities[0].attributes[1].formerNames = ["note"]
        document.entities[0].attributes[1].column = "remark"
        document.entities[0].attributes[1].label = "Remark"
      }
      try await site.change(form.with("note", "typed"))
      #expect(try await site.record("guests/1").contains(#""remark":"typed""#))
      try await site.change(new.with("name", "Bob").with("note", "of Bob"))
      #expect(try await site.record("guests/2").contains(#""remark":"of Bob""#))
    }
  }

  @Test("What is typed into a field that was removed meanwhile is shown once more, and saved without it then")
  func removed() async throws {
    try await test { site in
      try await site.add("guests", #"{"name":"Anna","note":"old","size":1}"#)
      let form = try await site.form("/house/guests/1")
      try await site.add("guests", #"{"name":"Cid","note":"old","size":1}"#)
      let untouched = try await site.form("/house/guests/2").with("size", "3")
      let new = try await site.form("/house/guests", on: "/house/guests/new")
      try await site.describe { $0.entities[0].attributes.remove(at: 1) }
      for form in [
        form.with("note", "typed & lost").with("size", "2"), new.with("name", "Bob").with("note", "typed & lost"),
      ] {
        let asked = try await site.send(form)
        #expect(asked.status == .unprocessableContent && asked.text.contains("typed &amp; lost"))
        let again = try #require(PageForm.form(form.action, in: asked.text))
        try await site.change(again)
      }
      #expect(try await site.record("guests/1").contains(#""size":2"#))
      #expect(try await site.count("guests") == 3)
      // Nothing was typed in it: nothing is lost.
      try await site.change(untouched)
      #expect(try await site.record("guests/2").contains(#""size":3"#))
    }
  }

  @Test("A form for a new record that is sent twice makes one record; with another content it makes another one")
  func once() async throws {
    try await test { site in
      let form = try await site.form("/house/guests", on: "/house/guests/new").with("name", "Anna")
      let first = try await site.send(form)
      let second = try await site.send(form)
      #expect(first.status == .seeOther && second.status == .seeOther && first.location == second.location)
      #expect(try await site.count("guests") == 1)
      // The undo is offered by the second answer, too, since browsers drop the first one.
      #expect(second.headers[values: .setCookie].contains { $0.hasPrefix("undo-house=") })
      try await site.change(form.with("name", "Bob"))
      try await site.change(try await site.form("/house/guests", on: "/house/guests/new").with("name", "Anna"))
      #expect(try await site.count("guests") == 3)
      // After the first record was deleted, the form makes it again.
      try await APICase.delete("/api/house/guests/1").run(site.client)
      try await site.change(form)
      #expect(try await site.count("guests") == 3)
    }
  }

  @Test("The choice after a conflict shows titles of related records, and leads back to where the card was opened")
  func conflict() async throws {
    try await test { site in
      try await site.add("guests", #"{"name":"Anna","room":1}"#)
      let path = "/house/guests/1?via=rooms%2F1"
      let form = try await site.form("/house/guests/1", on: path)
      try await APICase.send(.patch, "/api/house/guests/1", #"{"room":3}"#, 200).run(site.client)
      let asked = try await site.send(form.with("room", "2"))
      #expect(asked.status == .conflict)
      let sheet = try #require(asked.text.range(of: "<dialog")).lowerBound
      // What differs is marked.
      let text = asked.text[sheet...].replacing("<mark>", with: "").replacing("</mark>", with: "")
      #expect(text.contains("Room B") && text.contains("Room C") && !text.contains("No. 2"))
      let choice = try #require(PageForm.all(in: String(asked.text[sheet...])).first)
      let done = try await site.change(choice.with("room", "2"))
      #expect(done.location.hasPrefix("/house/rooms/1"), "\(done.location)")
      #expect(try await site.record("guests/1").contains(#""room":2"#))
    }
  }

  @Test("A pasted title that is a number names the record of that title, and a number only where no title is it")
  func cells() async throws {
    try await test { site in
      for (id, title) in [(1, "3"), (2, "2"), (3, "1")] {
        try await APICase.send(.patch, "/api/house/rooms/\(id)", "{\"title\":\"\(title)\"}", 200).run(site.client)
      }
      try await site.add("rooms", #"{"title":"Attic"}"#)
      try await site.add("guests", #"{"name":"Anna","room":1}"#)
      try await site.add("guests", #"{"name":"Bob"}"#)
      let pasted = try await site.post("/house/guests/cells", "2:room=3")
      #expect(pasted.status == .seeOther)
      #expect(try await site.record("guests/2").contains(#""room":1"#))
      _ = try await site.post("/house/guests/cells", "2:room=4")
      #expect(try await site.record("guests/2").contains(#""room":4"#))
      try await site.add("rooms", #"{"title":"3"}"#)
      let several = try await site.post("/house/guests/cells", "2:room=3")
      #expect(several.status == .unprocessableContent && several.text.contains("Several have this name"))
    }
  }

  @Test("The letters of a list keep its search and its filter, and only those of its rows are shown")
  func letters() async throws {
    try await test { site in
      for index in 0..<80 {
        let name = (index < 60 ? ["A", "B"][index % 2] : ["C", "D"][index % 2]) + "na \(index)"
        try await site.add("guests", "{\"name\":\"\(name)\",\"size\":\(index < 60 ? 1 : 2)}")
      }
      func letters(_ query: String) async throws -> [String] {
        try await site.page("/house/guests" + query).matches(of: /href="(\/house\/guests\?[^"]*from=[^"]*)"/)
          .map { String($0.1) }
      }
      let all = try await letters("")
      #expect(all.count == 4)
      let some = try await letters("?where=size:eq:1")
      #expect(some.count == 2 && some.allSatisfy { $0.contains("where=size") })
      let found = try await letters("?search=na")
      #expect(found.count == 4 && found.allSatisfy { $0.contains("search=na") })
    }
  }

  @Test("The values beside a list with an alternative narrow it")
  func facets() async throws {
    try await test { site in
      for index in 0..<12 {
        try await site.add(
          "guests",
          "{\"name\":\"G\(index)\",\"size\":\(index),\"state2\":\"\(index % 2 == 0 ? "a" : "b")\",\"urgent\":true}")
      }
      let query = "?where=any(size:gt:8;size:lt:2)"
      #expect(try await site.page("/house/guests" + query).contains("5 guests"))
      let panel = try await site.page("/house/guests/facets" + query)
      let links = panel.matches(of: /href="(\/house\/guests\?[^"]*state2[^"]*)"/).map {
        String($0.1).replacing("&amp;", with: "&")
      }
      #expect(links.count == 2)
      var total = 0
      for link in links {
        let page = try await site.page(link)
        total += Int(page.firstMatch(of: /(\d+) guests/)?.1 ?? "") ?? 0
      }
      #expect(total == 5)
    }
  }
}
