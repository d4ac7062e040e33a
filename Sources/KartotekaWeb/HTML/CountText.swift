import NIOCore

/// Text that says how many records there are, and how it would be said of another number.
struct CountText: Sendable {
  let text: String
  /// The entity whose records are counted, all of them; nil where the number is of anything else.
  let entity: String?
  /// What is said of another number; nil where more than this text would be otherwise.
  let words: @Sendable (_ count: Int) -> String?

  /// Says how many records of an entity there are.
  init(_ text: String, of entity: String, _ words: @escaping @Sendable (_ count: Int) -> String?) {
    self.text = text
    self.entity = entity
    self.words = words
  }

  /// Says anything else.
  init(_ text: String) {
    self.text = text
    entity = nil
    words = { _ in nil }
  }
}

/// Where in an answer the number of an entity's records stands.
struct CountPlace: Sendable {
  let entity: String
  /// The bytes of the answer that say it.
  let range: Range<Int>
  /// The bytes for another number; nil where more than these would be otherwise.
  let bytes: @Sendable (_ count: Int) -> ByteBuffer?
}
