import HTTPTypes
import Hummingbird
import KartotekaModel

/// The requested range of a file (RFC 9110, section 14).
enum ByteRange: Equatable {
  /// The complete file: no range or several ranges were requested. A server may ignore several ranges.
  case whole
  /// A part of the file.
  case part(Range<Int>)
  /// A range outside of the file.
  case outside

  /// The requested range of a file with the given size and entity tag. Only GET supports ranges.
  init(_ request: Request, tag: String, count: Int) {
    let headers = request.headers
    guard request.method == .get, let text = headers[.range] else {
      self = .whole
      return
    }
    // If-Range with another tag gives the complete file. A date never matches, because responses have no Last-Modified.
    if let condition = headers[HTTPField.Name.ifRange], condition != tag {
      self = .whole
      return
    }
    self = Self.parse(text, count)
  }

  static func parse(_ text: String, _ count: Int) -> ByteRange {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, parts[0].trimmingSpaces().lowercased() == "bytes", !parts[1].contains(",") else {
      return .whole
    }
    let ends = parts[1].trimmingSpaces().split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return .whole }
    switch (ends[0].isEmpty, ends[1].isEmpty) {
    case (true, true): return .whole
    case (true, false):
      // Suffix range (`bytes=-500`). A number too large for `Int` means the whole file.
      let length = min(Int(ends[1]) ?? .max, count)
      return length > 0 ? .part(count - length..<count) : .outside
    case (false, _):
      let first = Int(ends[0]) ?? .max
      let last = ends[1].isEmpty ? Int.max : Int(ends[1]) ?? .max
      guard first <= last else { return .whole }
      return first < count ? .part(first..<min(last, count - 1) + 1) : .outside
    }
  }
}
