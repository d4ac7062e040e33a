import Foundation
import KartotekaModel
import KartotekaStore

extension People {
  /// The source of an attempt on an account. A device on which its person was signed in before is one of its own, so that strangers
  /// who guess do not slow it down (OWASP, "Slow down online guessing attacks with device cookies").
  /// - Throws: `StoreError`.
  func source(
    _ source: ThrottleSource, of person: @escaping @Sendable (PeopleTables) throws -> PersonID?
  ) async throws -> ThrottleSource {
    guard let shown = source.shown else { return source }
    let isKnown = try await read { tables in try person(tables).map { try tables.knows(shown, of: $0) } ?? false }
    return isKnown == true ? source.asDevice : source
  }

  /// The same for an account whose person is known.
  /// - Throws: `StoreError`.
  func source(_ source: ThrottleSource, of person: PersonID) async throws -> ThrottleSource {
    try await self.source(source) { _ in person }
  }
}

extension PeopleTables {
  /// Whether a person was signed in on a device.
  fileprivate func knows(_ key: SecretToken, of person: PersonID) throws -> Bool {
    try devices(key).contains { $0.account == person.number && isFresh($0) }
  }

  /// Notes that a person signs in on a device.
  /// - Parameters:
  ///   - shown: the key that the device shows; nil for none. One that was made elsewhere does not become one of this server.
  ///   - new: the key of a device that has none.
  /// - Returns: the key of the device.
  func noteDevice(_ shown: SecretToken?, new: SecretToken, of person: PersonID) throws -> SecretToken {
    let own = try shown.map { try devices($0).filter(isFresh) } ?? []
    let key = own.isEmpty ? new : shown ?? new
    if var known = own.first(where: { $0.account == person.number }) {
      known.lastUse = now
      try transaction.update(known)
      return key
    }
    let old = now - limits.device
    for device in try all(Stored.KnownDevice.all.where(\.lastUse < old)) { try transaction.delete(device) }
    let others = try devices(of: person).sorted { ($0.lastUse ?? .distantPast) < ($1.lastUse ?? .distantPast) }
    for device in others.dropLast(limits.credentials - 1) { try transaction.delete(device) }
    var device = Record<Stored.KnownDevice>()
    device.account = person.number
    (device.digest, device.lastUse) = (key.storedDigest, now)
    try transaction.insert(&device)
    return key
  }

  /// Forgets the devices of a person.
  func endDevices(of person: PersonID) throws {
    for device in try devices(of: person) { try transaction.delete(device) }
  }

  private func devices(_ key: SecretToken) throws -> [Record<Stored.KnownDevice>] {
    let digest = key.storedDigest
    return try all(Stored.KnownDevice.all.where(\.digest == digest))
  }

  private func devices(of person: PersonID) throws -> [Record<Stored.KnownDevice>] {
    try all(Stored.KnownDevice.all.where(\.account == person.number))
  }

  private func isFresh(_ device: Record<Stored.KnownDevice>) -> Bool {
    device.lastUse.map { now - limits.device < $0 } ?? false
  }
}
