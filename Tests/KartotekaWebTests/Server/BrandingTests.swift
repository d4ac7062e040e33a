import Foundation
import HTTPTesting
import HTTPTypes
import NIOCore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("A product with a name and a logo of its own")
struct BrandingTests {
  private static let logo = Data(
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><circle cx=\"12\" cy=\"12\" r=\"9\"/></svg>".utf8)

  private func texts(_ branding: Branding, _ addresses: [String]) async throws -> [String] {
    let server = Server(
      [try await School.open()], host: "127.0.0.1", port: 0, names: [], branding: branding, logger: .quiet)
    return try await server.application().test { client in
      var texts: [String] = []
      for address in addresses {
        let response = try await client.execute(uri: address, method: .get)
        texts.append((response.headers[.location] ?? "") + String(buffer: response.body))
      }
      return texts
    }
  }

  @Test("its only application is at /, and pages, errors and the manifest have the name and the logo")
  func own() async throws {
    let found = try await texts(
      Branding(title: "Evening school", logo: Self.logo),
      ["/", "/school/courses", "/nowhere", "/manifest.webmanifest", "/school/manifest.webmanifest"])
    #expect(found[0].hasPrefix("/school"))
    #expect(found[2].contains("– Evening school</title>"))
    #expect(found[3].contains("\"name\":\"Evening school\""))
    for text in found[1...] {
      #expect(text.contains("/assets/logo."))
      #expect(!text.contains("– Kartoteka<") && !text.contains("/assets/icon-"))
    }
  }

  @Test("a logo with a script is not served")
  func refused() async throws {
    let script = Data("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>1</script></svg>".utf8)
    let page = try await texts(Branding(title: "Evening school", logo: script), ["/school/courses"])
    #expect(page[0].contains("rel=icon") && !page[0].contains("/assets/logo."))
  }
}
