import Foundation
import HTTPTesting
import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
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
    Self.write(.object(OpenAPIDocument(app: app.description).json), indent: "", to: &lines)
    try expectSnapshot(lines + "\n", "openapi-\(app.description.name).json")
  }

  @Test func isServed() async throws {
    try await check([
      .get("/api/school/openapi.json", has: [#""openapi":"3.1.0""#]).answering(.contentType, "application/json")
    ])
  }

  @Test func refersToWhatIsThere() throws {
    let document = OpenAPIDocument(app: School.app.description).json
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

  /// Whatever the router knows is described, and whatever is described the router knows.
  @Test func describesEveryRoute() async throws {
    let server = Server(testing: try await School.open())
    let book = RouteIndex()
    book.fill(from: server.router(DeadlineService()))
    var routes: Set<String> = []
    for (path, methods) in book.routes {
      let address = path.description.replacing("{other}", with: "{otherId}")
      guard address.hasPrefix("/api/school/"), !address.contains("/actions/"), !address.hasSuffix(".json") else {
        continue
      }
      for method in methods where method != .head { routes.insert("\(method.rawValue.lowercased()) \(address)") }
    }
    guard case .object(let paths) = OpenAPIDocument(app: School.app.description).json["paths"] else {
      Issue.record("no paths")
      return
    }
    var described: Set<String> = []
    for (path, item) in paths {
      guard case .object(let operations) = item, !path.contains("/actions/") else { continue }
      for (method, _) in operations where method != "parameters" { described.insert("\(method) \(path)") }
    }
    #expect(routes == described)
  }

  /// The examples are what the entities' own rules take.
  @Test func examplesAreValid() async throws {
    guard case .object(let schemas) = OpenAPITests.components("schemas"),
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

  private static func components(_ name: String) -> JSONValue? {
    guard case .object(let components) = OpenAPIDocument(app: School.app.description).json["components"] else {
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
