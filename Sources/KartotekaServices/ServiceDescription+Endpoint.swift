import Foundation
import KartotekaModel

/// An environment variable that should point to a stand-in of a service, and does not.
public struct StandInError: Error, Hashable, Sendable {
  /// The variable: `PEXELS_URL`.
  public let variable: String

  /// An error of a variable.
  public init(variable: String) { self.variable = variable }

  /// What is wrong and what to do, for the person.
  public var phrase: Phrase {
    Phrase(
      "The environment variable {name} is no address that can be used: it begins with https://, or with http:// for this computer itself (127.0.0.1, localhost). Change it or remove it.",
      ["name": .text(variable)])
  }
}

extension ServiceDescription {
  /// Where the service is: at its own address, or at that of its stand-in.
  /// - Throws: ``StandInError``.
  func endpoint(_ environment: [String: String]) throws(StandInError) -> URL {
    if let standIn = try standIn(environment) { return standIn }
    guard let url = URL(string: address) else { throw StandInError(variable: addressVariable) }
    return url
  }

  /// Where the service's stand-in is; nil when there is none.
  /// - Throws: ``StandInError``.
  func standIn(_ environment: [String: String]) throws(StandInError) -> URL? {
    guard let text = environment[addressVariable], !text.isEmpty else { return nil }
    guard let url = URL(string: text), let host = url.host(), !host.isEmpty, url.user() == nil, url.query() == nil,
      url.scheme == "https" || url.scheme == "http" && Self.loopback.contains(host)
    else { throw StandInError(variable: addressVariable) }
    return url
  }

  // What leads to this computer and nowhere else. A key is not sent over other networks in the clear.
  private static let loopback: Set<String> = ["127.0.0.1", "localhost", "::1", "[::1]"]
}
