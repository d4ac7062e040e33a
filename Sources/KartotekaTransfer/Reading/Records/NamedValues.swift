import KartotekaModel

/// A record of a file that has no rows and columns: values with names.
struct NamedValues {
  /// The name of a value. Names that the file gives to its values are apart from those of the format: a map may have data
  /// that is called Position beside the position.
  struct Name: Hashable {
    let text: String
    let isOfFile: Bool
  }

  struct Value {
    let name: Name
    fileprivate(set) var text: String
    fileprivate(set) var type: CellType
  }

  /// A few names are compared faster one by one, many would take quadratic time.
  private static let few = 16

  /// The name of the table that it belongs to.
  let table: String
  private(set) var values: [Value] = []
  /// Whether there are more values than columns. No further values are kept then.
  private(set) var isTooWide = false
  private var places: [Name: Int] = [:]

  init(_ table: String) { self.table = table }

  /// Adds a value of the format; empty texts are none. Of two values with one name, the second one is added to the first one
  /// after a comma.
  /// - Parameter type: ``CellType/value`` for what the format or the reader writes in one way.
  mutating func add(_ name: String, _ text: String?, _ type: CellType = .text) {
    add(Name(text: name, isOfFile: false), text, type)
  }

  /// Adds a value under a name that the file gives to it.
  mutating func add(ofFile name: String, _ text: String?, _ type: CellType = .text) {
    add(Name(text: name, isOfFile: true), text, type)
  }

  /// Adds a position with its metres above the sea. Each has columns of its own, up to ``GeoShape/mostPositions``.
  /// - Returns: whether there was a column for it.
  mutating func add(_ position: Coordinate, elevation: Double?) -> Bool {
    var number = 1
    while self[Self.numbered("Position", number)] != nil { number += 1 }
    guard number <= GeoShape.mostPositions else { return false }
    add(Self.numbered("Position", number), position.description)
    if let elevation, elevation.isFinite {
      add(Self.numbered("Elevation", number), String(elevation), .value)
    }
    return true
  }

  private mutating func add(_ name: Name, _ text: String?, _ type: CellType) {
    guard let text = text?.trimmingSpaces(), !text.isEmpty else { return }
    if let place = place(of: name) {
      values[place].text += ", " + text
      values[place].type = .text
      return
    }
    guard values.count < SheetLimits.columns else {
      isTooWide = true
      return
    }
    values.append(Value(name: name, text: text, type: type))
    if values.count == Self.few {
      places = Dictionary(values.enumerated().map { ($1.name, $0) }) { first, _ in first }
    } else if values.count > Self.few {
      places[name] = values.count - 1
    }
  }

  private func place(of name: Name) -> Int? {
    values.count < Self.few ? values.firstIndex { $0.name == name } : places[name]
  }

  /// The value of the format with a name.
  subscript(name: String) -> String? { place(of: Name(text: name, isOfFile: false)).map { values[$0].text } }

  private static func numbered(_ name: String, _ number: Int) -> String { number == 1 ? name : "\(name) \(number)" }
}

/// The records of a file, one after the other.
protocol NamedValueReader: AnyObject {
  /// The next record; nil at the end.
  /// - Throws: ``ReadingError``.
  func next() throws(ReadingError) -> NamedValues?

  /// The share of the file that is read, from 0 to 1.
  var share: Double { get }

  /// The notes on values of the records that are left out.
  var notes: [Phrase] { get }
}
