extension AnyRecord {
  /// The record with all its bytes in memory, for what writes them as text.
  /// - Throws: ``UnreadableBlob``.
  public func withBytes() throws(UnreadableBlob) -> AnyRecord {
    var record = self
    for position in values.indices {
      if case .blob(let blob) = values[position] { record.values[position] = .blob(try blob.bytes()) }
    }
    return record
  }
}
