extension AnyRecord {
  /// The record with all its bytes in memory, for text formats.
  /// - Parameter unreadable: called with the record's id and an attribute whose file is missing or damaged; the result
  ///   has no value for it.
  public func withBytes(unreadable: (RecordID, AttributeDescription) -> Void) -> AnyRecord {
    var record = self
    for (position, column) in entity.columns.enumerated() {
      guard case .blob(let blob) = values[position], case .attribute(let attribute) = column else { continue }
      do {
        record.values[position] = .blob(try blob.bytes())
      } catch {
        record.values[position] = .null
        unreadable(id ?? 0, attribute)
      }
    }
    return record
  }
}
