/// Slows down who guesses passwords and codes, by account and by address.
///
/// An attempt is counted as failed when it begins, so that a hundred at once count a hundred times; ``succeeded(_:)`` takes it back.
/// A failure delays the next attempt of the same source on the same account, and many failures delay all of the same
/// address. It never delays an account for everybody: somebody who guesses Anna's password from elsewhere changes only how many
/// free attempts a new source has, so that nobody can lock her out. A device on which she was signed in before counts as a
/// source of its own, apart from its address.
///
/// It holds a bounded number of accounts and addresses, in memory alone. Its clock can't be set back.
package final class Throttle: Sendable {
  /// Where an attempt comes from.
  package struct Source: Sendable, Hashable {
    /// - Parameters:
    ///   - address: the client's address without its port. Addresses of IPv6 are taken by their network of 64 bits.
    ///   - device: the digest of a key that the client holds since an earlier sign-in on this account; nil without one.
    package init(address: String, device: [UInt8]? = nil) { fatalError() }
  }

  /// An attempt that may go on.
  package struct Attempt: Sendable {}

  /// What an attempt may do.
  package enum Verdict: Sendable {
    /// It goes on.
    case go(Attempt)
    /// It is refused without looking at the password. The next one may come after this time.
    case wait(Duration)
  }

  /// A throttle that has counted nothing.
  package init() { fatalError() }

  /// Begins an attempt. The account is the folded name that was typed, whether it exists or not.
  package func begin(account: String, from source: Source) -> Verdict { fatalError() }

  /// The attempt was right.
  package func succeeded(_ attempt: Attempt) { fatalError() }
}
