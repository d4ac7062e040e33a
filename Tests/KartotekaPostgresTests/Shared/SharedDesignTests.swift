import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Kartoteka
import KartotekaApplication
import KartotekaHTTP
import KartotekaStore
import KartotekaWeb
import Logging
import Testing

@testable import KartotekaPostgres

@Suite("Designed applications at two servers", .enabled(if: Cluster.isInstalled))
struct SharedDesignTests {
  private static func shelf(hue: Int, also others: String...) -> ByteBuffer {
    let entities = (["book"] + others).map {
      #"{"name":"\#($0)","attributes":[{"name":"title","required":true,"title":true}]}"#
    }
    return ByteBuffer(
      string: #"{"version":1,"name":"shelf","hue":\#(hue),"entities":[\#(entities.joined(separator: ","))]}"#)
  }

  private static func server(_ folder: URL, _ database: TestDatabase) throws -> KartotekaWeb.Server {
    let primaries = PostgresPrimaries(try database.address())
    var options = StoreOptions()
    options.primaries = primaries
    var server = KartotekaWeb.Server([], logger: .silent)
    server.designs = DesignFolder(folder, besides: []) { folder, isRequested in
      try primaries.bringDesigned(to: folder, besides: [], isRequested: isRequested) {
        try Design(StoredDescription(revision: 0, json: $1), named: $0).document.description.model
      }
    }
    server.storeOptions = options
    return server
  }

  @Test("The style sheet of a page is at the other server, whatever colours the page's server has just got")
  func styles() async throws {
    let (database, folders) = (try TestDatabase(), (try Scratch(), try Scratch()))
    let json: HTTPFields = [.contentType: "application/json"]
    try await Self.server(folders.0.folder, database).application().test { first in
      try await Self.server(folders.1.folder, database).application().test { second in
        for (path, method, hue, status) in [
          ("/api/apps", .post, 77, .created), ("/api/shelf/description", .put, 133, .ok),
        ] as [(String, HTTPRequest.Method, Int, HTTPResponse.Status)] {
          let made = try await first.execute(uri: path, method: method, headers: json, body: Self.shelf(hue: hue))
          #expect(made.status == status, "\(String(buffer: made.body))")
          let page = try await first.execute(uri: "/apps/new", method: .get)
          let sheet = try #require(String(buffer: page.body).firstMatch(of: #/href="(/assets/[^"]+\.css)"/#))
          let style = try await second.execute(uri: String(sheet.1), method: .get)
          #expect(style.status == .ok)
          #expect(String(buffer: style.body).contains("[data-hue=\"\(hue)\"]"))
        }
        #expect(try await second.execute(uri: "/assets/other.css", method: .get).status == .notFound)
      }
    }
  }

  @Test("An application that was just made answers all who ask the other server at the same time")
  func many() async throws {
    let (database, folders) = (try TestDatabase(), (try Scratch(), try Scratch()))
    let json: HTTPFields = [.contentType: "application/json"]
    try await Self.server(folders.0.folder, database).application().test { first in
      try await Self.server(folders.1.folder, database).application().test { second in
        let made = try await first.execute(uri: "/api/apps", method: .post, headers: json, body: Self.shelf(hue: 77))
        #expect(made.status == .created, "\(String(buffer: made.body))")
        let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
          for _ in 0..<60 {
            group.addTask { try await second.execute(uri: "/shelf/books", method: .get).status }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == .ok } == 60, "\(Set(statuses.map(\.code)))")
      }
    }
  }

  @Test("The other server adds a record to an application that was just made, and lists a new kind of record")
  func written() async throws {
    let (database, folders) = (try TestDatabase(), (try Scratch(), try Scratch()))
    let json: HTTPFields = [.contentType: "application/json"]
    try await Self.server(folders.0.folder, database).application().test { first in
      try await Self.server(folders.1.folder, database).application().test { second in
        _ = try await first.execute(uri: "/api/apps", method: .post, headers: json, body: Self.shelf(hue: 77))
        let book = ByteBuffer(string: #"{"title":"Solaris"}"#)
        let added = try await second.execute(uri: "/api/shelf/books", method: .post, headers: json, body: book)
        #expect(added.status == .created, "\(String(buffer: added.body))")
        let changed = try await first.execute(
          uri: "/api/shelf/description", method: .put, headers: json, body: Self.shelf(hue: 77, also: "reader"))
        #expect(changed.status == .ok, "\(String(buffer: changed.body))")
        let seen = try #require(changed.headers[values: .setCookie].first { $0.hasPrefix("kartoteka-seen-") })
        let cookie: HTTPFields = [.cookie: String(seen.prefix { $0 != ";" })]
        #expect(try await second.execute(uri: "/shelf/readers", method: .get, headers: cookie).status == .ok)
        #expect(try await second.execute(uri: "/shelf/others", method: .get, headers: cookie).status == .notFound)
      }
    }
  }
}
