import Foundation

/// The lifetimes of sessions and links, and their greatest numbers.
package struct PeopleLimits: Sendable {
  /// The time after which a session that is not used ends.
  package var idle: TimeInterval = 14 * 86_400
  /// The time after which a session ends in any case.
  package var absolute: TimeInterval = 90 * 86_400
  /// The time for which an invitation works.
  package var invitation: TimeInterval = 7 * 86_400
  /// The time for which a link to a new password works.
  package var password: TimeInterval = 86_400
  /// The time for which the link of the first administrator works.
  package var firstAdministrator: TimeInterval = 3_600
  /// The time after which a device on which nobody signs in is known no more. Browsers keep no cookie for longer.
  package var device: TimeInterval = 400 * 86_400
  /// The precision with which the last use of a session or token is stored, in seconds.
  package var use: TimeInterval = 60
  /// The interval at which a primary database without people is asked for the first one.
  package var asking = Duration.seconds(5)
  /// The time by which the clock of another server may be ahead, in seconds.
  package var skew: TimeInterval = 300
  /// The most people, and the most links that can be used.
  package var people = 10_000
  /// The most sessions of a person: the one that was used longest ago ends. The most tokens and known devices of a person.
  package var credentials = 100
  /// The time after which what is typed and not saved is forgotten, as in the browser.
  package var draft: TimeInterval = 7 * 86_400
  /// The most drafts of a person: the oldest goes.
  package var drafts = 50
  /// The most bytes of a draft. Browsers send 64 KB at most while a page is left.
  package var draftBytes = 60_000
  /// The most events of the audit list: the oldest are removed.
  package var events = 10_000

  /// The usual.
  package init() {}
}
