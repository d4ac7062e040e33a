import Foundation
import KartotekaModel

extension Replica {
  /// Logs which triggers were missing.
  func warn(ofRestored triggers: [String]) {
    guard let text = Self.sentences(ofRestored: triggers) else { return }
    warn(url.deletingPathExtension().lastPathComponent + ": " + Localizer.english(text))
  }

  /// The fault and the repair; nil if no trigger was missing.
  static func sentences(ofRestored triggers: [String]) -> Phrase? {
    if triggers.isEmpty { return nil }
    return Phrase(
      "Another program had dropped or disabled triggers in the database: {names}. They were created again, and the changes that they did not note were taken over. Do not drop or disable them: servers do not see the changes of other programs then.",
      ["names": .text(triggers.joined(separator: ", "))])
  }

  /// Logs why the primary can't be used, with the remedy for the administrator: once until it can be used again.
  /// - Parameters:
  ///   - error: the error; nil if the primary was used.
  ///   - isWriting: whether a write was refused. Reads can go on then.
  func note(_ error: (any Error)?, ofWriting isWriting: Bool) {
    let reason = (error as? PrimaryLost)?.reason ?? error as? StoreError
    let line: String? = state.withLock { state in
      if error == nil {
        let wasLogged = state.logged.removeValue(forKey: isWriting) != nil
        return wasLogged && state.logged.isEmpty ? "The PostgreSQL server can be used again" : nil
      }
      let (phrase, remedy): (Phrase, Phrase?)
      switch reason {
      case .primary(let said, let advice, _)?, .outcomeUnknown(let said, let advice)?: (phrase, remedy) = (said, advice)
      default: return nil
      }
      let isLogged = state.logged.values.contains { $0 == reason }
      state.logged[isWriting] = reason
      if isLogged { return nil }
      return ([phrase] + (remedy.map { [$0] } ?? [])).map { Localizer.english($0) }.joined(separator: ". ")
    }
    if let line { warn(url.deletingPathExtension().lastPathComponent + ": " + line) }
  }
}
