import Foundation
import HTTPTesting
import Testing

@testable import KartotekaTLS

/// Certificates and keys in files, made by `openssl`.
@Suite("A certificate and its key")
struct CertifiedKeyTests {
  private static func read(_ folder: CertificateFolder) throws(CertificateError) -> CertifiedKey {
    try CertificateFiles(chain: folder.chain, key: folder.key).certificate(instead: nil, now: Date())
  }

  private static func path(_ url: URL) -> String { url.path(percentEncoded: false) }

  @Test("Names, addresses and times are read, and a wildcard stands for one label")
  func details() async throws {
    let folder = try await CertificateFolder(
      hosts: "DNS:Records.example,DNS:*.home.example,IP:192.0.2.7,IP:2001:db8::1,email:a@b.example", days: 90)
    let certificate = try Self.read(folder)
    #expect(certificate.hosts == ["records.example", "*.home.example", "192.0.2.7", "2001:db8::1"])
    for (host, isFor) in [
      ("records.example", true), ("RECORDS.example", true), ("a.home.example", true), ("192.0.2.7", true),
      ("2001:db8::1", true), ("home.example", false), (".home.example", false), ("a.b.home.example", false),
      ("192.0.2.8", false), ("example", false), ("", false),
    ] {
      #expect(certificate.isFor(host) == isFor, "\(host)")
    }
    #expect(abs(certificate.ends.timeIntervalSince(certificate.begins) - 90 * 86_400) < 1)
    #expect(abs(certificate.begins.timeIntervalSinceNow) < 3_600)
    #expect(certificate.isValid(at: Date()) && !certificate.isValid(at: certificate.ends))
    // A clock that was set back.
    #expect(!certificate.isValid(at: certificate.begins.addingTimeInterval(-1)))
    #expect(!certificate.isEnding(at: certificate.ends.addingTimeInterval(-19 * 86_400)))
    #expect(certificate.isEnding(at: certificate.ends.addingTimeInterval(-17 * 86_400)))
  }

  @Test("Files that are missing, empty, exchanged, encrypted or of different pairs are named")
  func faults() async throws {
    let (folder, other) = (try await CertificateFolder(), try await CertificateFolder())
    let (chain, key) = (Self.path(folder.chain), Self.path(folder.key))
    func fault(_ chain: URL, _ key: URL) -> CertificateError? {
      do throws(CertificateError) {
        _ = try CertificateFiles(chain: chain, key: key).certificate(instead: nil, now: Date())
        return nil
      } catch { return error }
    }
    #expect(fault(folder.chain, folder.key) == nil)
    #expect(fault(folder.chain, other.key) == .mismatch(chain, Self.path(other.key)))
    #expect(fault(folder.key, folder.key) == .noCertificate(key))
    #expect(fault(folder.chain, folder.chain) == .noKey(chain))
    let missing = folder.folder.appending(path: "nothing.pem")
    #expect(fault(missing, folder.key) == .unreadable(Self.path(missing), "No such file or directory"))
    #expect(fault(folder.folder, folder.key) == .unreadable(Self.path(folder.folder), "Is a directory"))
    for cipher in [["pkcs8", "-topk8"], ["ec", "-aes128"]] {
      let encrypted = folder.folder.appending(path: "\(cipher[0]).key")
      let run = try await OtherProgram.run(
        "openssl", cipher + ["-in", key, "-out", Self.path(encrypted), "-passout", "pass:secret"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(fault(folder.chain, encrypted) == .encryptedKey(Self.path(encrypted)))
    }
    let huge = folder.folder.appending(path: "huge.pem")
    try Data(count: 2_000_000).write(to: huge)
    #expect(fault(huge, folder.key) == .unreadable(Self.path(huge), "File too large"))
  }

  @Test("The TLS library's refusal of a kind of key names the file")
  func unsupported() async throws {
    let folder = try await CertificateFolder()
    try await folder.openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:brainpoolP256r1", "-nodes", "-subj", "/CN=test",
      "-keyout", Self.path(folder.key), "-out", Self.path(folder.chain))
    #expect {
      try ServerCertificate(CertificateFiles(chain: folder.chain, key: folder.key))
    } throws: { error in
      if case CertificateError.unsupported(let file, _) = error { file == Self.path(folder.chain) } else { false }
    }
  }

  @Test("A key that others of the machine can read is noticed")
  func permissions() async throws {
    let folder = try await CertificateFolder()
    for (mode, isReadable) in [(0o600, false), (0o640, true), (0o604, true), (0o400, false)] {
      #expect(chmod(Self.path(folder.key), mode_t(mode)) == 0)
      #expect(CertificateFiles(chain: folder.chain, key: folder.key).isKeyReadableByOthers == isReadable)
    }
  }

  @Test("A chain with a remark before it and an EC key with its parameters are read")
  func remarks() async throws {
    let folder = try await CertificateFolder()
    let parameters = try await folder.openssl("ecparam", "-name", "prime256v1")
    let (chain, key) = (try Data(contentsOf: folder.chain), try Data(contentsOf: folder.key))
    try (Data("A remark\n".utf8) + chain + chain).write(to: folder.chain)
    try (Data(parameters.utf8) + key).write(to: folder.key)
    #expect(try Self.read(folder).hosts == ["localhost", "127.0.0.1"])
  }
}
