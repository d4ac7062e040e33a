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
