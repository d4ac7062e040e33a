import Foundation
import KartotekaModel
import Logging
import NIOPosix
import ServiceLifecycle

/// Takes renewed certificates while a server runs, and logs a certificate that is about to end.
package struct CertificateRenewal: Service, CustomStringConvertible {
  let certificate: ServerCertificate
  let logger: Logger
  var now: @Sendable () -> Date = { Date() }
  /// The interval of looks. A look reads two small files.
  var interval = Duration.seconds(10)
  /// The service group logs its services. The default description would contain the key.
  package var description: String { "certificate" }

  /// The renewal of a server's certificate.
  package init(_ certificate: ServerCertificate, logger: Logger) {
    self.certificate = certificate
    self.logger = logger
  }

  /// Looks until the server shuts down.
  package func run() async throws {
    try? await cancelWhenGracefulShutdown {
      var state = State()
      report(&state)
      while true {
        try await Task.sleep(for: interval)
        await look(&state)
      }
    }
  }

  /// The knowledge of earlier looks.
  struct State {
    /// The fault of the last look.
    var fault: CertificateError?
    /// Whether that fault is in the log.
    var isLogged = false
    /// The certificate whose end is in the log.
    var ending: (certificate: CertifiedKey, isOver: Bool)?
  }

  /// Takes the certificate if there is a new one.
  ///
  /// Programs that renew write two files one after the other. So a fault is logged only if the next look finds it, too.
  func look(_ state: inout State) async {
    let now = now()
    // The files may be on a disk that does not answer.
    let result = await Self.waiting { () -> Result<Bool, CertificateError> in
      do throws(CertificateError) { return .success(try certificate.renew(now: now)) } catch { return .failure(error) }
    }
    switch result {
    case .success(let isNew):
      state.fault = nil
      if isNew {
        logger.notice("The certificate was renewed", metadata: ["ends": "\(certificate.current.ends.ISO8601Format())"])
      }
    case .failure(let error):
      if state.fault == error, !state.isLogged {
        logger.error(
          "The renewed certificate can't be used. The former one stays",
          metadata: ["error": "\(Localizer.english(error.phrase))", "remedy": "\(Localizer.english(error.remedy))"])
        state.isLogged = true
      } else if state.fault != error {
        state.isLogged = false
      }
      state.fault = error
    }
    report(&state)
  }

  /// Logs once that a certificate is about to end, and once that it is not valid.
  func report(_ state: inout State) {
    let (certificate, now) = (certificate.current, now())
    let isOver = !certificate.isValid(at: now)
    // The server renews its own certificates, and logs if it can't.
    guard isOver || self.certificate.isGiven && certificate.isEnding(at: now) else { return }
    if let ending = state.ending, ending.certificate == certificate, ending.isOver == isOver { return }
    state.ending = (certificate, isOver)
    logger.log(
      level: isOver ? .error : .warning,
      isOver ? "The certificate is not valid now. Browsers refuse it" : "The certificate ends soon",
      metadata: ["begins": "\(certificate.begins.ISO8601Format())", "ends": "\(certificate.ends.ISO8601Format())"])
  }

  private static func waiting<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      NIOThreadPool.singleton.submit { _ in continuation.resume(returning: work()) }
    }
  }
}
