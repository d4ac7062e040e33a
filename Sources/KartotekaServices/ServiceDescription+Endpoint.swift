import Foundation
import KartotekaModel

/// An environment variable with an invalid address of a service's stand-in.
public struct StandInError: Error, Hashable, Sendable {
  /// The name of the variable, such as `PEXELS_URL`.
  public let variable: String

  /// Makes an error.
  public init(variable: String) { self.variable = variable }

  /// The explanation and the remedy.
  public var phrase: Phrase {
    Phrase(
      "The environment variable {name} has no valid address: it must begin with https://, or with http:// for this computer itself (127.0.0.1, localhost). Change or remove it.",
      ["name": .text(variable)])
  }
}

extension ServiceDescription {
  /// The address of the service or of its stand-in.
  /// - Throws: ``StandInError``.
  func endpoint(_ environment: [String: String]) throws(StandInError) -> URL {
    if let standIn = try standIn(environment) { return standIn }
    guard let url = URL(string: address) else { throw StandInError(variable: addressVariable) }
    return url
  }

  /// The address of the stand-in; nil if there is none.
  /// - Throws: ``StandInError``.
  func standIn(_ environment: [String: String]) throws(StandInError) -> URL? {
    guard let text = environment[addressVariable], !text.isEmpty else { return nil }
    guard let url = URL(string: text), let host = url.host(), !host.isEmpty, url.user() == nil, url.query() == nil,
      url.scheme == "https" || url.scheme == "http" && Self.loopback.contains(host)
    else { throw StandInError(variable: addressVariable) }
    return url
  }

  // Plain HTTP is allowed only to this computer, because a request may contain the key.
  private static let loopback: Set<String> = ["127.0.0.1", "localhost", "::1", "[::1]"]
}
