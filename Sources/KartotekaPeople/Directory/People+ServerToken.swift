import KartotekaModel
import KartotekaStore
import Synchronization

extension People {
  /// Changes the token of the server that belongs to no person, in the name of an administrator, and notes it in the audit list.
  /// - Parameters:
  ///   - isEnding: whether the token ends; otherwise another one takes its place.
  ///   - name: the name of the token.
  ///   - work: changes the token, and says whether it did. Nothing is noted where it did not.
  /// - Throws: ``PeopleError/notAllowed``; what the work throws; `StoreError`.
  package func changeServerToken(
    isEnding: Bool, _ name: String, by changer: PeopleChanger, _ work: @escaping @Sendable () throws -> Bool
  ) async throws {
    let change = ServerTokenChange()
    try await write(by: changer) { tables in
      try tables.requireAdministrator(changer)
      guard try change.made(by: work) else { return }
      try tables.note(isEnding ? .tokenEnded : .tokenMade, by: changer.author, about: nil as Person?, name)
    }
  }
}

/// A change that is not taken back with its transaction, which may run more than once.
private final class ServerTokenChange: Sendable {
  private let result = Mutex<Bool?>(nil)

  func made(by work: () throws -> Bool) throws -> Bool {
    try result.withLock { known in
      if let known { return known }
      let isMade = try work()
      known = isMade
      return isMade
    }
  }
}
