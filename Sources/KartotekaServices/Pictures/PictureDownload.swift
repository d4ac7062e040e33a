import Foundation
import KartotekaModel

/// Downloads the pictures that a service names, from its own hosts only, and makes sure that they are pictures which can
/// be shown without harm.
struct PictureDownload: Sendable {
  private let client: ServiceClient
  private let hosts: Set<String>
  private let standIn: URL?

  /// Downloads for a service.
  /// - Throws: ``StandInError``.
  init(_ service: ServiceDescription, _ network: ServiceNetwork) throws {
    client = ServiceClient(downloadsOf: service.name, limits: .pictures, network)
    hosts = service.pictureHosts
    standIn = try service.standIn(network.environment)
  }

  /// The picture at an address.
  /// - Throws: ``ServiceError``, `CancellationError`.
  func picture(at address: String) async throws -> DownloadedPicture {
    guard let url = URL(string: address), isAllowed(url) else { throw client.error(.forbiddenAddress) }
    let types = MediaSniffer.pictures.joined(separator: ", ")
    let answer = try await client.get(url, accept: types)
    let blob = Blob(answer.bytes)
    // What the bytes are counts, not what the service says they are.
    guard let media = MediaSniffer.media(of: blob), media.isPicture, let header = try PictureHeader.read(blob) else {
      throw client.error(.notAPicture)
    }
    guard !header.hasTooManyPixels else { throw client.error(.tooManyPixels) }
    return DownloadedPicture(blob: blob, type: media.type, width: header.width, height: header.height)
  }

  // A service that is deceived, or deceives, could otherwise have this computer ask whatever it can reach.
  private func isAllowed(_ url: URL) -> Bool {
    guard url.user() == nil, url.password() == nil, let host = url.host() else { return false }
    if let standIn { return url.scheme == standIn.scheme && host == standIn.host() && url.port == standIn.port }
    return url.scheme == "https" && hosts.contains(host) && (url.port ?? 443) == 443
  }
}
