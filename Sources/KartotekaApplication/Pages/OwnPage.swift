import Foundation
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A page of an application's own, in the frame of the platform: navigation, languages, light and dark, live updates.
///
/// ```swift
/// let waitingRoom = OwnPage("waiting-room", title: "Waiting room", symbol: .people) { call in
///   let waiting = try await call.store.fetch(Visit.all.where(\.isDone == false).sorted(by: \.number))
///   return Markup { html in
///     html.rows { for visit in waiting { $0.row(visit.reason ?? "") } }
///   }
/// }
/// ```
/// Its address is `/{app}/pages/{name}`. A page of `App(pages:)` stands under More or at the end of the tab bar, one of
/// `Tab(page)` is that tab. A name with parts in braces, `programme/{concert}`, is that of as many pages as these have values, and
/// stands in no navigation; links lead to them:
///
/// ```swift
/// let programme = OwnPage("programme/{concert}", title: "Programme", symbol: .list) { call in
///   let concert = try await call.record(Concert.self, at: "concert")
///   …
/// }
/// .withoutFrame()
/// ```
public struct OwnPage: Sendable {
  /// The request of a page.
  public struct Call: Sendable {
    /// The application's records.
    public let store: Store
    /// The query of the address, each name once.
    public let query: [String: String]
    /// The words of the person's language, and the time zone.
    public let say: Localizer
    private let app: String
    private let parts: PathParts

    package init(
      _ store: Store, app: String, query: [String: String], parameters: [String: String] = [:], say: Localizer
    ) {
      (self.store, self.app, self.say) = (store, app, say)
      (self.query, parts) = (query, PathParts(values: parameters))
    }

    /// The value of a part of the address in braces: `try call.value(String.self, at: "town")`. A part that the page's name doesn't
    /// have ends debug builds with the file and the line.
    /// - Throws: `FieldFault` where the address has another kind of value there.
    public func value<Value: LosslessStringConvertible>(
      _ type: Value.Type, at part: String, fileID: StaticString = #fileID, line: UInt = #line
    ) throws -> Value {
      try parts.value(type, at: part, SourcePlace(fileID, line))
    }

    /// The record whose number is a part of the address: `try await call.record(Concert.self, at: "concert")`.
    /// - Throws: `StoreError` `.notFound`, which is shown as a page with the status 404; `CancellationError`.
    public func record<E: Entity>(
      _ entity: E.Type, at part: String, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> Record<E> {
      try await parts.record(entity, at: part, in: store, SourcePlace(fileID, line))
    }

    /// The address of a page below the application's: `address("owners", 4)`.
    public func address(_ entities: String, _ id: RecordID? = nil) -> URLPath {
      let path = URLPath(app).appending(entities)
      return id.map { path.appending($0) } ?? path
    }

    /// The moments of a day in the person's time zone, the end excluded.
    /// - Parameter day: nil for the current day.
    public func moments(of day: CalendarDate? = nil) -> Range<Date> {
      let (day, calendar) = (day ?? store.today, calendar)
      func start(_ day: CalendarDate) -> Date {
        calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day)) ?? .distantPast
      }
      return start(day)..<start(day.adding(days: 1))
    }

    /// The day of a moment in the person's time zone.
    public func day(of moment: Date) -> CalendarDate {
      let parts = calendar.dateComponents([.year, .month, .day], from: moment)
      return CalendarDate(year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1) ?? .today
    }

    /// A day in words of the person's language: `1 June 2026`.
    public func date(_ day: CalendarDate) -> String { DateText.long(day, in: say) }

    /// The time of day of a moment in the person's time zone: `14:15`, for American browsers `2:15 PM`.
    public func time(_ moment: Date) -> String {
      let parts = calendar.dateComponents([.hour, .minute], from: moment)
      return DateText.clock(parts.hour ?? 0, parts.minute ?? 0, in: say)
    }

    private var calendar: Calendar {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = say.timeZone
      return calendar
    }
  }

  /// The name in addresses.
  public let name: String
  /// Whether it stands in the frame of the platform.
  package private(set) var hasFrame = true
  /// The title, a key into the catalogue.
  public let title: String
  /// The symbol in the navigation.
  public let symbol: Symbol
  /// Whether the page stands in the tab bar; otherwise under More.
  public let isInTabBar: Bool
  package let content: @Sendable (Call) async throws -> Markup
  let place: SourcePlace

  /// A page.
  /// - Parameters:
  ///   - name: its name in addresses: small letters, with hyphens between, and behind a slash perhaps parts in braces.
  ///   - title: a key into the catalogue.
  ///   - symbol: the drawing beside its title.
  ///   - isInTabBar: whether it stands in the tab bar; otherwise under More.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  ///   - content: reads what the page shows, and returns what writes it. Errors of the store are shown as pages.
  public init(
    _ name: String, title: String, symbol: Symbol, isInTabBar: Bool = false, fileID: StaticString = #fileID,
    line: UInt = #line, content: @escaping @Sendable (Call) async throws -> Markup
  ) {
    place = SourcePlace(fileID, line)
    self.name = name
    self.title = title
    self.symbol = symbol
    self.isInTabBar = isInTabBar
    self.content = content
  }

  /// The page without the frame of the platform: its title and its content alone, in letters that grow with the window, as for a
  /// projector. Rights, languages, light and dark, and live updates are those of every page. A link below leads to the
  /// application.
  public func withoutFrame() -> OwnPage {
    var copy = self
    copy.hasFrame = false
    return copy
  }

  /// The parts of the name.
  var parts: [Substring] { name.split(separator: "/", omittingEmptySubsequences: false) }

  /// The names of the parts in braces.
  package var parameters: [String] {
    parts.filter { $0.hasPrefix("{") && $0.hasSuffix("}") }.map { String($0.dropFirst().dropLast()) }
  }

  /// Whether there is one page of it, to which the navigation can lead.
  package var hasAddress: Bool { parameters.isEmpty }
}

extension Tab {
  /// A tab with a page of the application's own, in its place among the others: `Tab(waitingRoom)`. The page needs no place in
  /// `App(pages:)`.
  public init(_ page: OwnPage, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(page.title, symbol: page.symbol, page: page, named: page.name, at: SourcePlace(fileID, line))
  }
}

/// The content of a page of an application's own, written with the typed writer: it escapes by construction.
public struct Markup: Sendable {
  package let write: @Sendable (inout HTMLWriter) -> Void

  /// Content that a function writes.
  public init(_ write: @escaping @Sendable (inout HTMLWriter) -> Void) { self.write = write }
}

/// A block of an application's own on the page of each record of an entity, below the fields.
///
/// ```swift
/// let load = RecordBlock(on: Author.self, title: "Load") { call, author in
///   guard let id = author.id else { return nil }
///   let lent = try await call.store.count(Book.all.where(\.author == id && \.isLent == true))
///   return Markup { html in html.paragraph(String(lent)) }
/// }
/// ```
/// It changes with the records that it reads, as the page does.
public struct RecordBlock: Sendable {
  /// The name of the entity.
  package let entity: String
  /// The heading, a key into the catalogue.
  package let title: String
  package let content: @Sendable (OwnPage.Call, AnyRecord) async throws -> Markup?
  let place: SourcePlace

  /// A block.
  /// - Parameters:
  ///   - entity: the entity of the records.
  ///   - title: the heading, a key into the catalogue.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  ///   - content: reads what the block shows on a stored record, and returns what writes it; nil for no block there.
  public init<E: Entity>(
    on entity: E.Type, title: String, fileID: StaticString = #fileID, line: UInt = #line,
    content: @escaping @Sendable (OwnPage.Call, Record<E>) async throws -> Markup?
  ) {
    place = SourcePlace(fileID, line)
    self.entity = E.name
    self.title = title
    self.content = { call, record in try await content(call, Record<E>(record)) }
  }
}
