import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

/// The address of a page of an application for another device: `/northwind/share?of=/northwind/orders`.
struct ShareScreen: Sendable {
  private static let of = "of"

  let screens: AppScreens
  /// Whether other machines can reach the server.
  let isOpenToEverybody: Bool
  /// The addresses of a server that is shared in a local network; nil for another one.
  let shared: SharedAddresses?
  /// Whether an administrator can have it shared.
  let canBeShared: Bool

  /// The address of the page for an address of the application.
  static func address(of page: URLPath, in screens: AppScreens) -> URLPath {
    screens.path.appending("share").with(of, page.text)
  }

  /// The addresses of this server for other devices: `http://192.168.0.7:8080`. Empty if only this machine can reach it.
  /// - Parameters:
  ///   - isOpenToEverybody: whether other machines can reach the server.
  ///   - shared: the addresses of a server that is shared in a local network; nil for another one.
  static func servers(
    _ asked: Request, _ context: WebContext, isOpenToEverybody: Bool, shared: SharedAddresses?
  ) -> [String] {
    let authority = asked.head.authority ?? ""
    let scheme = context.isEncrypted ? "https" : "http"
    guard context.isOnThisMachine(asked) else { return ["\(scheme)://\(authority)"] }
    // The loopback address means another machine elsewhere.
    if let shared { return shared.hosts.filter { !WebContext.isLoopback($0) }.map(shared.server) }
    let port = authority.split(separator: ":").last.flatMap { Int($0) }.map { ":\($0)" } ?? ""
    return isOpenToEverybody ? context.addresses(of: NetworkAddresses.own).map { "\(scheme)://\($0)\(port)" } : []
  }

  /// The page.
  func page(_ asked: Request, _ context: WebContext, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let page = request.query[Self.of].flatMap { URLPath(local: $0) } ?? screens.path
    let all = Self.servers(asked, context, isOpenToEverybody: isOpenToEverybody, shared: shared).map { $0 + page.text }
    let note =
      !all.isEmpty
      ? say("Scan the code with a phone's camera, or open the address on the other device.")
      : shared == nil
        ? say("Only this machine can open Kartoteka. To let others in the same network in, start it with:")
        : say("This machine is in no network at the moment.")
    var column = SharePage(
      title: say("Open on another device"),
      back: page == screens.path ? (say("More"), screens.moreAddress) : (say("Back"), page), address: all.first,
      note: note, others: Array(all.dropFirst()))
    if all.isEmpty, shared == nil, let opener = opener(asked, context, say) {
      column.note = say(
        "Only this machine can open Kartoteka. Others in the same network can be let in: they sign in with accounts of their own, over an encrypted connection."
      )
      column.opener = opener
    } else if all.isEmpty, shared == nil {
      column.opening = (
        options: "--share",
        warning: say(
          "Others then sign in with accounts of their own, over an encrypted connection. The server prints what to do next."
        )
      )
    }
    if !all.isEmpty { column.trust = shared?.trustNote }
    return try await screens.page(
      column.title, for: request, tab: "more", hasTwoColumns: false, kind: .settings, columns: [column])
  }
}

extension ShareScreen {
  // The page where others are let in. People come first.
  private func opener(_ asked: Request, _ context: WebContext, _ say: Localizer) -> LinkRow? {
    guard canBeShared, context.isByPersonAtMachine(asked) else { return nil }
    if !context.asker.hasPeople {
      return LinkRow(title: say("Work with others"), symbol: .people, href: PeopleAddress.first)
    }
    guard context.asker.mayAdminister else { return nil }
    return LinkRow(title: say("Sharing in the network"), symbol: .gear, href: PeopleAddress.settings)
  }
}

extension SharedAddresses {
  /// The page by which devices learn to trust the server.
  var trustNote: TrustNote { TrustNote(address: trustPage(at: hosts[0]), fingerprint: fingerprint) }
}
