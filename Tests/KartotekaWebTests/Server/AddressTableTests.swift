import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Equal addresses of an application")
struct AddressTableTests {
  // The check of descriptions refuses it, but not one that an earlier version has stored.
  private static func clashing() throws -> RunningApp {
    let tabs = School.app.description.tabs.map { tab in
      var tab = tab
      if case .list(var list) = tab.screen {
        list.sections = Array(repeating: .init("students", adding: "Add"), count: 2)
        tab.screen = .list(list)
      }
      return tab
    }
    let description = AppDescription(
      name: "clash", title: "Clash", summary: "", symbol: .book, hue: 120, model: School.app.description.model,
      tabs: tabs)
    return RunningApp(App(description), on: try Store(inMemory: description.model))
  }

  @Test("Make the application unavailable with their address; the others run")
  func clash() async throws {
    var server = Server([try Self.clashing(), try await School.open()], port: 0, logger: .quiet)
    server.runsJobs = false
    try await server.application().test { client in
      try await APICase.get("/api/school/courses", has: ["Algebra"]).run(client)
      try await APICase.get("/api/clash/courses", 503, has: ["/clash/courses/{id}/students"]).run(client)
      let page = try await client.execute(uri: "/clash/courses", method: .get)
      #expect(page.status == .serviceUnavailable)
      let home = String(buffer: try await client.execute(uri: "/", method: .get).body)
      #expect(home.contains("opened") && home.contains("School"))
      let health = String(buffer: try await client.execute(uri: "/health", method: .get).body)
      #expect(health.contains("degraded") && health.contains("clash"))
    }
  }

  @Test("No application of its own has any")
  func none() async throws {
    let server = Server([try await School.open()], port: 0, logger: .quiet)
    let routes = server.routes
    #expect(Set(routes).count == routes.count)
    #expect(routes.contains("GET /school/courses/{id}") && routes.contains("POST /api/school/courses"))
  }
}
