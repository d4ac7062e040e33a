import Foundation
import KartotekaModel

/// Whether the server is shared in the local network: an administrator at the machine sets it on a screen. A file in the data folder
/// says so to later starts.
package struct SharingSetting: Sendable {
  private static let name = "is-shared"

  private let file: URL
  /// Begins or ends the sharing of the running server, and has it noted for later starts, before another turn begins. It throws
  /// ``SharingFault``, and errors of `note`; everything is as before then.
  package var turn: @Sendable (_ isOn: Bool, _ note: @escaping @Sendable () throws -> Void) async throws -> Void = {
    try $1()
  }
  /// Whether the running server is shared.
  package var isShared: @Sendable () -> Bool
  /// Why the server is not shared although it is set; nil as usual.
  package var fault: @Sendable () -> SharingFault? = { nil }

  /// The setting of a data folder.
  package init(in folder: URL) {
    let file = folder.appending(path: Self.name)
    self.file = file
    isShared = { Self.isThere(file) }
  }

  /// Whether it is set for the next start.
  package var isOn: Bool { Self.isThere(file) }

  private static func isThere(_ file: URL) -> Bool { access(file.path(percentEncoded: false), F_OK) == 0 }

  /// Begins or ends the sharing, now and for later starts.
  /// - Throws: ``SharingFault``, `CocoaError`. Everything is as before then.
  package func set(_ isOn: Bool) async throws {
    try await turn(isOn) { try write(isOn) }
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
