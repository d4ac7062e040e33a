import KartotekaModel

/// The picture service Pexels: <https://www.pexels.com/api/documentation/>.
public struct Pexels: PictureService {
  /// The maximum number of pictures on a page.
  public static let largestPage = 80

  private let client: ServiceClient
  private let downloads: PictureDownload

  /// Makes the service, with the address in PEXELS_URL if it is set.
  /// - Throws: `StandInError`.
  public init(network: ServiceNetwork, key: @escaping ServiceKey) throws {
    client = try ServiceClient(.pexels, network, key: key)
    downloads = try PictureDownload(.pexels, network)
  }

  /// The credit of Pexels.
  public var credit: ServiceCredit { .pexels }

  /// Whether a key is set.
  public var isReady: Bool { get async { await client.isReady } }

  /// Pictures of a subject, the best first.
  /// - Throws: ``ServiceError``, `CancellationError`.
  public func pictures(of subject: String, page: Int = 1, count: Int) async throws -> PicturePage {
    let answer = try await client.json(
      "v1/search",
      [
        ("query", subject), ("per_page", String(min(max(count, 1), Self.largestPage))),
        ("page", String(max(page, 1))),
      ])
    guard let photos = answer["photos"]?.array else { throw client.error(.unreadable) }
    let pictures = photos.compactMap(Self.picture)
    guard photos.isEmpty || !pictures.isEmpty else { throw client.error(.unreadable) }
    return PicturePage(
      pictures: pictures, total: answer["total_results"]?.integer ?? pictures.count,
      nextPage: answer["next_page"]?.text == nil ? nil : max(page, 1) + 1)
  }

  /// Downloads a found picture.
  /// - Throws: ``ServiceError``, `CancellationError`.
  public func download(_ picture: FoundPicture) async throws -> DownloadedPicture {
    try await downloads.picture(at: picture.address)
  }

  /// Downloads a found picture, about 350 pixels high; nil if Pexels does not send it.
  /// - Throws: `CancellationError`.
  public func thumbnail(of picture: FoundPicture) async throws -> DownloadedPicture? {
    guard let address = picture.smallAddress else { return nil }
    do {
      return try await downloads.picture(at: address)
    } catch {
      // The full picture is shown instead.
      try Task.checkCancellation()
      return nil
    }
  }

  // Nil if the attribution that the licence requires or the image's address is missing.
  private static func picture(_ photo: JSONValue) -> FoundPicture? {
    guard let id = photo["id"]?.integer, let link = photo["url"]?.webAddress,
      let author = photo["photographer"]?.text?.trimmingSpaces(), !author.isEmpty,
      let address = photo["src"]?["large"]?.webAddress ?? photo["src"]?["medium"]?.webAddress
    else { return nil }
    return FoundPicture(
      id: String(id), author: author, authorPage: photo["photographer_url"]?.webAddress, sourceLink: link,
      address: address, smallAddress: photo["src"]?["medium"]?.webAddress, alt: photo["alt"]?.text ?? "")
  }
}
