import KartotekaModel
import KartotekaTransfer
import Testing

@Suite("The JSON record writer")
struct JSONRecordWriterTests {
  private func written(_ shape: JSONRecordWriter.Shape, _ records: [JSONObject]) throws -> String {
    let sink = MemorySink()
    var writer = JSONRecordWriter(to: sink, as: shape)
    for record in records { try writer.record(record) }
    try writer.finish()
    return sink.text
  }

  private let records: [JSONObject] = [["id": 1, "name": "Łódź\n"], ["id": 2, "tags": ["a", nil]], [:]]

  @Test("writes an array with a record a line")
  func array() throws {
    let text = #"""
      [
      {"id":1,"name":"Łódź\n"},
      {"id":2,"tags":["a",null]},
      {}
      ]

      """#
    #expect(try written(.array, records) == text)
    #expect(try written(.array, []) == "[]\n")
  }

  @Test("writes an object a line")
  func lines() throws {
    #expect(
      try written(.lines, records)
        == "{\"id\":1,\"name\":\"Łódź\\n\"}\n{\"id\":2,\"tags\":[\"a\",null]}\n{}\n")
    #expect(try written(.lines, []) == "")
  }

  @Test("writes what the reader reads again", arguments: JSONRecordWriter.Shape.allCases)
  func roundTrip(shape: JSONRecordWriter.Shape) throws {
    let many = (0..<5000).map {
      JSONObject([("id", .number(String($0))), ("text", .string("żółw \($0) \"\\"))])
    }
    var reader = try JSONRecordReader(TextSource(written(shape, many)))
    var read: [JSONObject] = []
    while try reader.next() { read.append(reader.record) }
    #expect(read == many)
  }
}
