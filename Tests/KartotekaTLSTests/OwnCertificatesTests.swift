import Foundation
import HTTPTesting
import Synchronization
import Testing

@testable import KartotekaTLS

/// The server's own authority and its certificates, as `openssl` sees them.
@Suite("Certificates of the server's own authority")
struct OwnCertificatesTests {
  /// A data folder, and a machine whose addresses change.
  private final class Machine: Sendable {
    let data: URL
    private let all = Mutex(["laptop.local", "localhost", "127.0.0.1", "192.168.1.7"])
    var hosts: [String] {
      get { all.withLock { $0 } }
      set { all.withLock { $0 = newValue } }
    }
    var folder: String { data.appending(path: "_tls").path(percentEncoded: false) }
    var authority: String { folder + "/authority.pem" }
    var server: String { folder + "/server.pem" }

    init() throws {
      data = FileManager.default.temporaryDirectory.appending(path: "own-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: data) }

    func certificates(required: [String] = [], now: Date = Date()) throws(CertificateError) -> OwnCertificates {
      try OwnCertificates(in: data, title: "Kartoteka", required: required, now: now) { self.hosts }
    }

    func fault(required: [String] = [], now: Date = Date()) -> CertificateError? {
      do throws(CertificateError) {
        _ = try certificates(required: required).certificate(instead: nil, now: now)
        return nil
      } catch { return error }
    }

    func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }
    func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
  }

  private static let day: TimeInterval = 86_400

  private static func mode(_ path: String) throws -> Int {
    let value = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    return try #require(value).intValue
  }

  @Test("A clock that is far from right makes no authority, and the one that there is stays in use")
  func wrongClock() throws {
    let machine = try Machine()
    for (seconds, day) in [(0.0, "1970-01-01"), (1_700_000_000, "2023-11-14"), (4_102_444_800, "2100-01-01")] {
      #expect(throws: CertificateError.wrongClock(day)) {
        try machine.certificates(now: Date(timeIntervalSince1970: seconds))
      }
      #expect(!FileManager.default.fileExists(atPath: machine.authority))
    }
    let own = try machine.certificates().authority
    #expect(try machine.certificates(now: Date(timeIntervalSince1970: 0)).authority.der == own.der)
  }

  @Test("Devices with the right time accept the authority of a clock that was ahead, whose certificate is made anew")
  func clockAhead() async throws {
    let now = Date()
    // By some days both are accepted at once, by years the certificate is made again when the clock is right.
    for (days, isValid) in [(20.0, true), (1_000, false)] {
      let machine = try Machine()
      let ahead = now + days * Self.day
      let own = try machine.certificates(now: ahead)
      let server = try ServerCertificate(own, now: ahead)
      #expect(own.authority.begins < now && own.authority.ends > now + 3_600 * Self.day)
      #expect(server.current.isValid(at: now) == isValid && server.current.isValid(at: ahead))
      #expect(try server.renew(now: now) != isValid)
      #expect(server.current.isValid(at: now) && server.current.begins < now - 9 * Self.day)
      #expect(try !server.renew(now: now) && machine.certificates(now: now).authority.der == own.authority.der)
      let run = try await OtherProgram.run(
        "openssl", ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", machine.authority, machine.server])
      #expect(run.status == 0, "\(run.output) \(run.errors)")
    }
  }

  @Test("Authority and certificate are made once, and their owner alone can read them")
  func once() throws {
    let machine = try Machine()
    let first = try machine.certificates()
    let certificate = try ServerCertificate(first).current
    #expect(certificate.hosts == machine.hosts)
    #expect(try Self.mode(machine.folder) == 0o700)
    #expect(try Self.mode(machine.authority) == 0o600 && Self.mode(machine.server) == 0o600)
    #expect(first.exposedKey == nil)
    let second = try machine.certificates()
    #expect(second.authority.der == first.authority.der)
    #expect(try ServerCertificate(second).current == certificate)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: machine.folder).sorted() == ["authority.pem", "server.pem"])
    #expect(chmod(machine.authority, 0o644) == 0)
    #expect(first.exposedKey == machine.authority)
  }

  @Test("openssl accepts the certificate for the machine's names, and for no other")
  func verified() async throws {
    let machine = try Machine()
    let own = try machine.certificates()
    let certificate = try ServerCertificate(own).current
    func verify(_ chain: String, _ options: String...) async throws -> OtherProgram.Run {
      try await OtherProgram.run(
        "openssl",
        ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", machine.authority] + options + [chain])
    }
    for options in [["-verify_hostname", "laptop.local"], ["-verify_ip", "192.168.1.7"]] {
      let run = try await verify(machine.server, options[0], options[1])
      #expect(run.status == 0, "\(run.output) \(run.errors)")
    }
    let other = try await verify(machine.server, "-verify_hostname", "other.local")
    #expect(other.status != 0)
    #expect(certificate.ends.timeIntervalSince(certificate.begins) < 398 * Self.day)
    // A stolen key is of no use against other websites, addresses and authorities.
    for host in ["bank.example", "8.8.8.8"] {
      let file = machine.folder + "/foreign.pem"
      try Data(own.authority.certificate(for: [host], now: Date())).write(to: URL(filePath: file))
      let run = try await verify(file)
      #expect(run.status != 0 && (run.output + run.errors).contains("permitted subtree violation"), "\(run.errors)")
    }
    let text = try await OtherProgram.run("openssl", ["x509", "-noout", "-text", "-in", machine.authority]).output
    for part in [
      "CA:TRUE, pathlen:0", "Certificate Sign, CRL Sign", "ecdsa-with-SHA256", "prime256v1", "DNS:local",
      "X509v3 Name Constraints: critical", "X509v3 Basic Constraints: critical", "X509v3 Key Usage: critical",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    let printed = try await OtherProgram.run(
      "openssl", ["x509", "-noout", "-fingerprint", "-sha256", "-in", machine.authority])
    #expect(printed.output.contains(own.authority.fingerprintText))
  }

  @Test("Serial numbers are of 128 random bits, and two authorities have two names")
  func serials() async throws {
    var (serials, names) = (Set<String>(), Set<String>())
    for _ in 0..<3 {
      let machine = try Machine()
      names.insert(try machine.certificates().authority.name)
      for file in [machine.authority] {
        let run = try await OtherProgram.run("openssl", ["x509", "-noout", "-serial", "-in", file])
        let serial = run.output.split(separator: "=").last.map(String.init) ?? ""
        #expect(serial.count > 24)
        serials.insert(serial)
      }
    }
    #expect(serials.count == 3 && names.count == 3)
  }

  @Test("A certificate is made anew 30 days before its end and for a new address, by the same authority")
  func renewal() throws {
    let machine = try Machine()
    let own = try machine.certificates()
    let server = try ServerCertificate(own)
    let first = server.current
    #expect(try !server.renew(now: first.ends - 31 * Self.day))
    #expect(try server.renew(now: first.ends - 29 * Self.day))
    let second = server.current
    #expect(second.ends > first.ends && own.authority.hasSigned(second.chain))
    machine.hosts += ["192.168.1.8"]
    #expect(try server.renew(now: first.ends - 28 * Self.day))
    #expect(server.current.isFor("192.168.1.8"))
    // Without a network the certificate stays.
    machine.hosts = ["laptop.local", "localhost", "127.0.0.1"]
    #expect(try !server.renew(now: first.ends - 28 * Self.day))
    // A server that starts again takes the stored one.
    let stored = try machine.certificates().certificate(instead: nil, now: first.ends - 28 * Self.day)
    #expect(stored == server.current)
    #expect(try machine.certificates().authority.der == own.authority.der)
  }

  @Test("A certificate does not outlive its authority, and a clock that is set back makes no new one at each look")
  func clocks() throws {
    let machine = try Machine()
    let own = try machine.certificates()
    let end = own.authority.ends
    let server = try ServerCertificate(own, now: end - 20 * Self.day)
    #expect(server.current.ends == end)
    #expect(try !server.renew(now: end - 10 * Self.day))
    #expect(throws: CertificateError.endedAuthority(machine.authority)) { try server.renew(now: end) }
    #expect(server.current.ends == end)
    let earlier = own.authority.begins - Self.day
    _ = try server.renew(now: earlier)
    #expect(try !server.renew(now: earlier))
  }

  @Test("An authority that is damaged, over or unreadable is named, and never replaced")
  func faults() throws {
    let machine = try Machine()
    let own = try machine.certificates()
    #expect(machine.fault(now: own.authority.ends) == .endedAuthority(machine.authority))
    let whole = try machine.bytes(machine.authority)
    let key = try #require(whole.firstRange(of: Data("-----BEGIN PRIVATE KEY-----".utf8)))
    let other = try Machine()
    _ = try other.certificates()
    let otherWhole = try other.bytes(other.authority)
    let otherStart = try #require(otherWhole.firstRange(of: Data("-----BEGIN PRIVATE KEY-----".utf8))).lowerBound
    let otherKey = otherWhole.suffix(from: otherStart)
    for damaged in [
      Data(), whole.prefix(100), whole.prefix(key.lowerBound), whole.suffix(from: key.lowerBound),
      whole.prefix(key.lowerBound) + otherKey, Data(whole.reversed()),
    ] {
      try damaged.write(to: URL(filePath: machine.authority))
      #expect(machine.fault() == .damagedAuthority(machine.authority), "\(damaged.count)")
      #expect(try machine.bytes(machine.authority) == damaged)
    }
    // A certificate that is no authority's.
    _ = try ServerCertificate(other.certificates())
    try other.bytes(other.server).write(to: URL(filePath: machine.authority))
    #expect(machine.fault() == .damagedAuthority(machine.authority))
    try FileManager.default.removeItem(atPath: machine.authority)
    try FileManager.default.createDirectory(atPath: machine.authority, withIntermediateDirectories: false)
    #expect(machine.fault() == .unreadable(machine.authority, "Is a directory"))
  }

  @Test("A folder that can't be made is named with the reason")
  func folder() throws {
    let machine = try Machine()
    try machine.write("", to: machine.folder)
    #expect(machine.fault() == .unwritable(machine.folder, "Not a directory"))
    try FileManager.default.removeItem(at: machine.data)
    #expect(machine.fault() == .unwritable(machine.folder, "No such file or directory"))
  }

  @Test("Files that a killed server has left unfinished are made anew, and a foreign certificate is not used")
  func unfinished() throws {
    let machine = try Machine()
    try FileManager.default.createDirectory(atPath: machine.folder, withIntermediateDirectories: false)
    for file in [machine.authority, machine.server] { try machine.write("-----BEGIN", to: file + ".part") }
    let own = try machine.certificates()
    let first = try ServerCertificate(own).current
    #expect(try FileManager.default.contentsOfDirectory(atPath: machine.folder).count == 2)
    for rest in ["", "-----BEGIN CERTIFICATE-----\n", String(decoding: first.chain, as: UTF8.self)] {
      try machine.write(rest, to: machine.server)
      #expect(try own.authority.hasSigned(ServerCertificate(own).current.chain))
    }
    let other = try Machine()
    _ = try ServerCertificate(other.certificates())
    try other.bytes(other.server).write(to: URL(filePath: machine.server))
    #expect(try own.authority.hasSigned(ServerCertificate(own).current.chain))
  }

  @Test("Names that the authority is not for are left out, and refused where they are asked for")
  func names() throws {
    let machine = try Machine()
    machine.hosts = ["laptop.local", "schule_1", "dev", "-x.local", "laptop.local", "LAPTOP.fritz.box", "192.168.1.7"]
    let own = try machine.certificates(required: ["records.example"])
    let hosts = try ServerCertificate(own).current.hosts
    #expect(hosts == ["laptop.local", "laptop.fritz.box", "192.168.1.7", "records.example"])
    machine.hosts += ["moved.example", "203.0.113.9", "desk.lan", "sub.records.example"]
    #expect(
      try ServerCertificate(own).current.hosts
        == ["laptop.local", "laptop.fritz.box", "192.168.1.7", "desk.lan", "sub.records.example", "records.example"])
    #expect(machine.fault(required: ["other.example"]) == .foreignName("other.example", machine.authority))
    // It would stand for everything below that top-level domain.
    #expect(!own.authority.permitted.allows("dev") && !own.authority.permitted.allows("bank.dev"))
    #expect(machine.fault(required: ["a b"]) == .foreignName("a b", machine.authority))
  }

  @Test("The profile for Apple's devices is a property list with the certificate, whatever the title is")
  func profile() async throws {
    let authority = try Machine().certificates().authority
    let profile = AppleProfile(authority, title: "Anna & <Bob>", summary: "]]>")
    let program = """
      import plistlib, sys, uuid
      whole = plistlib.loads(sys.stdin.buffer.read())
      part = whole["PayloadContent"][0]
      assert part["PayloadType"] == "com.apple.security.root" and whole["PayloadType"] == "Configuration"
      assert uuid.UUID(whole["PayloadUUID"]) != uuid.UUID(part["PayloadUUID"])
      print(whole["PayloadDisplayName"], whole["PayloadDescription"], part["PayloadContent"].hex())
      """
    let run = try await OtherProgram.run("python3", ["-c", program], input: profile.text)
    let der = authority.der.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(run.output == "Anna & <Bob> ]]> \(der)\n", "\(run.errors)")
  }
}
