/// The placement of names on a map without overlaps: the name of a pin is to the right of the pin, else to its left, else
/// it is omitted. The names of areas are placed after those of the pins.
package struct MapLabels {
  /// The side of the pin on which its name is written.
  package enum Side {
    case right
    case left
    /// There is no room for it.
    case none
  }

  private struct Box {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    func meets(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    func grown(by margin: Double) -> Box {
      Box(left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin)
    }
  }

  /// A pin on the screen, in pixels. A cluster has no name.
  package typealias Pin = (x: Double, y: Double, name: String)

  /// The indices of the areas whose names are written: in the middle of the area, if the name is not longer than the area
  /// is wide and covers no pin, no name of a pin and no earlier area's name.
  package static func written(
    _ areas: [(x: Double, y: Double, width: Double, height: Double, name: String)], besides pins: [Pin]
  ) -> [Int] {
    // The script scales the distances by up to a quarter before it requests the names again.
    var taken = placed(pins).boxes.map { $0.grown(by: 4) }
    return areas.indices.filter { index in
      let area = areas[index]
      let width = Double(area.name.count) * 7.8 + 8
      guard width < area.width * 1.15, area.height > 16 else { return false }
      let box = Box(left: area.x - width / 2, top: area.y - 9, right: area.x + width / 2, bottom: area.y + 9)
      if taken.contains(where: box.meets) { return false }
      taken.append(box)
      return true
    }
  }

  /// The side of each pin's name. The names of earlier pins take precedence.
  static func sides(of pins: [Pin]) -> [Side] { placed(pins).sides }

  // The sides of the names, and the boxes of all pins and names.
  private static func placed(_ pins: [Pin]) -> (sides: [Side], boxes: [Box]) {
    var taken = pins.map { pin in
      // A cluster is larger than a pin.
      let radius = pin.name.isEmpty ? 12.0 : 7
      return Box(left: pin.x - radius, top: pin.y - radius, right: pin.x + radius, bottom: pin.y + radius)
    }
    let sides = pins.enumerated().map { index, pin in
      // The usual width of a letter at thirteen pixels.
      let width = Double(pin.name.count) * 7.4 + 4
      for side in [Side.right, .left] {
        let left = side == .right ? pin.x + 8 : pin.x - 8 - width
        let box = Box(left: left, top: pin.y - 9, right: left + width, bottom: pin.y + 9)
        if !taken.enumerated().contains(where: { $0.offset != index && $0.element.meets(box) }) {
          if !pin.name.isEmpty { taken.append(box) }
          return side
        }
      }
      return Side.none
    }
    return (sides, taken)
  }
}
