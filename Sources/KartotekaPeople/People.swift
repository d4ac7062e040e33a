import Foundation
import KartotekaModel
import KartotekaStore

/// The people of a server: who may sign in, and what they may do in which application.
///
/// They are records of an application of the platform, in `_people.sqlite` of the data folder or in a schema of the primary
/// database. No screen, list, export or API reads that application but through this class. The file is made with the first
/// invitation or person; without it the server has no people, and everybody who reaches it may do everything.
package final class People: Sendable {
  /// The name of the application with the people. No other application can have it: it is not in kebab case.
  package static let application = "_people"
}

extension People {
  // MARK: Who asks

  /// Whether there is nobody who could sign in: the server is as open as without this module. Cheap: to be asked for each request.
  /// - Throws: `StoreError` if the people can't be read. The server must refuse everybody then.
  package var isEmpty: Bool { get async throws { throw StoreError.busy } }

  /// The person of a session's cookie; nil if there is no such session, or no longer. The use of the session is noted.
  /// - Throws: `StoreError` if the people can't be read.
  package func signed(session key: String) async throws -> Signed? { throw StoreError.busy }

  /// The person of a token, `kt_…`; nil if there is no such token, or no longer. The use of the token is noted.
  /// - Throws: `StoreError` if the people can't be read.
  package func signed(token key: String) async throws -> Signed? { throw StoreError.busy }

  /// What has ended before its time, from now on. Open streams of those end.
  package func ended() -> AsyncStream<EndedSessions> { AsyncStream { $0.finish() } }

  // MARK: Signing in and out

  /// Signs somebody in. It takes the same time whether the name or the password is wrong.
  /// - Parameters:
  ///   - device: what the list of sessions shows: the name of the browser and system.
  ///   - address: where the request comes from.
  ///   - replacing: the cookie that the browser has sent; its session ends (session fixation).
  /// - Throws: ``PeopleError`` `.wrongNameOrPassword`, `.tooManyAttempts`; `StoreError`, `CancellationError`.
  package func signIn(
    name: String, password: String, device: String, from address: String, replacing: String? = nil
  ) async throws -> NewSession { throw StoreError.busy }

  /// Ends a session.
  /// - Throws: `StoreError`.
  package func signOut(_ signed: Signed) async throws { throw StoreError.busy }

  /// The sessions of a person, the one that was used last first.
  /// - Throws: `StoreError`.
  package func sessions(of person: PersonID) async throws -> [SessionRow] { throw StoreError.busy }

  /// Ends a session or token of a person.
  /// - Throws: `StoreError`.
  package func end(_ credential: CredentialID, of person: PersonID, by changer: PeopleChanger) async throws {
    throw StoreError.busy
  }

  /// Ends all sessions of a person but one.
  /// - Throws: `StoreError`.
  package func endSessions(of person: PersonID, besides kept: CredentialID?, by changer: PeopleChanger) async throws {
    throw StoreError.busy
  }

  // MARK: One's own account

  /// Changes the password. All sessions of the person end, and a new one begins.
  /// - Throws: ``PeopleError`` `.wrongPassword`, `.tooManyAttempts`, `.password`; `StoreError`, `CancellationError`.
  package func changePassword(
    of signed: Signed, from old: String, to new: String, device: String, at address: String
  ) async throws -> NewSession { throw StoreError.busy }

  /// Changes name, language and time zone.
  /// - Throws: ``PeopleError`` `.name`, `.nameTaken`, `.noSuchPerson`, `.notAllowed`; `StoreError`.
  package func set(
    name: String, language: String?, timeZone: String?, of person: PersonID, by changer: PeopleChanger
  ) async throws { throw StoreError.busy }

  /// The tokens of a person, the newest first.
  /// - Throws: `StoreError`.
  package func tokens(of person: PersonID) async throws -> [TokenRow] { throw StoreError.busy }

  /// Makes a token for a program.
  /// - Parameters:
  ///   - apps: the applications; nil for all of the person.
  ///   - days: after how many days it ends; nil for never.
  /// - Returns: the token, which is nowhere else: `kt_…`.
  /// - Throws: ``PeopleError`` `.noSuchPerson`, `.notAllowed`, `.tooMany`; `StoreError`.
  package func makeToken(
    for person: PersonID, named name: String, apps: [String]?, isReadOnly: Bool, days: Int?, by changer: PeopleChanger
  ) async throws -> String { throw StoreError.busy }

  // MARK: Links

  /// Makes the link by which the first administrator gets an account, for an hour. Earlier ones end.
  /// - Throws: ``PeopleError`` `.hasPeople`; `StoreError`.
  package func firstAdministratorLink(by changer: PeopleChanger) async throws -> NewLink { throw StoreError.busy }

  /// Makes a link by which somebody gets an account, once within 7 days.
  /// - Throws: ``PeopleError`` `.notAllowed`, `.tooMany`; `StoreError`.
  package func invite(
    roles: [String: Role], isAdministrator: Bool = false, by changer: PeopleChanger
  ) async throws -> NewLink { throw StoreError.busy }

  /// Makes a link by which a person sets a new password, once within a day.
  /// - Throws: ``PeopleError`` `.notAllowed`, `.noSuchPerson`; `StoreError`.
  package func passwordLink(for person: PersonID, by changer: PeopleChanger) async throws -> NewLink {
    throw StoreError.busy
  }

  /// What a link is for; nil if it was used, has ended or was never made. Looking uses nothing up.
  /// - Throws: `StoreError`.
  package func invitation(_ key: String) async throws -> Invitation? { throw StoreError.busy }

  /// Uses a link up: makes the account, or sets the new password (`name` is ignored then, and all earlier sessions end).
  /// - Throws: ``PeopleError`` `.linkEnded`, `.name`, `.nameTaken`, `.password`, `.hasPeople`, `.tooManyAttempts`; `StoreError`,
  ///   `CancellationError`. The link stays usable then, but for `.linkEnded` and `.hasPeople`.
  package func accept(
    _ key: String, name: String, password: String, device: String, from address: String, replacing: String? = nil
  ) async throws -> NewSession { throw StoreError.busy }

  /// The links that can still be used, the newest first.
  /// - Throws: `StoreError`.
  package func invitations() async throws -> [Invitation] { throw StoreError.busy }

  /// Ends a link.
  /// - Throws: ``PeopleError`` `.notAllowed`; `StoreError`.
  package func endInvitation(_ id: CredentialID, by changer: PeopleChanger) async throws { throw StoreError.busy }

  // MARK: People

  /// The people, by name. Removed ones are not among them.
  /// - Throws: `StoreError`.
  package func all() async throws -> [Person] { throw StoreError.busy }

  /// A person; nil if there is none of the number, or if they were removed.
  /// - Throws: `StoreError`.
  package func person(_ id: PersonID) async throws -> Person? { throw StoreError.busy }

  /// The person of a name, whatever its case and form; nil if there is none.
  /// - Throws: `StoreError`.
  package func person(named name: String) async throws -> Person? { throw StoreError.busy }

  /// Makes a person with a password; without one nobody can sign in until a ``passwordLink(for:by:)`` is used.
  /// - Throws: ``PeopleError`` `.name`, `.nameTaken`, `.password`, `.notAllowed`, `.tooMany`; `StoreError`.
  @discardableResult
  package func add(
    _ name: String, password: String?, roles: [String: Role], isAdministrator: Bool, by changer: PeopleChanger
  ) async throws -> Person { throw StoreError.busy }

  /// Sets the roles of a person. Streams of the person end, so that they begin again with the new ones.
  /// - Throws: ``PeopleError`` `.lastAdministrator`, `.noSuchPerson`, `.notAllowed`; `StoreError`.
  package func set(
    roles: [String: Role], isAdministrator: Bool, of person: PersonID, by changer: PeopleChanger
  ) async throws { throw StoreError.busy }

  /// Sets a password without the old one, on the machine. All sessions of the person end.
  /// - Throws: ``PeopleError`` `.password`, `.noSuchPerson`, `.notAllowed`; `StoreError`.
  package func setPassword(_ password: String, of person: PersonID, by changer: PeopleChanger) async throws {
    throw StoreError.busy
  }

  /// Removes a person: sessions, tokens, passwords and roles end at once; the name stays in the history of what they did, and
  /// can be given to somebody else.
  /// - Throws: ``PeopleError`` `.lastAdministrator`, `.noSuchPerson`, `.notAllowed`; `StoreError`.
  package func remove(_ person: PersonID, by changer: PeopleChanger) async throws { throw StoreError.busy }
}
