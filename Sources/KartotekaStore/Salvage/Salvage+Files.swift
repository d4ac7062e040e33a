import Foundation
import KartotekaModel

// What the saved records refer to: other records, pictures and files.
extension Salvage {
  // A record that can't be without a lost one is lost, too, and so are those that can't be without it.
  mutating func closeReferences(_ records: [CopiedTable], _ links: [CopiedTable]) throws {
    let names = Set(records.map(\.name))
    var isChanged = true
    while isChanged {
      isChanged = false
      for table in records {
        guard let index = report.entities.firstIndex(where: { model.entity(named: $0.name)?.table == table.name })
        else {
          continue
        }
        for reference in table.references where names.contains(reference.table) {
          let isRequired = table.columns.first { $0.name == reference.column }?.isRequired == true
          let ids = try filler.close(reference, of: table, isRequired: isRequired)
          guard !ids.isEmpty else { continue }
          if isRequired {
            isChanged = true
            report.entities[index].saved -= ids.count
            for id in ids { report.entities[index].orphaned.add(id) }
          } else {
            let name = model.entities.first { $0.table == table.name }?.relationships
              .first { $0.cardinality == .toOne && $0.column == reference.column }?.name
            for id in ids { report.entities[index].emptied[name ?? reference.column, default: .init()].add(id) }
          }
        }
      }
    }
    for table in links {
      for reference in table.references where names.contains(reference.table) {
        report.lostLinks = report.lostLinks.addingClamped(try filler.removeLinks(of: table, without: reference))
      }
    }
  }

  // The bytes are compared with their SHA-256: a damaged file is none.
  func copyFiles() throws -> Int {
    var lost = 0
    for digest in try filler.digests().sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      try watch.progress(0.9)
      var isThere = false
      allowance.begin()
      do {
        isThere = try copyPackedFile(digest)
      } catch is SalvageAllowance.Spent {
        // Its parts are longer than the whole file.
      } catch let error as SQLError where error.isDamage || error.kind == .statement {
        // It may lie beside the database.
      }
      if try !isThere && !copyFile(digest) { lost += 1 }
    }
    return lost
  }

  private func copyPackedFile(_ digest: [UInt8]) throws -> Bool {
    for (table, order) in [(PackedBlobs.table, ""), (PackedBlobs.parts, " ORDER BY part")] where found[table] != nil {
      let rows = try RawStatement(
        PreparedStatement("SELECT bytes FROM \(table) WHERE digest = ?\(order)", in: damaged), in: damaged)
      digest.withUnsafeBytes { rows.bind(blob: $0, at: 1) }
      defer { rows.reset() }
      let receiver = filler.receiver()
      var isThere = false
      while try rows.step() {
        isThere = true
        let bytes = rows.blob(column: 0)
        try allowance.take(bytes.count)
        try receiver.append(bytes)
        try watch.progress(0.9)
      }
      if isThere { return try filler.storeFile(receiver, if: digest) }
    }
    return false
  }

  // Of a database that is no backup they lie beside it.
  private func copyFile(_ digest: [UInt8]) throws -> Bool {
    guard let files, let file = try? FileHandle(forReadingFrom: files.url(of: digest)) else { return false }
    defer { try? file.close() }
    let receiver = filler.receiver()
    // What can't be read to its end has another digest.
    while let part = try? file.read(upToCount: 1 << 18), !part.isEmpty {
      try part.withUnsafeBytes { try receiver.append($0) }
      try watch.progress(0.9)
    }
    return try filler.storeFile(receiver, if: digest)
  }
}
