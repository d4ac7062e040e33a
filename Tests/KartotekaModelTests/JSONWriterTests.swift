import KartotekaModel
import Testing

@Suite("The JSON writer")
struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    body(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test("puts the commas itself")
  func commas() {
    let text = written { json in
      json.beginObject()
      json.key("a")
      json.beginArray()
      json.int(1)
      json.bool(true)
      json.null()
      json.beginArray()
      json.endArray()
      json.beginObject()
      json.endObject()
      json.string("x")
      json.number("1.50")
      json.endArray()
      json.key("b")
      json.bool(false)
      json.key("c")
      json.beginObject()
      json.key("d")
      json.double(0.5)
      json.endObject()
      json.endObject()
    }
    #expect(text == #"{"a":[1,true,null,[],{},"x",1.50],"b":false,"c":{"d":0.5}}"#)
  }

  @Test(
    "escapes what must be escaped and nothing else",
    arguments: [
      ("", #""""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#),
      ("\0\u{1}\u{1F}\u{7F}", "\"\\u0000\\u0001\\u001f\u{7F}\""), ("</script>", #""</script>""#),
      ("Łódź שלום 😀\u{2028}", "\"Łódź שלום 😀\u{2028}\""),
    ])
  func escapes(text: String, json: String) {
    #expect(written { $0.string(text) } == json)
    #expect(written { $0.string(utf8: UnsafeRawBufferPointer(start: nil, count: 0)) } == #""""#)
    Array(text.utf8).withUnsafeBytes { bytes in
      #expect(written { $0.string(utf8: bytes) } == json)
    }
    #expect(
      written { writer in
        writer.beginObject()
        writer.key(text)
        writer.null()
        writer.endObject()
      } == "{\(json):null}")
  }

  @Test("writes text of any length so that the parser reads it again")
  func lengths() throws {
    for special in ["", "\"", "\n", "\u{1}", "ż", "\\"] {
      for before in 0...17 {
        for after in 0...17 {
          let text = String(repeating: "x", count: before) + special + String(repeating: "y", count: after)
          #expect(try JSONParser.parse(written { $0.string(text) }) == .string(text))
        }
      }
    }
  }

  @Test("mends bytes that are not UTF-8")
  func malformedBytes() {
    ([0x61, 0xE9, 0x62] as [UInt8]).withUnsafeBytes { bytes in
      #expect(written { $0.string(utf8: bytes) } == "\"a\u{FFFD}b\"")
    }
  }

  @Test("writes integers of every size", arguments: [0, 7, -7, 10, 99, 100, -12_345, Int64.max, Int64.min])
  func integers(value: Int64) {
    #expect(written { $0.int(value) } == String(value))
  }

  @Test("writes doubles that JSON can hold, and null for the others")
  func doubles() {
    let text = written { json in
      json.beginArray()
      for value in [1, -0.1, 1e300, 1e-7, .infinity, -.infinity, .nan] { json.double(value) }
      json.endArray()
    }
    #expect(text == "[1.0,-0.1,1e+300,1e-07,null,null,null]")
    #expect(throws: Never.self) { try JSONParser.parse(text) }
  }

  @Test(
    "never writes something for a number that is none", arguments: ["", "12a", "1,5", "NaN", "01", "1\"2"])
  func wrongNumbers(literal: String) throws {
    #expect(try JSONParser.parse(written { $0.number(literal) }) == .string(literal))
  }

  @Test("writes any value so that the parser reads the same")
  func values() throws {
    let value: JSONValue = [
      "name": "Żółć \"quoted\"\n", "list": [1, 2, [nil, true, false]], "empty": [:], "none": [],
      "deep": ["er": ["est": .number("-1.50e3")]],
    ]
    #expect(try JSONParser.parse(written { $0.value(value) }) == value)
  }

  @Test("writes one value a line, and arrays with an element a line")
  func lines() {
    let text = written { json in
      json.int(1)
      json.newLine()
      json.int(2)
      json.newLine()
      json.beginArray()
      json.lineBreak()
      json.int(3)
      json.lineBreak()
      json.int(4)
      json.newLine()
      json.endArray()
    }
    #expect(text == "1\n2\n[\n3,\n4\n]")
  }

  @Test("lets its bytes be taken away between two values")
  func streaming() {
    var json = JSONWriter()
    var taken: [UInt8] = []
    json.beginArray()
    for number in 0..<3 {
      json.int(number)
      taken += json.bytes
      json.bytes.removeAll(keepingCapacity: true)
    }
    json.endArray()
    #expect(String(decoding: taken + json.bytes, as: UTF8.self) == "[0,1,2]")
  }
}
