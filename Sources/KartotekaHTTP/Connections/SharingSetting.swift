import Foundation
import KartotekaModel

/// Whether the server is shared in the local network: an administrator at the machine sets it on a screen. A file in the data folder
/// says so to later starts.
package struct SharingSetting: Sendable {
  private static let name = "is-shared"

  private let file: URL
  /// Begins or ends the sharing of the running server. It throws ``SharingFault``.
  package var turn: @Sendable (_ isOn: Bool) async throws -> Void = { _ in }
  /// Why the server is not shared although it is set; nil as usual.
  package var fault: @Sendable () -> SharingFault? = { nil }

  /// The setting of a data folder.
  package init(in folder: URL) { file = folder.appending(path: Self.name) }

  /// Whether it is set.
  package var isOn: Bool { access(file.path(percentEncoded: false), F_OK) == 0 }

  /// Begins or ends the sharing, now and for later starts.
  /// - Throws: ``SharingFault``, `CocoaError`. Everything is as before then.
  package func set(_ isOn: Bool) async throws {
    if isOn {
      try await turn(true)
      do { try write(true) } catch {
        try? await turn(false)
        throw error
      }
    } else {
      try write(false)
      try await turn(false)
    }
  }

  private func write(_ isOn: Bool) throws {
    guard isOn != self.isOn else { return }
    if isOn {
      try Data(Self.text.utf8).write(to: file, options: .atomic)
    } else {
      try FileManager.default.removeItem(at: file)
    }
  }

  // For whoever finds the file. It is in English, like all files of the program.
  private static let text = """
    The server is shared in the local network: an administrator has switched it on under
    Settings of the server. Without this file the next start does not share it.

    """
}

/// The reason why a server can't be shared.
package struct SharingFault: Error {
  /// The explanation.
  package let phrase: Phrase
  /// The remedy; nil if the explanation has it.
  package let remedy: Phrase?

  package init(_ phrase: Phrase, remedy: Phrase? = nil) { (self.phrase, self.remedy) = (phrase, remedy) }
}
