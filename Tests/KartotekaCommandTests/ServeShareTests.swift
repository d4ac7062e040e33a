import Foundation
import HTTPTesting
import KartotekaHTML
import KartotekaHTTP
import Testing

@testable import KartotekaCommand

/// `kartoteka serve --share` as a person, a phone and other programs see it.
@Suite("kartoteka serve --share", .timeLimit(.minutes(10)))
struct ServeShareTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private var authority: String { sandbox.data.appending(path: "_tls/authority.pem").path(percentEncoded: false) }

  /// A server, and the addresses that it prints.
  private struct Shared {
    let program: RunningProgram
    let output: String
    let address: String
    var port: String { address.split(separator: ":").last.map(String.init) ?? "" }

    /// The last word of the last line that begins with a text; nil if there is none.
    func word(after text: String) -> String? {
      output.split(separator: "\n").last { $0.hasPrefix(text) }?.split(separator: " ").last.map(String.init)
    }
  }

  private func share(_ more: String...) async throws -> Shared {
    let program = try sandbox.start(Executable.url, ["serve", "--share", "--port", "0"] + more, ["LC_ALL": "C"])
    let run = try await program.wrote("Stop it with Ctrl-C.")
    let address = try #require(run.lines.first?.split(separator: " ").last.map(String.init), "\(run.errors)")
    return Shared(program: program, output: run.output, address: address)
  }

  private func curl(_ arguments: String...) async throws -> OtherProgram.Run {
    try await OtherProgram.run(
      "curl", ["-sS", "-i", "--max-time", "30", "--noproxy", "*", "--cacert", authority] + arguments)
  }

  @Test("A first start makes the authority, and the printed link makes the administrator, whom curl sees by HTTPS")
  func first() async throws {
    let shared = try await share()
    #expect(shared.address.hasPrefix("https://"))
    let local = "https://localhost:\(shared.port)"
    let strange = try await curl(local + "/")
    #expect(strange.output.hasPrefix("HTTP/1.1 303") && strange.output.contains("/apps/sign-in"), "\(strange.errors)")
    #expect(try await curl(local + "/api/userscrud/users").output.hasPrefix("HTTP/1.1 401"))
    // The certificate is for the address that is printed, too.
    let handshake = try await OtherProgram.run(
      "openssl",
      [
        "s_client", "-connect", "127.0.0.1:\(shared.port)", "-CAfile", authority, "-verify_return_error", "-verify_ip",
        "127.0.0.1",
      ])
    #expect(handshake.output.contains("Verify return code: 0 (ok)"), "\(handshake.errors)")
    let link = try #require(shared.word(after: "Nobody has an account yet."), "\(shared.output)")
    let key = try #require(link.split(separator: "=").last)
    let made = try await curl(
      local + "/apps/link", "-d", "key=\(key)&name=Anna&password=correct+horse+battery")
    #expect(made.output.hasPrefix("HTTP/1.1 303"), "\(made.output.prefix(300))")
    shared.program.send(SIGTERM)
    await shared.program.ended()
    #expect(try shared.program.result().status == 0)

    let before = try Data(contentsOf: URL(filePath: authority))
    let second = try await share()
    #expect(second.word(after: "Nobody has an account yet.") == nil)
    #expect(try Data(contentsOf: URL(filePath: authority)) == before)
    second.program.send(SIGTERM)
    await second.program.ended()
  }

  @Test("A server that is to be shared by the choice on the screen is shared, unless options say otherwise")
  func setting() async throws {
    try FileManager.default.createDirectory(at: sandbox.data, withIntermediateDirectories: true)
    try Data().write(to: sandbox.data.appending(path: "is-shared"))
    for (options, isShared) in [([], true), (["--everybody-may-change"], false)] {
      let program = try sandbox.start(Executable.url, ["serve", "--port", "0"] + options, ["LC_ALL": "C"])
      let run = try await program.wrote("Stop it with Ctrl-C.")
      #expect(run.lines.first?.contains(" http://127.0.0.1:") == true, "\(run.errors)")
      let isReached = isShared && !NetworkAddresses.own.isEmpty
      #expect(run.output.contains("From other machines: https://") == isReached, "\(run.output)")
      #expect(run.output.contains("This machine is in no network") == (isShared && !isReached))
      #expect(run.output.contains("Each device opens this page once") == isShared)
      program.send(SIGTERM)
      await program.ended()
      #expect(try program.result().status == 0)
    }
  }

  @Test(
    "Sharing begins and ends in the running server, and the machine's own pages and session stay",
    .enabled(if: !NetworkAddresses.own.isEmpty))
  func switching() async throws {
    let program = try sandbox.start(Executable.url, ["serve", "--port", "0"], ["LC_ALL": "C"])
    let start = try await program.wrote("Stop it with Ctrl-C.")
    let own = try #require(start.lines.first?.split(separator: " ").last.map(String.init), "\(start.errors)")
    let jar = sandbox.folder.appending(path: "cookies").path(percentEncoded: false)
    let file = sandbox.data.appending(path: "is-shared").path(percentEncoded: false)
    func here(_ path: String, _ form: String...) async throws -> String {
      let fields = form.flatMap { ["-d", $0] }
      return try await OtherProgram.run(
        "curl", ["-sS", "-i", "--max-time", "60", "--noproxy", "*", "-b", jar, "-c", jar] + fields + [own + path]
      ).output
    }
    let made = try await here("/apps/first-account", "name=Anna&password=correct+horse+battery")
    #expect(made.hasPrefix("HTTP/1.1 303"), "\(made.prefix(300))")
    // A stream that is open all the time.
    let stream = try sandbox.start(
      URL(filePath: "/usr/bin/env"),
      ["curl", "-sS", "-N", "--noproxy", "*", "-b", jar, own + "/api/userscrud/changes"], [:])
    _ = try await stream.wrote(": open")
    #expect(try await here("/apps/settings").contains("Share in the network"))
    for turn in 1...2 {
      let on = try await here("/apps/settings/sharing", "sharing=on")
      #expect(on.hasPrefix("HTTP/1.1 303"), "\(on.prefix(2_000))")
      try await program.came("the addresses") {
        try program.result().output.components(separatedBy: "The fingerprint that").count == turn + 1
      }
      let output = try program.result().output
      let shared = Shared(program: program, output: output, address: own)
      let page = try #require(shared.word(after: "Each device opens this page once"))
      let host = try #require(URL(string: page)?.host())
      // The certificate is for it, and nobody is let in without an account.
      let elsewhere = try await curl("https://\(host):\(shared.port)/")
      #expect(elsewhere.output.contains("/apps/sign-in"), "\(elsewhere.errors) \(elsewhere.output.prefix(300))")
      let trust = try await OtherProgram.run("curl", ["-sS", "--max-time", "30", "--noproxy", "*", page + "/"])
      #expect(trust.output.contains("https://\(host):\(shared.port)"), "\(trust.errors)")
      let settings = try await here("/apps/settings")
      #expect(settings.hasPrefix("HTTP/1.1 200") && settings.contains("Stop sharing") && settings.contains(page))
      #expect(FileManager.default.fileExists(atPath: file))
      #expect(try await here("/apps/settings/sharing", "sharing=off").hasPrefix("HTTP/1.1 303"))
      #expect(try await here("/apps/settings").contains("Share in the network"))
      #expect(!FileManager.default.fileExists(atPath: file))
      // Connections that begin now are refused.
      var isRefused = false
      for _ in 0..<600 where !isRefused {
        isRefused = try await curl("https://\(host):\(shared.port)/").status != 0
        if !isRefused { try await Task.sleep(for: .milliseconds(100)) }
      }
      #expect(isRefused, "The server still listens for the network")
    }
    #expect(try stream.result().status == -1, "The stream has ended")
    // What keeps it from being shared is said, and the server goes on as before.
    try Data("nothing".utf8).write(to: URL(filePath: authority))
    let refused = try await here("/apps/settings/sharing", "sharing=on")
    #expect(refused.hasPrefix("HTTP/1.1 409") && refused.contains("authority.pem"), "\(refused.prefix(300))")
    #expect(try await here("/apps/settings").contains("Share in the network"))
    #expect(!FileManager.default.fileExists(atPath: file))
    stream.send(SIGTERM)
    await stream.ended()
    program.send(SIGTERM)
    await program.ended()
    #expect(try program.result().status == 0)
  }

  @Test("A server that can't be shared as was chosen on the screen says why, and is there for this machine")
  func unshareable() async throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: authority).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: sandbox.data.appending(path: "is-shared"))
    try Data("nothing".utf8).write(to: URL(filePath: authority))
    let program = try sandbox.start(Executable.url, ["serve", "--port", "0"], ["LC_ALL": "C"])
    let run = try await program.wrote("Stop it with Ctrl-C.")
    #expect(run.lines.first?.contains(" http://127.0.0.1:") == true, "\(run.output)")
    #expect(run.errors.contains("not shared in the local network") && run.errors.contains(authority), "\(run.errors)")
    program.send(SIGTERM)
    await program.ended()
  }

  @Test("The page that helps to trust the server is on a second port, in plain HTTP, and the fingerprint is printed")
  func trust() async throws {
    let shared = try await share()
    let page = try #require(shared.word(after: "Each device opens this page once"), "\(shared.output)")
    let port = try #require(page.split(separator: ":").last)
    let answer = try await OtherProgram.run("curl", ["-sS", "--noproxy", "*", "http://127.0.0.1:\(port)/"])
    let fingerprint = try #require(shared.word(after: "The fingerprint"))
    #expect(fingerprint.count == 95, "\(fingerprint)")
    #expect(answer.output.replacing("</span><span>", with: "").contains(fingerprint), "\(answer.errors)")
    #expect(answer.output.contains(shared.address))
    let file = try await OtherProgram.run(
      "curl", ["-sS", "--noproxy", "*", "http://127.0.0.1:\(port)/authority.crt"])
    let printed = try await OtherProgram.run(
      "openssl", ["x509", "-noout", "-fingerprint", "-sha256"], input: file.output)
    #expect(printed.output.contains(fingerprint), "\(printed.errors)")
    #expect(!shared.output.contains("\u{1b}"))
    shared.program.send(SIGTERM)
    await shared.program.ended()
  }

  @Test("A damaged authority is named, stays as it is, and nothing is served")
  func damaged() async throws {
    let shared = try await share()
    shared.program.send(SIGTERM)
    await shared.program.ended()
    try Data("nothing".utf8).write(to: URL(filePath: authority))
    let run = try await sandbox.kartoteka(
      ["serve", "--share", "--port", "0"], environment: ["LC_ALL": "pl_PL.UTF-8"])
    #expect(run.status == 1 && run.errors.contains(authority) && run.errors.contains("zaufać od nowa"), "\(run.errors)")
    #expect(try Data(contentsOf: URL(filePath: authority)) == Data("nothing".utf8))
  }

  @Test("A server that is killed while it makes its authority leaves a folder with which the next one starts")
  func killed() async throws {
    let folder = sandbox.data.appending(path: "_tls").path(percentEncoded: false)
    for file in ["", "/authority.pem", "/server.pem"] {
      try? FileManager.default.removeItem(atPath: folder)
      let program = try sandbox.start(Executable.url, ["serve", "--share", "--port", "0"], ["LC_ALL": "C"])
      try await program.came(file) { FileManager.default.fileExists(atPath: folder + file) }
      program.send(SIGKILL)
      await program.ended()
      let shared = try await share()
      shared.program.send(SIGTERM)
      await shared.program.ended()
      #expect(try shared.program.result().status == 0)
    }
  }

  @Test("A server that is killed while it makes its certificate anew keeps its authority, and the next one starts")
  func killedWhileRenewing() async throws {
    let folder = sandbox.data.appending(path: "_tls").path(percentEncoded: false)
    let first = try await share()
    first.program.send(SIGTERM)
    await first.program.ended()
    let authority = try Data(contentsOf: URL(filePath: folder + "/authority.pem"))
    for _ in 0..<3 {
      try FileManager.default.removeItem(atPath: folder + "/server.pem")
      let program = try sandbox.start(Executable.url, ["serve", "--share", "--port", "0"], ["LC_ALL": "C"])
      try await program.came("the certificate") {
        FileManager.default.fileExists(atPath: folder + "/server.pem")
      }
      program.send(SIGKILL)
      await program.ended()
    }
    let next = try await share()
    next.program.send(SIGTERM)
    await next.program.ended()
    #expect(try next.program.result().status == 0)
    #expect(try Data(contentsOf: URL(filePath: folder + "/authority.pem")) == authority)
  }

  @Test("A renewal that is killed leaves the former certificate or the new one, whole, and the same authority")
  func killedRenewal() async throws {
    let server = sandbox.data.appending(path: "_tls/server.pem").path(percentEncoded: false)
    let first = try await share()
    first.program.send(SIGTERM)
    await first.program.ended()
    let before = try Data(contentsOf: URL(filePath: authority))
    for number in 1...3 {
      // Another name needs another certificate.
      let old = try Data(contentsOf: URL(filePath: server))
      try? FileManager.default.removeItem(atPath: server + ".part")
      let program = try sandbox.start(
        Executable.url, ["serve", "--share", "--port", "0", "--allow-host", "desk\(number).lan"], ["LC_ALL": "C"])
      try await program.came("the renewal") {
        // The file is unfinished for a moment.
        for _ in 0..<40 {
          if FileManager.default.fileExists(atPath: server + ".part") { return true }
          if try Data(contentsOf: URL(filePath: server)) != old { return true }
          usleep(250)
        }
        return false
      }
      program.send(SIGKILL)
      await program.ended()
      for tool in [["x509", "-checkend", "0"], ["pkey"]] {
        let read = try await OtherProgram.run("openssl", tool + ["-noout", "-in", server])
        #expect(read.status == 0, "\(read.errors)")
      }
      #expect(try Data(contentsOf: URL(filePath: authority)) == before)
    }
    let next = try await share("--allow-host", "desk3.lan")
    let handshake = try await OtherProgram.run(
      "openssl",
      [
        "s_client", "-connect", "127.0.0.1:\(next.port)", "-CAfile", authority, "-verify_return_error",
        "-verify_hostname", "desk3.lan",
      ])
    #expect(handshake.output.contains("Verify return code: 0 (ok)"), "\(handshake.errors)")
    next.program.send(SIGTERM)
    await next.program.ended()
    #expect(try next.program.result().status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.data.appending(path: "_tls").path)
    #expect(Set(names) == ["authority.pem", "server.pem"])
  }

  @Test(
    "Options that contradict it are refused, and nothing is made",
    arguments: [
      ["--everybody-may-change"], ["--host", "0.0.0.0"], ["--proxy", "127.0.0.1"],
      ["--certificate", "a.pem", "--key", "b.pem"], ["--port", "8080", "--trust-port", "8080"],
      ["--trust-port", "70000"],
    ])
  func contradictions(options: [String]) async throws {
    let run = try await sandbox.kartoteka(["serve", "--share"] + options, environment: ["LC_ALL": "C"])
    #expect(run.status == 64, "\(run.errors)")
    #expect(try sandbox.names().isEmpty)
  }

  @Test("--trust-port alone is refused, and the page's port is the next one of the server's")
  func ports() async throws {
    let run = try await sandbox.kartoteka(["serve", "--trust-port", "8081"], environment: ["LC_ALL": "C"])
    #expect(run.status == 64 && run.errors.contains("only with --share"), "\(run.errors)")
    let options = try SharingOptions.parse(["--share"])
    #expect([0, 80, 65_535].map(options.trustPort(besides:)) == [0, 81, 65_534])
    #expect(try SharingOptions.parse(["--share", "--trust-port", "9000"]).trustPort(besides: 80) == 9_000)
  }

  @Test("A QR code in a terminal has the modules of the code, two in each character, on a light ground")
  func code() throws {
    let text = "http://192.168.1.7:8081"
    let (code, lines) = (try #require(QRCode(text)), TerminalCode.lines(text))
    #expect(lines.count == (code.size + 5) / 2)
    for (row, line) in lines.enumerated() {
      #expect(line.hasPrefix("\u{1b}[30;107m") && line.hasSuffix("\u{1b}[0m"))
      let cells = Array(line.dropFirst("\u{1b}[30;107m".count).dropLast("\u{1b}[0m".count))
      #expect(cells.count == code.size + 4)
      for (column, cell) in cells.enumerated() {
        func isDark(_ y: Int) -> Bool {
          let x = column - 2
          return (0..<code.size).contains(x) && (0..<code.size).contains(y) && code[x, y]
        }
        let (upper, lower) = (isDark(row * 2 - 2), isDark(row * 2 - 1))
        #expect(cell == (upper ? lower ? "█" : "▀" : lower ? "▄" : " "))
      }
    }
    #expect(TerminalCode.lines(String(repeating: "x", count: 1_000)).isEmpty)
  }
}
