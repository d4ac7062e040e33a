import Kartoteka
import KartotekaHTML
import KartotekaServices
import KartotekaWeb

/// A command of a program's own, beside the platform's: `choir remind alto --data /var/lib/choir`.
///
/// ```swift
/// static let commands = [
///   Command("remind", "Lists who has overdue loans", taking: [.optional("voice")]) { call in
///     for loan in try await call.store.fetch(Loan.all.where(\.due < .today).including(\.singer)) {
///       try call.print(try loan[\.singer][\.name])
///     }
///   }
/// ]
/// ```
/// It takes `--data` and `--help` as all commands do, and works beside a running server. Errors of the store and
/// `ActionError.refused` become messages, and the exit status 1.
public struct Command: Sendable {
  /// An argument behind the command's name.
  public struct Argument: Sendable, Hashable {
    let name: String
    let isRequired: Bool

    /// One that has to be given.
    public static func required(_ name: String) -> Argument { Argument(name: name, isRequired: true) }

    /// One that may be left out. None that is required stands behind it.
    public static func optional(_ name: String) -> Argument { Argument(name: name, isRequired: false) }

    /// As usage texts write it.
    var text: String { isRequired ? "<\(name)>" : "[<\(name)>]" }
  }

  /// A run of a command.
  public struct Call: Sendable {
    /// The application's records. Changes are made with `perform(.command)`, or with `.code` where they set read-only
    /// attributes, and are those of the user of the system.
    public let store: Store
    /// The services on the internet that the application uses.
    public let services: Services
    /// The words of the terminal's language.
    public let say: Localizer
    private let arguments: [String: String]
    private let writeLine: @Sendable (String) throws -> Void

    /// A run, such as one of a test.
    /// - Parameters:
    ///   - store: the store of the application.
    ///   - arguments: the given arguments, by their names.
    ///   - services: the services on the internet that it may ask.
    ///   - say: the words; nil for English.
    ///   - print: receives each line.
    public init(
      on store: Store, arguments: [String: String] = [:], services: Services = .none,
      say: Localizer? = nil,
      print: @escaping @Sendable (String) throws -> Void
    ) {
      (self.store, self.services, self.arguments) = (store, services, arguments)
      self.say = say ?? Localizer(language: .english, catalogue: .platform)
      writeLine = print
    }

    /// The argument of that name; nil where it was left out.
    public subscript(name: String) -> String? { arguments[name] }

    /// Writes a line to standard output, without characters that command a terminal.
    /// - Throws: an error that ends the command silently, if nobody reads on.
    public func print(_ line: String) throws { try writeLine(line) }
  }

  let name: String
  let summary: String
  let app: App?
  let arguments: [Argument]
  let place: SourcePlace
  private let body: @Sendable (Call) async throws -> Void

  /// A command.
  /// - Parameters:
  ///   - name: its name: small letters, with hyphens between.
  ///   - summary: one line for the help, a key into the application's catalogue.
  ///   - app: the application whose store it gets; nil for the program's only one.
  ///   - arguments: the arguments that it takes, in their order.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  ///   - body: does it.
  public init(
    _ name: String, _ summary: String, of app: App? = nil, taking arguments: [Argument] = [],
    fileID: StaticString = #fileID, line: UInt = #line, body: @escaping @Sendable (Call) async throws -> Void
  ) {
    place = SourcePlace(fileID, line)
    self.name = name
    self.summary = summary
    self.app = app
    self.arguments = arguments
    self.body = body
  }

  /// Runs it.
  public func run(_ call: Call) async throws { try await body(call) }
}
