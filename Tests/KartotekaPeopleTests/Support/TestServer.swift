import Foundation
import KartotekaStore
import Synchronization

@testable import KartotekaPeople

/// The people of a data folder of its own, with a clock that tests set and quick hashes.
final class TestServer: Sendable {
  static let owner = PeopleChanger.machine("owner")
  static let password = "correct horse battery"

  /// A clock.
  final class Clock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    var now: Date { time.withLock { $0 } }
    func move(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
  }

  let folder: URL
  let clock = Clock()
  let people: People

  init(
    _ limits: PeopleLimits = PeopleLimits(), options: StoreOptions = StoreOptions(), throttle: Throttle = Throttle()
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-people-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    people = Self.people(in: folder, limits, options, throttle, clock)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Another server process with the same folder.
  func another() -> People { Self.people(in: folder, people.limits, StoreOptions(), Throttle(), clock) }

  private static func people(
    in folder: URL, _ limits: PeopleLimits, _ options: StoreOptions, _ throttle: Throttle, _ clock: Clock
  ) -> People {
    let hasher = PasswordHasher(work: PasswordHash.Work(logN: 4, r: 8, p: 1))
    return People(in: folder, options, limits, hasher, throttle) { clock.now }
  }

  /// Signs somebody in with the usual password.
  func signIn(_ name: String, _ password: String = password, replacing: String? = nil) async throws -> NewSession {
    try await people.signIn(
      name: name, password: password, device: "Firefox on Linux", from: ThrottleSource(address: "192.0.2.1"),
      replacing: replacing)
  }

  /// Adds an administrator with the usual password, and signs them in.
  func administrator(_ name: String = "Anna") async throws -> NewSession {
    try await people.add(name, password: Self.password, isAdministrator: true, by: Self.owner)
    return try await signIn(name)
  }
}

/// The error of a body; nil if it throws none.
func refusal(_ body: () async throws -> some Any) async -> PeopleError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? PeopleError
  }
}
