import KartotekaModel

extension Transaction {
  /// Puts a record's bytes where they are to lie: many of them into files. Nothing refers to those unless the transaction
  /// commits.
  /// - Throws: ``StoreError`` `.invalid`, `.disk`.
  func keepBlobs(of record: inout AnyRecord, _ positions: some Sequence<Int>) throws {
    for position in positions {
      guard case .blob(let blob) = record.values[position] else { continue }
      record.values[position] = .blob(try keep(blob, as: record.entity.columns[position].name))
    }
  }

  /// The same with one value.
  func keep(_ blob: Blob, as name: String) throws -> Blob {
    guard !blob.isOutline else { throw StoreError.invalid([FieldFault(name, "These bytes were not read")]) }
    if let folder = plan.blobs { return try folder.keep(blob) }
    guard blob.file != nil else { return blob }
    do {
      return Blob(try blob.bytes())
    } catch {
      throw StoreError.disk(error.description)
    }
  }
}
