import Foundation

/// The Content-Disposition header of a download (RFC 6266).
package enum Attachment {
  /// `attachment; filename="Lodz.csv"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA.csv`. Names beyond ASCII use the extended form
  /// (RFC 8187). The first form has `_` in place of other characters, for clients without support for the extended one.
  package static func disposition(_ name: String) -> String {
    let plain = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { scalar in
          (0x20..<0x7f).contains(scalar.value) && scalar != "\"" && scalar != "\\" ? scalar : "_"
        }))
    guard plain != name, let encoded = name.addingPercentEncoding(withAllowedCharacters: allowed) else {
      return "attachment; filename=\"\(plain)\""
    }
    return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
  }

  private static let allowed = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`|~")
}
