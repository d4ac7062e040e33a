import CZlib
import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

/// Opens files of bytes and makes packed ones.
enum FileMaker {
  /// The tables of a file as the importer gets them, with the rows of each.
  static func tables(
    _ bytes: [UInt8], _ name: String = "file", as encoding: TextEncoding? = nil
  ) throws -> [(name: String, rows: [[String]], notes: [Phrase])] {
    let url = FileManager.default.temporaryDirectory.appending(path: "file-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    return try ImportFile.open(path: url.path(percentEncoded: false), name: name, as: encoding).map { file in
      guard RecordFormat(of: file.text) == .csv else { return (file.name, [], file.notes) }
      var reader = CSVReader(file.text)
      var rows: [[String]] = []
      while try reader.next() { rows.append(reader.strings) }
      return (file.name, rows, file.notes)
    }
  }

  /// The one table of a text.
  static func rows(_ text: String, _ name: String = "file") throws -> [[String]] {
    try #require(try tables(Array(text.utf8), name).first).rows
  }

  /// The reason why a file is refused; nil if it is read.
  static func refusal(_ bytes: [UInt8], _ name: String = "file") -> ReadingError? {
    do {
      _ = try tables(bytes, name)
      return nil
    } catch {
      return error as? ReadingError
    }
  }

  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    precondition(kartoteka_deflate_begin(&stream, 6) == Z_OK)
    defer { deflateEnd(&stream) }
    var (input, output) = (bytes, [UInt8](repeating: 0, count: bytes.count + 1_000))
    let rest = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
        return Int(stream.avail_out)
      }
    }
    return Array(output.dropLast(rest))
  }
}
