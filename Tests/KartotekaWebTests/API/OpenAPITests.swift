import Foundation
import HTTPTesting
import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing
import TravelMap
import UsersCRUD

@testable import KartotekaAPI
@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite struct OpenAPITests {
  @Test(arguments: [School.app, travelMap, usersCRUD])
  func isWhatItWas(_ app: App) throws {
    var lines = ""
    Self.write(.object(try OpenAPIDocument.made(of: app).json), indent: "", to: &lines)
    try expectSnapshot(lines + "\n", "openapi-\(app.description.name).json")
  }

  @Test func isServed() async throws {
    try await check([
      .get("/api/school/openapi.json", has: [#""openapi":"3.1.0""#]).answering(.contentType, "application/json")
    ])
  }

  @Test func refersToWhatIsThere() throws {
    let document = try OpenAPIDocument.made(of: School.app).json
    let references = Self.references(in: .object(document))
    #expect(references.count > 50)
    for reference in references {
      var value: JSONValue? = .object(document)
      for part in reference.split(separator: "/").dropFirst() {
        value = if case .object(let object) = value { object[String(part)] } else { nil }
      }
      #expect(value != nil, "\(reference)")
    }
  }

  @Test("What the router serves is described, and what is described the router serves")
  func describesEveryRoute() async throws {
    let server = Server([try await School.open()], port: 0, logger: .quiet)
    let served = Set(server.routes.filter { $0.contains(" /api") && !$0.hasPrefix("HEAD ") })
    #expect(served.count > 60 && served.contains("DELETE /api/school"))
    let described = try await server.application().test { client -> Set<String> in
      var described: Set<String> = []
      for path in ["/api/openapi.json", "/api/school/openapi.json"] {
        let body = try await client.execute(uri: path, method: .get).body
        let document = try JSONParser.parse(Array(body.readableBytesView))
        guard case .object(let whole) = document, case .object(let paths) = whole["paths"] else { continue }
        for (path, item) in paths {
          guard case .object(let operations) = item else { continue }
          for (method, _) in operations where method != "parameters" {
            described.insert("\(method.uppercased()) \(path)")
          }
        }
      }
      return described
    }
    #expect(served == described)
  }

  @Test("Each operation has a name of its own")
  func names() throws {
    guard case .object(let paths) = try OpenAPIDocument.made(of: School.app).json["paths"] else {
      throw CocoaError(.formatting)
    }
    var names: [String] = []
    for case .object(let item) in paths.map(\.value) {
      for case .object(let operation) in item.map(\.value) {
        if case .string(let name)? = operation["operationId"] { names.append(name) }
      }
    }
    #expect(names.count > 60 && Set(names).count == names.count)
  }

  /// The examples are what the entities' own rules take.
  @Test func examplesAreValid() async throws {
    guard case .object(let schemas) = try OpenAPITests.components("schemas"),
      case .object(let course) = schemas["NewCourse"], case .array(let examples) = course["examples"],
      case .object(var example) = examples.first
    else {
      Issue.record("no example")
      return
    }
    // Of a pattern no example can be made.
    example["code"] = nil
    example["name"] = "An example"
    var json = JSONWriter()
    json.value(.object(example))
    try await check([.send(.post, "/api/school/courses", String(decoding: json.bytes, as: UTF8.self), 201)])
  }

  @Test func everyKindHasASchema() {
    for kind in AttributeKinds.all { #expect(kind is any JSONSchemaKind, "\(kind.name.rawValue)") }
  }

  private static func components(_ name: String) throws -> JSONValue? {
    guard case .object(let components) = try OpenAPIDocument.made(of: School.app).json["components"] else {
      return nil
    }
    return components[name]
  }

  private static func references(in value: JSONValue) -> Set<String> {
    switch value {
    case .array(let values): return values.reduce(into: []) { $0.formUnion(references(in: $1)) }
    case .object(let object):
      return object.reduce(into: []) { found, member in
        if member.key == "$ref", case .string(let reference) = member.value { found.insert(reference) }
        found.formUnion(references(in: member.value))
      }
    default: return []
    }
  }

  // A line for each member, so that a difference can be read.
  private static func write(_ value: JSONValue, indent: String, to text: inout String) {
    func lines(_ open: String, _ close: String, _ items: [(String, JSONValue)]) {
      text += open
      for (index, item) in items.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + indent + " " + item.0
        write(item.1, indent: indent + " ", to: &text)
      }
      text += items.isEmpty ? close : "\n" + indent + close
    }
    switch value {
    case .array(let values): lines("[", "]", values.map { ("", $0) })
    case .object(let object): lines("{", "}", object.map { (quoted(.string($0.key)) + ": ", $0.value) })
    default: text += quoted(value)
    }
  }

  private static func quoted(_ value: JSONValue) -> String {
    var json = JSONWriter()
    json.value(value)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension API {
  /// The API of applications without a site.
  static func made(of apps: [RunningApp], limits: Limits = Limits()) -> API {
    API(
      apps, site: SiteReference(nil), administrator: nil, streams: StreamCount(),
      timeLimit: TimeLimit(limits: limits, watchdog: DeadlineService(), hangUps: HangUps()), search: nil)
  }
}

extension OpenAPIDocument {
  /// The document of an application with empty records.
  static func made(of app: App) throws -> OpenAPIDocument {
    let app = RunningApp(app, on: try Store(inMemory: app.description.model))
    return API.made(of: [app]).document(of: app)
  }
}
