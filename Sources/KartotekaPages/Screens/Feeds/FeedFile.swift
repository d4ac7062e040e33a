import Foundation
import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople
import KartotekaStore
import KartotekaTransfer

/// The calendar at a secret address: `/ics/kc_….ics`. A program for calendars reads it again and again, without signing in.
struct FeedFile: Sendable {
  let apps: [AppScreens]
  let people: People?

  /// The calendar, or that the program has it already.
  /// - Throws: ``ScreenFault/noSuchPage`` for an address that was never made or is ended, and where the rights of the person who
  ///   made it have ended.
  func file(_ call: ScreenCall) async throws -> ScreenDocument {
    let name = call.text("file")
    guard name.hasSuffix(".ics"), let token = SecretToken(.calendar, text: name.dropLast(4)) else {
      throw ScreenFault.noSuchPage
    }
    var fault: StoreError?
    for screens in apps {
      let feed: CalendarFeed?
      do { feed = try await CalendarFeed.feed(token, in: screens.store) } catch let error as StoreError {
        // A file of secrets that can't be read ends no calendar of another application. A database that does not answer ends none:
        // programs forget a calendar that is not there.
        if case .primary = error { fault = fault ?? error }
        continue
      }
      guard let feed else { continue }
      let known = call.context.asker.hasPeople ? people : nil
      guard let access = try await feed.access(to: screens.app.name, by: known) else { break }
      // Whoever made it asks.
      let maker = try await feed.maker(in: known)
      return try await Author.$current.withValue(maker?.author) {
        try await file(feed, known == nil ? screens : screens.made(for: access), call)
      }
    }
    throw fault ?? ScreenFault.noSuchPage
  }

  private func file(_ feed: CalendarFeed, _ screens: AppScreens, _ call: ScreenCall) async throws -> ScreenDocument {
    guard let entity = screens.description.model.entity(named: feed.entity), ViewFormat.ics.concerns(entity),
      let shaping = ListShaping(screens, of: entity)
    else { throw ScreenFault.noSuchPage }
    let head = HTTPRequest(
      method: .get, scheme: nil, authority: nil, path: screens.path(of: entity).text + "?" + feed.query,
      headerFields: [.cookie: ScreenRequest.languageCookie + "=" + feed.language])
    let asked = ScreenRequest(Request(head: head, body: RequestBody(buffer: ByteBuffer())), of: screens)
    let list = try await ExportedList(shaping, asked)
    let last = try await screens.store.lastChangeSet()
    var exporter = list.exporter
    let scheme = call.context.isEncrypted ? "https://" : "http://"
    let server = call.request.head.authority.map { scheme + $0 }
    exporter.source = ListSource(id: String(feed.id.prefix(32)), time: feed.made) { id in
      server.map { $0 + screens.path(of: entity).appending(id).text }
    }
    let sink = BufferSink()
    try await exporter.write(list.fetch, columns: list.columns, as: .ics, named: feed.title, to: sink)
    let bytes = sink.take()
    let tag = EntityTag("calendar", content: Array(bytes.readableBytesView)).text
    var headers: HTTPFields = [
      .contentType: ViewFormat.ics.mediaType, .eTag: tag, .cacheControl: "private, no-cache",
      .lastModified: HTTPTime.text(last?.at ?? feed.made),
    ]
    guard !Preconditions(call.request).isUnchanged(tag) else {
      headers[.contentType] = nil
      var document = ScreenDocument.file(headers, ResponseBody())
      document.status = .notModified
      return document
    }
    return .file(headers, ResponseBody(byteBuffer: bytes))
  }
}

/// A time in a header (RFC 9110, section 5.6.7).
private enum HTTPTime {
  /// `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func text(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }
}
