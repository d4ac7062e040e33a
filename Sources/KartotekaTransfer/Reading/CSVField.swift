/// A field of the record that ``CSVReader`` is at.
///
/// Not private to the reader, where it belongs: Swift 6.3.1 then fails to compile modules that use the reader
/// ("Global is external, but doesn't have external or weak linkage").
struct CSVField: BitwiseCopyable {
  static let unquoted = -2
  static let quoted = -1

  /// Where the field begins in the text, its quote included.
  let origin: Int
  let count: Int
  /// Where its content is: ``unquoted`` at the origin, ``quoted`` one byte later, or the place in the
  /// reader's scratch memory where it had to be put together.
  let content: Int
}
