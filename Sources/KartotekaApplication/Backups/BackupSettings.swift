import Foundation
import KartotekaStore

/// The settings for backups of a data folder: the timer and the places. A backup has them, without the key of the storage.
package struct BackupSettings: Codable, Sendable, Equatable {
  /// The folder that a person chose; nil for the one in the data folder.
  package private(set) var folder: String?
  /// When backups are made, and which stay.
  package private(set) var rule = BackupRule()
  /// The storage to which backups are copied; nil for none.
  package private(set) var storage: BackupStorage?

  private static let none = BackupSettings()

  private init() {}

  /// The settings of a state; nil if nothing is set.
  package init?(_ state: BackupState) {
    (folder, rule, storage) = (state.folder, state.rule, state.storage)
    if self == Self.none { return nil }
  }

  /// The settings of a data folder; nil if nothing is set.
  package init?(of data: URL) {
    let url = data.appending(path: BackupState.fileName)
    guard let bytes = try? Data(contentsOf: url), let state = try? JSONDecoder().decode(BackupState.self, from: bytes)
    else { return nil }
    self.init(state)
  }

  // What another version or somebody else has written counts only as far as it can be understood.
  package init(from decoder: any Decoder) throws {
    guard let values = try? decoder.container(keyedBy: CodingKeys.self) else { return }
    folder = try? values.decodeIfPresent(String.self, forKey: .folder)
    if folder?.hasPrefix("/") == false { folder = nil }
    rule = (try? values.decodeIfPresent(BackupRule.self, forKey: .rule)) ?? BackupRule()
    storage = try? values.decodeIfPresent(BackupStorage.self, forKey: .storage)
    do { try storage?.check() } catch { storage = nil }
  }

  /// Sets them in a state in which nothing is set. Backups are copied to the storage once its key is given again: where there is one it
  /// is of another storage.
  /// - Returns: whether they were set.
  package func place(in state: inout BackupState, of data: URL) -> Bool {
    guard BackupSettings(state) == nil else { return false }
    (state.folder, state.rule) = (folder, rule)
    let key = data.appending(path: BackupStorage.secretFile).path(percentEncoded: false)
    if access(key, F_OK) != 0 { state.storage = storage }
    return BackupSettings(state) != nil
  }

  /// Sets them in a data folder in which nothing is set.
  /// - Returns: whether they were set.
  /// - Throws: `CocoaError` where the file can't be written.
  @discardableResult
  package func place(in data: URL) throws -> Bool {
    var state = BackupState(in: data)
    guard place(in: &state, of: data) else { return false }
    try state.write(in: data)
    return true
  }
}
