import HTTPTypes
import Hummingbird
import KartotekaModel

/// The part of a file that a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
  /// All of it: nothing else is asked for, or several parts at once, which nobody has to be given.
  case whole
  /// Some of it.
  case part(Range<Int>)
  /// What it doesn't have.
  case outside

  /// The part of a file with so many bytes and that tag. Other methods than GET know no parts.
  init(_ request: Request, tag: String, count: Int) {
    let headers = request.headers
    guard request.method == .get, let text = headers[.range] else {
      self = .whole
      return
    }
    // Who has parts of another version gets all of this one. Dates are never right: there are none.
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
      // So many at the end. More digits than a number has are more than any file.
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
