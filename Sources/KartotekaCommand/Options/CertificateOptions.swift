import ArgumentParser
import Foundation
import KartotekaTLS

/// The options of HTTPS.
struct CertificateOptions: ParsableArguments {
  @Option(
    name: .customLong("certificate"),
    help: .saying(
      "Serves HTTPS with this certificate and its chain, in PEM. Needs --key. It is read again when it is renewed.",
      value: "file"))
  var chain: String?

  @Option(help: .saying("The private key of the certificate, in PEM.", value: "file"))
  var key: String?

  func validate() throws {
    guard (chain == nil) == (key == nil) else {
      throw ValidationError(say("--certificate and --key belong together: name both files."))
    }
  }

  /// The certificate; nil for plain HTTP.
  /// - Throws: `CertificateError`.
  func certificate() throws -> ServerCertificate? { try files.map { try ServerCertificate($0) } }

  /// The key's file, if other users of this machine can read it.
  var exposedKey: String? {
    files.flatMap { $0.isKeyReadableByOthers ? $0.key.path(percentEncoded: false) : nil }
  }

  private var files: CertificateFiles? {
    guard let chain, let key else { return nil }
    return CertificateFiles(chain: URL(filePath: chain), key: URL(filePath: key))
  }
}
