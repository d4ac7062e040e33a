import Foundation
import KartotekaServices
import Testing

@Suite("Secrets in a backup of everything")
struct BackupSecretsTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let password = ["LC_ALL": "C", "KARTOTEKA_BACKUP_PASSWORD": "correct horse"]

  private func fill() async throws {
    try sandbox.write(
      #"{"version": 1, "name": "shelf", "entities": [{"name": "book", "attributes": [{"name": "title"}]}]}"#,
      to: "app.json")
    try await run("apply", "app.json")
    try sandbox.write(#"{"key": "k-123456"}"#, to: "data/shelf.secrets")
    try sandbox.write("token-123456\n", to: "data/admin-token")
  }

  @discardableResult
  private func run(
    _ arguments: String..., expecting status: Int32 = 0, environment: [String: String] = Self.password
  ) async throws -> Sandbox.Run {
    let run = try await sandbox.kartoteka(arguments, environment: environment)
    #expect(run.status == status, "\(arguments): \(run.output)\(run.errors)")
    return run
  }

  @discardableResult
  private func shell(_ line: String, expecting status: Int32 = 0) async throws -> Sandbox.Run {
    let run = try await sandbox.shell(line)
    #expect(run.status == status, "\(line): \(run.output)\(run.errors)")
    return run
  }

  private func expectSecrets(in folder: String) throws {
    #expect(try sandbox.read("\(folder)/shelf.secrets") == #"{"key": "k-123456"}"#)
    #expect(try sandbox.read("\(folder)/admin-token") == "token-123456\n")
    for name in ["shelf.secrets", "admin-token"] {
      let path = sandbox.folder.appending(path: "\(folder)/\(name)").path(percentEncoded: false)
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test("They are in it only when asked, encrypted, and come back with the password, for their owner alone")
  func roundTrip() async throws {
    try await fill()
    try await run("backup", "--all", "without.tar")
    #expect(try await shell("tar tf without.tar").output.contains("secrets.age") == false)
    let backup = try await run("backup", "--all", "all.tar", "--with-secrets")
    #expect(backup.errors.contains("Secrets in it, encrypted: admin-token, shelf.secrets\n"))
    // The keys are nowhere in the file, and nothing else is left.
    try await shell("grep -c -e k-123456 -e token-123456 all.tar", expecting: 1)
    #expect(try sandbox.names().allSatisfy { !$0.contains("backup") && !$0.contains("secret") })
    #expect(
      try await shell("tar xOf all.tar manifest.json").output.contains(#""format" : "age-encryption.org/v1, scrypt""#))
    #expect(
      try await run("restore", "all.tar", "--list").output.contains(
        "Secrets in it, encrypted: admin-token, shelf.secrets\n"))
    try await run("restore", "all.tar", "--data", "plain")
    #expect(try sandbox.names(in: "plain").contains("shelf.secrets") == false)
    let restore = try await run("restore", "all.tar", "--with-secrets", "--data", "other")
    #expect(restore.output.contains("Restored shelf.secrets from all.tar\n"))
    try expectSecrets(in: "other")
    // What is there already with the same bytes is no obstacle.
    try await run("restore", "all.tar", "--with-secrets", "--continue", "--data", "plain")
    try expectSecrets(in: "plain")
  }

  @Test("A file as long as that of a hundred addresses for calendars is in it and comes back")
  func long() async throws {
    try await fill()
    let text = #"{"calendar/1": ""# + String(repeating: "a", count: 1_000_000) + #""}"#
    try sandbox.write(text, to: "data/shelf.secrets")
    try await run("backup", "--all", "all.tar", "--with-secrets")
    try await run("restore", "all.tar", "--with-secrets", "--data", "other")
    #expect(try sandbox.read("other/shelf.secrets") == text)
  }

  @Test("Of one application its own come back, also under another name; the token does not")
  func only() async throws {
    try await fill()
    try await run("backup", "--all", "all.tar", "--with-secrets")
    try await run("restore", "all.tar", "--with-secrets", "--only", "shelf", "--as", "attic", "--data", "other")
    #expect(try sandbox.read("other/attic.secrets") == #"{"key": "k-123456"}"#)
    #expect(
      try sandbox.names(in: "other").filter { $0.hasSuffix("secrets") || $0 == "admin-token" } == ["attic.secrets"])
    // The only one of a backup needs no --only, and what is left out is said.
    let renamed = try await run("restore", "all.tar", "--with-secrets", "--as", "cellar", "--data", "other")
    #expect(try sandbox.read("other/cellar.secrets") == #"{"key": "k-123456"}"#)
    #expect(renamed.errors.contains("Of no chosen application, left out: admin-token\n"))
  }

  @Test("Those that are there are replaced with --replace alone, and copies of them stay")
  func existing() async throws {
    try await fill()
    try await run("backup", "--all", "all.tar", "--with-secrets")
    try await shell("mkdir other; printf other > other/shelf.secrets; printf 'token-123456\\n' > other/admin-token")
    let refused = try await run("restore", "all.tar", "--with-secrets", "--data", "other", expecting: 1)
    #expect(refused.errors.contains("There already: shelf.secrets"))
    #expect(try sandbox.names(in: "other") == ["admin-token", "shelf.secrets"])
    let left = try await run("restore", "all.tar", "--with-secrets", "--continue", "--data", "other")
    #expect(left.output.contains("There already, left as it is: shelf.secrets\n"))
    #expect(try sandbox.read("other/shelf.secrets") == "other")
    try await run("restore", "all.tar", "--with-secrets", "--replace", "--data", "other")
    #expect(try sandbox.read("other/shelf.secrets") == #"{"key": "k-123456"}"#)
    let copies = try sandbox.names(in: "other").filter { $0.hasPrefix("shelf.secrets.before-") }
    #expect(copies.count == 1)
    #expect(try sandbox.read("other/\(copies.first ?? "")") == "other")
  }

  @Test("With another password, with changed or no secrets, nothing is restored")
  func refused() async throws {
    try await fill()
    try await run("backup", "--all", "without.tar")
    try await run("backup", "--all", "all.tar", "--with-secrets")
    func refusal(_ file: String, _ password: String = "correct horse") async throws -> String {
      let run = try await run(
        "restore", file, "--with-secrets", "--data", "other", expecting: 1,
        environment: ["LC_ALL": "C", "KARTOTEKA_BACKUP_PASSWORD": password])
      #expect(try sandbox.names(in: "other").isEmpty)
      return run.errors
    }
    #expect(try await refusal("all.tar", "correct hors").contains("This is not the password of the secrets in "))
    #expect(try await refusal("without.tar").contains("without.tar contains no secrets"))
    // The same archive with other secrets of the same size.
    try await shell(
      """
      mkdir x; cd x; tar xf ../all.tar; printf xxxx | dd of=secrets.age bs=1 seek=200 conv=notrunc 2>/dev/null
      tar cf ../changed.tar applications/* secrets.age manifest.json
      """)
    #expect(try await refusal("changed.tar").contains("changed.tar are damaged"))
    let list = try await run("restore", "changed.tar", "--list", expecting: 1)
    #expect(list.errors.contains("the secrets in it are damaged"))
    // Cut off, so that nothing says how the secrets were.
    try await shell("cd x; sed -i 's/ 17$/ 40/' secrets.age; tar cf ../work.tar applications/* secrets.age")
    #expect(try await refusal("work.tar").contains("have a work factor of 40, which takes too long"))
  }

  @Test("A password comes of a file or of a terminal, where it is typed twice and not shown; it is no argument")
  func sources() async throws {
    try await fill()
    let none = ["LC_ALL": "C"]
    try sandbox.write("correct horse\r\nmore", to: "password")
    try await run("backup", "--all", "all.tar", "--with-secrets", "--password-file", "password", environment: none)
    try await run("restore", "all.tar", "--with-secrets", "--data", "other")
    try await run(
      "backup", "--all", "x.tar", "--with-secrets", "--password-file", "/dev/null", expecting: 1, environment: none)
    // Letters of another encoding would be the same one for all.
    try sandbox.write([0xbf, 0xf3, 0xb3, 0xe6, 0x0a], to: "latin")
    let latin = try await run(
      "backup", "--all", "x.tar", "--with-secrets", "--password-file", "latin", expecting: 1, environment: none)
    #expect(latin.errors.contains("The password is not text in UTF-8"))
    try sandbox.write("\u{FEFF}correct horse\n", to: "marked")
    try await run(
      "restore", "all.tar", "--with-secrets", "--password-file", "marked", "--data", "marked-data", environment: none)
    // Without any terminal.
    let alone = try await shell(#"setsid -w "$K" backup --all x.tar --with-secrets < /dev/null"#, expecting: 1)
    #expect(alone.errors.contains("Set KARTOTEKA_BACKUP_PASSWORD, or name a file with --password-file."))
    try await run("backup", "--all", "x.tar", "--password-file", "password", expecting: 64)
    try await run("backup", "shelf", "x.tar", "--with-secrets", expecting: 64)
    #expect(try sandbox.names().contains("x.tar") == false)
    let typed = try await shell(
      #"printf 'correct horsf\177\033[De\t\ncorrect horse\n' | script -qec '"$K" backup --all typed.tar --with-secrets' log"#
    )
    #expect(typed.output.contains("The same password again: "))
    try await run("restore", "typed.tar", "--with-secrets", "--data", "third")
    try expectSecrets(in: "third")
    try await shell(
      #"printf 'one\ntwo\n' | script -qec '"$K" backup --all x.tar --with-secrets' log"#, expecting: 1)
    #expect(try sandbox.read("log").contains("The two passwords are not the same"))
  }

  // MARK: With another implementation of the format

  private static let python: String? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let found = [root.appending(path: ".venv/bin/python3").path(percentEncoded: false), "/usr/bin/env python3"]
    return found.first { python in
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "\(python) -c 'import pyrage' 2> /dev/null"]
      guard (try? process.start()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
  }()

  @Test("Another program decrypts them with the password, and what it encrypts comes back", .enabled(if: python != nil))
  func otherProgram() async throws {
    let python = try #require(Self.python)
    try await fill()
    try await run("backup", "--all", "all.tar", "--with-secrets")
    try await shell("mkdir x; cd x; tar xf ../all.tar")
    let program = """
      import io, pyrage, tarfile
      sealed = open("x/secrets.age", "rb").read()
      text = pyrage.passphrase.decrypt(sealed, "correct horse")
      print(sorted(tarfile.open(fileobj=io.BytesIO(text)).getnames()))
      open("x/secrets.age", "wb").write(pyrage.passphrase.encrypt(text, "other words"))
      """
    try sandbox.write(program, to: "x.py")
    let read = try await shell("PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin") \(python) x.py")
    #expect(read.output == "['admin-token', 'shelf.secrets']\n")
    try await shell("cd x; tar cf ../again.tar applications/* secrets.age")
    // Without a manifest it is one that was cut off.
    try await run(
      "restore", "again.tar", "--with-secrets", "--whole", "--data", "other", expecting: 65,
      environment: ["LC_ALL": "C", "KARTOTEKA_BACKUP_PASSWORD": "other words"])
    try expectSecrets(in: "other")
  }
}
