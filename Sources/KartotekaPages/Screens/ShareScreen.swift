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

  /// The address of the page for an address of the application.
  static func address(of page: URLPath, in screens: AppScreens) -> URLPath {
    screens.path.appending("share").with(of, page.text)
  }

  /// The addresses of this server for other devices: `http://192.168.0.7:8080`. None if only this machine can reach it.
  static func servers(_ asked: Request, _ context: WebContext, isOpenToEverybody: Bool) -> [String] {
    let authority = asked.head.authority ?? ""
    let scheme = context.isEncrypted ? "https" : "http"
    guard context.isOnThisMachine(asked) else { return ["\(scheme)://\(authority)"] }
    // The loopback address means another machine elsewhere.
    let port = authority.split(separator: ":").last.flatMap { Int($0) }.map { ":\($0)" } ?? ""
    return isOpenToEverybody ? context.addresses(of: NetworkAddresses.own).map { "\(scheme)://\($0)\(port)" } : []
  }

  /// The page.
  func page(_ asked: Request, _ context: WebContext, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let page = request.query[Self.of].flatMap { URLPath(local: $0) } ?? screens.path
    let all = Self.servers(asked, context, isOpenToEverybody: isOpenToEverybody).map { $0 + page.text }
    let note =
      all.isEmpty
      ? say("Only this machine can open Kartoteka. To let others in the same network in, start it with:")
      : say("Scan the code with a phone's camera, or open the address on the other device.")
    var column = SharePage(
      title: say("Open on another device"),
      back: page == screens.path ? (say("More"), screens.moreAddress) : (say("Back"), page), address: all.first,
      note: note, others: Array(all.dropFirst()))
    if all.isEmpty {
      column.opening = (
        options: "--host 0.0.0.0 --everybody-may-change",
        warning: say("Everybody in the same network can then read, change and delete everything.")
      )
    }
    return try await screens.page(
      column.title, for: request, tab: "more", hasTwoColumns: false, kind: .settings, columns: [column])
  }
}
