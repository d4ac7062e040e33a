import Foundation

/// The header that has an answer saved as a file (RFC 6266).
package enum Attachment {
  /// `attachment; filename="Lodz.csv"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA.csv`: names beyond ASCII stand in the second
  /// form (RFC 8187), and in the first with other letters in their place, for clients that don't know the second.
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
