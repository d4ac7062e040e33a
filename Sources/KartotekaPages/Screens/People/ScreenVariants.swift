import KartotekaHTML
import KartotekaHTTP
import KartotekaStore
import Synchronization

/// The rows of the screens for people with other rights, which are made when the first of them comes. There are as many as there
/// are different rights in an application.
final class ScreenVariants: Sendable {
  private let screens: ScreenRoutes
  private let made = Mutex<[Access: [String: ScreenRoute]]>([:])

  init(_ screens: ScreenRoutes) { self.screens = screens }

  /// The row with the same address for those with an access; nil if there is none, as for strangers.
  func row(like row: ScreenRoute, for access: Access) -> ScreenRoute? {
    guard access != .nobody else { return nil }
    let rows = made.withLock { made in
      if let known = made[access] { return known }
      let rows = Dictionary(
        screens.made(for: access).rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
      made[access] = rows
      return rows
    }
    return rows[row.variedKey ?? row.key]
  }
}

extension Reach {
  /// The rights of the sender of a request; nil on a server without people.
  init?(_ context: WebContext) {
    guard context.asker.hasPeople else { return nil }
    let signed = context.asker.signed
    let (isSignedIn, identity) = (signed != nil, signed?.person.identity)
    guard !context.asker.mayAdminister else {
      self.init(isSignedIn: isSignedIn, identity: identity, mayUse: nil)
      return
    }
    self.init(isSignedIn: isSignedIn, identity: identity) { address, sends in
      context.mayUse(sends ? .post : .get, address)
    }
  }
}
