import Foundation

/// The program's icon.
package enum Icon {
  /// The drawing, as SVG.
  package static var drawing: String { Embedded.text("icon.svg") }

  /// The icon as PNG.
  /// - Parameter side: its width and height: 180, 192 or 512.
  package static func pixels(_ side: Int) -> Data { Embedded.data("icon-\(side).png") }
}
