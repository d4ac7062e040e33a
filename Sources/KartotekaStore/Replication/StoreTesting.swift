import Foundation
import KartotekaModel
import Synchronization

/// Makes all stores of a test program local copies of primary databases, so that the same tests run on both.
package enum StoreTesting {
  /// Makes the primary database of a store, whose application may be designed.
  package typealias Primary =
    @Sendable (_ model: ModelDescription, _ file: URL, _ isDesigned: Bool) -> (any PrimaryDatabase)?

  /// The primary databases; nil outside of such tests.
  package static let primary = Mutex<Primary?>(nil)

  static func primary(of model: ModelDescription, at url: URL, _ options: StoreOptions) -> (any PrimaryDatabase)? {
    let make = primary.withLock { $0 }
    return make?(model, url, options.description != .none)
  }

  /// The file in place of a store in memory, which could not be a local copy; nil outside of such tests.
  static var fileInPlaceOfMemory: URL? {
    guard primary.withLock({ $0 != nil }) else { return nil }
    return FileManager.default.temporaryDirectory.appending(
      path: "kartoteka-tests-\(getpid())/\(UUID().uuidString).sqlite")
  }
}
