import Foundation
import Kartoteka
import KartotekaTestSupport
import Synchronization
import Testing

@testable import KartotekaStore
@testable import TravelMap

@Suite("Loading a country's pictures")
struct PictureLoadingTests {
  private let agency = Agency()
  private let site: AppSite
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws { site = try AppSite(travelMap, services: agency.services) }

  private func visit(_ code: String = "PT") async throws -> RecordID {
    try #require(try await site.add("/countries", #"{"isoCode": "\#(code)"}"#).json.number("id"))
  }

  private func country() throws -> EntityDescription { try site.entity("country") }

  private func job(_ id: RecordID) async throws -> QueuedJob {
    try #require(try await site.store.jobs(of: country(), id: id).first)
  }

  /// Makes one attempt, as the server does.
  @discardableResult
  private func attempt(at moment: Date? = nil) async throws -> Phrase? {
    let moment = moment ?? now
    let queued = try #require(try await site.store.takeJob("load-pictures", now: moment))
    return try await loadPictures.attempt(
      queued, JobContext(site.store, agency.services, now: { moment }))
  }

  private func links(_ id: RecordID) async throws -> [String] {
    let pictures = try await site.store.fetch(TravelMap.Picture.all.where(\.country == id).limit(200))
    return pictures.compactMap(\.sourceLink)
  }

  @Test("TM-7 loads as many pictures as Settings say, by the English name, each with who took it and where it is from")
  func loads() async throws {
    try await site.store.set(picturesPerCountry, to: 4, .screen)
    let id = try await visit("DE")
    let title = Phrase.Argument.country(try #require(CountryCode("DE")))
    let done = Phrase("Loaded {count} pictures of {title}", ["count": .count(4), "title": title])
    #expect(try await attempt() == done)
    #expect(agency.subjects == ["Germany"])
    let pictures = try await site.store.fetch(TravelMap.Picture.all)
    #expect(pictures.map(\.author) == (1...4).map { "Photographer \($0)" })
    #expect(pictures.map(\.sourceLink) == (1...4).map { Agency.link($0) })
    #expect(pictures.allSatisfy { $0.country == id && ($0.image?.count ?? 0) == 48 })
    #expect(try await job(id).state == .done)
    let changeSet = try #require(try await site.store.lastChangeSet())
    #expect(changeSet.name == done && changeSet.origin == .code)
    try await site.store.undo(changeSet.id, .screen)
    #expect(try await site.count("picture") == 0)
    #expect(try await site.count("country") == 1)
  }

  @Test("TM-7 a picture that is not small lies beside the database")
  func outside() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try Store(travelMap.description.model, at: folder.appending(path: "travelmap.sqlite"))
    agency.sends(bytes: 200_000)
    try await store.set(picturesPerCountry, to: 2, .screen)
    var country = Record<Country>()
    country.isoCode = CountryCode("PT")
    try await store.save(&country)
    let queued = try #require(try await store.takeJob("load-pictures", now: now))
    try await loadPictures.attempt(queued, JobContext(store, agency.services))
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: folder.appending(path: "travelmap.blobs").path(percentEncoded: false))
    #expect(files.count { $0.count > 60 } == 2)
    #expect(try await store.fetch(TravelMap.Picture.all).compactMap { $0.image?.count } == [200_008, 200_008])
  }

  @Test("TM-7 asked again, loads as many more and none that it has")
  func more() async throws {
    let id = try await visit()
    try await attempt()
    let first = try await links(id)
    #expect(first == (1...10).map { Agency.link($0) })
    try await site.store.request("load-pictures", for: country(), id: id)
    try await attempt()
    #expect(try await links(id) == (1...20).map { Agency.link($0) })
    #expect(agency.downloads == Array(1...20))
  }

  @Test("TM-7 a picture that was deleted doesn't come again to its country; to one that is added anew it does")
  func unwanted() async throws {
    let id = try await visit()
    try await attempt()
    for picture in try await site.store.fetch(TravelMap.Picture.all).prefix(2) { try await site.store.delete(picture) }
    try await site.store.request("load-pictures", for: country(), id: id)
    try await attempt()
    #expect(try await links(id) == (3...12).map { Agency.link($0) })
    #expect(agency.downloads == Array(1...12))

    // What somebody took back as a whole may come again.
    try await site.store.undo(try #require(try await site.store.lastChangeSet()).id, .screen)
    try await site.store.request("load-pictures", for: country(), id: id)
    try await attempt()
    #expect(Set(try await links(id)) == Set((3...12).map { Agency.link($0) }))

    try await site.store.deleteAll(.screen)
    let other = try await visit()
    try await attempt()
    #expect(try await links(other) == (1...10).map { Agency.link($0) })
  }

  @Test("TM-7 when a service breaks off, what was loaded stays, what is missing is counted, and the rest comes later")
  func partly() async throws {
    let id = try await visit()
    agency.refuses(4, .unreachable)
    await #expect(throws: JobFailure.self) { try await attempt() }
    #expect(try await links(id).count == 3)
    let waiting = try await job(id)
    #expect(waiting.state == .waiting && waiting.progress == .init(3, of: 10))
    #expect(waiting.notBefore == now.addingTimeInterval(30))
    #expect(waiting.error.map { Localizer.english($0) } == "7 pictures are missing. Pexels can't be reached.")
    let page = try await site.page("/countries/\(id)", language: "pl").text
    #expect(
      page.contains(
        "Nie udało się wczytać zdjęć: Brakuje 7 zdjęć. Nie można połączyć się z Pexels. Próba zostanie sama powtórzona."
      ),
      "\(page)")
    agency.refuses(4, nil)
    try await attempt(at: now.addingTimeInterval(30))
    #expect(try await links(id) == (1...10).map { Agency.link($0) })
    #expect(try await job(id).state == .done)
    // One change set for all of it.
    let changeSet = try #require(try await site.store.lastChangeSet())
    try await site.store.undo(changeSet.id, .screen)
    #expect(try await site.count("picture") == 0)
  }

  @Test(
    "TM-7 a picture that can't be taken is passed over",
    arguments: [ServiceError.Reason.notAPicture, .tooLarge(limit: 1), .tooManyPixels, .refused(status: 404)])
  func passesOver(_ reason: ServiceError.Reason) async throws {
    let id = try await visit()
    agency.refuses(2, reason)
    try await attempt()
    #expect(try await links(id) == ([1] + Array(3...11)).map { Agency.link($0) })
  }

  @Test("TM-7 where too many are refused it says how many are missing; where there are no others it is done")
  func gives() async throws {
    let id = try await visit()
    for number in 3...200 { agency.refuses(number, .notAPicture) }
    await #expect(throws: JobFailure.self) { try await attempt() }
    #expect(agency.downloads.count == 13)
    let failed = try await job(id)
    #expect(failed.state == .failed && failed.progress == .init(2, of: 10))
    #expect(
      failed.error.map { Localizer.english($0) }
        == "8 pictures are missing. Pexels sent a file that is not a picture. Add a picture of your own instead.")

    agency.has(6)
    for number in 3...200 { agency.refuses(number, nil) }
    agency.refuses(5, .notAPicture)
    try await site.store.request("load-pictures", for: country(), id: id)
    try await attempt()
    #expect(try await links(id).count == 5)
    #expect(try await job(id).state == .done)
  }

  @Test("TM-7 of what there are fewer pictures than wanted, all are loaded; of what there are none, it says so")
  func fewer() async throws {
    agency.has(3)
    let id = try await visit()
    try await attempt()
    #expect(try await links(id).count == 3)
    #expect(try await job(id).state == .done)
    try await site.store.request("load-pictures", for: country(), id: id)
    await #expect(throws: JobFailure.self) { try await attempt() }
    let page = try await site.page("/countries/\(id)").text
    #expect(page.contains("Pictures could not be loaded: Pexels has no more pictures of Portugal."))
  }

  @Test("TM-7 a key that is refused stops it until somebody says so; the page says whose key, and offers another try")
  func refused() async throws {
    let id = try await visit()
    agency.fails(.unauthorized)
    await #expect(throws: JobFailure.self) { try await attempt() }
    let failed = try await job(id)
    #expect(failed.state == .failed && failed.notBefore == nil)
    #expect(try await site.store.takeJob("load-pictures", now: .distantFuture) == nil)
    let page = try await site.page("/countries/\(id)").text
    #expect(
      page.contains(
        "Pictures could not be loaded: Pexels did not accept the key. Check the key for Pexels in Settings."))
    #expect(page.contains(#"action="/travelmap/countries/\#(id)/actions/load-pictures""#))
    agency.fails(nil)
    let answer = try await site.submit(
      "/countries/\(id)/actions/load-pictures", ["returnTo": "/travelmap/countries/\(id)"])
    #expect(answer.status == 303 && answer.location == "/travelmap/countries/\(id)" && answer.cookie == nil)
    try await attempt()
    #expect(try await links(id).count == 10)
    #expect(try await site.page("/countries/\(id)").text.contains("<div class=jobs role=status></div>"))
  }

  @Test("TM-7 a service that names a time is not asked before")
  func limited() async throws {
    let id = try await visit()
    let until = now.addingTimeInterval(7_200)
    agency.fails(.rateLimited(until: until))
    await #expect(throws: JobFailure.self) { try await attempt() }
    #expect(try await job(id).notBefore == until)
    #expect(try await site.store.takeJob("load-pictures", now: until.addingTimeInterval(-1)) == nil)
    agency.fails(nil)
    try await attempt(at: until)
    #expect(try await links(id).count == 10)
  }

  @Test("TM-7 stops when the country is deleted; what comes back by undo has what was loaded")
  func gone() async throws {
    let id = try await visit()
    agency.beforeDownload { [site] number in
      guard number == 3 else { return }
      let country = try site.entity("country")
      _ = try await site.store.perform(.screen) { try $0.delete(country, id: id) }
    }
    #expect(try await attempt() == nil)
    #expect(agency.downloads == [1, 2, 3])
    #expect(try await site.count("picture") == 0)
    let changeSet = try #require(try await site.store.lastChangeSet())
    try await site.store.undo(changeSet.id, .screen)
    #expect(try await links(id).count == 2)
    #expect(try await site.store.jobs(of: country(), id: id) == [])
  }

  @Test("TM-7 an attempt that was ended in the middle is gone on with, and nothing is loaded twice")
  func resumed() async throws {
    let id = try await visit()
    agency.beforeDownload { number in if number == 6 { withUnsafeCurrentTask { $0?.cancel() } } }
    // A task of its own, so that the test goes on.
    let ended = Task { try await attempt() }
    await #expect(throws: CancellationError.self) { try await ended.value }
    #expect(try await job(id).state == .waiting)
    let before = try await links(id).count
    #expect(before == 5)
    agency.beforeDownload { _ in }
    try await attempt()
    #expect(try await links(id) == (1...10).map { Agency.link($0) })
  }

  @Test("TM-7 without a key nothing is said or offered, and the API says what is missing")
  func withoutKey() async throws {
    agency.setReady(false)
    let id = try await visit()
    let page = try await site.page("/countries/\(id)").text
    #expect(page.contains("<div class=jobs role=status></div>"))
    #expect(!page.contains("Load pictures"))
    let answer = try await site.api(.post, "/countries/\(id)/actions/load-pictures")
    #expect(answer.status == 409 && answer.text.contains("Add your key for Pexels in Settings."))
    #expect(agency.subjects == [])
  }

  @Test("TM-7 where nothing is to be loaded by itself, nothing is said; the button is there")
  func notByItself() async throws {
    try await site.store.set(loadsPictures, to: false, .screen)
    let id = try await visit()
    let page = try await site.page("/countries/\(id)").text
    #expect(page.contains("<div class=jobs role=status></div>") && page.contains("Load pictures"))
    #expect(try await !loadPictures.beginsByItself(JobContext(site.store, agency.services)))
  }

  @Test(
    "TM-7 the page says how far it is in each language",
    arguments: [
      ("en", "Loading pictures: 3 of 10"), ("pl", "Wczytywanie zdjęć: 3 z 10"), ("ru", "Загрузка фотографий: 3 из 10"),
    ])
  func languages(language: String, text: String) async throws {
    let id = try await visit()
    let queued = try #require(try await site.store.takeJob("load-pictures", now: now))
    _ = try await site.store.perform(.code) { try $0.progress(.init(3, of: 10), of: queued) }
    #expect(try await site.page("/countries/\(id)", language: language).text.contains("<p>\(text)</p>"))
  }

  @Test("TM-7 the API has pictures loaded in the background, the command line at once, with how far it is")
  func ways() async throws {
    let id = try await visit()
    try await attempt()
    let answer = try await site.api(.post, "/countries/\(id)/actions/load-pictures")
    #expect(try answer.status == 200 && answer.json.text("message") == "Loading pictures")
    #expect(try await job(id).state == .waiting)
    #expect(try await job(id).isRequested)

    let seen = Mutex<[QueuedJob.Progress]>([])
    let record = try await site.store.record(country(), id: id)
    var call = ActionCall(on: site.store, .command, record: record)
    call.jobs = JobContext(site.store, agency.services)
    call.report = { progress in seen.withLock { $0.append(progress) } }
    let action = try #require(travelMap.action("load-pictures"))
    let result = try await action.run(call)
    #expect(Localizer.english(result.message).hasPrefix("Loaded 10 pictures"))
    #expect(seen.withLock { $0 } == (0...10).map { QueuedJob.Progress($0, of: 10) })
    #expect(try await links(id).count == 20)

    agency.fails(.unauthorized)
    await #expect(throws: ActionError.self) { try await action.run(call) }
    #expect(try await job(id).state == .failed)
  }

  @Test("TM-7 the command line does not begin what the server is doing")
  func busy() async throws {
    let id = try await visit()
    _ = try await site.store.takeJob("load-pictures", now: now)
    var call = ActionCall(on: site.store, .command, record: try await site.store.record(country(), id: id))
    call.jobs = JobContext(site.store, agency.services)
    let action = try #require(travelMap.action("load-pictures"))
    await #expect(throws: ActionError.refused("This is being done already.")) { try await action.run(call) }
  }
}
