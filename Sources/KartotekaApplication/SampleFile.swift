import Foundation
import KartotekaModel
import KartotekaScreens

/// A file that an application brings along for trying it out: loaded from the import's screen by one press, together
/// with the application's other ones.
public struct SampleFile: Sendable {
  /// The file's name, as it is shown.
  public let name: String
  /// The entity that its records are of, by its plural.
  public let entity: String

  private let read: @Sendable () -> Data

  /// Records of an entity from a CSV or JSON file, which is read when somebody asks for it.
  public init<E: Entity>(_ entity: E.Type, file: String, _ content: @autoclosure @escaping @Sendable () -> Data) {
    self.entity = E.plural
    name = file
    read = content
  }

  /// The file's content.
  public var content: Data { read() }
}
