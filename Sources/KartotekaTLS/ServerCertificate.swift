import Foundation
import NIOCore
import NIOSSL
import Synchronization

/// The certificate with which a server answers HTTPS. It may be replaced while the server runs: new connections use the new one,
/// and existing ones go on.
package final class ServerCertificate: Sendable {
  private struct State {
    var certificate: CertifiedKey
    var context: NIOSSLContext
  }

  private let source: any CertificateSource
  private let state: Mutex<State>

  /// The certificate of a source.
  /// - Throws: ``CertificateError``.
  package init(_ source: any CertificateSource, now: Date = Date()) throws(CertificateError) {
    let certificate = try source.certificate(instead: nil, now: now)
    self.source = source
    state = Mutex(State(certificate: certificate, context: try Self.context(certificate)))
  }

  /// The certificate that new connections use.
  package var current: CertifiedKey { state.withLock(\.certificate) }

  /// Whether the certificate was given, so that browsers may be told to use HTTPS only.
  package var isGiven: Bool { source.isGiven }

  /// The TLS context for a new connection.
  var context: NIOSSLContext { state.withLock(\.context) }

  /// Takes the certificate that the source has now.
  /// - Returns: whether it is another one.
  /// - Throws: ``CertificateError``; the former certificate stays.
  package func renew(now: Date = Date()) throws(CertificateError) -> Bool {
    let former = current
    let certificate = try source.certificate(instead: former, now: now)
    guard certificate != former else { return false }
    let context = try Self.context(certificate)
    state.withLock { $0 = State(certificate: certificate, context: context) }
    return true
  }

  // Suites of TLS 1.2 with forward secrecy and authenticated encryption, as Mozilla's intermediate configuration has them.
  // TLS 1.3 has no others.
  private static let suites = "ECDHE+AESGCM:ECDHE+CHACHA20"

  private static func context(_ certificate: CertifiedKey) throws(CertificateError) -> NIOSSLContext {
    do {
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMBytes(certificate.chain).map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: certificate.key, format: .pem)))
      configuration.minimumTLSVersion = .tlsv12
      configuration.cipherSuites = suites
      configuration.applicationProtocols = ["http/1.1"]
      // A client that does not answer the end of the connection is not waited for.
      configuration.shutdownTimeout = .seconds(1)
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw .unsupported(certificate.file, "\(error)")
    }
  }
}
