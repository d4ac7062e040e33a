import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Records and descriptions that nobody expects")
struct OddDataTests {
  private static func serve(_ app: RunningApp) -> Server {
    var server = Server([app], port: 0, logger: .quiet)
    server.runsJobs = false
    return server
  }

  @Test("A list of more than one page whose records have no titles is shown, and so is each of them")
  func untitled() async throws {
    let json = """
      {"version":1,"name":"untitled","entities":[{"name":"thing","attributes":[{"name":"name","title":true},
      {"name":"count","kind":"integer"}]}]}
      """
    let app = App(try AppDocument(json: Array(json.utf8)).description)
    let store = try Store(inMemory: app.description.model)
    let thing = try #require(app.description.model.entity(named: "thing"))
    _ = try await store.perform(.code) { transaction in
      for number in 1...120 {
        var record = AnyRecord(thing)
        record["count"] = .integer(Int64(number))
        try transaction.insert(record)
      }
    }
    try await Self.serve(RunningApp(app, on: store)).application().test { client in
      for path in [
        "/untitled/things", "/untitled/things/1", "/untitled/things?search=1",
        "/untitled/things?rows=9223372036854775807",
      ] {
        let response = try await client.execute(uri: path, method: .get)
        #expect(response.status == .ok, "\(path)")
      }
    }
  }

  private static func faults(_ attribute: String) -> [String] {
    let json = #"{"version":1,"name":"odd","entities":[{"name":"thing","attributes":[\#(attribute)]}]}"#
    do {
      _ = try AppDocument(json: Array(json.utf8))
      return []
    } catch AppDocumentError.faults(let faults) {
      return faults.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test(
    "A number of a description that is beyond all use is a fault, before anything computes with it",
    arguments: [
      #"{"name":"a","kind":"decimal","scale":1000000000000000000,"min":1}"#,
      #"{"name":"a","kind":"decimal","scale":9223372036854775807,"default":"1.5"}"#,
      #"{"name":"a","kind":"decimal","scale":999999999,"max":1e5}"#,
      #"{"name":"a","kind":"decimal","scale":-5,"min":1}"#,
      #"{"name":"a","minLength":-9223372036854775808}"#, #"{"name":"a","maxLength":9223372036854775807}"#,
      #"{"name":"a","kind":"integer","min":9223372036854775807}"#,
    ])
  func numbers(_ attribute: String) {
    #expect(!Self.faults(attribute).isEmpty)
  }

  @Test("A link called Delete gets an address of its own")
  func delete() throws {
    let json = #"{"version":1,"name":"odd","entities":[{"name":"thing","attributes":[{"name":"name","title":true}]}]}"#
    var document = try AppDocument(json: Array(json.utf8))
    var link = LinkShape()
    link.label = "Delete"
    link.cardinality = .manyToMany
    link.target = "thing"
    link.backLabel = "Edit"
    let name = try document.addLink(link, to: "thing")
    #expect(name == "deleteValue")
    #expect(document.entities[0].relationships.map(\.name) == ["deleteValue", "editValue"])
    #expect(document.description.check().isEmpty)
  }

  @Test("Rules are tried with numbers that can be saved alone")
  func rules() async throws {
    let app = App(
      "sums", title: "Sums", symbol: .box, hue: 120, entities: [Sum.self],
      rules: [Rule(for: Sum.self) { change in _ = (change.record.count ?? 0) * 2 }],
      hooks: [Hook.beforeSaving(Sum.self) { change in change.record.twice = (change.record.count ?? 0) * 2 }]
    ) {
      Tab("Sums", symbol: .box) { List(Sum.self, title: \.name) }
    }
    let store = try Store(inMemory: app.description.model, options: app.storeOptions(StoreOptions()))
    try await Self.serve(RunningApp(app, on: store)).application().test { client in
      for number in ["9223372036854775807", "-9223372036854775808", "4611686018427387904"] {
        let answer = try await client.execute(
          uri: "/sums/sums/check", method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
          body: ByteBuffer(string: "name=a&count=\(number)"))
        #expect(answer.status == .ok)
        try await APICase.send(.post, "/api/sums/sums", #"{"name":"a","count":\#(number)}"#, 422).run(client)
      }
      try await APICase.send(.post, "/api/sums/sums", #"{"name":"a","count":21}"#, 201, has: [#""twice":42"#]).run(
        client)
    }
  }

  struct Sum: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let count = Attribute<Int>("Count")
    let twice = Attribute<Int>("Twice")
    init() {}
  }
}
