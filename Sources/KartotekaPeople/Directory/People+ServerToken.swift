import KartotekaModel
import KartotekaStore

extension People {
  /// Changes the token of the server that belongs to no person, in the name of an administrator, and notes it in the audit list.
  /// - Parameters:
  ///   - isEnding: whether the token ends; otherwise another one takes its place.
  ///   - name: the name of the token.
  ///   - work: changes the token. It may run more than once.
  /// - Throws: ``PeopleError/notAllowed``; what the work throws; `StoreError`.
  package func changeServerToken(
    isEnding: Bool, _ name: String, by changer: PeopleChanger, _ work: @escaping @Sendable () throws -> Void
  ) async throws {
    try await write(by: changer) { tables in
      try tables.requireAdministrator(changer)
      try work()
      try tables.note(isEnding ? .tokenEnded : .tokenMade, by: changer.author, about: nil as Person?, name)
    }
  }
}
