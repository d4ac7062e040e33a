import Foundation
import KartotekaModel
import NIOCore

/// Why a server could not start.
@nonexhaustive public enum ServerError: Error, Sendable, Equatable {
  /// Another program listens on the port.
  case portInUse(Int)
  /// The system keeps the port for itself: those below 1,024 on most.
  case portForbidden(Int)
  /// The host is no address of this machine; with the system's words.
  case noSuchHost(String, String)
  /// Something else; with the system's words.
  case network(String)
  /// The administrator's token in this file or variable has characters that an HTTP header can't carry.
  case badToken(String)
  /// The file with the administrator's token can't be made or read; with the system's words.
  case tokenFile(String, String)

  package init(_ error: IOError, host: String, port: Int) {
    self =
      switch error.errnoCode {
      case EADDRINUSE: .portInUse(port)
      case EACCES, EPERM: .portForbidden(port)
      case EADDRNOTAVAIL: .noSuchHost(host, String(cString: strerror(error.errnoCode)))
      default: .network(String(cString: strerror(error.errnoCode)))
      }
  }

  /// What happened and what to do, for the person.
  public var phrase: Phrase {
    switch self {
    case .portInUse(let port):
      Phrase(
        "Port {port} is in use already, perhaps by a Kartoteka that runs. Choose another one with --port.",
        ["port": .text(String(port))])
    case .portForbidden(let port):
      Phrase(
        "The system doesn't allow this program to use port {port}. Choose one above 1023 with --port.",
        ["port": .text(String(port))])
    case .noSuchHost(let host, let reason):
      Phrase(
        "This machine has no address {host}: {reason}. Choose another one with --host.",
        ["host": .text(host), "reason": .text(reason)])
    case .network(let reason):
      Phrase("The server could not start: {reason}.", ["reason": .text(reason)])
    case .badToken(let place):
      Phrase(
        "The administrator's token in {place} can't be used: it has to be of letters, digits and -._~+/= only. Change it; a file that is taken away is made anew.",
        ["place": .text(place)])
    case .tokenFile(let path, let reason):
      Phrase(
        "{file}, the file with the administrator's token, can't be made or read: {reason}. Make sure that you may write there.",
        ["file": .text(path), "reason": .text(reason)])
    }
  }
}
