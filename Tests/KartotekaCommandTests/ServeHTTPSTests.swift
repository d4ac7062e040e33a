import Foundation
import HTTPTesting
import Testing

/// The program with given certificates, as `curl` and `openssl` see it.
@Suite("kartoteka serve with HTTPS")
struct ServeHTTPSTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static func path(_ url: URL) -> String { url.path(percentEncoded: false) }

  @Test("It prints the address of the certificate's name, and serves it")
  func serve() async throws {
    let folder = try await CertificateFolder(hosts: "DNS:localhost,DNS:records.example")
    let program = try sandbox.start(
      Executable.url,
      [
        "serve", "--port", "0", "--host", "localhost", "--certificate", Self.path(folder.chain), "--key",
        Self.path(folder.key),
      ], ["LC_ALL": "C"])
    let run = try await program.wrote("Stop it with Ctrl-C.")
    let address = try #require(run.lines.first?.split(separator: " ").last.map(String.init), "\(run.errors)")
    #expect(address.hasPrefix("https://localhost:") && run.errors.isEmpty, "\(run.output) \(run.errors)")
    let health = try await OtherProgram.run(
      "curl", ["-sS", "--noproxy", "*", "--cacert", Self.path(folder.chain), address + "/health"])
    #expect(health.output == #"{"status":"ok"}"#, "\(health.errors)")
    program.send(SIGTERM)
    await program.ended()
    #expect(try program.result().status == 0)
  }

  @Test("A certificate and a key that don't belong together are an error with both names, and nothing is made")
  func mismatch() async throws {
    let (folder, other) = (try await CertificateFolder(), try await CertificateFolder())
    let run = try await sandbox.kartoteka(
      "serve", "--port", "0", "--certificate", Self.path(folder.chain), "--key", Self.path(other.key))
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(
      run.errors.contains(
        "The private key in \(Self.path(other.key)) does not belong to the first certificate in \(Self.path(folder.chain))."
      ), "\(run.errors)")
    #expect(try sandbox.names().isEmpty)
  }

  @Test("A missing file, a password and a missing option are said in the person's language")
  func faults() async throws {
    let folder = try await CertificateFolder()
    let run = try await sandbox.kartoteka(
      "serve", "--port", "0", "--certificate", "nothing.pem", "--key", Self.path(folder.key), language: "pl_PL.UTF-8")
    #expect(run.status == 1 && run.errors.contains("Nie można odczytać"), "\(run.errors)")
    let single = try await sandbox.kartoteka("serve", "--port", "0", "--certificate", Self.path(folder.chain))
    #expect(single.status == 64 && single.errors.contains("belong together"), "\(single.errors)")
    #expect(try sandbox.names().isEmpty)
  }

  @Test(
    "With accounts, other machines are let in with encryption only, and nobody has to say that everybody may do everything"
  )
  func accounts() async throws {
    let added = try await sandbox.kartoteka(
      ["people", "add", "Anna", "--administrator"],
      environment: ["KARTOTEKA_PASSWORD": "correct horse battery staple", "LC_ALL": "C"])
    #expect(added.status == 0, "\(added.errors)")
    let elsewhere = ["serve", "--port", "0", "--host", "0.0.0.0"]
    let refused = try await sandbox.kartoteka(elsewhere, environment: ["LC_ALL": "C"])
    #expect(refused.status == 64 && refused.errors.contains("without encryption"), "\(refused.errors)")
    let folder = try await CertificateFolder()
    let program = try sandbox.start(
      Executable.url, elsewhere + ["--certificate", Self.path(folder.chain), "--key", Self.path(folder.key)],
      ["LC_ALL": "C"])
    let run = try await program.wrote("Stop it with Ctrl-C.")
    let address = try #require(run.lines.first?.split(separator: " ").last.map(String.init), "\(run.errors)")
    #expect(!run.output.contains("There are no accounts") && !run.errors.contains("There are no accounts"))
    let list = try await OtherProgram.run(
      "curl", ["-sS", "-i", "--noproxy", "*", "--cacert", Self.path(folder.chain), address + "/api/userscrud/users"])
    #expect(list.output.hasPrefix("HTTP/1.1 401"), "\(list.output.prefix(300)) \(list.errors)")
    program.send(SIGTERM)
    await program.ended()
  }

  @Test("A server for other machines that has lost its people stays closed if it is opened while it runs")
  func openedMeanwhile() async throws {
    let added = try await sandbox.kartoteka(
      ["people", "add", "Anna", "--administrator"],
      environment: ["KARTOTEKA_PASSWORD": "correct horse battery staple", "LC_ALL": "C"])
    #expect(added.status == 0, "\(added.errors)")
    _ = try await sandbox.shell("rm data/_people.sqlite*")
    let program = try sandbox.start(
      Executable.url, ["serve", "--port", "0", "--host", "0.0.0.0", "--proxy", "192.0.2.9"], ["LC_ALL": "C"])
    let run = try await program.wrote("Stop it with Ctrl-C.")
    let address = try #require(run.lines.first?.split(separator: " ").last.map(String.init), "\(run.errors)")
    let list = ["-sS", "-i", "--noproxy", "*", address + "/api/userscrud/users"]
    let lost = try await OtherProgram.run("curl", list)
    #expect(lost.output.hasPrefix("HTTP/1.1 503"), "\(lost.output.prefix(300)) \(lost.errors)")
    let opened = try await sandbox.kartoteka("people", "none")
    #expect(opened.status == 0, "\(opened.errors)")
    let still = try await OtherProgram.run("curl", list)
    #expect(still.output.hasPrefix("HTTP/1.1 401"), "\(still.output.prefix(300)) \(still.errors)")
    program.send(SIGTERM)
    await program.ended()
  }

  @Test("A certificate alone lets nobody else in, and a key that others can read is noticed")
  func otherMachines() async throws {
    let folder = try await CertificateFolder()
    let options = ["--certificate", Self.path(folder.chain), "--key", Self.path(folder.key)]
    let refused = try await sandbox.kartoteka(
      ["serve", "--port", "0", "--host", "0.0.0.0"] + options, environment: ["LC_ALL": "C"])
    #expect(refused.status == 64 && refused.errors.contains("--everybody-may-change"), "\(refused.errors)")
    #expect(chmod(Self.path(folder.key), 0o644) == 0)
    let program = try sandbox.start(Executable.url, ["serve", "--port", "0"] + options, ["LC_ALL": "C"])
    let run = try await program.wrote("Stop it with Ctrl-C.")
    #expect(run.errors.contains("chmod 600 \(Self.path(folder.key))"), "\(run.errors)")
    program.send(SIGTERM)
    await program.ended()
  }
}
