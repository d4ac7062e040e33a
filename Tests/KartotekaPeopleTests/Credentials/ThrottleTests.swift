import Synchronization
import Testing

@testable import KartotekaPeople

@Suite("Throttling")
struct ThrottleTests {
  private final class Clock: Sendable {
    private let value = Mutex(Duration.zero)
    var now: Duration { value.withLock { $0 } }
    func advance(_ time: Duration) { value.withLock { $0 += time } }
  }

  private let clock = Clock()
  private let home = ThrottleSource(address: "192.0.2.1")

  private func throttle(capacity: Int = 20_000) -> Throttle {
    let clock = clock
    return Throttle(capacity: capacity) { clock.now }
  }

  private func goes(_ verdict: Throttle.Verdict) -> Bool { if case .go = verdict { true } else { false } }

  private func wait(_ verdict: Throttle.Verdict) -> Duration? {
    if case .wait(let time) = verdict { time } else { nil }
  }

  @Test("An attempt of which nothing could be looked at does not count, and clears no failures before it")
  func undecided() {
    let throttle = throttle()
    for _ in 0..<20 {
      guard case .go(let attempt) = throttle.begin(.code, account: "anna", from: home) else {
        Issue.record("It was delayed.")
        return
      }
      throttle.undecided(attempt)
    }
    #expect(throttle.size == 0)
    for _ in 0..<5 { #expect(goes(throttle.begin(.code, account: "anna", from: home))) }
    clock.advance(.seconds(1))
    guard case .go(let attempt) = throttle.begin(.code, account: "anna", from: home) else {
      Issue.record("It was delayed for more than a second.")
      return
    }
    throttle.undecided(attempt)
    #expect(wait(throttle.begin(.code, account: "anna", from: home)) == .seconds(1))
  }

  @Test("Five attempts are free, then the delay doubles to a minute, and the waiting itself is not counted")
  func delays() {
    let throttle = throttle()
    for _ in 0..<5 { #expect(goes(throttle.begin(account: "anna", from: home))) }
    for delay in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
      for _ in 0..<3 { #expect(wait(throttle.begin(account: "anna", from: home)) == .seconds(delay)) }
      clock.advance(.seconds(delay))
      #expect(goes(throttle.begin(account: "anna", from: home)))
    }
    clock.advance(.seconds(3600))
    for _ in 0..<5 { #expect(goes(throttle.begin(account: "anna", from: home))) }
    #expect(!goes(throttle.begin(account: "anna", from: home)))
  }

  @Test("Attempts count when they begin, so that many at once don't all go on")
  func atOnce() async {
    let throttle = throttle()
    let home = home
    let verdicts = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 {
        group.addTask { if case .go = throttle.begin(account: "anna", from: home) { true } else { false } }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(verdicts == 5)
  }

  @Test("A right password takes back its own attempt, and clears those of the same person at the same address alone")
  func success() throws {
    let throttle = throttle()
    for _ in 0..<100 {
      guard case .go(let attempt) = throttle.begin(account: "anna", from: home) else { break }
      throttle.succeeded(attempt)
    }
    #expect(throttle.size == 0)
    for _ in 0..<4 { _ = throttle.begin(account: "anna", from: home) }
    for _ in 0..<5 { _ = throttle.begin(account: "boris", from: home) }
    guard case .go(let attempt) = throttle.begin(account: "anna", from: home) else { throw Refused() }
    throttle.succeeded(attempt)
    #expect(goes(throttle.begin(account: "anna", from: home)))
    #expect(!goes(throttle.begin(account: "boris", from: home)))
  }

  private struct Refused: Error {}

  @Test("Somebody with an account of their own does not clear the failures of their address by signing in")
  func ownAccount() {
    let throttle = throttle()
    var passed = 0
    for number in 0..<1000 {
      if case .go(let attempt) = throttle.begin(account: "mallory", from: home) { throttle.succeeded(attempt) }
      if goes(throttle.begin(account: "name \(number)", from: home)) { passed += 1 }
    }
    #expect(passed <= 31)
  }

  @Test("10,000 attempts in a minute from one address: some forty go on, and people elsewhere are not delayed")
  func flood() {
    let throttle = throttle()
    var passed = 0
    for number in 0..<10_000 {
      if goes(throttle.begin(account: "name \(number % 300)", from: home)) { passed += 1 }
      clock.advance(.milliseconds(6))
      if number % 100 == 0, case .go(let attempt) = throttle.begin(account: "anna", from: .init(address: "192.0.2.7")) {
        throttle.succeeded(attempt)
      } else if number % 100 == 0 {
        Issue.record("Anna waits")
      }
    }
    #expect((30...40).contains(passed))
  }

  @Test("Nobody locks somebody else out: after 10,000 guesses from 2,000 addresses the person comes in from anywhere")
  func noLock() {
    let throttle = throttle()
    for number in 0..<10_000 {
      _ = throttle.begin(account: "anna", from: .init(address: "198.51.\(number % 2000 / 250).\(number % 250)"))
    }
    #expect(goes(throttle.begin(account: "anna", from: home)))
    #expect(goes(throttle.begin(account: "anna", from: home)))
    // A guessed account leaves a new source two free attempts rather than five.
    #expect(!goes(throttle.begin(account: "anna", from: home)))
    #expect(goes(throttle.begin(account: "boris", from: home)))
  }

  @Test("A device that was signed in before is not delayed by others at its address")
  func device() {
    let throttle = throttle()
    for number in 0..<1000 { _ = throttle.begin(account: number % 2 == 0 ? "anna" : "name \(number)", from: home) }
    #expect(!goes(throttle.begin(account: "anna", from: home)))
    let phone = ThrottleSource(address: "192.0.2.1", device: [1, 2, 3])
    for _ in 0..<5 { #expect(goes(throttle.begin(account: "anna", from: phone))) }
    #expect(!goes(throttle.begin(account: "anna", from: phone)))
    #expect(goes(throttle.begin(account: "anna", from: ThrottleSource(address: "192.0.2.1", device: [4]))))
  }

  @Test("One-time codes are delayed for the account, wherever they come from, to a quarter of an hour")
  func codes() {
    let throttle = throttle()
    for number in 0..<5 {
      #expect(goes(throttle.begin(.code, account: "7", from: .init(address: "192.0.2.\(number)"))))
    }
    #expect(wait(throttle.begin(.code, account: "7", from: .init(address: "192.0.2.99"))) == .seconds(1))
    var passed = 0
    for _ in 0..<86_400 {
      clock.advance(.seconds(1))
      if goes(throttle.begin(.code, account: "7", from: .init(address: "192.0.2.99"))) { passed += 1 }
    }
    #expect(passed <= 106)
    #expect(goes(throttle.begin(account: "7", from: home)))
  }

  @Test("Any number of names and addresses takes a bounded memory, and does not push out an account that is guessed")
  func bounded() {
    let throttle = throttle(capacity: 1000)
    for _ in 0..<20 {
      _ = throttle.begin(account: "anna", from: home)
      clock.advance(.seconds(60))
    }
    for number in 0..<50_000 {
      _ = throttle.begin(account: "name \(number)", from: .init(address: "10.\(number % 250).\(number / 250).1"))
    }
    #expect(throttle.size <= 3000)
    #expect(goes(throttle.begin(account: "anna", from: home)))
    #expect(wait(throttle.begin(account: "anna", from: home)) == .seconds(60))
  }

  @Test(
    "An address of IPv6 stands for its network, and one of IPv4 may be written as IPv6",
    arguments: [
      ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
      ("fe80::1%eth0", "fe80::2", true), ("::ffff:192.0.2.1", "192.0.2.1", true), ("::1", "127.0.0.1", false),
      ("192.0.2.1", "192.0.2.2", false), ("", "x", false),
    ])
  func addresses(one: String, other: String, areEqual: Bool) {
    #expect((ThrottleSource(address: one) == ThrottleSource(address: other)) == areEqual)
  }
}
