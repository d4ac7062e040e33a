import KartotekaModel

/// A service that finds pictures of a subject.
///
/// ``Pexels`` is one. Implementations throw only ``ServiceError`` and `CancellationError`.
public protocol PictureService: Sendable {
  /// The credit of the service, in addition to that of the photographers.
  var credit: ServiceCredit { get }
  /// Whether the service can be used: a key is set.
  var isReady: Bool { get async }

  /// Pictures of a subject, the best first.
  /// - Parameters:
  ///   - subject: the name of the subject, preferably in English.
  ///   - page: the page number, from 1.
  ///   - count: the number of pictures on a page, from 1 to 80.
  func pictures(of subject: String, page: Int, count: Int) async throws -> PicturePage

  /// Downloads a found picture.
  func download(_ picture: FoundPicture) async throws -> DownloadedPicture

  /// Downloads a found picture in a size for lists; nil if the service has none or does not send it.
  ///
  /// Implementations throw only `CancellationError`.
  func thumbnail(of picture: FoundPicture) async throws -> DownloadedPicture?
}

extension PictureService {
  /// No thumbnail.
  public func thumbnail(of picture: FoundPicture) async throws -> DownloadedPicture? { nil }
}

/// A page of search results.
public struct PicturePage: Hashable, Sendable {
  /// The pictures of this page.
  public let pictures: [FoundPicture]
  /// The number of pictures on all pages.
  public let total: Int
  /// The number of the next page; nil on the last page.
  public let nextPage: Int?

  /// Makes a page.
  public init(pictures: [FoundPicture], total: Int, nextPage: Int?) {
    self.pictures = pictures
    self.total = total
    self.nextPage = nextPage
  }
}

/// A search result: the metadata of a picture that was not downloaded.
public struct FoundPicture: Hashable, Codable, Sendable {
  /// The picture's id in the service.
  public let id: String
  /// The photographer's name.
  public let author: String
  /// The address of the photographer's page; nil if there is none.
  public let authorPage: String?
  /// The address of the picture's page in the service, for the credit.
  public let sourceLink: String
  /// The address of the image file in a size for a screen.
  public let address: String
  /// The address of the image file in a size for lists; nil if the service has none.
  public let smallAddress: String?
  /// A description of the picture in English; may be empty.
  public let alt: String

  /// Makes a search result.
  public init(
    id: String, author: String, authorPage: String?, sourceLink: String, address: String, smallAddress: String? = nil,
    alt: String
  ) {
    self.id = id
    self.author = author
    self.authorPage = authorPage
    self.sourceLink = sourceLink
    self.address = address
    self.smallAddress = smallAddress
    self.alt = alt
  }
}

/// A downloaded picture that was checked to be safe to show.
public struct DownloadedPicture: Hashable, Sendable {
  /// The image file, in memory.
  public let blob: Blob
  /// The media type, determined from the bytes, such as `image/jpeg`.
  public let type: String
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// Makes a downloaded picture.
  public init(blob: Blob, type: String, width: Int, height: Int) {
    self.blob = blob
    self.type = type
    self.width = width
    self.height = height
  }
}

/// A picture service without results, for applications without one.
struct NoPictures: PictureService {
  var credit: ServiceCredit { .pexels }

  var isReady: Bool { false }

  func pictures(of subject: String, page: Int, count: Int) async throws -> PicturePage {
    throw ServiceError(credit.name, .noKey)
  }

  func download(_ picture: FoundPicture) async throws -> DownloadedPicture {
    throw ServiceError(credit.name, .noKey)
  }
}
