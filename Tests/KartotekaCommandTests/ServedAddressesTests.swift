import Foundation
import HTTPTesting
import KartotekaHTTP
import KartotekaTLS
import Testing

@testable import KartotekaCommand

@Suite("The addresses that serve prints")
struct ServedAddressesTests {
  @Test("Over plain HTTP they are those of the host, or of this machine")
  func plain() {
    func addresses(_ host: String, _ port: Int = 8080) -> [String] {
      let all = ServedAddresses(host: host, port: port, certificate: nil, own: ["192.0.2.7", "192.0.2.8"])
      return [all.first] + all.elsewhere
    }
    #expect(addresses("127.0.0.1") == ["http://127.0.0.1:8080"])
    #expect(
      addresses("0.0.0.0", 80) == ["http://127.0.0.1:80", "http://192.0.2.7:80", "http://192.0.2.8:80"])
    #expect(addresses("2001:db8::1") == ["http://[2001:db8::1]:8080", "http://[2001:db8::1]:8080"])
    #expect(addresses("::1") == ["http://[::1]:8080"])
  }

  @Test("A server that is shared while it runs has no address for others without a network, nor where it can't listen")
  func shared() {
    func elsewhere(_ hosts: [String], unserved: Set<String> = []) -> [String] {
      let shared = SharedAddresses(fingerprint: "AB", trustPort: 8081, servesLoopback: false) { hosts }
      _ = shared.note(server: 8080)
      _ = shared.note(trust: 8081)
      shared.note(unserved: unserved)
      let all = ServedAddresses(host: "127.0.0.1", port: 8080, certificate: nil, shared: shared)
      #expect(all.first == "http://127.0.0.1:8080")
      // The machine itself goes on to use plain HTTP.
      #expect(shared.server(at: "localhost") == "http://localhost:8080")
      return all.elsewhere
    }
    #expect(elsewhere([]) == [])
    #expect(elsewhere(["localhost"]) == [])
    #expect(elsewhere(["a.local", "192.0.2.7"]) == ["https://a.local:8080", "https://192.0.2.7:8080"])
    #expect(elsewhere(["192.0.2.7", "192.0.2.8"], unserved: ["192.0.2.8"]) == ["https://192.0.2.7:8080"])
  }

  @Test("Over HTTPS they are those that the certificate is for")
  func encrypted() async throws {
    let folder = try await CertificateFolder(
      hosts: "DNS:records.example,DNS:*.home.example,DNS:localhost,IP:192.0.2.7")
    let certificate = try CertificateFiles(chain: folder.chain, key: folder.key)
      .certificate(instead: nil, now: Date())
    func addresses(_ host: String, _ port: Int) -> [String] {
      let all = ServedAddresses(host: host, port: port, certificate: certificate, own: ["192.0.2.7", "192.0.2.8"])
      return [all.first] + all.elsewhere
    }
    #expect(addresses("localhost", 443) == ["https://localhost"])
    #expect(addresses("127.0.0.1", 8443) == ["https://records.example:8443"])
    #expect(addresses("0.0.0.0", 8443) == ["https://records.example:8443", "https://192.0.2.7:8443"])
    #expect(addresses("192.0.2.7", 443) == ["https://192.0.2.7", "https://records.example"])
  }
}
