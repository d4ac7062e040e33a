/// The first screen of an application that does several things: what it is, and what one would like to work on.
///
/// ```swift
/// App("northwind", …, welcome: Welcome("What would you like to work on?")) { … }
/// ```
/// The main tabs are its choices; without it, an application opens with its first tab.
public struct Welcome: Sendable, Codable, Hashable {
  /// The question above the choices: a key into the catalogue.
  public package(set) var question: String

  /// A first screen that asks that.
  public init(_ question: String) { self.question = question }
}
