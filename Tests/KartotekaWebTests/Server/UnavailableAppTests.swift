import Foundation
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

@Suite("Applications that can't be opened")
struct UnavailableAppTests {
  private static let library = App(
    "library", title: "Library", symbol: .book, hue: 120,
    entities: [School.Course.self, School.Person.self, School.Grade.self]
  ) {
    Tab("Courses", symbol: .book) { List(School.Course.self, title: \.name) }
  }

  private static func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await body(folder)
  }

  private static let noise = Data(String(repeating: "This is a letter to my aunt. ", count: 100).utf8)

  @Test("An application that can't be opened states the reason on its page and in its API, and the others run")
  func one() async throws {
    try await Self.inFolder { folder in
      try Self.noise.write(to: folder.appending(path: "library.sqlite"))
      let opened = try await RunningApp.openEach([Self.library, School.app], in: folder)
      #expect(opened.running.map(\.name) == ["school"])
      #expect(opened.unavailable.map(\.name) == ["library"])
      var server = Server(opened.running, unavailable: opened.unavailable, logger: .quiet)
      server.runsJobs = false
      try await server.application().test { client in
        let other = try await client.execute(uri: "/api/school/courses", method: .get)
        #expect(other.status == .ok)
        for path in ["/api/library", "/api/library/courses/1"] {
          let answer = try await client.execute(uri: path, method: .get)
          #expect(answer.status == .serviceUnavailable)
          let text = String(buffer: answer.body)
          #expect(text.contains("urn:kartoteka:problem:data-file") && text.contains("library.sqlite is no database"))
          #expect(!text.contains(folder.path(percentEncoded: false)))
        }
        let page = try await client.execute(uri: "/library/courses", method: .get, headers: [.acceptLanguage: "pl"])
        #expect(page.status == .serviceUnavailable)
        #expect(String(buffer: page.body).contains("library.sqlite nie jest bazą danych"))
        let home = String(buffer: try await client.execute(uri: "/", method: .get).body)
        #expect(
          home.contains("School") && home.contains("Library") && home.contains("Can&#39;t be opened")
            || home.contains("Can't be opened"))
        let health = try await client.execute(uri: "/health", method: .get)
        #expect(health.status == .ok)
        #expect(health.headers[.xContentTypeOptions] == "nosniff" && health.headers[.cacheControl] == "no-store")
        #expect(
          String(buffer: health.body).hasPrefix(
            #"{"status":"degraded","apps":{"library":"library.sqlite is no database."#))
        // Any website can make its name lead here.
        let foreign = try await RawConnection.ask(
          client.port, "GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        #expect(foreign.hasPrefix("HTTP/1.1 200") && foreign.contains(#"{"status":"degraded"}"#), "\(foreign)")
      }
      #expect(try Data(contentsOf: folder.appending(path: "library.sqlite")) == Self.noise)
    }
  }

  @Test("Behind a declared proxy, /health names applications only if the client used a name of the server")
  func behindAProxy() async throws {
    try await Self.inFolder { folder in
      try Self.noise.write(to: folder.appending(path: "library.sqlite"))
      let opened = try await RunningApp.openEach([Self.library, School.app], in: folder)
      var server = Server(
        opened.running, unavailable: opened.unavailable, names: ["records.example"], logger: .quiet)
      server.runsJobs = false
      server.proxies = ["127.0.0.1"]
      try await server.application().test { client in
        let client = client.port
        for (headers, isNamed) in [
          ("X-Forwarded-For: 203.0.113.7", false), ("X-Forwarded-Host: evil.example", false),
          ("X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Host: records.example", true),
          ("Forwarded: for=198.51.100.1\r\nX-Forwarded-For: 203.0.113.7", false),
        ] {
          let answer = try await RawConnection.ask(
            client, "GET /health HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\(headers)\r\nConnection: close\r\n\r\n")
          #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("library") == isNamed, "\(headers): \(answer)")
        }
      }
    }
  }

  @Test("The first screen shows the data folder only to clients that name this machine by a loopback address")
  func dataFolder() async throws {
    try await Self.inFolder { folder in
      let opened = try await RunningApp.openEach([School.app], in: folder)
      var server = Server(opened.running, names: ["office.example"], logger: .quiet)
      server.runsJobs = false
      try await server.application().test { client in
        for (host, isShown) in [("localhost:\(client.port)", true), ("office.example", false)] {
          let page = try await RawConnection.ask(
            client.port, "GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
          #expect(page.hasPrefix("HTTP/1.1 200"))
          #expect(page.contains(folder.lastPathComponent) == isShown, "\(host)")
        }
      }
    }
  }

  @Test("A server whose applications all can't be opened serves the reasons")
  func all() async throws {
    try await Self.inFolder { folder in
      for name in ["library", "school"] { try Data().write(to: folder.appending(path: name + ".sqlite")) }
      let opened = try await RunningApp.openEach([Self.library, School.app], in: folder)
      #expect(opened.running.isEmpty && opened.unavailable.count == 2)
      var server = Server(opened.running, unavailable: opened.unavailable, logger: .quiet)
      server.runsJobs = false
      try await server.application().test { client in
        let page = try await client.execute(uri: "/school", method: .get)
        #expect(page.status == .serviceUnavailable)
        #expect(String(buffer: page.body).contains("school.sqlite is empty (0 bytes)"))
        #expect(try await client.execute(uri: "/", method: .get).status == .ok)
      }
      // An empty file is not filled with what an application begins with.
      #expect(try Data(contentsOf: folder.appending(path: "school.sqlite")).isEmpty)
    }
  }

  @Test("Opening from code throws the error of the first application")
  func code() async throws {
    try await Self.inFolder { folder in
      try Self.noise.write(to: folder.appending(path: "library.sqlite"))
      let path = folder.appending(path: "library.sqlite").path(percentEncoded: false)
      await #expect(throws: StoreError.unusable(path: path, problem: .notADatabase)) {
        try await RunningApp.open([School.app, Self.library], in: folder)
      }
    }
  }
}
