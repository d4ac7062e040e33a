import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Testing

@testable import KartotekaHTTP
@testable import KartotekaTLS
@testable import KartotekaWeb

/// The page over plain HTTP by which devices learn to trust the server.
@Suite("The page that helps to trust a server")
struct TrustSiteTests {
  private static func serve(_ test: @Sendable (TestClient, Authority) async throws -> Void) async throws {
    let data = FileManager.default.temporaryDirectory.appending(path: "trust-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: data) }
    let own = try OwnCertificates(in: data, title: "Kartoteka") { ["laptop.local", "localhost", "192.168.1.7"] }
    let certificate = try ServerCertificate(own)
    let addresses = SharedAddresses(fingerprint: own.authority.fingerprintText, trustPort: 0) { ["laptop.local"] }
    _ = addresses.note(server: 8443)
    _ = addresses.note(trust: 8444)
    let site = TrustSite(addresses, authority: own.authority, branding: Branding()) { certificate.current.isFor($0) }
    try await site.application(host: "127.0.0.1", limits: Limits(), logger: .quiet) { _ in }
      .test { try await test($0, own.authority) }
  }

  @Test(
    "It is in the language of the browser, with fingerprint, files and the address over HTTPS",
    arguments: [
      ("en-GB", "2. Trust the server"), ("pl,en;q=0.5", "2. Zaufaj serwerowi"), ("ru", "2. Доверьтесь серверу"),
    ])
  func languages(language: String, heading: String) async throws {
    try await Self.serve { client, authority in
      let answer = try await client.page("/", [.acceptLanguage: language])
      #expect(answer.status == .ok && answer.text.contains(heading), "\(answer.text)")
      let fingerprint = answer.text.replacing("</span><span>", with: "")
      #expect(fingerprint.contains(">\(authority.fingerprintText)<") && answer.text.contains(authority.name))
      #expect(
        answer.text.contains(#"href="/authority.crt""#) && answer.text.contains(#"href="/authority.mobileconfig""#))
      #expect(answer.text.contains(#"href="https://laptop.local:8443""#))
      #expect(answer.text.contains("<svg") && !answer.text.contains("<script"))
      #expect(answer.headers[values: .setCookie].isEmpty && answer.headers[.cacheControl] == "no-store")
      let policy = answer.headers[try #require(HTTPField.Name("Content-Security-Policy"))]
      #expect(policy?.hasPrefix("default-src 'none'; style-src 'self';") == true)
    }
  }

  @Test(
    "The steps of the reader's device come first, and are open",
    arguments: [
      ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "Load the profile"),
      ("Mozilla/5.0 (Linux; Android 15; Pixel 8)", "search for “CA certificate”"),
      ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Press Install Certificate"),
      ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "Keychain Access opens"),
      ("Mozilla/5.0 (X11; Linux x86_64)", "Firefox asks at once"),
    ])
  func devices(agent: String, words: String) async throws {
    try await Self.serve { client, _ in
      let text = try await client.page("/", [.userAgent: agent]).text
      let parts = text.components(separatedBy: "<details")
      #expect(parts.count == 6)
      #expect(parts[1].contains(" open") && parts[1].contains(words), "\(parts[1])")
      #expect(!parts[2].contains(" open>"))
    }
  }

  @Test(
    "Pictures show the choices that are hard to find in the words of their steps, and need no other request",
    arguments: [
      ("en", ["Profile Downloaded", "Install", "Certificate Trust Settings", "CA certificate", "Always Trust"]),
      ("pl", ["Pobrano profil", "Instaluj", "Ustawienia zaufania certyfikatów", "Certyfikat CA", "Zawsze ufaj"]),
      ("ru", ["Профиль загружен", "Установить", "Доверие сертификатам", "Сертификат ЦС", "Всегда доверять"]),
    ])
  func pictures(language: String, words: [String]) async throws {
    try await Self.serve { client, _ in
      let text = try await client.page("/", [.acceptLanguage: language]).text
      // One string for each picture, up to the end of its step.
      let pictures = text.components(separatedBy: #"<div class=shown aria-hidden=true>"#).dropFirst()
        .map { $0.components(separatedBy: "</li>")[0] }
      #expect(pictures.count == 9 && pictures.allSatisfy { $0.contains("<svg") && !$0.contains(" href=") })
      for word in words {
        #expect(pictures.contains { $0.contains(">\(word)<") }, "\(word): \(pictures)")
        #expect(text.ranges(of: word).count > 1, "The step names \(word), too.")
      }
      #expect(!text.contains("<img") && !text.contains("style=") && text.utf8.count < 24 * 1024)
    }
  }

  @Test("The certificate and the profile are files of their types")
  func files() async throws {
    try await Self.serve { client, authority in
      let certificate = try await client.page("/authority.crt")
      #expect(certificate.headers[.contentType] == "application/x-x509-ca-cert")
      #expect(Array(certificate.body.readableBytesView) == authority.pem && !certificate.text.contains("PRIVATE"))
      let profile = try await client.page("/authority.mobileconfig")
      #expect(profile.headers[.contentType] == "application/x-apple-aspen-config")
      #expect(profile.text.contains(Data(authority.der).base64EncodedString()) && !profile.text.contains("PRIVATE"))
      let style = try await client.page("/trust.css")
      #expect(style.headers[.contentType] == "text/css; charset=utf-8" && style.text.contains(".trust"))
    }
  }

  @Test("It serves nothing else, takes nothing, and repeats no host but its own")
  func nothingElse() async throws {
    try await Self.serve { client, _ in
      for address in [
        "/apps", "/school", "/_tls/authority.pem", "/authority.pem", "/authority.crt/", "/../", "/health",
      ] {
        #expect(try await client.page(address).status == .notFound, "\(address)")
      }
      for method in [HTTPRequest.Method.post, .put, .delete, .options, .patch] {
        let answer = try await client.execute(uri: "/", method: method, body: ByteBuffer(string: "a=b"))
        #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "GET, HEAD", "\(method)")
      }
      for (host, shown) in [
        ("evil.example", "https://laptop.local:8443"), ("evil.example:8444", "https://laptop.local:8443"),
        ("LAPTOP.local:8444", "https://laptop.local:8443"), ("192.168.1.7:8444", "https://192.168.1.7:8443"),
      ] {
        let answer = try await RawConnection.ask(
          client.port, "GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        #expect(answer.contains("href=\"\(shown)\"") && !answer.contains("evil"), "\(host): \(answer.prefix(300))")
      }
      let head = try await RawConnection.ask(
        client.port, "HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200") && head.hasSuffix("\r\n\r\n") && !head.contains("<html"))
    }
  }
}
