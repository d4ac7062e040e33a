import Foundation
import KartotekaModel

/// Downloads pictures from a service's own hosts only, and checks that they are safe to show.
struct PictureDownload: Sendable {
  private let client: ServiceClient
  private let hosts: Set<String>
  private let standIn: URL?

  /// Makes the downloads of a service.
  /// - Throws: ``StandInError``.
  init(_ service: ServiceDescription, _ network: ServiceNetwork) throws {
    client = ServiceClient(downloadsOf: service.name, limits: .pictures, network)
    hosts = service.pictureHosts
    standIn = try service.standIn(network.environment)
  }

  /// Downloads the picture at an address.
  /// - Throws: ``ServiceError``, `CancellationError`.
  func picture(at address: String) async throws -> DownloadedPicture {
    guard let url = URL(string: address), isAllowed(url) else { throw client.error(.forbiddenAddress) }
    let types = MediaSniffer.pictures.joined(separator: ", ")
    let answer = try await client.get(url, accept: types)
    let blob = Blob(answer.bytes)
    // The type is determined from the bytes. The Content-Type header is not trusted.
    guard let media = MediaSniffer.media(of: blob), media.isPicture, let header = try PictureHeader.read(blob) else {
      throw client.error(.notAPicture)
    }
    guard !header.hasTooManyPixels else { throw client.error(.tooManyPixels) }
    return DownloadedPicture(blob: blob, type: media.type, width: header.width, height: header.height)
  }

  // Prevents server-side request forgery: a manipulated response could otherwise make this computer request internal addresses.
  private func isAllowed(_ url: URL) -> Bool {
    guard url.user() == nil, url.password() == nil, let host = url.host() else { return false }
    if let standIn { return url.scheme == standIn.scheme && host == standIn.host() && url.port == standIn.port }
    return url.scheme == "https" && hosts.contains(host) && (url.port ?? 443) == 443
  }
}
