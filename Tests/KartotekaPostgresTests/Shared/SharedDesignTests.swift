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
  private static func shelf(hue: Int) -> ByteBuffer {
    ByteBuffer(
      string: """
        {"version":1,"name":"shelf","hue":\(hue),"entities":[
         {"name":"book","attributes":[{"name":"title","required":true,"title":true}]}]}
        """)
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
}
