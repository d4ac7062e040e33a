import Foundation
import Kartoteka

/// An application with every kind of attribute, reference and delete rule.
enum Workshop {
  struct Maker: Entity {
    let name = Attribute<String>("Name", .required, .title, .searched, .sorted)
    let pieces = ToMany<Piece>("Pieces", inverse: \.maker)
  }

  struct Shelf: Entity {
    static let plural = "shelves"
    static let table = "shelves"
    let name = Attribute<String>("Name", .required, .title, .unique)
  }

  struct Piece: Entity {
    enum Colour: String, ChoiceValue { case red, green }
    let name = Attribute<String>("Name", .required, .title, .searched, .sorted)
    let code = Attribute<String>("Code", .unique)
    let note = Attribute<String>("Note", .multiline, .searched)
    let number = Attribute<Int>("Number")
    let ratio = Attribute<Double>("Ratio")
    let price = Attribute<Decimal>("Price", .scale(2))
    let isOpen = Attribute<Bool>("Open")
    let day = Attribute<CalendarDate>("Day")
    let moment = Attribute<Date>("Moment")
    let colour = Attribute<Colour>("Colour")
    let position = Attribute<Coordinate>("Position")
    let picture = Attribute<Data>("Picture", as: .picture)
    let file = Attribute<Data>("File")
    let maker = ToOne<Maker>("Maker", onDelete: .deny)
    let shelf = ToOne<Shelf>("Shelf", onDelete: .nullify)
    let place = Attribute<Int>("Place")
    let tags = ManyToMany<Tag>("Tags")
    static let uniqueKeys = [UniqueKey(\Piece.shelf, \.place)]
  }

  /// Goes with its piece.
  struct Repair: Entity {
    let what = Attribute<String>("What", .required, .title)
    let piece = ToOne<Piece>("Piece", required: true, onDelete: .cascade)
  }

  struct Tag: Entity {
    let name = Attribute<String>("Name", .required, .title, .unique)
    let pieces = ManyToMany<Piece>("Pieces", inverse: \.tags)
  }

  /// Follows from a piece.
  struct Entry: Entity {
    static let plural = "entries"
    static let table = "entries"
    let title = Attribute<String>("Title", .required, .title, .searched, .sorted)
    let makerName = Attribute<String>("Maker")

    static var derivation: DerivationDescription? {
      Derivation(of: Entry.self, from: Piece.self)
        .taking(\.title, from: \.name)
        .taking(\.makerName, from: \.maker, \.name)
        .description
    }
  }

  static let app = App(
    "workshop", title: "Workshop", symbol: .box, hue: 1,
    entities: [Maker.self, Shelf.self, Piece.self, Repair.self, Tag.self, Entry.self]
  ) {
    Tab("Pieces", symbol: .box) { List(Piece.self, title: \.name) }
  }

  /// Bytes that differ with the seed.
  static func bytes(_ count: Int, _ seed: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ seed) })
  }

  static func piece(_ name: String, _ fill: (inout Record<Piece>) -> Void = { _ in }) -> Record<Piece> {
    var piece = Record<Piece>()
    piece.name = name
    fill(&piece)
    return piece
  }
}
