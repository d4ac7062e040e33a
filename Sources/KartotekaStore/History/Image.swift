import Foundation
import KartotekaModel

/// The values of a record's columns before or after a change, as compact JSON by column name: of an update only the columns that
/// changed.
struct Image: Equatable {
  var values: [(column: String, value: Value)]
  /// The columns that hold many bytes, of which an image that was read knows the digests alone.
  var digests: [(column: String, digest: ImageBlobs.Digest)] = []

  static func == (one: Image, other: Image) -> Bool {
    one.values.elementsEqual(other.values) { $0 == $1 } && one.digests.elementsEqual(other.digests) { $0 == $1 }
  }

  init(_ values: [(column: String, value: Value)]) { self.values = values }

  init(_ record: AnyRecord) {
    values = zip(record.entity.columns, record.values).map { ($0.column, $1) }
  }

  /// The JSON text. Reals are written with a point or an exponent, which tells them from whole numbers. Few bytes are an
  /// array with the Base64 of what the column holds: them, or the reference to their file. Many bytes are an object with
  /// their SHA-256 (``ImageBlobs``).
  var json: Value {
    var writer = JSONWriter()
    writer.beginObject()
    for (column, value) in values {
      writer.key(column)
      switch value {
      case .null: writer.null()
      case .integer(let integer): writer.int(integer)
      // JSON has no infinity; a number that is too large is read as one.
      case .real(let real): writer.number(real.isFinite ? String(real) : real < 0 ? "-9e999" : "9e999")
      case .text(let text): writer.string(text)
      case .blob(let blob):
        if let digest = ImageBlobs.Digest(blob) {
          digest.write(to: &writer)
          continue
        }
        writer.beginArray()
        writer.string(Data(BlobReference.column(blob)).base64EncodedString())
        writer.endArray()
      }
    }
    writer.endObject()
    return .text(String(decoding: writer.bytes, as: UTF8.self))
  }

  /// Reads what ``json`` wrote; nil for NULL.
  init?(_ json: Value, _ blobs: BlobFolder?) throws {
    guard case .text(let text) = json, case .object(let object) = try JSONParser.parse(text) else {
      return nil
    }
    values = []
    for (column, value) in object {
      switch value {
      case .number(let digits):
        values.append((column, Int64(digits).map(Value.integer) ?? .real(Double(digits) ?? 0)))
      case .string(let text): values.append((column, .text(text)))
      case .array(let items):
        if case .string(let base64) = items.first {
          values.append((column, .blob(Self.blob([UInt8](Data(base64Encoded: base64) ?? Data()), blobs))))
        } else {
          values.append((column, .null))
        }
      case .object(let object):
        if let digest = ImageBlobs.Digest(object) { digests.append((column, digest)) }
      default: values.append((column, .null))
      }
    }
  }

  private static func blob(_ column: [UInt8], _ folder: BlobFolder?) -> Blob { folder?.blob(column) ?? Blob(column) }
}
