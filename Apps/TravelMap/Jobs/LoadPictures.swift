import Kartoteka

/// Loads pictures of a country by its name, except deleted ones. It begins when the country is added, and needs a key for
/// Pexels.
let loadPictures = Job(
  "load-pictures", title: "Load pictures", doing: "Loading pictures", failure: "Pictures could not be loaded",
  on: Country.self, startsWithRecord: true,
  obstacle: { context in
    let service = context.services.pictures
    return await service.isReady ? nil : ServiceError(service.credit.name, .noKey).remedy()
  },
  beginsByItself: { try await $0.store.value(of: loadsPictures) },
  body: { try await PictureLoading(run: $0, country: $1).load() })

/// One attempt at loading pictures of a country: those that it lacks, up to the number in Settings.
private struct PictureLoading {
  /// The maximum number of unusable pictures that are skipped.
  private static let patience = 10
  /// The maximum number of pictures in a request.
  private static let largestPage = 80

  let run: JobRun
  let country: Record<Country>

  private var service: any PictureService { run.services.pictures }

  func load() async throws -> Phrase {
    let present = try await links()
    // Deleted pictures are not loaded again.
    var known = present.union(
      try await run.store.deletedTexts(\Picture.sourceLink, where: \.country, is: country.id ?? 0))
    let wanted = try await run.store.value(of: picturesPerCountry)
    // A country that has enough pictures gets as many more.
    let total = run.progress?.total ?? (present.count < wanted ? wanted - present.count : wanted)
    var done = run.progress?.done ?? 0
    try await run.progress(done, of: total)
    do {
      let count = min(known.count + total, Self.largestPage)
      var page: Int? = 1
      var refused = 0
      var refusal: ServiceError?
      while done < total, let number = page {
        let found = try await service.pictures(of: subject, page: number, count: count)
        for picture in found.pictures where done < total && known.insert(picture.sourceLink).inserted {
          do {
            let download = try await service.download(picture)
            let thumbnail = try await service.thumbnail(of: picture)
            try await keep(download, thumbnail, of: picture, done + 1, of: total)
            done += 1
          } catch let error as ServiceError where !error.isTransient && refused < Self.patience {
            // Continues with another picture.
            refused += 1
            refusal = error
          }
        }
        page = found.nextPage
      }
      if done == 0, let refusal { throw refusal }
    } catch let error as ServiceError {
      throw failure(error, missing: total - done, hasSome: done > 0)
    }
    guard done > 0 else {
      throw JobFailure(
        Phrase("{service} has no more pictures of {title}.", ["service": .text(service.credit.name), "title": title]))
    }
    return loaded(done)
  }

  private var subject: String { country.isoCode?.name(in: .english) ?? country.name ?? "" }
  private var title: Phrase.Argument { country.any.titleArgument }

  private func loaded(_ count: Int) -> Phrase {
    Phrase("Loaded {count} pictures of {title}", ["count": .count(count), "title": title])
  }

  // The addresses of the pages of its pictures.
  private func links() async throws -> Set<String> {
    var request = Picture.all.where(\.country == country.id).limit(AnyFetchRequest.limits.most)
    request.any.readsBlobs = false
    return Set(try await run.store.fetch(request).compactMap(\.sourceLink))
  }

  private func keep(
    _ download: DownloadedPicture, _ thumbnail: DownloadedPicture?, of found: FoundPicture, _ done: Int, of total: Int
  ) async throws {
    try await run.perform(done, of: total) { transaction in
      var picture = Record<Picture>()
      picture.country = country.id
      picture.author = String(found.author.prefix(120))
      picture.sourceLink = found.sourceLink
      picture.any["image"] = .blob(download.blob)
      if let thumbnail, thumbnail.blob.count <= Picture.largestThumbnail {
        picture.any["thumbnail"] = .blob(thumbnail.blob)
      }
      transaction.name = loaded(done)
      try transaction.insert(&picture)
    }
  }

  private func failure(_ error: ServiceError, missing: Int, hasSome: Bool) -> JobFailure {
    let failure = JobFailure(error, in: run.store.model)
    guard hasSome else { return failure }
    let reason = Phrase(
      "{count} pictures are missing. {problem}", ["count": .count(missing), "problem": .phrase(failure.reason)])
    return JobFailure(
      reason, isTemporary: failure.isTemporary, retryAt: failure.retryAt)
  }
}
