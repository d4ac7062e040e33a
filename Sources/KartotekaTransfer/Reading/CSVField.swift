/// A field of the current record of a ``CSVReader``.
///
/// It is not private to the reader because Swift 6.3.1 then fails to compile modules that use the reader
/// ("Global is external, but doesn't have external or weak linkage").
struct CSVField: BitwiseCopyable {
  static let unquoted = -2
  static let quoted = -1

  /// The offset of the field in the text, including its quote.
  let origin: Int
  let count: Int
  /// The offset of the content: the origin if it is ``unquoted``, one more if it is ``quoted``, else an offset in the reader's
  /// scratch memory.
  let content: Int
}
