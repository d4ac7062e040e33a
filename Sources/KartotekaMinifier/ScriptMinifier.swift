/// Makes scripts small.
public enum ScriptMinifier {
  /// The script without comments (which have lines of their own), indentation, and white space beside marks.
  ///
  /// No names are shortened: what people see in their browser can be read. Strings and templates stay as they
  /// are; regular expressions have to be written without quotes and spaces. A line end stays where it may end
  /// a statement.
  public static func minified(_ script: String) -> String {
    let lines = script.split(separator: "\n").map { $0.drop { $0 == " " } }
    var result: [UInt8] = []
    for line in lines where !line.isEmpty && !line.hasPrefix("//") {
      if let last = result.last, let next = line.utf8.first, !goesOn(after: last), !goesOn(before: next) {
        result.append(UInt8(ascii: "\n"))
      }
      // What is never assigned to again may as well be: two bytes less, two hundred times.
      append(line.hasPrefix("const ") ? "let " + line.dropFirst("const ".count) : line, to: &result)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func append(_ line: Substring, to result: inout [UInt8]) {
    var quote: UInt8?
    for byte in line.utf8 {
      if let open = quote {
        result.append(byte)
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: " ") {
        if let last = result.last, !isMark(last) { result.append(byte) }
      } else {
        if isMark(byte), result.last == UInt8(ascii: " ") { result.removeLast() }
        result.append(byte)
        if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\"") { quote = byte }
      }
    }
  }

  private static func isMark(_ byte: UInt8) -> Bool { "{}()[];,=<>+-*?:&|!/\n".utf8.contains(byte) }

  // Not `+`, `-` and `/`, which also end `place--` and regular expressions.
  private static func goesOn(after byte: UInt8) -> Bool { "{([,;=>&|?:".utf8.contains(byte) }

  private static func goesOn(before byte: UInt8) -> Bool { "})],.?:&|=".utf8.contains(byte) }
}
