import Foundation
import KartotekaModel

/// A service on the internet: its name, address, key and limits.
package struct ServiceDescription: Sendable {
  /// The place of the key in requests.
  package enum KeyPlace: Hashable, Sendable {
    /// A header with the given name.
    case header(String)
    /// A query parameter with the given name.
    case query(String)
  }

  /// The displayed name, such as `Pexels`.
  package let name: String
  /// The address without a path, such as `https://api.pexels.com`.
  package let address: String
  /// The environment variable with the address of a stand-in, such as `PEXELS_URL`.
  package let addressVariable: String
  /// The environment variable with the key, such as `PEXELS_API_KEY`.
  package let keyVariable: String
  /// The place of the key in requests.
  package let keyPlace: KeyPlace
  /// The hosts of its image files. They are used over HTTPS and without the key.
  package let pictureHosts: Set<String>
  /// The limits of requests.
  package let limits: ServiceLimits

  /// Pexels, photographs: <https://www.pexels.com/api/documentation/>.
  package static let pexels = ServiceDescription(
    name: "Pexels", address: "https://api.pexels.com", addressVariable: "PEXELS_URL", keyVariable: "PEXELS_API_KEY",
    keyPlace: .header("Authorization"), pictureHosts: ["images.pexels.com"],
    limits: ServiceLimits(kept: .seconds(3_600)))

  /// Geoapify, places: <https://apidocs.geoapify.com/docs/geocoding/address-autocomplete/>.
  package static let geoapify = ServiceDescription(
    name: "Geoapify", address: "https://api.geoapify.com", addressVariable: "GEOAPIFY_URL",
    keyVariable: "GEOAPIFY_API_KEY", keyPlace: .query("apiKey"), pictureHosts: [],
    limits: ServiceLimits(attempt: .seconds(5), total: .seconds(10), kept: .seconds(86_400)))
}

/// An environment variable with an invalid address of a service's stand-in.
package struct StandInError: Error, Hashable, Sendable {
  /// The name of the variable, such as `PEXELS_URL`.
  package let variable: String

  /// Makes an error.
  package init(variable: String) { self.variable = variable }

  /// The explanation and the remedy.
  package var phrase: Phrase {
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

/// The attribution that a licence requires.
public struct ServiceCredit: Hashable, Sendable {
  /// The name of the source, such as `Pexels`.
  public let name: String
  /// The address of the source, such as `https://www.pexels.com`.
  public let address: String
  /// The sentence to show, such as "Photos provided by Pexels".
  public let phrase: Phrase

  /// Makes a credit.
  public init(name: String, address: String, phrase: Phrase) {
    self.name = name
    self.address = address
    self.phrase = phrase
  }

  /// The credit for pictures: <https://www.pexels.com/api/documentation/#guidelines>.
  public static let pexels = ServiceCredit(
    name: "Pexels", address: "https://www.pexels.com", phrase: "Photos provided by Pexels")

  /// The credit for places: <https://www.geoapify.com/pricing/> and <https://www.openstreetmap.org/copyright>.
  public static let geoapify = ServiceCredit(
    name: "Geoapify", address: "https://www.geoapify.com",
    phrase: "Powered by Geoapify, © OpenStreetMap contributors")

  /// The credit for the built-in places: CC BY 4.0.
  package static let geoNames = ServiceCredit(
    name: "GeoNames", address: "https://www.geonames.org", phrase: "Places from GeoNames, CC BY 4.0")
}
