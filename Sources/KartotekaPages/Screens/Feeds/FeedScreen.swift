import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople
import KartotekaTransfer

/// The addresses at which programs for calendars read a list with days: `/northwind/orders/feed`.
struct FeedScreen: Sendable {
  let shaping: ListShaping
  /// Whether other machines can reach the server.
  let isOpenToEverybody: Bool
  /// The addresses of a server that is shared in a local network; nil for another one.
  let shared: SharedAddresses?

  private var screens: AppScreens { shaping.screens }

  /// The page.
  func page(_ call: ScreenCall) async throws -> ScreenDocument { try await page(call, made: nil, isFull: false) }

  /// Makes an address for the list as it is shown.
  func make(_ call: ScreenCall) async throws -> ScreenDocument {
    let person = try maker(call)
    // A filter that can't be used is refused now, and not when the program asks.
    _ = try await shaping.requireFetch(call.asked)
    let say = call.say
    let words = try await shaping.words(call.asked)
    let title = ([say(shaping.screen.tab.title)] + [words].compactMap(\.self)).joined(separator: " – ")
    let token = try await CalendarFeed.make(
      of: shaping.entity, shaping.state(call.asked).query, title: String(title.prefix(200)),
      language: say.language.code, for: person?.id, in: screens.store)
    return try await page(call, made: token, isFull: token == nil)
  }

  /// Ends an address.
  func end(_ call: ScreenCall) async throws -> ScreenDocument {
    let (person, id) = (try maker(call), try await call.form()["feed"])
    let feeds = try await CalendarFeed.all(in: screens.store)
    try await feeds.first { $0.id == id && $0.isListed(for: person) }?.end(in: screens.store)
    return .seeOther(shaping.step("feed", call.asked))
  }

  // The person who asks; nil on a server without people.
  private func maker(_ call: ScreenCall) throws -> Person? {
    guard ViewFormat.ics.concerns(shaping.entity) else { throw ScreenFault.noSuchPage }
    guard call.context.asker.hasPeople else { return nil }
    guard let signed = call.context.asker.signed else { throw ScreenFault.noSuchPage }
    return signed.person
  }

  private func page(_ call: ScreenCall, made: SecretToken?, isFull: Bool) async throws -> ScreenDocument {
    let (say, request, person) = (call.say, call.asked, try maker(call))
    let address = shaping.step("feed", request)
    let feeds = try await CalendarFeed.all(in: screens.store).filter {
      $0.entity == shaping.entity.name && $0.isListed(for: person)
    }
    var column = CalendarFeedPage(
      title: say("In a calendar"), back: (say("Back"), shaping.list(request)),
      lead: say(
        "A program for calendars reads this list at a secret address, again and again, and shows each card on its day. Whoever knows the address sees the list."
      ),
      feeds: EndableRows(
        title: say("Addresses"), action: shaping.path("feed").appending("end").with(list: request), name: "feed",
        rows: feeds.map { Self.row($0, say) }, verb: say("End")))
    var form = AccountForm(action: address, fields: [], verb: say("Make an address"))
    form.isMain = made == nil
    if isFull {
      form.fault = say("There are too many addresses already. End one of them first.")
    }
    column.form = form
    if let made {
      let path = CalendarFeed.folder + made.text + ".ics"
      let servers = ShareScreen.servers(
        call.request, call.context, isOpenToEverybody: isOpenToEverybody, shared: shared)
      let own = (call.context.isEncrypted ? "https://" : "http://") + (call.request.head.authority ?? "")
      let all = (servers.isEmpty ? [own] : servers).map { $0 + path }
      column.made = (all[0], Array(all.dropFirst()))
    }
    var document = try await screens.page(
      column.title, for: request, tab: shaping.screen.tab.path, hasTwoColumns: false, kind: .settings,
      columns: [column]
    ).depending(on: .outside)
    document.isStorable = false
    document.status = isFull ? .conflict : .ok
    return document
  }

  /// A feed in a list of feeds, with a button that ends it.
  static func row(_ feed: CalendarFeed, in app: String? = nil, _ say: Localizer) -> EndableRows.Row {
    let made = say("Made: {time}", ["time": .text(DateText.long(feed.made, in: say))])
    let end = feed.hasEnded ? say("No longer answers since an update: make a new address.") : nil
    return EndableRows.Row(
      title: feed.title, detail: [app, made, end].compactMap(\.self).joined(separator: " · "), value: feed.id)
  }
}
