import Foundation
import KartotekaModel
import KartotekaScreens

/// A sample file of an application. One button of the import screen loads all of them.
public struct SampleFile: Sendable {
  /// The displayed name of the file.
  public let name: String
  /// The plural of its records' entity.
  public let entity: String

  private let read: @Sendable () -> Data

  /// Records of an entity from a CSV or JSON file, which is read on first use.
  public init<E: Entity>(_ entity: E.Type, file: String, _ content: @autoclosure @escaping @Sendable () -> Data) {
    self.entity = E.plural
    name = file
    read = content
  }

  /// The file's content.
  public var content: Data { read() }
}
