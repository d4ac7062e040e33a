import Foundation
import HTTPTesting
import Hummingbird
import KartotekaModel
import KartotekaTLS
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaStore
@testable import KartotekaWeb

/// HTTPS as other programs and bad clients see it.
@Suite("HTTPS", .timeLimit(.minutes(5)))
struct EncryptedServerTests {
  private static func serve(
    _ folder: CertificateFolder, limits: Limits = Limits(), app: RunningApp? = nil,
    adding add: (Router<WebContext>) -> Void = { _ in },
    _ test: @Sendable (Int, ServerCertificate) async throws -> Void
  ) async throws {
    var running = app
    if running == nil { running = try await School.open() }
    let server = try Server(testing: #require(running), folder, limits: limits)
    let certificate = try #require(server.certificate)
    try await server.application(adding: add).test { try await test($0.port, certificate) }
  }

  private static func curl(_ folder: CertificateFolder, _ port: Int, _ path: String, _ more: String...) async throws
    -> OtherProgram.Run
  {
    try await OtherProgram.run(
      "curl",
      ["-sS", "-i", "--noproxy", "*", "--cacert", folder.chain.path(percentEncoded: false)] + more + [
        "https://localhost:\(port)\(path)"
      ])
  }

  @Test("curl accepts the certificate, and browsers are told to use HTTPS only")
  func curl() async throws {
    let folder = try await CertificateFolder()
    try await Self.serve(folder) { port, _ in
      let list = try await Self.curl(folder, port, "/api/school/courses")
      #expect(list.status == 0 && list.output.hasPrefix("HTTP/1.1 200"), "\(list.errors)")
      #expect(list.output.lowercased().contains("\r\nstrict-transport-security: max-age=31536000\r\n"))
      #expect(list.output.contains("Algebra"))
      let stranger = try await OtherProgram.run("curl", ["-sS", "--noproxy", "*", "https://localhost:\(port)/health"])
      #expect(stranger.status == 60, "\(stranger.errors)")
    }
    // Plain HTTP has no such header.
    try await Server(testing: try await School.open()).application().test { client in
      let answer = try await RawConnection.ask(
        client.port, "GET /api/school HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 200") && !answer.lowercased().contains("strict-transport-security"))
    }
  }

  @Test("TLS 1.2 and 1.3 are spoken with forward secrecy, and nothing older")
  func versions() async throws {
    let folder = try await CertificateFolder()
    try await Self.serve(folder) { port, _ in
      for (options, isSpoken) in [
        (["-tls1_3"], true), (["-tls1_2"], true), (["-tls1_1", "-cipher", "DEFAULT:@SECLEVEL=0"], false),
        (["-tls1_2", "-cipher", "AES128-SHA:AES128-GCM-SHA256"], false),
        (["-tls1_2", "-cipher", "ECDHE-ECDSA-AES256-SHA"], false),
      ] {
        let run = try await OtherProgram.run(
          "openssl",
          [
            "s_client", "-connect", "127.0.0.1:\(port)", "-CAfile", folder.chain.path(percentEncoded: false),
            "-verify_return_error", "-alpn", "h2,http/1.1",
          ] + options)
        #expect((run.status == 0) == isSpoken, "\(options): \(run.errors)")
        if isSpoken {
          #expect(run.output.contains("Verify return code: 0 (ok)") && run.output.contains("ALPN protocol: http/1.1"))
        }
      }
    }
  }

  @Test("A renewed certificate is that of new connections, while an open stream goes on")
  func renewal() async throws {
    let folder = try await CertificateFolder()
    try await Self.serve(folder) { port, certificate in
      let stream = Task {
        try await Self.curl(
          folder, port, "/api/school/changes", "-N", "--max-time", "60", "-o", folder.folder.path() + "/stream")
      }
      func streamed(_ text: String) async throws {
        let file = folder.folder.appending(path: "stream")
        while !((try? String(contentsOf: file, encoding: .utf8))?.contains(text) ?? false) {
          try await Task.sleep(for: .milliseconds(10))
        }
      }
      try await streamed("event")
      try await folder.renew(hosts: "DNS:localhost,DNS:renewed.example")
      #expect(try certificate.renew() && !certificate.renew())
      // The new file is the one that curl trusts.
      let change = try await Self.curl(
        folder, port, "/api/school/courses", "-H", "Content-Type: application/json", "-d", #"{"name":"Yoga"}"#)
      #expect(change.output.hasPrefix("HTTP/1.1 201"), "\(change.errors)")
      try await streamed("course")
      stream.cancel()
      _ = try await stream.value
      let named = try await Self.curl(
        folder, port, "/api/school", "-H", "Host: renewed.example:\(port)")
      #expect(named.output.hasPrefix("HTTP/1.1 200"), "\(named.output)")
      let other = try await Self.curl(folder, port, "/api/school", "-H", "Host: other.example")
      #expect(other.output.hasPrefix("HTTP/1.1 421"), "\(other.output)")
    }
  }

  @Test("Plain HTTP on the port of HTTPS leads browsers to https and refuses changes")
  func plain() async throws {
    try await Self.serve(try await CertificateFolder()) { port, _ in
      let page = try await RawConnection.ask(
        port, "GET /school/courses?q=1 HT", "TP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
      #expect(page.hasPrefix("HTTP/1.1 307 "), "\(page)")
      #expect(page.contains("Location: https://localhost:\(port)/school/courses?q=1\r\n"))
      let change = try await RawConnection.ask(
        port, "POST /api/school/courses HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Length: 2\r\n\r\n{}")
      #expect(change.hasPrefix("HTTP/1.1 400 "), "\(change)")
      #expect(try await RawConnection.ask(port, "\u{0}nonsense").hasPrefix("HTTP") == false)
    }
  }

  @Test("A page that came without encryption changes nothing")
  func origins() async throws {
    try await Self.serve(try await CertificateFolder()) { port, _ in
      for (origin, status) in [("https://localhost:\(port)", 201), ("http://localhost:\(port)", 403)] {
        let body = #"{"name":"Yoga"}"#
        let answer = try await EncryptedClient.ask(
          port,
          "POST /api/school/courses HTTP/1.1\r\nHost: localhost:\(port)\r\nOrigin: \(origin)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(origin): \(answer.prefix(300))")
      }
    }
  }

  @Test("The page for another device names the hosts of the certificate")
  func share() async throws {
    let folder = try await CertificateFolder(hosts: "DNS:localhost,DNS:records.example,DNS:*.home.example,IP:127.0.0.1")
    var server = Server([try await School.open()], host: "0.0.0.0", port: 0, logger: .quiet)
    server.runsJobs = false
    server.certificate = try ServerCertificate(CertificateFiles(chain: folder.chain, key: folder.key))
    try await server.application().test { client in
      let page = try await EncryptedClient.ask(
        client.port,
        "GET /school/share HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nConnection: close\r\n\r\n")
      #expect(page.contains("https://records.example:\(client.port)/school"), "\(page.prefix(300))")
      #expect(!page.contains("http://") && !page.contains("home.example"))
    }
  }

  @Test("A client that hangs up within TLS ends its request, whether it says so or not", arguments: [true, false])
  func hangingUp(isClean: Bool) async throws {
    let (beginning, ending) = (Counter(), Counter())
    try await Self.serve(
      try await CertificateFolder(),
      adding: { router in
        router.get("api/school/endless") { _, _ -> String in
          beginning.count()
          defer { ending.count() }
          try await Task.sleep(for: .seconds(3_600))
          return ""
        }
      },
      { port, _ in
        for number in 1...3 {
          let channel = try await EncryptedClient.open(
            port, sending: "GET /api/school/endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
          try await Self.until { beginning.value >= number }
          if isClean { try? await channel.close() } else { try await EncryptedClient.cut(channel) }
          try await Self.until { ending.value >= number }
        }
      })
  }

  private static func until(_ isSo: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while !isSo() {
      try #require(ContinuousClock.now < end)
      await Task.yield()
    }
  }

  private final class Counter: Sendable {
    private let number = Atomic(0)
    var value: Int { number.load(ordering: .relaxed) }
    func count() { number.add(1, ordering: .relaxed) }
  }

  @Test("Handshakes that do not end are ended")
  func silent() async throws {
    var limits = Limits()
    limits.idle = .milliseconds(300)
    try await Self.serve(try await CertificateFolder(), limits: limits) { port, _ in
      // Nothing, and the first bytes of a handshake.
      let answers = try await [RawConnection.ask(port), RawConnection.ask(port, "\u{16}\u{3}\u{1}")]
      #expect(answers == ["", ""])
    }
  }

  @Test("Slow bodies and unread responses end their connections")
  func slow() async throws {
    let app = try await School.open()
    _ = try await app.store.perform(.code) { transaction in
      guard let person = transaction.model.entity(named: "person") else { return }
      for _ in 0..<200 {
        var record = AnyRecord(person)
        record["name"] = .text("Ada")
        record["notes"] = .text(String(repeating: "x", count: 50_000))
        try transaction.insert(record)
      }
    }
    var limits = Limits()
    limits.idle = .seconds(600)
    limits.bodyGrace = .milliseconds(100)
    limits.look = .milliseconds(50)
    limits.linger = .milliseconds(100)
    limits.progress = .milliseconds(200)
    let table = ConnectionTable(limit: limits.connections)
    let server = try Server(testing: app, try await CertificateFolder(), limits: limits)
    try await server.application(connections: table).test { client in
      let port = client.port
      let slow = try await EncryptedClient.ask(
        port,
        "POST /api/school/courses HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 15\r\n\r\n{")
      #expect(slow.hasPrefix("HTTP/1.1 408"), "\(slow.prefix(300))")
      let unread = try await EncryptedClient.open(
        port, sending: "GET /api/school/people?limit=200 HTTP/1.1\r\nHost: localhost\r\n\r\n", isReading: false)
      while table.count > 0 { try await Task.sleep(for: .milliseconds(10)) }
      try? await unread.close()
    }
  }
}
