/// A symbol: one of the platform's, or a drawing of the application's own.
///
/// ```swift
/// extension Symbol {
///   static let paw = Symbol("paw", svg: Embedded.text("paw.svg"))
/// }
/// ```
/// The drawing of an own symbol is SVG on a grid of 24: shapes with strokes of 1.6, without colours. Shapes that may be filled
/// when the symbol stands for the current screen have `fill="var(--duo,none)"`. Scripts, references and everything else that is
/// no shape are refused at the start (rule `symbols-sound`).
public struct Symbol: Hashable, Sendable {
  /// The symbols that the platform draws.
  package enum Known: String, Sendable, CaseIterable {
    case person, people, city, map, book, box, receipt, tag, gear, plus, minus, x, trash, find, go, back, check,
      sort
    case up, down, upload, download, undo, pin, camera, chart, more, folder, alert, clock, lock, list, card
    case phone, message, mail, truck, funnel, calendar
  }

  /// A drawing of the application's own.
  package struct Drawing: Hashable, Sendable {
    /// The name: small letters, digits and hyphens.
    package let name: String
    /// The drawing as it is declared.
    package let svg: String
    /// The shapes that pages draw; nil for a drawing that is refused.
    package let shapes: String?
    /// Why it is refused.
    package let fault: SVGText.Fault?
  }

  /// The platform's symbol; that of a box where an own drawing is refused.
  package let known: Known
  /// The own drawing; nil for the platform's symbols.
  package let own: Drawing?

  package init(_ known: Known) {
    self.known = known
    own = nil
  }

  /// A symbol with a drawing of one's own.
  /// - Parameters:
  ///   - name: a name within the application: small letters, digits and hyphens.
  ///   - svg: an SVG file with the `viewBox` `0 0 24 24`, or its shapes alone.
  public init(_ name: String, svg: String) {
    known = .box
    do throws(SVGText.Fault) {
      own = Drawing(name: name, svg: svg, shapes: try SVGText.shapes(of: svg), fault: nil)
    } catch {
      own = Drawing(name: name, svg: svg, shapes: nil, fault: error)
    }
  }
}

extension Symbol: RawRepresentable, CaseIterable {
  /// The platform's symbols.
  public static var allCases: [Symbol] { Known.allCases.map(Symbol.init) }

  /// The platform's symbol of that name; nil for none.
  public init?(rawValue: String) {
    guard let known = Known(rawValue: rawValue) else { return nil }
    self.init(known)
  }

  /// The name, which is unique in pages: those of own symbols begin with `own-`.
  public var rawValue: String { own.map { "own-" + $0.name } ?? known.rawValue }
}

extension Symbol: Codable {
  private enum CodingKeys: String, CodingKey { case name, svg }

  /// Reads a name, or the name and the SVG of an own symbol.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self) {
      self.init(try container.decode(String.self, forKey: .name), svg: try container.decode(String.self, forKey: .svg))
    } else {
      let container = try decoder.singleValueContainer()
      guard let symbol = Symbol(rawValue: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "There is no such symbol.")
      }
      self = symbol
    }
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    guard let own else {
      var container = encoder.singleValueContainer()
      return try container.encode(known.rawValue)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(own.name, forKey: .name)
    try container.encode(own.svg, forKey: .svg)
  }
}

extension Symbol {
  /// A person.
  public static var person: Symbol { Symbol(.person) }
  /// Two people.
  public static var people: Symbol { Symbol(.people) }
  /// Houses.
  public static var city: Symbol { Symbol(.city) }
  /// A map.
  public static var map: Symbol { Symbol(.map) }
  /// A book.
  public static var book: Symbol { Symbol(.book) }
  /// A parcel.
  public static var box: Symbol { Symbol(.box) }
  /// A receipt.
  public static var receipt: Symbol { Symbol(.receipt) }
  /// A tag.
  public static var tag: Symbol { Symbol(.tag) }
  /// A gear.
  public static var gear: Symbol { Symbol(.gear) }
  /// A plus.
  public static var plus: Symbol { Symbol(.plus) }
  /// A minus.
  public static var minus: Symbol { Symbol(.minus) }
  /// A cross.
  public static var x: Symbol { Symbol(.x) }
  /// A bin.
  public static var trash: Symbol { Symbol(.trash) }
  /// A magnifying glass.
  public static var find: Symbol { Symbol(.find) }
  /// An arrow to the right.
  public static var go: Symbol { Symbol(.go) }
  /// An arrow to the left.
  public static var back: Symbol { Symbol(.back) }
  /// A tick.
  public static var check: Symbol { Symbol(.check) }
  /// Two arrows.
  public static var sort: Symbol { Symbol(.sort) }
  /// An arrow up.
  public static var up: Symbol { Symbol(.up) }
  /// An arrow down.
  public static var down: Symbol { Symbol(.down) }
  /// An arrow out of a tray.
  public static var upload: Symbol { Symbol(.upload) }
  /// An arrow into a tray.
  public static var download: Symbol { Symbol(.download) }
  /// An arrow in a curve.
  public static var undo: Symbol { Symbol(.undo) }
  /// A pin on a map.
  public static var pin: Symbol { Symbol(.pin) }
  /// A camera.
  public static var camera: Symbol { Symbol(.camera) }
  /// Columns of a chart.
  public static var chart: Symbol { Symbol(.chart) }
  /// Three dots.
  public static var more: Symbol { Symbol(.more) }
  /// A folder.
  public static var folder: Symbol { Symbol(.folder) }
  /// An exclamation mark in a triangle.
  public static var alert: Symbol { Symbol(.alert) }
  /// A clock.
  public static var clock: Symbol { Symbol(.clock) }
  /// A padlock.
  public static var lock: Symbol { Symbol(.lock) }
  /// Lines with dots.
  public static var list: Symbol { Symbol(.list) }
  /// Index cards.
  public static var card: Symbol { Symbol(.card) }
  /// A telephone.
  public static var phone: Symbol { Symbol(.phone) }
  /// A speech bubble.
  public static var message: Symbol { Symbol(.message) }
  /// An envelope.
  public static var mail: Symbol { Symbol(.mail) }
  /// A lorry.
  public static var truck: Symbol { Symbol(.truck) }
  /// Lines that get shorter.
  public static var funnel: Symbol { Symbol(.funnel) }
  /// A sheet of a calendar.
  public static var calendar: Symbol { Symbol(.calendar) }
}
