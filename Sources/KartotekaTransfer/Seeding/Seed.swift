import Foundation
import KartotekaModel

/// Records that an application brings along: for its very first start, or as examples to try it with.
public struct Seed: Sendable {
  /// The entity they are of, by its plural.
  public let entity: String
  /// The name of the file they come from, for messages.
  public let file: String
  /// The file: JSON, as `kartoteka mock` and `kartoteka export` write it.
  public let json: Data

  /// Records of an entity from a JSON file.
  public init<E: Entity>(_ entity: E.Type, file: String, json: Data) {
    self.entity = E.plural
    self.file = file
    self.json = json
  }
}
