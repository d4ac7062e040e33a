import Foundation
import KartotekaModel

/// Records that an application contains, for its first start or as examples.
public struct Seed: Sendable {
  /// The plural of their entity.
  public let entity: String
  /// The name of their file, for messages.
  public let file: String
  /// The content: JSON in the format of `kartoteka mock` and `kartoteka export`.
  public let json: Data

  /// Records of an entity in a JSON file.
  public init<E: Entity>(_ entity: E.Type, file: String, json: Data) {
    self.entity = E.plural
    self.file = file
    self.json = json
  }
}
