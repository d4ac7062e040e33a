import Foundation
import HTTPTesting
import Logging
import Synchronization
import Testing

@testable import KartotekaTLS

@Suite("The server's certificate")
struct ServerCertificateTests {
  /// The messages of a log.
  private final class Lines: Sendable {
    private let all = Mutex<[String]>([])
    var logger: Logger { Logger(label: "tests") { _ in Handler(lines: self) } }

    /// Returns the messages since the last call.
    func taken() -> [String] {
      all.withLock { all in
        defer { all = [] }
        return all
      }
    }

    private struct Handler: LogHandler {
      let lines: Lines
      var metadata = Logger.Metadata()
      var logLevel = Logger.Level.info
      subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
      }

      func log(event: LogEvent) { lines.all.withLock { $0.append("\(event.level): \(event.message)") } }
    }
  }

  @Test("A renewed certificate is taken; a half renewed one is not, and is logged only if it stays")
  func renewal() async throws {
    let (folder, next) = (try await CertificateFolder(), try await CertificateFolder(hosts: "DNS:new.example"))
    let lines = Lines()
    let certificate = try ServerCertificate(CertificateFiles(chain: folder.chain, key: folder.key))
    let renewal = CertificateRenewal(certificate, logger: lines.logger)
    var state = CertificateRenewal.State()
    let first = certificate.current
    await renewal.look(&state)
    #expect(certificate.current == first && lines.taken() == [])

    func replace(_ file: URL, by other: URL) throws {
      try Data(contentsOf: other).write(to: file, options: .atomic)
    }
    try replace(folder.chain, by: next.chain)
    await renewal.look(&state)
    #expect(certificate.current == first && lines.taken() == [])
    await renewal.look(&state)
    #expect(lines.taken() == ["error: The renewed certificate can't be used. The former one stays"])
    await renewal.look(&state)
    #expect(certificate.current == first && lines.taken() == [])

    try replace(folder.key, by: next.key)
    await renewal.look(&state)
    #expect(certificate.current.hosts == ["new.example"])
    #expect(lines.taken() == ["notice: The certificate was renewed"])

    // The file is away for a moment, as some programs renew.
    let away = folder.folder.appending(path: "away")
    try FileManager.default.moveItem(at: folder.key, to: away)
    await renewal.look(&state)
    try FileManager.default.moveItem(at: away, to: folder.key)
    await renewal.look(&state)
    #expect(certificate.current.hosts == ["new.example"] && lines.taken() == [])
  }

  @Test("The end of a certificate is logged once before it, and once after")
  func end() async throws {
    let folder = try await CertificateFolder(days: 90)
    let lines = Lines()
    let certificate = try ServerCertificate(CertificateFiles(chain: folder.chain, key: folder.key))
    var renewal = CertificateRenewal(certificate, logger: lines.logger)
    var state = CertificateRenewal.State()
    let ends = certificate.current.ends
    for (days, message) in [
      (-30.0, nil), (-10, "warning: The certificate ends soon"), (-9, nil),
      (1, "error: The certificate is not valid now. Browsers refuse it"), (2, nil),
      // The clock is set back.
      (-100, "error: The certificate is not valid now. Browsers refuse it"),
    ] as [(Double, String?)] {
      if days == -100 { state.ending = nil }
      renewal.now = { ends.addingTimeInterval(days * 86_400) }
      await renewal.look(&state)
      #expect(lines.taken() == [message].compactMap(\.self), "\(days)")
    }
  }
}
