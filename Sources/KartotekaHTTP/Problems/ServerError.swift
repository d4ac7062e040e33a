import Foundation
import KartotekaModel
import NIOCore

/// The reason why a server could not start.
@nonexhaustive public enum ServerError: Error, Sendable, Equatable {
  /// Another program listens on the port.
  case portInUse(Int)
  /// The system reserves the port, usually because it is below 1,024.
  case portForbidden(Int)
  /// The host is not an address of this machine; with the system's message.
  case noSuchHost(String, String)
  /// Another network error; with the system's message.
  case network(String)
  /// The administrator's token in this file or variable has characters that an HTTP header can't carry.
  case badToken(String)
  /// The file with the administrator's token can't be created or read; with the system's message.
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

  /// The explanation and the remedy.
  public var phrase: Phrase {
    switch self {
    case .portInUse(let port):
      Phrase(
        "Port {port} is in use already, perhaps by another Kartoteka. Choose another one with --port.",
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
        "The administrator's token in {place} is invalid: it may contain only letters, digits and -._~+/=. Change it. If it is in a file, you can also delete the file: a new token is then created.",
        ["place": .text(place)])
    case .tokenFile(let path, let reason):
      Phrase(
        "{file}, the file with the administrator's token, can't be created or read: {reason}. Check the permissions.",
        ["file": .text(path), "reason": .text(reason)])
    }
  }
}
