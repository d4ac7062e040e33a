import Foundation
import Synchronization
import Testing

@testable import KartotekaPeople

@Suite("Passwords")
struct PasswordTests {
  // Scrypt of 1 MiB, for what is not about the cost.
  private let hasher = PasswordHasher(work: .init(logN: 10, r: 8, p: 1))

  @Test(
    "Hashes by another program (Python's hashlib.scrypt) are read, and only the right password is theirs",
    arguments: [
      (
        "correct horse battery",
        "$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$ebnHHTApWa0oNoXTYCCHxLXDaejcvcTRQhZaD1OJNCE"
      ),
      (
        "Zażółć gęślą jaźń",
        "$scrypt$ln=15,r=8,p=3$c2FsdHNhbHRzYWx0c2FsdA$LBv2HlYZDMaoZZ2KBix5oZu6EIkHoTkZzhaXLRUpz/8"
      ),
      (
        "пароль на память",
        "$scrypt$ln=16,r=8,p=2$AAECAwQFBgcICQoLDA0ODw$k3s93BT0U8zr55FZczH3f4w68xmO4qzyZsVPEsN661E"
      ),
    ])
  func foreign(password: String, text: String) async throws {
    let hash = try #require(PasswordHash(text: text))
    #expect(hash.text == text)
    #expect(try await hasher.isRight(password, hash))
    #expect(try await !hasher.isRight(password + " ", hash))
    #expect(hash.needsNewHash == !text.contains("ln=16,r=8,p=2"))
  }

  @Test("A new hash is one in the PHC format with the parameters of today, and each has a salt of its own")
  func roundTrip() async throws {
    let password = try NewPassword("a long sentence")
    let (one, two) = (try await hasher.hash(password), try await hasher.hash(password))
    #expect(one != two)
    #expect(one.text.hasPrefix("$scrypt$ln=10,r=8,p=1$"))
    let read = try #require(PasswordHash(text: one.text))
    #expect(read == one)
    #expect(try await hasher.isRight("a long sentence", read))
    #expect(try await !hasher.isRight("a long sentencE", read))
    #expect(read.needsNewHash)
    let renewed = try await PasswordHasher.shared.hash(ofRight: "a long sentence")
    #expect(renewed.text.hasPrefix("$scrypt$ln=16,r=8,p=2$") && !renewed.needsNewHash)
    #expect("\(one) \(String(reflecting: one))" == "$scrypt$… $scrypt$…")
  }

  @Test(
    "What is no hash, or needs more memory or time than allowed, is not read",
    arguments: [
      "", "$", "$scrypt$", "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$aGFzaA",
      "$scrypt$ln=25,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$ebnHHTApWa0oNoXTYCCHxLXDaejcvcTRQhZaD1OJNCE",
      "$scrypt$ln=24,r=32,p=1$MDEyMzQ1Njc4OWFiY2RlZg$ebnHHTApWa0oNoXTYCCHxLXDaejcvcTRQhZaD1OJNCE",
      "$scrypt$ln=9223372036854775807,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$ebnHHTApWa0oNoXTYCCHxLXDaejcvcTRQhZaD1OJNCE",
      "$scrypt$ln=-1,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$ebnHHTApWa0oNoXTYCCHxLXDaejcvcTRQhZaD1OJNCE",
      "$scrypt$ln=14,r=8,p=17$MDEyMzQ1Njc4OWFiY2RlZg$ebnHHTApWa0oNoXTYCCHxLXDaejcvcTRQhZaD1OJNCE",
      "$scrypt$ln=+14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$ebnHHTApWa0oNoXTYCCHxLXDaejcvcTRQhZaD1OJNCE",
      "$scrypt$r=8,ln=14,p=1$MDEyMzQ1Njc4OWFiY2RlZg$ebnHHTApWa0oNoXTYCCHxLXDaejcvcTRQhZaD1OJNCE",
      "$scrypt$ln=14,r=8,p=1$MDEy$ebnHHTApWa0oNoXTYCCHxLXDaejcvcTRQhZaD1OJNCE",
      "$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$ebnH", "$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$",
      "$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZh$ebnHHTApWa0oNoXTYCCHxLXDaejcvcTRQhZaD1OJNCE",
      "$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg==$ebnHHTApWa0oNoXTYCCHxLXDaejcvcTRQhZaD1OJNCE",
    ])
  func malformed(text: String) { #expect(PasswordHash(text: text) == nil) }

  @Test("A name without an account is compared with a hash of the same cost, and is never right")
  func nobody() async throws {
    #expect(try await !hasher.isRight("", nil))
    #expect(try await !hasher.isRight("a long sentence", nil))
    #expect(try await !hasher.isRight(String(repeating: "x", count: 1_000_000), nil))
    #expect(hasher.nobody?.work == PasswordHash.Work(logN: 10, r: 8, p: 1))
    #expect(PasswordHasher.shared.nobody?.work == .current)
    // One that can compute nothing says so: no answer comes without a hash.
    let full = PasswordHasher(work: .init(logN: 10, r: 8, p: 1), atOnce: 0, mostWaiting: 0)
    for typed in ["", "a long sentence", String(repeating: "x", count: 1_000_000)] {
      await #expect(throws: CredentialFault.busy) { try await full.isRight(typed, nil) }
    }
  }

  @Test("As many hashes as are computed at a time need less than 150 MB")
  func memory() {
    #expect(PasswordHasher.atOnce * PasswordHash.Work.current.memory < 150_000_000)
  }

  @Test("Two are computed at a time, a bounded number waits in order, and a cancelled task waits no longer")
  func slots() async throws {
    let slots = PasswordHasher.Slots(2, mostWaiting: 3)
    try await slots.enter()
    try await slots.enter()
    let tasks = try await waiting(3, slots)
    #expect(slots.load == (2, 3))
    await #expect(throws: CredentialFault.busy) { try await slots.enter() }
    tasks[0].cancel()
    await #expect(throws: CredentialFault.cancelled) { try await tasks[0].value }
    #expect(slots.load == (2, 2))
    slots.leave()
    #expect(try await tasks[1].value == 1)
    #expect(slots.load == (2, 1))
    slots.leave()
    #expect(try await tasks[2].value == 2)
    slots.leave()
    slots.leave()
    #expect(slots.load == (0, 0))
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await slots.enter()
    }
    await #expect(throws: CredentialFault.cancelled) { try await late.value }
    #expect(slots.load == (0, 0))
  }

  /// The names of those who got a slot, in their order.
  private final class Entered: Sendable {
    private let state = Mutex<[String]>([])

    var names: [String] { state.withLock { $0 } }

    func add(_ name: String) { state.withLock { $0.append(name) } }
  }

  @Test("Strangers who fill their queue leave people who are known theirs, and a free slot goes to both by turns")
  func known() async throws {
    let slots = PasswordHasher.Slots(1, mostWaiting: 2)
    try await slots.enter()
    let entered = Entered()
    var tasks: [Task<Void, any Error>] = []
    for (number, name) in ["stranger 1", "stranger 2", "known 1", "known 2"].enumerated() {
      let isKnown = name.hasPrefix("known")
      tasks.append(
        Task {
          try await slots.enter(isKnown: isKnown)
          entered.add(name)
        })
      while slots.load.waiting <= number { await Task.yield() }
      if number == 1 { await #expect(throws: CredentialFault.busy) { try await slots.enter() } }
    }
    await #expect(throws: CredentialFault.busy) { try await slots.enter(isKnown: true) }
    for number in 0..<4 {
      slots.leave()
      while entered.names.count <= number { await Task.yield() }
    }
    for task in tasks { try await task.value }
    #expect(entered.names == ["known 1", "stranger 1", "known 2", "stranger 2"])
    slots.leave()
    #expect(slots.load == (0, 0))
  }

  // Each begins to wait after the one before.
  private func waiting(_ count: Int, _ slots: PasswordHasher.Slots) async throws -> [Task<Int, any Error>] {
    var tasks: [Task<Int, any Error>] = []
    for number in 0..<count {
      tasks.append(
        Task {
          try await slots.enter()
          return number
        })
      while slots.load.waiting <= number { await Task.yield() }
    }
    return tasks
  }

  @Test("A hundred sign-ins at once are all answered")
  func flood() async throws {
    let hasher = PasswordHasher(work: .init(logN: 10, r: 8, p: 1), mostWaiting: 100)
    let hash = try await hasher.hash(NewPassword("a long sentence"))
    let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask { try await hasher.isRight(number % 2 == 0 ? "a long sentence" : "another sentence", hash) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count { $0 } == 50)
    #expect(hasher.load == (0, 0))
  }

  /// Work that counts itself.
  private final class Running: Sendable {
    private let state = Mutex((now: 0, most: 0))

    var counts: (now: Int, most: Int) { state.withLock { $0 } }

    func begin() {
      state.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
      }
    }

    func end() { state.withLock { $0.now -= 1 } }
  }

  @Test("Of a hundred, two run at any time, and never more")
  func atOnce() async throws {
    let slots = PasswordHasher.Slots(PasswordHasher.atOnce, mostWaiting: 100)
    let running = Running()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask {
          try await slots.enter()
          defer { slots.leave() }
          running.begin()
          for _ in 0..<20 { await Task.yield() }
          running.end()
        }
      }
      try await group.waitForAll()
    }
    let (now, most) = running.counts
    #expect(now == 0 && most == 2)
    #expect(slots.load == (0, 0))
  }

  @Test("A password has 8 to 256 characters of any kind")
  func lengths() throws {
    #expect(throws: NewPassword.Refusal.tooShort) { try NewPassword("") }
    #expect(throws: NewPassword.Refusal.tooShort) { try NewPassword("qwmxzpf") }
    #expect(throws: NewPassword.Refusal.tooLong) { try NewPassword(String(repeating: "żx", count: 129)) }
    #expect(throws: NewPassword.Refusal.tooLong) { try NewPassword(String(repeating: "e\u{301}", count: 1_000_000)) }
    _ = try NewPassword("qwmxzpfv")
    _ = try NewPassword(String(repeating: "żx", count: 128))
    _ = try NewPassword("🙂🙃😉😌😍🥰😘😗")
    _ = try NewPassword("        x")
  }

  @Test(
    "The commonest passwords are refused, whatever the case, and so are the names that it must not be",
    arguments: [
      "password", "PassWord1", "12345678", "qwertyuiop", "iloveyou", "Kartoteka", "anna kowalska", "ANNA\u{A0}KOWALSKA",
    ])
  func common(password: String) {
    #expect(throws: NewPassword.Refusal.common) { try NewPassword(password, notOneOf: ["Anna Kowalska"]) }
  }

  @Test("The list has 10,000 passwords, sorted, none of which is refused for its length")
  func list() throws {
    let lines = Embedded.text("common-passwords.txt").split(separator: "\n").map(String.init)
    #expect(lines.count == 10_000)
    #expect(lines == lines.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) })
    #expect(lines.allSatisfy { (8...256).contains($0.unicodeScalars.count) && $0 == $0.lowercased() })
    #expect(throws: NewPassword.Refusal.common) { try NewPassword(#require(lines.first)) }
    #expect(throws: NewPassword.Refusal.common) { try NewPassword(#require(lines.last)) }
    // Two lines, and a part of one.
    _ = try NewPassword("password\npassword1")
    _ = try NewPassword(String(#require(lines.first { $0.utf8.count > 12 }).dropLast(2)) + "ź")
  }

  @Test("Keyboards that write a letter as two characters, and other spaces, make the same password")
  func forms() async throws {
    let hash = try await hasher.hash(NewPassword("cafe\u{301} au lait"))
    #expect(try await hasher.isRight("caf\u{E9}\u{A0}au\u{2003}lait", hash))
    #expect(try await !hasher.isRight("cafe au lait", hash))
  }
}
