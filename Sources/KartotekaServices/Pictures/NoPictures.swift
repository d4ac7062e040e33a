/// In the place of a service that finds pictures where there is none.
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
