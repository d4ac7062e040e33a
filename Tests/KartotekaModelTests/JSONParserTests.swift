import KartotekaModel
import Testing

@Suite("The JSON parser")
struct JSONParserTests {
  @Test("reads every kind of value")
  func kinds() throws {
    let text = #" {"a": null, "b":true,"c":false, "d": [1, -2.50e+3, "x"], "e": {}, "f": []} "#
    let expected: JSONValue = [
      "a": nil, "b": true, "c": false, "d": [1, .number("-2.50e+3"), "x"], "e": [:], "f": [],
    ]
    #expect(try JSONParser.parse(text) == expected)
  }

  @Test("keeps the order of members and finds them by name")
  func order() throws {
    guard case .object(let object) = try JSONParser.parse(#"{"z":1,"a":2,"m":3}"#) else {
      Issue.record("not an object")
      return
    }
    #expect(object.map(\.key) == ["z", "a", "m"])
    #expect(object["a"] == 2)
    #expect(object["b"] == nil)
  }

  @Test(
    "keeps numbers exactly as written",
    arguments: ["0", "-0", "1.10", "1E5", "12345678901234567890.5", "1e-7"])
  func numbers(literal: String) throws {
    #expect(try JSONParser.parse(literal) == .number(literal))
  }

  @Test(
    "refuses numbers that JSON does not know",
    arguments: ["01", "1.", ".5", "+1", "-", "1e", "1e+", "0x10", "NaN", "Infinity", "1.2.3", "--1"])
  func invalidNumbers(literal: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(literal) }
  }

  @Test(
    "understands escapes",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\u017b""#, "AéŻ"),
      (#""\ud83d\ude00!""#, "😀!"),
      (#""\u0000""#, "\0"),
      (#""ends with a backslash \\""#, "ends with a backslash \\"),
    ])
  func escapes(json: String, text: String) throws {
    #expect(try JSONParser.parse(json) == .string(text))
  }

  @Test("reads text of any length and script around the eight bytes it looks at together")
  func lengths() throws {
    for filler in ["a", "ż", "я", "😀", "ש"] {
      for count in 0...40 {
        let text = String(repeating: filler, count: count)
        #expect(try JSONParser.parse("\"\(text)\"") == .string(text))
        #expect(try JSONParser.parse("\"\(text)\\n\(text)\"") == .string("\(text)\n\(text)"))
      }
    }
  }

  @Test(
    "says what is wrong and where",
    arguments: [
      ("", JSONSyntaxError(.missingValue, line: 1, column: 1)),
      ("  ", JSONSyntaxError(.missingValue, line: 1, column: 3)),
      ("nul", JSONSyntaxError(.expectedValue, line: 1, column: 1, found: "n")),
      ("[1,]", JSONSyntaxError(.trailingComma, line: 1, column: 3)),
      ("{\"a\":1,}", JSONSyntaxError(.trailingComma, line: 1, column: 7)),
      ("[1 2]", JSONSyntaxError(.expectedCommaOrBracket, line: 1, column: 4, found: "2")),
      ("[1", JSONSyntaxError(.unclosedArray, line: 1, column: 3)),
      ("[", JSONSyntaxError(.missingValue, line: 1, column: 2)),
      ("[,1]", JSONSyntaxError(.expectedValue, line: 1, column: 2, found: ",")),
      ("{", JSONSyntaxError(.missingKey, line: 1, column: 2)),
      ("{a:1}", JSONSyntaxError(.expectedKey, line: 1, column: 2, found: "a")),
      ("{\"a\" 1}", JSONSyntaxError(.expectedColon, line: 1, column: 6, found: "1")),
      ("{\"a\"", JSONSyntaxError(.missingColon, line: 1, column: 5)),
      ("{\"a\":1", JSONSyntaxError(.unclosedObject, line: 1, column: 7)),
      ("{\"a\":1 \"b\"}", JSONSyntaxError(.expectedCommaOrBrace, line: 1, column: 8, found: "\"")),
      ("1 2", JSONSyntaxError(.expectedEnd, line: 1, column: 3, found: "2")),
      ("\"abc", JSONSyntaxError(.unclosedString, line: 1, column: 1)),
      ("\"abc\\", JSONSyntaxError(.unclosedString, line: 1, column: 1)),
      ("\"\\n", JSONSyntaxError(.unclosedString, line: 1, column: 1)),
      ("\"\\q\"", JSONSyntaxError(.invalidEscape, line: 1, column: 2, found: "\\q")),
      ("\"\\u12g4\"", JSONSyntaxError(.invalidEscape, line: 1, column: 2, found: "\\u12g4")),
      ("\"\\u+123\"", JSONSyntaxError(.invalidEscape, line: 1, column: 2, found: "\\u+123")),
      ("\"\\ud800\"", JSONSyntaxError(.loneSurrogate, line: 1, column: 2, found: "\\ud800")),
      ("\"\\ude00\\ud83d\"", JSONSyntaxError(.loneSurrogate, line: 1, column: 2, found: "\\ude00")),
      ("\"\\ud83d\\u0041\"", JSONSyntaxError(.loneSurrogate, line: 1, column: 2, found: "\\ud83d")),
      ("\"a\tb\"", JSONSyntaxError(.controlCharacter, line: 1, column: 3, found: "U+0009")),
      ("-x", JSONSyntaxError(.invalidNumber, line: 1, column: 1, found: "-x")),
      ("{\"a\":1,\n \"ż\":2, \"a\":3}", JSONSyntaxError(.duplicateKey, line: 2, column: 9, found: "a")),
      ("[1,\r\n\r 2 3]", JSONSyntaxError(.expectedCommaOrBracket, line: 3, column: 4, found: "3")),
      ("[\"😀ż\" \u{1F600}]", JSONSyntaxError(.expectedCommaOrBracket, line: 1, column: 7, found: "😀")),
    ])
  func errors(text: String, expected: JSONSyntaxError) {
    #expect(throws: expected) { try JSONParser.parse(text) }
  }

  @Test("refuses bytes that are not UTF-8")
  func malformedText() {
    let bytes: [UInt8] = Array("[\"abc".utf8) + [0xE9] + Array("\"]".utf8)
    #expect(throws: JSONSyntaxError(.malformedText, line: 1, column: 3)) { try JSONParser.parse(bytes) }
  }

  @Test("finds repeated names in wide objects too")
  func wideObjects() throws {
    let members = (0..<1000).map { "\"key\($0)\":\($0)" }
    guard case .object(let object) = try JSONParser.parse("{\(members.joined(separator: ","))}") else {
      Issue.record("not an object")
      return
    }
    #expect(object.count == 1000)
    for repeated in [0, 15, 16, 17, 999] {
      let text = "{\((members + ["\"key\(repeated)\":0"]).joined(separator: ","))}"
      #expect { try JSONParser.parse(text) } throws: { error in
        (error as? JSONSyntaxError)?.reason == .duplicateKey
          && (error as? JSONSyntaxError)?.found == "key\(repeated)"
      }
    }
  }

  @Test(
    "takes names that look equal and have other bytes for two names, in small and in wide objects", arguments: [0, 40])
  func normalizationForms(others: Int) throws {
    let rest = (0..<others).map { "\"key\($0)\":0," }.joined()
    guard case .object(let object) = try JSONParser.parse("{\(rest)\"caf\u{e9}\":1,\"cafe\u{301}\":2}") else {
      Issue.record("not an object")
      return
    }
    #expect(object.count == others + 2)
    #expect(object["caf\u{e9}"] == .number("1") && object["cafe\u{301}"] == .number("2"))
  }

  @Test("goes 64 levels deep and no further")
  func depth() throws {
    let limit = JSONParser.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONParser.parse(nested(limit))
    #expect(throws: JSONSyntaxError(.tooDeep, line: 1, column: limit + 1, found: "64")) {
      try JSONParser.parse(nested(limit + 1))
    }
    #expect(throws: JSONSyntaxError.self) {
      try JSONParser.parse(String(repeating: "{\"a\":", count: 100_000))
    }
  }

  @Test("goes through a long array element by element")
  func elements() throws {
    let bytes = Array(#" [1, "two",{"three":3} ] "#.utf8)
    try bytes.withUnsafeBytes { buffer in
      var parser = JSONParser(buffer)
      var values: [JSONValue] = []
      while try parser.goToElement(isFirst: values.isEmpty) { values.append(try parser.parseValue()) }
      #expect(values == [1, "two", ["three": 3]])
      try parser.expectEnd()
    }
  }

  @Test("never fails otherwise than by its own error, however the text is cut or changed")
  func mutations() {
    let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\n"],"b":{"c":null,"d":true},"e":"żółw😀"}"#.utf8)
    for length in 0..<text.count {
      #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(Array(text[..<length])) }
    }
    for index in text.indices {
      for byte in [UInt8(0), 0x22, 0x2C, 0x5C, 0x5D, 0x7B, 0x7D, 0x80, 0xFF] {
        var changed = text
        changed[index] = byte
        do {
          _ = try JSONParser.parse(changed)
        } catch {
          #expect(error.line == 1)
        }
      }
    }
  }

  @Test("has sentences with all their placeholders filled")
  func sentences() {
    for reason in JSONSyntaxError.Reason.allCases {
      let error = JSONSyntaxError(reason, line: 3, column: 7, found: "x")
      #expect(!error.description.contains("{"), "\(reason)")
      #expect(error.description.contains("3") && error.description.contains("7"))
      #expect(error.key == reason.rawValue)
    }
  }
}
