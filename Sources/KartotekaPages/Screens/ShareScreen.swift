import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP

/// The address of a page of an application for another device: `/northwind/share?of=/northwind/orders`.
struct ShareScreen: Sendable {
  private static let of = "of"

  let screens: AppScreens
  /// Whether other machines can reach the server.
  let isOpenToEverybody: Bool
  /// The addresses of a server that is shared in a local network; nil for another one.
  let shared: SharedAddresses?

  /// The address of the page for an address of the application.
  static func address(of page: URLPath, in screens: AppScreens) -> URLPath {
    screens.path.appending("share").with(of, page.text)
  }

  /// The page.
  func page(_ asked: Request, _ context: WebContext, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let page = request.query[Self.of].flatMap { URLPath(local: $0) } ?? screens.path
    let authority = asked.head.authority ?? ""
    let scheme = context.isEncrypted ? "https" : "http"
    var addresses = ["\(scheme)://\(authority)"]
    var note = say("Scan the code with a phone's camera, or open the address on the other device.")
    if context.isOnThisMachine(asked) {
      // The loopback address means another machine elsewhere.
      let port = authority.split(separator: ":").last.flatMap { Int($0) }.map { ":\($0)" } ?? ""
      addresses =
        if let shared { shared.hosts.map(shared.server) } else if isOpenToEverybody {
          context.addresses(of: NetworkAddresses.own).map { "\(scheme)://\($0)\(port)" }
        } else { [] }
      if addresses.isEmpty {
        note = say("Only this machine can open Kartoteka. To let others in the same network in, start it with:")
      }
    }
    let all = addresses.map { $0 + page.text }
    var column = SharePage(
      title: say("Open on another device"),
      back: page == screens.path ? (say("More"), screens.moreAddress) : (say("Back"), page), address: all.first,
      note: note, others: Array(all.dropFirst()))
    if all.isEmpty {
      column.opening = (
        options: "--share",
        warning: say(
          "Others then sign in with accounts of their own, over an encrypted connection. The server prints what to do next."
        )
      )
    }
    column.trust = shared?.trustNote
    return try await screens.page(
      column.title, for: request, tab: "more", hasTwoColumns: false, kind: .settings, columns: [column])
  }
}

extension SharedAddresses {
  /// The page by which devices learn to trust the server.
  var trustNote: TrustNote { TrustNote(address: trustPage(at: hosts[0]), fingerprint: fingerprint) }
}
