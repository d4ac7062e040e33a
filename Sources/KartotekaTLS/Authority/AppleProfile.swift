import COpenSSL
import Foundation

/// A configuration profile by which iPhones, iPads and Macs install a certificate (Apple, "Configuration Profile Reference").
package struct AppleProfile {
  /// The media type.
  package static let type = "application/x-apple-aspen-config"

  /// The certificate that is installed.
  package let authority: Authority
  /// The title that the device shows.
  package let title: String
  /// The sentence that the device shows.
  package let summary: String

  /// - Parameters:
  ///   - title: the title that the device shows.
  ///   - summary: the sentence that the device shows.
  package init(_ authority: Authority, title: String, summary: String) {
    (self.authority, self.title, self.summary) = (authority, title, summary)
  }

  /// The profile as a property list in XML.
  package var text: String {
    // A device replaces a profile of the same identifier.
    let mark = authority.fingerprint.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let identifier = "kartoteka.authority.\(mark)"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>PayloadContent</key>
        <array>
          <dict>
            <key>PayloadCertificateFileName</key><string>authority.crt</string>
            <key>PayloadContent</key><data>\(Data(authority.der).base64EncodedString())</data>
            <key>PayloadDisplayName</key><string>\(Self.escaped(authority.name))</string>
            <key>PayloadIdentifier</key><string>\(identifier).certificate</string>
            <key>PayloadType</key><string>com.apple.security.root</string>
            <key>PayloadUUID</key><string>\(uuid(16))</string>
            <key>PayloadVersion</key><integer>1</integer>
          </dict>
        </array>
        <key>PayloadDescription</key><string>\(Self.escaped(summary))</string>
        <key>PayloadDisplayName</key><string>\(Self.escaped(title))</string>
        <key>PayloadIdentifier</key><string>\(identifier)</string>
        <key>PayloadRemovalDisallowed</key><false/>
        <key>PayloadType</key><string>Configuration</string>
        <key>PayloadUUID</key><string>\(uuid(0))</string>
        <key>PayloadVersion</key><integer>1</integer>
      </dict>
      </plist>

      """
  }

  // A UUID (RFC 9562, version 8) that is the same for the same authority.
  private func uuid(_ start: Int) -> String {
    var bytes = Array(authority.fingerprint.dropFirst(start).prefix(16))
    guard bytes.count == 16 else { return "" }
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    var (rest, groups) = (digits[...], [Substring]())
    for length in [8, 4, 4, 4, 12] {
      groups.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return groups.joined(separator: "-")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
