import Foundation
import KartotekaStore

// Files of entries: rows of some hundred kilobytes, so that no file is in memory as a whole.
extension PostgresWork {
  /// The number of rows that are read at a time.
  private static let partsAtOnce = 8

  /// Writes files to the tables, with the numbers 1, 2, ….
  func send(_ files: [URL], of id: String, on connection: PostgresConnection) throws {
    for (index, file) in files.enumerated() {
      let values = try file.resourceValues(forKeys: [.fileSizeKey, .contentModificationDateKey])
      let written = ((values.contentModificationDate?.timeIntervalSince1970 ?? 0) * 1_000).rounded()
      try connection.run(
        "INSERT INTO \(WorkSchema.files) (place, id, number, size, written) VALUES ($1, $2, $3, $4, $5)", place, id,
        String(index + 1), String(values.fileSize ?? 0), String(Int64(written)))
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      _ = try connection.copyIn(
        "COPY \(WorkSchema.parts) (place, id, number, part, bytes) FROM STDIN (FORMAT binary)"
      ) { send in
        let buffer = ByteBuffer(capacity: WorkSchema.partSize + 1_024)
        RowEncoder.header.withUnsafeBytes { buffer.append($0) }
        var part: Int32 = 0
        while let bytes = try handle.read(upToCount: WorkSchema.partSize), !bytes.isEmpty {
          buffer.append(Int16(5))
          for text in [place, id] {
            buffer.append(Int32(text.utf8.count))
            Array(text.utf8).withUnsafeBytes { buffer.append($0) }
          }
          for number in [Int32(index + 1), part] {
            buffer.append(Int32(4))
            buffer.append(number)
          }
          buffer.append(Int32(bytes.count))
          bytes.withUnsafeBytes { buffer.append($0) }
          try send(buffer.bytes)
          buffer.removeAll()
          part += 1
        }
        buffer.append(Int16(-1))
        try send(buffer.bytes)
      }
    }
  }

  func bring(_ id: String, to folder: URL) throws -> Bool {
    try tables.read(missing: false) { connection in
      let files = try connection.run(
        "SELECT number, size, written FROM \(WorkSchema.files) WHERE place = $1 AND id = $2", place, id)
      guard !files.isEmpty else { return false }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for file in files {
        guard let number = file[0], let size = file[1].flatMap(Int.init), let written = file[2].flatMap(Double.init)
        else { continue }
        // Another request may bring the same file.
        let temporary = folder.appending(path: "\(number).\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: temporary) }
        guard try receive(number, size, of: id, to: temporary, connection) else { return false }
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: written / 1_000)],
          ofItemAtPath: temporary.path(percentEncoded: false))
        let target = folder.appending(path: number).path(percentEncoded: false)
        guard rename(temporary.path(percentEncoded: false), target) == 0 else {
          throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: target])
        }
      }
      return true
    }
  }

  /// Writes a file of an entry to a place.
  /// - Returns: false if another server has removed the files meanwhile.
  private func receive(
    _ number: String, _ size: Int, of id: String, to file: URL, _ connection: PostgresConnection
  ) throws -> Bool {
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    var (part, received) = (0, 0)
    while received < size {
      let before = received
      try connection.binaryRows(
        """
        SELECT bytes FROM \(WorkSchema.parts) WHERE place = $1 AND id = $2 AND number = $3::integer \
        AND part >= $4::integer AND part < $4::integer + \(Self.partsAtOnce) ORDER BY part
        """, place, id, number, String(part)
      ) { cells in
        guard let bytes = cells[0] else { return }
        try handle.write(contentsOf: Data(bytes))
        received += bytes.count
      }
      if received == before { return false }
      part += Self.partsAtOnce
    }
    return true
  }
}
