import Foundation
import HTTPTesting
import Hummingbird
import Kartoteka
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaPostgres

@Suite("Files of two servers while PostgreSQL is away", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct SharedFileTests {
  private let gateway: Gateway
  private let sites: TwoSites

  init() throws {
    let database = try TestDatabase()
    gateway = try Gateway(to: database.cluster.port)
    let address = try database.cluster.address(database.name, port: gateway.port)
    sites = try TwoSites(serving: Workshop.app, on: database, at: address, patience: .zero)
  }

  @Test("A form with a file of the other server is shown again with all that was typed")
  func chosen() async throws {
    try await sites.test {
      // The name is missing: the form comes back, and the file waits.
      let body = """
        --b\r\nContent-Disposition: form-data; name="name"\r\n\r\n\r\n\
        --b\r\nContent-Disposition: form-data; name="file"; filename="plan.bin"\r\n\r\nplan\r\n--b--\r\n
        """
      let first = try await sites.exchange(
        "/workshop/pieces", ByteBuffer(string: body), type: "multipart/form-data; boundary=b", to: 0)
      let match = try #require(first.text.firstMatch(of: /name="_file-file" value="([^"]+)"/), "\(first.text)")
      let form = "name=Chair&_file-file=\(match.1)"
      gateway.close()
      let away = try await sites.post("/workshop/pieces", form, to: 1)
      #expect(away.response.status == .serviceUnavailable && away.text.contains("be reached at the moment"))
      #expect(away.text.contains("Chair</textarea>") && away.text.contains(String(match.0)), "\(away.text)")
      try gateway.open()
      #expect(try await sites.post("/workshop/pieces", form, to: 1).response.status == .seeOther)
      let piece = try await sites.apps[1].store.fetch(AnyFetchRequest("piece")).records.first
      guard case .blob(let file)? = piece?["file"] else {
        Issue.record("The file is missing")
        return
      }
      #expect(file.count == 4)
    }
  }

  @Test("A discarded upload leaves the folder all the same")
  func discarded() async throws {
    let folder = ImportFolder(sites.apps[0])
    let id = try await folder.begin()
    gateway.close()
    await #expect(throws: StoreError.self) { try await folder.remove(id) }
    #expect(!FileManager.default.fileExists(atPath: folder.url(id).path(percentEncoded: false)))
  }
}
