import HTTPTypes
import Kartoteka
import KartotekaTestSupport
import KartotekaTransfer
import Testing

@testable import Travellers

@Suite("Travellers: users and cities, by the API and by import")
struct RuleTests {
  @Test("TR-2 a user without a name, or with a blank one, is refused with the reason beside the field")
  func blankName() async throws {
    let site = try await Site(demo: false)
    for body in ["{}", #"{"name":""}"#, #"{"name":" \t\u00a0"}"#, #"{"name":null}"#] {
      let answer = try await site.api(.post, "/users", body)
      #expect(answer.status == 422)
      #expect(answer.text.contains(#""name":["This can't be empty"]"#), "\(answer.text)")
    }
    let added = try await site.api(.post, "/users", #"{"name":" Anna "}"#)
    #expect(added.status == 201)
    #expect(try added.json.number("id") == 1)
    #expect(try added.json.text("name") == "Anna")
  }

  @Test("TR-4 a user who still has cities stays, and the answer says by what rule and how many")
  func denied() async throws {
    let site = try await Site()
    let denied = try await site.api(.delete, "/users/1")
    #expect(denied.status == 409)
    let problem = try denied.json
    #expect(problem.text("type") == "urn:kartoteka:problem:delete-denied")
    #expect(problem.text("constraint") == "delete-rule")
    #expect(problem["by"] == [["entity": "cities", "relationship": "user", "count": 4]])
    #expect(try await site.api(.get, "/users/1").status == 200)
    for city in [1, 13, 25, 35] { #expect(try await site.api(.delete, "/cities/\(city)").status == 204) }
    #expect(try await site.api(.delete, "/users/1").status == 204)
  }

  @Test("TR-7 a city of a user that doesn't exist is refused by the foreign key, and nothing is added")
  func missingUser() async throws {
    let site = try await Site()
    for method in [HTTPRequest.Method.post, .patch] {
      let path = method == .post ? "/cities" : "/cities/1"
      let body = method == .post ? #"{"name":"Paris","user":99}"# : #"{"user":99}"#
      let answer = try await site.api(method, path, body)
      #expect(answer.status == 409)
      #expect(try answer.json.text("constraint") == "foreign-key")
      #expect(answer.text.contains(#""user":["There is no record 99"]"#), "\(answer.text)")
    }
    #expect(try await site.store.count(City.all) == 38)
    #expect(try await site.api(.post, "/cities", #"{"name":"Paris"}"#).status == 422)
    #expect(try await site.api(.post, "/cities", #"{"name":"Paris","user":1}"#).status == 201)
  }

  @Test("TR-8 whose city it is can change, its name never: the API says so")
  func renamed() async throws {
    let site = try await Site()
    let moved = try await site.api(.patch, "/cities/1", #"{"user":2}"#)
    #expect(moved.status == 200)
    #expect(try moved.json.number("user") == 2)
    for body in [#"{"name":"Cracow"}"#, #"{"name":"Cracow","user":3}"#, #"{"name":null}"#] {
      let answer = try await site.api(.patch, "/cities/1", body)
      #expect(answer.status == 422)
      #expect(answer.text.contains(#""name":["This can't be changed"]"#), "\(answer.text)")
    }
    let city = try await site.api(.get, "/cities/1").json
    #expect(city.text("name") == "Kraków" && city.number("user") == 2)
    // What was read may come back as it was.
    #expect(try await site.api(.patch, "/cities/1", #"{"id":1,"name":"Kraków","user":4}"#).status == 200)
  }

  @Test("TR-8 an import that renames a city loads the other rows and rejects that one with its reason")
  func renamedByImport() async throws {
    let site = try await Site()
    let csv = "id,City,User\n1,Cracow,2\n2,Bergen,5\n,Paris,3\n"
    let importer = Importer(site.store)
    let plan = try importer.plan([
      ImportFile(TextSource(ByteSource(Array(csv.utf8), name: "cities.csv")), into: "cities")
    ])
    let report = try await importer.run(plan)
    let file = try #require(report.files.first)
    #expect(file.rejected == 1 && file.updated == 1 && file.inserted == 1)
    let reasons = file.rejects.map { Localizer.english($0.phrase) }
    #expect(reasons == ["cities.csv, line 2: City: This can't be changed any more (Cracow)"])
    let sink = MemorySink()
    try file.writeRejects(to: sink, in: .english)
    #expect(sink.text.contains("This can't be changed any more") && sink.text.contains("1,Cracow,2"))
    #expect(try await site.store.record(City.self, id: 1)?.name == "Kraków")
    #expect(try await site.store.record(City.self, id: 1)?.user == 1)
    #expect(try await site.store.record(City.self, id: 2)?.user == 5)
  }

  @Test("TR-9 cities are deleted, and filtered by name, by user, or by both")
  func cities() async throws {
    let site = try await Site()
    func ids(_ query: String) async throws -> [Int64] {
      let answer = try await site.api(.get, "/cities?" + query)
      #expect(answer.status == 200, "\(answer.text)")
      return try answer.items.compactMap { $0.number("id") }
    }
    #expect(try await ids("filter[name]=Reykjav%C3%ADk") == [14, 23])
    #expect(try await ids("filter[user]=3") == [3, 15, 27])
    #expect(try await ids("filter[name]=Reykjav%C3%ADk&filter[user]=11") == [23])
    #expect(try await ids("filter[name]=Reykjav%C3%ADk&filter[user]=1") == [])
    #expect(try await site.api(.delete, "/cities/23").status == 204)
    #expect(try await ids("filter[name]=Reykjav%C3%ADk") == [14])
  }
}
