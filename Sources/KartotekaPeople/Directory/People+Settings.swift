import Foundation
import KartotekaModel
import KartotekaStore

/// The settings of the server.
package struct PeopleSettings: Sendable, Hashable {
  /// The minutes after which a session that is not used ends.
  package var idle: Int
  /// The minutes after which a session ends in any case.
  package var absolute: Int
  /// Whether everybody needs a second factor: one-time codes, or a passkey whose device verifies its person. A person who has
  /// shown none, also in a session that has begun before, sets one up at the next request, and can do nothing else until then.
  package var requiresFactor: Bool

  /// The least and the most minutes of both limits: a quarter of an hour, and a year.
  package static let minutes = 15...525_600

  /// - Parameters:
  ///   - idle: the minutes after which a session that is not used ends.
  ///   - absolute: the minutes after which it ends in any case.
  ///   - requiresFactor: whether everybody needs a second factor.
  package init(idle: Int, absolute: Int, requiresFactor: Bool = false) {
    (self.idle, self.absolute, self.requiresFactor) = (idle, absolute, requiresFactor)
  }

  /// Why they can't be set; nil if they can.
  var fault: PeopleError? {
    guard Self.minutes.contains(idle), Self.minutes.contains(absolute) else { return .sessionLimits }
    return idle <= absolute ? nil : .sessionOrder
  }
}

extension People {
  /// The settings.
  /// - Throws: `StoreError`.
  package var settings: PeopleSettings {
    get async throws {
      try await read { $0.settings } ?? PeopleSettings(limits, requiresFactor: false)
    }
  }

  /// Changes the settings. Sessions that have begun end at the earlier one of their end and the new one.
  /// - Throws: ``PeopleError`` `.sessionLimits`, `.sessionOrder`, `.notAllowed`; `StoreError`.
  package func set(_ settings: PeopleSettings, by changer: PeopleChanger) async throws {
    if let fault = settings.fault { throw fault }
    try await write(by: changer) { tables in
      try tables.requireAdministrator(changer)
      guard settings != tables.settings else { return }
      // A longer limit brings none back.
      try tables.removeEnded()
      var stored = try tables.setting ?? Record<Stored.ServerRule>()
      (stored.number, stored.idle, stored.absolute) = (1, settings.idle, settings.absolute)
      stored.factorSince = settings.requiresFactor ? tables.factorSince ?? tables.now : nil
      if stored.id == nil { try tables.transaction.insert(&stored) } else { try tables.transaction.update(stored) }
      let factor = settings.requiresFactor ? ", second factor" : ""
      try tables.note(
        .settingsChanged, by: changer.author, about: nil as Person?,
        "\(settings.idle) min, \(settings.absolute) min\(factor)")
    }
  }
}

extension PeopleSettings {
  fileprivate init(_ limits: PeopleLimits, requiresFactor: Bool) {
    self.init(
      idle: Int(clampingNearest: limits.idle / 60), absolute: Int(clampingNearest: limits.absolute / 60),
      requiresFactor: requiresFactor)
  }
}

extension PeopleTables {
  /// The stored settings; nil if none were changed.
  fileprivate var setting: Record<Stored.ServerRule>? {
    get throws { try first(Stored.ServerRule.self, "number", .integer(1)) }
  }

  fileprivate var settings: PeopleSettings { PeopleSettings(limits, requiresFactor: requiresFactor) }

  /// Notes that the session of somebody has a second factor now.
  func noteFactor(_ signed: Signed) throws {
    guard case .session(let id) = signed.way,
      var session = try transaction.record(Stored.Session.self, id: id.number), session.hasFactor != true
    else { return }
    session.hasFactor = true
    try transaction.update(session)
  }

  /// The tables with the limits that an administrator has set. Values that another version has stored, and that are none, don't count.
  init(_ transaction: Transaction, now: Date, usual: PeopleLimits) throws {
    let setting = try PeopleTables(transaction: transaction, now: now, limits: usual).setting
    var limits = usual
    if let idle = setting?.idle, let absolute = setting?.absolute,
      PeopleSettings(idle: idle, absolute: absolute).fault == nil
    {
      (limits.idle, limits.absolute) = (Double(idle) * 60, Double(absolute) * 60)
    }
    self = PeopleTables(transaction: transaction, now: now, limits: limits, factorSince: setting?.factorSince)
  }
}
