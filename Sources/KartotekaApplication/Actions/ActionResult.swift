import Foundation
import KartotekaModel

/// The result of an action.
public struct ActionResult: Sendable {
  /// A file that an action makes.
  public struct File: Sendable, Hashable {
    /// The suggested name, with its extension: `invoice-7.pdf`.
    public let name: String
    /// The media type (RFC 6838): `application/pdf`.
    public let type: String
    /// The content.
    public let bytes: Data

    /// A file.
    public init(_ name: String, type: String, _ bytes: Data) {
      (self.name, self.type, self.bytes) = (name, type, bytes)
    }
  }

  /// The message for the person: "Added 41 users".
  public let message: Phrase
  /// The change set, which can be undone; nil if nothing changed.
  public let changeSet: Int64?
  /// Whether it was only begun: the page that it was done on shows how it goes on.
  public private(set) var goesOn = false
  /// A value for programs; nil for none.
  public private(set) var value: (any Codable & Sendable)?
  /// A file for the person; nil for none.
  public private(set) var file: File?

  /// A result.
  public init(_ message: Phrase, changeSet: Int64? = nil, goesOn: Bool = false) {
    self.message = message
    self.changeSet = changeSet
    self.goesOn = goesOn
  }

  /// A result with a value, which the API and the command line print as JSON. The action declares its type with
  /// ``Action/answering(_:)``.
  public init<Answer: Codable & Sendable>(_ message: Phrase, changeSet: Int64? = nil, value: Answer) {
    self.init(message, changeSet: changeSet)
    self.value = value
  }

  /// A result with a file: a screen offers it for download, the API answers it, and the command line writes it. The action
  /// declares it with ``Action/answeringFile()``.
  public init(_ message: Phrase, changeSet: Int64? = nil, file: File) {
    self.init(message, changeSet: changeSet)
    self.file = file
  }

  /// The value as JSON; nil without one.
  /// - Throws: `EncodingError`.
  package func json() throws -> Data? { try value.map { try Route.encoder.encode($0) } }
}

/// An action answered something else than it declares, or did not answer what it declares. Its author has to correct it.
struct UndeclaredAnswer: Error, CustomStringConvertible {
  let action: String
  let answered: String

  var description: String {
    "The action \(action) answered \(answered). Declare it with answering(_:) or answeringFile()."
  }
}
