import Foundation
import Synchronization

/// Slows down guesses of passwords and codes, by account and by address.
///
/// An attempt counts as failed when it begins, so that a hundred at once count a hundred times; ``succeeded(_:)`` takes it back.
/// Failures delay the next attempt of the same source on the same account, and many failures delay all attempts of an
/// address. Passwords are never delayed for a whole account: failures from elsewhere only leave a new source fewer free
/// attempts, so that nobody can lock somebody else out. A device on which the person was signed in before is a source apart from
/// its address, with failures of its own, wherever it is. The codes of the second step are asked of those alone who know the
/// password, and are delayed for the account, apart from its devices.
///
/// The numbers of accounts and addresses in memory are bounded. The clock can't be set back.
package final class Throttle: Sendable {
  /// The kind of secret that is guessed.
  package enum Proof: Sendable, Hashable {
    /// A password.
    case password
    /// A one-time code or recovery code, after the password was right.
    case code
  }

  /// An attempt that may go on.
  package struct Attempt: Sendable {
    fileprivate let pair: Int
    fileprivate let account: Int
    fileprivate let address: Int?
  }

  /// The decision on an attempt.
  package enum Verdict: Sendable {
    /// It goes on.
    case go(Attempt)
    /// It is refused, and nothing is looked at. The next one may come after this time.
    case wait(Duration)
  }

  private struct State {
    var pairs: FailureCounts
    var accounts: FailureCounts
    var addresses: FailureCounts
  }

  private let state: Mutex<State>
  private let now: @Sendable () -> Duration
  // Keys are hashes with a seed of the process: they are small, and nobody can look for two that are equal.
  private let seed = UInt64.random(in: .min ... .max)

  /// A throttle that has counted nothing.
  package convenience init() {
    let start = ContinuousClock.now
    self.init { ContinuousClock.now - start }
  }

  /// - Parameters:
  ///   - capacity: how many accounts, addresses and pairs of them are counted.
  ///   - now: the time since any moment. It never goes back.
  init(capacity: Int = 20_000, now: @escaping @Sendable () -> Duration) {
    self.now = now
    let counts = FailureCounts(capacity: capacity)
    state = Mutex(State(pairs: counts, accounts: counts, addresses: counts))
  }

  /// Begins an attempt.
  /// - Parameter account: the folded name that was typed, whether there is such an account or not.
  package func begin(_ proof: Proof = .password, account: String, from source: ThrottleSource) -> Verdict {
    let account = key(proof, account)
    let pair = source.device.map { key(account, $0) } ?? (proof == .code ? account : key(account, source.address))
    // A known device does not suffer from others at its address.
    let address = source.device == nil ? key(source.address) : nil
    let time = now()
    return state.withLock { state in
      let isGuessed = source.device == nil && state.accounts.failures(account, time) >= Self.guessedAccount
      let free = isGuessed ? Self.fewFree : Self.free
      let most = proof == .code ? Self.longestForCodes : Self.longest
      var wait = state.pairs.wait(pair, time, free: free, most: most)
      if let address {
        wait = max(wait, state.addresses.wait(address, time, free: Self.freeOfAddress, most: Self.longest))
      }
      guard wait <= .zero else { return .wait(wait) }
      state.pairs.add(pair, time)
      state.accounts.add(account, time)
      if let address { state.addresses.add(address, time) }
      return .go(Attempt(pair: pair, account: account, address: address))
    }
  }

  /// The attempt was right. Earlier failures of the address still count, so that nobody clears them by an account of their own.
  package func succeeded(_ attempt: Attempt) {
    state.withLock { state in
      state.pairs.clear(attempt.pair)
      state.accounts.takeBack(attempt.account)
      if let address = attempt.address { state.addresses.takeBack(address) }
    }
  }

  /// The attempt was neither right nor wrong: nothing could be looked at or stored. It does not count, and earlier failures do.
  package func undecided(_ attempt: Attempt) {
    state.withLock { state in
      state.pairs.takeBack(attempt.pair)
      state.accounts.takeBack(attempt.account)
      if let address = attempt.address { state.addresses.takeBack(address) }
    }
  }

  /// The number of accounts, addresses and pairs in memory.
  var size: Int { state.withLock { $0.pairs.size + $0.accounts.size + $0.addresses.size } }

  // A family or a class is behind one address; somebody who forgot tries some passwords.
  private static let (free, fewFree, freeOfAddress, guessedAccount) = (5, 2, 30, 30)
  private static let (longest, longestForCodes): (Duration, Duration) = (.seconds(60), .seconds(900))

  private func key(_ values: any Hashable...) -> Int {
    var hasher = Hasher()
    hasher.combine(seed)
    for value in values { value.hash(into: &hasher) }
    return hasher.finalize()
  }
}

/// The origin of an attempt to sign in: an address and, where it is known, a device.
package struct ThrottleSource: Sendable, Hashable {
  let address: String
  let device: [UInt8]?
  /// The key of a device that the client shows, whether anybody was signed in there or not.
  let shown: SecretToken?

  /// - Parameters:
  ///   - address: the client's address without its port. An IPv6 address stands for its network of 64 bits.
  ///   - device: the digest of a key that the client has from an earlier sign-in on this account; nil without one.
  ///   - key: the key of a device that the client shows; nil without one.
  package init(address: String, device: [UInt8]? = nil, key: String? = nil) {
    self.init(Self.network(address), device, key.flatMap { SecretToken(.device, text: $0) })
  }

  private init(_ address: String, _ device: [UInt8]?, _ shown: SecretToken?) {
    (self.address, self.device, self.shown) = (address, device, shown)
  }

  /// The source for an account of which the shown device is one.
  var asDevice: ThrottleSource { ThrottleSource(address, shown?.digest, shown) }

  // A household has at least a network of 64 bits, any address of which it can use.
  private static func network(_ address: String) -> String {
    var bytes = in6_addr()
    let plain = address.prefix { $0 != "%" }
    guard plain.utf8.count <= 64, inet_pton(AF_INET6, String(plain), &bytes) == 1 else {
      return String(address.prefix(64))
    }
    let numbers = withUnsafeBytes(of: bytes) { Array($0) }
    // ::ffff:192.0.2.1
    if numbers.prefix(10).allSatisfy({ $0 == 0 }), numbers[10] == 0xff, numbers[11] == 0xff {
      return numbers[12...].map(String.init).joined(separator: ".")
    }
    return numbers[..<8].map { String($0, radix: 16) }.joined(separator: ":")
  }
}

/// Failures by key, which are forgotten an hour after the last one.
struct FailureCounts: Sendable {
  private struct Count {
    var failures = 0
    var last = Duration.zero
  }

  private var counts: [Int: Count] = [:]
  private let capacity: Int
  private static let memory = Duration.seconds(3600)

  init(capacity: Int) { self.capacity = capacity }

  var size: Int { counts.count }

  func failures(_ key: Int, _ time: Duration) -> Int { live(key, time)?.failures ?? 0 }

  /// The delay before the next attempt: a second after the first failure that is not free, then twice as long each time.
  func wait(_ key: Int, _ time: Duration, free: Int, most: Duration) -> Duration {
    guard let count = live(key, time), count.failures >= free else { return .zero }
    let doublings = min(count.failures - free, 20)
    return min(.seconds(1 << doublings), most) - (time - count.last)
  }

  mutating func add(_ key: Int, _ time: Duration) {
    let failures = failures(key, time)
    if counts.count >= capacity, counts[key] == nil { makeRoom(time) }
    counts[key] = Count(failures: min(failures + 1, 1_000_000), last: time)
  }

  mutating func takeBack(_ key: Int) {
    guard let count = counts[key] else { return }
    if count.failures > 1 { counts[key]?.failures -= 1 } else { counts[key] = nil }
  }

  mutating func clear(_ key: Int) { counts[key] = nil }

  private func live(_ key: Int, _ time: Duration) -> Count? {
    counts[key].flatMap { time - $0.last < Self.memory ? $0 : nil }
  }

  // The fewest failures go first: a flood of names or addresses, each with one, pushes out none that is guessed.
  private mutating func makeRoom(_ time: Duration) {
    counts = counts.filter { time - $0.value.last < Self.memory }
    guard counts.count >= capacity else { return }
    let kept = counts.sorted { ($0.value.failures, $0.value.last) > ($1.value.failures, $1.value.last) }.prefix(
      capacity / 2)
    counts = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }
}
