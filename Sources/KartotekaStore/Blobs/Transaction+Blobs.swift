import KartotekaModel

extension Transaction {
  /// Puts a record's bytes where they are to lie: many of them into files. Nothing refers to those unless the transaction
  /// commits.
  /// - Throws: ``StoreError`` `.invalid`, `.disk`.
  func storeBlobs(of record: inout AnyRecord, _ positions: some Sequence<Int>) throws {
    for position in positions {
      guard case .blob(let blob) = record.values[position] else { continue }
      let name = record.entity.columns[position].name
      let isOutside = record.entity.thumbnail(of: name) != nil
      record.values[position] = .blob(try store(blob, as: name, isOutside: isOutside))
    }
  }

  /// The same with one value.
  /// - Parameter isOutside: whether a file is to hold the bytes however few they are. Lists read the thumbnail of such a
  ///   picture, and equal pictures of several records are one file.
  func store(_ blob: Blob, as name: String, isOutside: Bool = false) throws -> Blob {
    guard !blob.isOutline else { throw StoreError.invalid([FieldFault(name, "These bytes were not read")]) }
    if let folder = mapping.blobs { return try folder.store(blob, isOutside: isOutside) }
    guard blob.file != nil else { return blob }
    do {
      return Blob(try blob.bytes())
    } catch {
      throw StoreError.disk(error.description)
    }
  }
}
