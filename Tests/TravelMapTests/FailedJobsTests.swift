import Foundation
import Kartoteka
import KartotekaTestSupport
import Logging
import Testing

@testable import KartotekaHTTP
@testable import KartotekaStore
@testable import KartotekaWeb
@testable import TravelMap

@Suite("Pictures that could not be loaded", .timeLimit(.minutes(10)))
struct FailedJobsTests {
  private let agency = Agency()

  private func site(_ environment: [String: String] = [:]) throws -> AppSite {
    var options = StoreOptions()
    options.environment = environment
    let store = try Store(inMemory: travelMap.description.model, options: options)
    return try AppSite(travelMap, on: store, services: agency.services)
  }

  /// Adds countries, whose pictures are asked for in vain.
  private func visit(_ codes: String..., failing reason: ServiceError.Reason?, _ site: AppSite) async throws {
    agency.fails(reason)
    for code in codes {
      try await site.add("/countries", #"{"isoCode": "\#(code)"}"#)
      let queued = try #require(try await site.store.takeJob("load-pictures", now: .distantFuture))
      let context = JobContext(site.store, agency.services)
      await #expect(throws: JobFailure.self) { try await loadPictures.attempt(queued, context) }
    }
    agency.fails(nil)
  }

  private func states(_ site: AppSite) async throws -> [QueuedJob.State] {
    let country = try site.entity("country")
    var states: [QueuedJob.State] = []
    for record in try await site.store.fetch(Country.all.sorted(by: \.isoCode)) {
      states += try await site.store.jobs(of: country, id: record.id ?? 0).map(\.state)
    }
    return states
  }

  // MARK: Settings

  @Test(
    "TM-7 Settings say of how many countries, and why, in each language",
    arguments: [
      ("en", "Pictures could not be loaded: 2 countries", "Pexels did not accept the key. Check the key"),
      ("pl", "Nie udało się wczytać zdjęć: 2 kraje", "Pexels nie"),
      ("ru", "Не удалось загрузить фотографии: 2 страны", "Pexels не"),
    ])
  func told(language: String, text: String, reason: String) async throws {
    let site = try site()
    #expect(try await site.page("/settings").text.contains("<div class=jobs role=status></div>"))
    try await visit("PT", "PL", failing: .unauthorized, site)
    let page = try await site.page("/settings", language: language).text
    #expect(page.contains("<p><b>\(text)</b><span>\(reason)"), "\(page)")
    #expect(page.contains(#"action="/travelmap/settings/jobs/load-pictures""#))
  }

  @Test("TM-7 of several reasons Settings name the most frequent, with how many countries each is about")
  func reasons() async throws {
    let site = try site()
    try await visit("PT", failing: .unreadable, site)
    try await visit("PL", "KE", failing: .unauthorized, site)
    agency.has(0)
    try await visit("MT", "JP", "IS", failing: nil, site)
    let page = try await site.page("/settings").text
    #expect(
      page.contains(
        "<p><b>Pictures could not be loaded: 6 countries</b><span>2 countries: Pexels did not accept the key"))
    #expect(page.contains("<span>2 countries: for other reasons</span></p>"))
    #expect(page.contains("no more pictures of Malta") && !page.contains("no more pictures of Iceland"))
  }

  @Test("TM-7 one press tries all of them again, also where nothing begins by itself")
  func again() async throws {
    let site = try site()
    try await visit("PT", "PL", failing: .unauthorized, site)
    try await site.store.set(loadsPictures, to: false, .screen)
    let answer = try await site.submit("/settings/jobs/load-pictures")
    #expect(answer.status == 303 && answer.location == "/travelmap/settings")
    #expect(try await states(site) == [.waiting, .waiting])
    #expect(try await site.store.takeJob("load-pictures", onlyRequested: true, now: Date()) != nil)
    #expect(try await site.page("/settings").text.contains("<div class=jobs role=status></div>"))
    #expect(try await site.submit("/settings/jobs/no-such-job").status == 404)
  }

  @Test("TM-7 without a key Settings don't speak of them")
  func withoutKey() async throws {
    let site = try site()
    try await visit("PT", failing: .unauthorized, site)
    agency.setReady(false)
    #expect(try await site.page("/settings").text.contains("<div class=jobs role=status></div>"))
  }

  // MARK: A key that the environment gives

  /// Works as a server does from its start on, until the jobs of all countries are as they should be.
  private func start(_ site: AppSite, until isSo: @Sendable ([QueuedJob.State]) -> Bool) async throws {
    let running = RunningApp(travelMap, on: site.store, services: agency.services)
    let logger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
    let task = Task { try await JobRunner([running], logger: logger).run() }
    while true {
      let last = site.store.feed.last
      if isSo(try await states(site)) { break }
      await site.store.feed.wait(after: last)
    }
    task.cancel()
    try await task.value
  }

  @Test("TM-7 a key that the environment gives at the start has those begin again that failed for want of one")
  func environment() async throws {
    let site = try site(["PEXELS_API_KEY": "Open-Sesame"])
    try await visit("DE", "PL", failing: .unauthorized, site)
    try await visit("PT", failing: .unreadable, site)
    try await start(site) { $0 == [.done, .done, .failed] }
  }

  @Test("TM-7 without one in the environment, a start leaves them to the person")
  func noEnvironment() async throws {
    let site = try site()
    try await visit("DE", failing: .unauthorized, site)
    try await site.add("/countries", #"{"isoCode": "PT"}"#)
    try await start(site) { $0 == [.failed, .done] }
  }
}
