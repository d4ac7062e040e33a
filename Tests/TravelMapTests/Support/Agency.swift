import Kartoteka
import Synchronization

/// A service with pictures of everything, which fails as a test wants it to.
final class Agency: PictureService {
  private struct State {
    var total = 200
    var size = 40
    var error: ServiceError?
    var refused: [Int: ServiceError.Reason] = [:]
    var subjects: [String] = []
    var downloads: [Int] = []
    var isReady = true
    var onDownload: @Sendable (Int) async throws -> Void = { _ in }
  }

  private let state = Mutex(State())

  var credit: ServiceCredit { .pexels }
  var isReady: Bool {
    get async { state.withLock { $0.isReady } }
  }

  /// What it was asked for.
  var subjects: [String] { state.withLock { $0.subjects } }
  /// The numbers of the pictures that were downloaded, or should have been.
  var downloads: [Int] { state.withLock { $0.downloads } }

  var services: Services { Services(pictures: self, places: Services.none.places) }

  /// From now on it has so many pictures.
  func has(_ total: Int) { state.withLock { $0.total = total } }
  /// From now on each has so many bytes.
  func sends(bytes size: Int) { state.withLock { $0.size = size } }
  /// From now on it answers no question; nil: again.
  func fails(_ reason: ServiceError.Reason?) {
    state.withLock { $0.error = reason.map { ServiceError("Pexels", $0) } }
  }
  /// From now on it doesn't hand out that picture; nil: again.
  func refuses(_ picture: Int, _ reason: ServiceError.Reason?) { state.withLock { $0.refused[picture] = reason } }
  /// From now on it has a key or not.
  func setReady(_ isReady: Bool) { state.withLock { $0.isReady = isReady } }
  /// Is done before each download.
  func beforeDownload(_ body: @escaping @Sendable (Int) async throws -> Void) {
    state.withLock { $0.onDownload = body }
  }

  func pictures(of subject: String, page: Int, count: Int) async throws -> PicturePage {
    let (error, total) = state.withLock { state in
      state.subjects.append(subject)
      return (state.error, state.total)
    }
    if let error { throw error }
    let first = (page - 1) * count + 1
    let last = min(first + count - 1, total)
    let numbers = first <= last ? Array(first...last) : []
    return PicturePage(pictures: numbers.map(Self.picture), total: total, nextPage: last < total ? page + 1 : nil)
  }

  func download(_ picture: FoundPicture) async throws -> DownloadedPicture {
    let number = Int(picture.id) ?? 0
    let (refused, size, before) = state.withLock { state in
      state.downloads.append(number)
      return (state.refused[number], state.size, state.onDownload)
    }
    try await before(number)
    if let refused { throw ServiceError("Pexels", refused) }
    let bytes: [UInt8] =
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + (0..<size).map { UInt8(truncatingIfNeeded: $0 + number) }
    return DownloadedPicture(blob: Blob(bytes), type: "image/png", width: 4, height: 4)
  }

  /// The page of a picture.
  static func link(_ number: Int) -> String { "https://www.pexels.com/photo/\(number)/" }

  private static func picture(_ number: Int) -> FoundPicture {
    FoundPicture(
      id: String(number), author: "Photographer \(number)", authorPage: nil, sourceLink: link(number),
      address: "https://images.pexels.com/\(number).png", alt: "")
  }
}
