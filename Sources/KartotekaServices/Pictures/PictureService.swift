import KartotekaModel

/// Finds pictures of something by its name.
///
/// ``Pexels`` is one. Everything that is thrown is a ``ServiceError`` or a `CancellationError`.
public protocol PictureService: Sendable {
  /// Whom the pictures are owed to, besides their photographers.
  var credit: ServiceCredit { get }
  /// Whether it can be asked: a key is set.
  var isReady: Bool { get async }

  /// Pictures of something, best first.
  /// - Parameters:
  ///   - subject: the name of what they should show, best in English.
  ///   - page: which page of them, from 1.
  ///   - count: how many to a page, 1 to 80.
  func pictures(of subject: String, page: Int, count: Int) async throws -> PicturePage

  /// The bytes of a picture that was found.
  func download(_ picture: FoundPicture) async throws -> DownloadedPicture

  /// A picture that was found, small enough for a list; nil where the service has none or does not send it.
  ///
  /// Everything that is thrown is a `CancellationError`.
  func thumbnail(of picture: FoundPicture) async throws -> DownloadedPicture?
}

extension PictureService {
  /// None.
  public func thumbnail(of picture: FoundPicture) async throws -> DownloadedPicture? { nil }
}

/// Pictures that were found.
public struct PicturePage: Hashable, Sendable {
  /// The pictures.
  public let pictures: [FoundPicture]
  /// How many there are on all pages.
  public let total: Int
  /// The number of the next page; nil on the last one.
  public let nextPage: Int?

  /// A page of pictures.
  public init(pictures: [FoundPicture], total: Int, nextPage: Int?) {
    self.pictures = pictures
    self.total = total
    self.nextPage = nextPage
  }
}

/// A picture that a service offers: what is known of it before it is downloaded.
public struct FoundPicture: Hashable, Codable, Sendable {
  /// The service's number for it.
  public let id: String
  /// The photographer's name.
  public let author: String
  /// The photographer's page; nil when there is none.
  public let authorPage: String?
  /// The page of the picture at the service, to link to.
  public let sourceLink: String
  /// Where its bytes are, in a size for a screen.
  public let address: String
  /// Where its bytes are, in a size for a list; nil where the service has none.
  public let smallAddress: String?
  /// What it shows, in English; may be empty.
  public let alt: String

  /// A picture.
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

/// The bytes of a picture, made sure to be one that can be shown.
public struct DownloadedPicture: Hashable, Sendable {
  /// The bytes, in memory.
  public let blob: Blob
  /// Their type, told from the bytes: `image/jpeg`.
  public let type: String
  /// How many pixels it is wide.
  public let width: Int
  /// How many pixels it is high.
  public let height: Int

  /// A picture.
  public init(blob: Blob, type: String, width: Int, height: Int) {
    self.blob = blob
    self.type = type
    self.width = width
    self.height = height
  }
}
