import CZlib
import Foundation
import KartotekaScreens

/// An app's icon as a PNG file, for home screens that show no SVG: the app's symbol in white on the app's colour.
///
/// `Resources/symbols` has a picture of each symbol in 16 shades of grey (`script/symbols` draws them). The icon is that picture
/// with another palette.
package struct PixelIcon {
  private let symbol: Symbol
  private let hue: Int

  /// The icon's address relative to its app's.
  package static let fileName = "icon.png"

  /// The icon of an app; nil for an app whose symbol is a drawing of its own, of which there is no picture.
  package init?(symbol: Symbol, hue: Int) {
    guard symbol.own == nil else { return nil }
    (self.symbol, self.hue) = (symbol, hue)
  }

  /// The file.
  package var file: Data {
    var file = Embedded.data("symbols/\(symbol.rawValue).png")
    // PNG, third edition (W3C, 2025): after the signature and IHDR comes PLTE with its length, name, 16 colours and checksum.
    let name = 37
    let colours = name + 4
    let end = colours + 3 * Self.shades
    file.replaceSubrange(colours..<end, with: palette)
    let checksum = file[name..<end].withUnsafeBytes { bytes in
      crc32(0, bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count))
    }
    file.replaceSubrange(end..<end + 4, with: withUnsafeBytes(of: UInt32(checksum).bigEndian, Array.init))
    return file
  }

  private static let shades = 16

  // From the app's colour to white.
  private var palette: [UInt8] {
    let colour = OKLCH(lightness: 0.465, chroma: 0.115, hue: Double(hue)).sRGB
    return (0..<Self.shades).flatMap { shade in
      let share = Double(shade) / Double(Self.shades - 1)
      return colour.map { UInt8((($0 + (1 - $0) * share) * 255).rounded()) }
    }
  }
}

/// A colour by lightness, chroma and hue (CSS Color Module Level 4, 9.4).
struct OKLCH {
  /// 0 to 1.
  var lightness: Double
  var chroma: Double
  /// In degrees.
  var hue: Double

  /// Red, green and blue, 0 to 1, with the matrices of CSS Color Module Level 4, "Sample code for Color Conversions". Values
  /// outside of sRGB are clipped.
  var sRGB: [Double] {
    let (a, b) = (chroma * cos(hue * .pi / 180), chroma * sin(hue * .pi / 180))
    func cube(_ root: Double) -> Double { root * root * root }
    let long = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let medium = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let short = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    return [
      4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
      -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
      -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    ].map { linear in
      let value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
      return min(max(value, 0), 1)
    }
  }
}
