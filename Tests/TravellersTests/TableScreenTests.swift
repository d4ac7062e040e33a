import Foundation
import Kartoteka
import KartotekaTestSupport
import Testing

@testable import KartotekaWeb
@testable import Travellers

@Suite("Travellers: the tables")
struct TableScreenTests {
  /// The numbers of the rows on a page, in their order.
  private func rows(_ page: Answer) -> [Int] {
    page.text.matches(of: /data-id=([0-9]+)/).compactMap { Int($0.1) }
  }

  /// What stands in the column with a heading, row by row.
  private func cells(_ page: Answer, _ heading: String) -> [String] {
    page.text.components(separatedBy: " data-label=\"\(heading)\"").dropFirst().map {
      String($0.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" && $0 != "&" })
    }
  }

  /// Sends the row for a new record of a table in a shape.
  private func add(
    _ site: Site, _ entities: String, _ fields: [String: String], shape: String = ""
  ) async throws -> Answer {
    try await site.page(
      .post, "/travellers/\(entities)",
      encoded(fields.merging(["_deed": "row", "_search": "", "_shape": shape]) { $1 }))
  }

  /// Deletes the row that one is at in a table.
  private func delete(_ site: Site, _ record: String, shape: String = "") async throws -> Answer {
    try await site.page(
      .post, "/travellers/\(record)/delete", encoded(["_search": "", "_shape": shape, "_on": "list"]))
  }

  /// What the form of a card sends, with what is typed over it.
  private func form(_ page: Answer, _ typed: [String: String]) throws -> String {
    var fields = typed
    for name in ["_etag", "_base"] {
      let match = try #require(page.text.firstMatch(of: try Regex("name=\"\(name)\" value=\"([^\"]*)\"")))
      fields[name] = String(match.output[1].substring ?? "").replacing("&quot;", with: "\"")
    }
    return encoded(fields)
  }

  /// The address of the rows after or before.
  private func link(_ page: Answer, _ relation: String) throws -> String {
    let match = try #require(page.text.firstMatch(of: try Regex("rel=\(relation) href=\"([^\"]+)\"")))
    return String(match.output[1].substring ?? "").replacing("&amp;", with: "&")
  }

  private func encoded(_ fields: [String: String]) -> String {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    return fields.map { $0 + "=" + ($1.addingPercentEncoding(withAllowedCharacters: allowed) ?? "") }
      .joined(separator: "&")
  }

  @Test("TR-1 each table has the number first, then its columns, and the exact count above and in the tab bar")
  func columns() async throws {
    let site = try await Site()
    for (path, headings, count) in [
      ("users", ["No.", "Name"], "12 users"), ("cities", ["No.", "City", "User"], "38 cities"),
      ("travellers", ["No.", "User number", "User", "City"], "38 travellers"),
    ] {
      let page = try await site.page(.get, "/travellers/\(path)")
      let found = page.text.matches(of: /columnheader[^>]*><a [^>]*>([^<]+)</).map { String($0.1) }
      #expect(found == headings)
      #expect(page.text.contains("id=\"count\">\(count)</p>"))
      #expect(page.text.contains("class=\"n desk\">\(count.prefix { $0 != " " })</span>"))
      #expect(rows(page) == Array(1...(count.hasPrefix("12") ? 12 : 38)))
    }
  }

  @Test("TR-2 a name is added under the next number; a blank one comes back with the reason, and nothing is added")
  func adding() async throws {
    let site = try await Site()
    for name in ["", " \t"] {
      let refused = try await add(site, "users", ["name": name], shape: "sort=-name")
      #expect(refused.status == 422)
      #expect(refused.text.contains("id=\"a-name-e\"") && refused.text.contains("t be empty"))
      #expect(refused.text.contains("aria-sort=descending") && !refused.text.contains("class=scrim"))
    }
    #expect(try await site.store.count(User.all) == 12)
    let added = try await add(site, "users", ["name": " <b>Ada</b> "], shape: "sort=-name")
    #expect(added.status == 303)
    #expect(added.headers[.location] == "/travellers/users?sort=-name&selected=13")
    #expect(added.headers[.setCookie]?.hasPrefix("undo-travellers=") == true)
    let page = try await site.page(.get, "/travellers/users?sort=-name&selected=13")
    #expect(page.text.contains("aria-current=true") && page.text.contains("&lt;b&gt;Ada&lt;/b&gt;"))
    #expect(!page.text.contains("<b>Ada"))
  }

  @Test("TR-3 a row's card has a field; its change is stored, merged with what others changed, or shown beside it")
  func changing() async throws {
    let site = try await Site()
    let card = try await site.page(.get, "/travellers/users/3")
    #expect(card.text.contains("id=\"f-name\" name=\"name\" required"))
    let done = try await site.page(
      .post, "/travellers/users/3", try form(card, ["name": "Ezekiel J.", "_shape": "sort=name"]))
    #expect(done.headers[.location] == "/travellers/users?sort=name&selected=3")
    #expect(try await site.store.fetch(User.all).first { $0.id == 3 }?.name == "Ezekiel J.")
    let clash = try await site.page(.post, "/travellers/users/3", try form(card, ["name": "Zeke"]))
    #expect(clash.status == 409)
    #expect(clash.text.contains("Zeke") && clash.text.contains("Ezekiel J."))
    #expect(try await site.store.fetch(User.all).first { $0.id == 3 }?.name == "Ezekiel J.")
  }

  @Test(
    "TR-4 who still has cities can't be deleted: how many is said, with a link to exactly those",
    arguments: [
      ("en", "Anna Kowalska still has 4 cities."), ("pl", "Anna Kowalska ma jeszcze: 4 miasta."),
      ("ru", "Anna Kowalska: остаётся 4 города."),
    ])
  func denied(language: String, sentence: String) async throws {
    let site = try await Site()
    let denied = try await site.page(
      .post, "/travellers/users/1/delete", "_on=list&_search=&_shape=", headers: [.acceptLanguage: language])
    #expect(denied.status == 409)
    #expect(denied.text.contains(sentence) && denied.text.contains("href=\"/travellers/cities?where=user%3Aeq%3A1\""))
    // The table stays below the reason, at the row.
    #expect(rows(denied).count == 12 && denied.text.contains("aria-current=true"))
    #expect(try await site.store.count(User.all) == 12)
    let cities = try await site.page(.get, "/travellers/cities?where=user:eq:1")
    #expect(Set(cells(cities, "User")) == ["Anna Kowalska"] && rows(cities).count == 4)
    #expect(cities.text.contains("value=\"Anna Kowalska · 1\""))
  }

  @Test("TR-4 the number of cities that are not listed stands before the link to all of them")
  func deniedByMany() async throws {
    let site = try await Site()
    _ = try await site.store.perform(.code) { transaction in
      for number in 1...7 {
        var city = Record<City>()
        (city.name, city.user) = ("City \(number)", 1)
        try transaction.insert(&city)
      }
    }
    let denied = try await site.page(.post, "/travellers/users/1/delete", "_on=list&_search=&_shape=")
    let more = try #require(denied.text.range(of: "And 6 more."))
    let all = try #require(denied.text.range(of: "Show them in"))
    #expect(more.upperBound < all.lowerBound)
  }

  @Test("TR-4 TR-9 a deletion leads to where the row was, in the table's own order")
  func deleting() async throws {
    let site = try await Site()
    let order = rows(try await site.page(.get, "/travellers/cities?sort=-name"))
    let place = try #require(order.firstIndex(of: 7))
    let deleted = try await delete(site, "cities/7", shape: "sort=-name")
    #expect(deleted.headers[.location] == "/travellers/cities?sort=-name&near=\(order[place + 1])")
    #expect(try await delete(site, "cities/7").status == 404)
  }

  @Test("TR-5 TR-9 TR-11 filters ask for a part of a name, whatever the case and accents, one alone or both")
  func filters() async throws {
    let site = try await Site()
    for (path, ids) in [
      ("users?name=anna%20KOWALSKA", [1]), ("users?name=zofia+lodzka", [5]), ("users?name=anna", [1]),
      ("users?name=annna", []),
      ("users?name=", Array(1...12)), ("cities?name=lodz", [5, 35]), ("cities?user=5", [5, 17, 29]),
      ("cities?user=zofia%20lodzka", [5, 17, 29]), ("cities?user=Nobody%20%C2%B7%205", [5, 17, 29]),
      ("cities?name=lodz&user=5", [5]), ("cities?name=lodz&user=2", []), ("cities?user=nobody", []),
      ("cities?user=99", []), ("travellers?userName=zofia%20lodzka", [5, 17, 29]),
      ("travellers?cityName=LODZ", [5, 35]), ("travellers?userName=zofia%20lodzka&cityName=lodz", [5]),
    ] as [(String, [Int])] {
      let page = try await site.page(.get, "/travellers/\(path)")
      #expect(page.status == 200, "\(path)")
      #expect(rows(page) == ids, "\(path)")
      #expect(page.text.contains("class=chips") == !path.hasSuffix("="), "\(path)")
      if ids.isEmpty { #expect(page.text.contains("Nothing matches the filter"), "\(path)") }
      // What is typed above the columns does the same.
      let typed = path.replacing("?", with: "/narrow?by-").replacing("&", with: "&by-")
      let narrowed = try await site.page(.get, "/travellers/\(typed)")
      #expect(rows(try await site.page(.get, narrowed.headers[.location] ?? "")) == ids, "\(path)")
    }
  }

  @Test(
    "TR-5 a filter reads digits as the row for a new record does: as a name where a record has it, else as a number")
  func digits() async throws {
    let site = try await Site()
    #expect(try await add(site, "users", ["name": "5"]).status == 303)
    let city = try await add(site, "cities", ["name": "Oslo", "user": "5"])
    #expect(city.headers[.location]?.contains("selected=39") == true)
    let filtered = try await site.page(.get, "/travellers/cities?user=5")
    #expect(rows(filtered) == [39])
    #expect(filtered.text.contains("value=\"5\""))
    // The title, whichever part of it was typed, and the number beside it.
    #expect(rows(try await site.page(.get, "/travellers/cities?user=%C2%B7%205")) == [5, 17, 29])
    #expect(rows(try await site.page(.get, "/travellers/cities?user=13")) == [39])
    // Who is not deleted because of cities is followed by a link to those.
    let denied = try await delete(site, "users/5")
    let link = try #require(denied.text.firstMatch(of: /href="(\/travellers\/cities\?where=[^"]*)"/)?.1)
    #expect(rows(try await site.page(.get, String(link))) == [5, 17, 29])
  }

  @Test("TR-6 every column sorts both ways, and its heading says which way it is sorted now")
  func sorting() async throws {
    let site = try await Site()
    for (path, column, heading) in [
      ("users", "name", "Name"), ("cities", "name", "City"), ("cities", "user", "User"),
      ("travellers", "user", ""), ("travellers", "userName", "User"), ("travellers", "cityName", "City"),
    ] {
      let up = try await site.page(.get, "/travellers/\(path)?sort=\(column)")
      let down = try await site.page(.get, "/travellers/\(path)?sort=-\(column)")
      #expect(rows(up) == rows(down).reversed(), "\(path) \(column)")
      if !heading.isEmpty {
        let keys = cells(up, heading).map(Folding.fold)
        #expect(keys == keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, "\(path) \(column)")
      }
      #expect(up.text.count(of: "aria-sort=") == 1 && up.text.contains("aria-sort=ascending"))
      #expect(down.text.contains("aria-sort=descending") && down.text.contains("?sort=\(column)\""))
    }
    #expect(rows(try await site.page(.get, "/travellers/cities?sort=-id")) == (1...38).reversed())
    #expect(rows(try await site.page(.get, "/travellers/cities?sort=nothing")) == Array(1...38))
    // The number of the user whose name stands beside it.
    let numbers = try await site.page(.get, "/travellers/travellers?sort=user")
    #expect(cells(numbers, "User number").compactMap { Int($0) }.count == 38)
  }

  @Test(
    "TR-7 a city's user is typed by number, by name, or as fields show it; what can't be is said, and nothing is lost",
    arguments: [
      ("5", 5, nil), ("Zofia Łódźka", 5, nil), ("zofia lodzka", 5, nil), ("Zofia Łódźka · 5", 5, nil),
      ("99", nil, "There is no user No. 99"), ("Nobody", nil, "There is no user called “Nobody”"),
      ("Wen Li", nil, "Several have this name: Wen Li · 4, Wen Li · 13"), ("", nil, "t be empty"),
      ("99999999999999999999", nil, "There is no user called"),
    ] as [(String, RecordID?, String?)])
  func related(typed: String, user: RecordID?, reason: String?) async throws {
    let site = try await Site()
    _ = try await site.api(.post, "/users", #"{"name":"Wen Li"}"#)
    let answer = try await add(site, "cities", ["name": "Oslo II", "user": typed])
    let added = try await site.store.fetch(City.all).first { $0.name == "Oslo II" }
    #expect(added?.user == user)
    guard let reason else { return #expect(answer.status == 303) }
    #expect(answer.status == 422)
    #expect(answer.text.contains("id=\"a-user-e\"") && answer.text.contains(reason))
    #expect(answer.text.contains("value=\"Oslo II\"") && answer.text.contains("value=\"\(typed)\""))
  }

  @Test("TR-8 an update changes whose city it is; its name is no field, and a form with another one is refused")
  func fixed() async throws {
    let site = try await Site()
    let card = try await site.page(.get, "/travellers/cities/7")
    #expect(!card.text.contains("id=\"f-name\" name=\"name\""))
    let refused = try await site.page(.post, "/travellers/cities/7", try form(card, ["name": "Abuja", "user": "2"]))
    #expect(refused.status == 422)
    #expect(refused.text.contains("City can't be changed any more.") || refused.text.contains("City can&#39;t be"))
    let table = try await site.page(.get, "/travellers/cities")
    #expect(table.text.contains("data-field=\"user\"") && !table.text.contains("data-field=\"name\""))
    let moved = try await site.page(.post, "/travellers/cities/7", try form(card, ["user": "2"]))
    #expect(moved.status == 303)
    let city = try #require(try await site.store.fetch(City.all).first { $0.id == 7 })
    #expect(city.name == "Lagos" && city.user == 2)
  }

  @Test("TR-10 the summary has no row to add to, no field, and no address that writes")
  func derived() async throws {
    let site = try await Site()
    let page = try await site.page(.get, "/travellers/travellers?selected=3")
    #expect(!page.text.contains("form=add") && !page.text.contains("data-field="))
    #expect(rows(try await site.page(.get, "/travellers/travellers")).contains(3))
    #expect(try await site.page(.get, "/travellers/travellers/3").status == 200)
    for (path, status) in [("travellers", 405), ("travellers/3", 405), ("travellers/3/delete", 404)] {
      #expect(try await site.page(.post, "/travellers/\(path)", "userName=Eve").status == status)
    }
  }

  @Test("pages of rows lead on and back by their addresses, and a script gets the rows or the table alone")
  func pages() async throws {
    let site = try await Site()
    for number in 0..<70 { _ = try await site.api(.post, "/cities", #"{"name":"Town \#(number)","user":1}"#) }
    let first = try await site.page(.get, "/travellers/cities?sort=-user")
    let next = try link(first, "next")
    let second = try await site.page(.get, next)
    let last = try link(second, "next")
    let third = try await site.page(.get, last)
    #expect(Set(rows(first) + rows(second) + rows(third)) == Set(1...108) && rows(third).count == 8)
    let back = try link(second, "prev")
    #expect(rows(try await site.page(.get, back)) == rows(first))
    let alone = try await site.page(.get, next + "&part=rows")
    #expect(rows(alone) == rows(second) && !alone.text.contains("<nav"))
    let table = try await site.page(.get, next + "&part=list")
    #expect(rows(table) == rows(second) && table.text.contains("<thead") && !table.text.contains("<nav"))
    // A row far down is shown with those around it.
    let deep = try await site.page(.get, "/travellers/cities?selected=90")
    #expect(rows(deep).contains(90) && deep.text.contains("rel=prev"))
    // A place in another order, as of somebody who reads Polish, is the beginning.
    let polish = try await site.page(.get, next.replacing("sort=-user", with: "sort=name"))
    #expect(polish.status == 200 && rows(polish).count == 50)
  }

  @Test("undo stays where one is, with order and filters, at what came back")
  func undo() async throws {
    let site = try await Site()
    let deleted = try await delete(site, "cities/7", shape: "where=user:eq:7&sort=-name")
    let cookie = try #require(deleted.headers[.setCookie]?.firstMatch(of: /undo-travellers=([0-9]+)[^;]*/))
    let changeSet = cookie.1
    let page = try await site.page(.get, deleted.headers[.location] ?? "", headers: [.cookie: String(cookie.0)])
    #expect(page.text.contains("Deleted Lagos"))
    let origin = "/travellers/cities?where=user%3Aeq%3A7&sort=-name"
    #expect(page.text.contains("name=\"returnTo\" value=\"\(origin.replacing("&", with: "&amp;"))\""))
    let undone = try await site.page(.post, "/travellers/changesets/\(changeSet)/undo", encoded(["returnTo": origin]))
    #expect(undone.headers[.location] == origin + "&selected=7")
  }

  @Test("TR-13 an empty table says what to do next: where something has to be first, and which rows come by themselves")
  func empty() async throws {
    let site = try await Site(demo: false)
    let users = try await site.page(.get, "/travellers/users")
    #expect(users.text.contains("No users yet") && users.text.contains("form=add"))
    #expect(!users.text.contains("columnheader"))
    let cities = try await site.page(.get, "/travellers/cities")
    #expect(cities.text.contains("Something has to be there first: Users"))
    // Fields that can't be filled in are not offered.
    #expect(!cities.text.contains("a-name"))
    #expect(cities.text.contains("<a class=\"btn main\" href=\"/travellers/users\">"))
    let summary = try await site.page(.get, "/travellers/travellers")
    #expect(summary.text.contains("Rows come here by themselves.") && !summary.text.contains("form=add"))
  }

  @Test("a related record is set in all rows that a filter leaves, and one undo takes it back")
  func several() async throws {
    let site = try await Site()
    let table = try await site.page(.get, "/travellers/cities?user=1")
    let path = "/travellers/cities/several?where=user%3Aeq%3A1"
    #expect(table.text.contains("href=\"\(path)\""))
    let page = try await site.page(.get, path)
    let count = page.text.matches(of: /name="tick-[0-9]+"/).count
    #expect(count > 0 && count < 38)
    #expect(try await site.page(.post, path, "_all=yes&_step=set").text.contains("value=\"user\""))
    let asked = try await site.page(.post, path, "_all=yes&_field=user&_step=set")
    let counted = try #require(asked.text.firstMatch(of: /name="_count" value="([^"]+)"/)?.1)
    #expect(asked.status == 200 && counted.hasPrefix("\(count)-"))
    let done = try await site.page(.post, path, "_all=yes&_field=user&_step=set&_count=\(counted)&user=2")
    #expect(done.status == 303)
    #expect(try await site.store.count(City.all.where(\.user == 1)) == 0)
    let changeSet = try #require(try await site.store.lastChangeSet())
    try await site.store.undo(changeSet.id, .code)
    #expect(try await site.store.count(City.all.where(\.user == 1)) == count)
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
