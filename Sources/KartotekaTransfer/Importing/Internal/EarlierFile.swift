import Foundation
import KartotekaModel

/// A record that an earlier file has made.
struct EarlierRecord {
  let id: RecordID
  /// The hash of its values as they are now.
  let hash: Int
  /// The hash of the values with which it was made; nil where they are those of now, or not known.
  var made: Int?
}

/// Tells whether a file is an earlier one, which may have grown.
///
/// It is if its rows have the values of the earlier file's records, as they are now or as they were made, in their order. Then
/// each of these records is that of one row, and all other rows are new. Equal rows are interchangeable.
struct EarlierFile {
  /// The records that rows of the file have made, each with the hash of its row.
  let records: [(hash: Int, id: RecordID)]
  /// The places of these rows.
  let rows: [Int]
  /// Whether all records of the earlier file have a row.
  private let isWhole: Bool

  /// - Parameters:
  ///   - rows: the hashes of the rows; nil for one that can't be compared with records.
  ///   - records: the records that the earlier file has made, in the order of its rows.
  /// - Returns: nil if it is another file.
  init?(_ rows: [Int?], among records: [EarlierRecord]) {
    var left: [Int: Int] = [:]
    for case let hash? in rows { left[hash, default: 0] += 1 }
    func take(_ hash: Int?) -> Int? {
      guard let hash, let count = left[hash], count > 0 else { return nil }
      left[hash] = count - 1
      return hash
    }
    // As they are now before any that was made as another one is now.
    let now = records.map { take($0.hash) }
    let found = zip(records, now).compactMap { record, hash in
      (hash ?? take(record.made)).map { (hash: $0, id: record.id) }
    }
    // The values of some are not known any more. A file that lacks more of them is another one of that name.
    guard !found.isEmpty, (records.count - found.count) * 10 <= records.count else { return nil }
    self.records = found
    isWhole = found.count == records.count
    if let places = Self.placesInOrder(found, rows) {
      self.rows = places
      return
    }
    // In another order, equal rows could be those of another month; different ones could not.
    let areAll = found.count == records.count && found.count == rows.count
    guard areAll || Set(found.map(\.hash)).count == found.count else { return nil }
    self.rows = Self.places(found, rows)
  }

  /// Whether it is no small part of a file, which may be there by chance.
  func isLarge(among rows: [Int?]) -> Bool {
    records.count * 2 >= rows.count || records.count >= 10 || isBlock(of: rows)
  }

  // Whether its rows are the first or the last ones, as in a list that was continued.
  private func isBlock(of rows: [Int?]) -> Bool {
    guard let first = self.rows.first, let last = self.rows.last, isWhole, last - first == records.count - 1 else {
      return false
    }
    return (first == 0 || last == rows.count - 1) && records.count > 2 && Set(records.map(\.hash)).count > 1
  }

  // The places of the rows that have the records' values in their order, with others between them.
  private static func placesInOrder(_ records: [(hash: Int, id: RecordID)], _ rows: [Int?]) -> [Int]? {
    var places: [Int] = []
    for (place, row) in rows.enumerated() where places.count < records.count && row == records[places.count].hash {
      places.append(place)
    }
    return places.count == records.count ? places : nil
  }

  private static func places(_ records: [(hash: Int, id: RecordID)], _ rows: [Int?]) -> [Int] {
    var wanted: [Int: Int] = [:]
    for record in records { wanted[record.hash, default: 0] += 1 }
    return rows.indices.filter { place in
      guard let hash = rows[place], let count = wanted[hash], count > 0 else { return false }
      wanted[hash] = count - 1
      return true
    }
  }
}

/// The earlier files of which a file has the rows: a list that has grown, or the months of a year.
struct EarlierFiles {
  /// The maximum number of rows and records that are compared.
  private static let mostSteps = 20_000_000

  /// The records that rows of the file have made, each with the hash of its row.
  private(set) var records: [(hash: Int, id: RecordID)] = []

  /// - Parameters:
  ///   - files: the series of the records of each earlier file.
  ///   - stored: all records.
  ///   - made: the hashes of the values with which records were made that were changed since.
  init(_ rows: [Int?], among files: [[[RecordID]]], of stored: StoredSequence, made: [RecordID: Int] = [:]) {
    func own(_ ranges: [[RecordID]]) -> [EarlierRecord] {
      stored.records(in: ranges).map { EarlierRecord(id: $0.id, hash: $0.hash, made: made[$0.id]) }
    }
    var steps = 0
    var seen: Set<[[RecordID]]> = []
    let candidates = files.filter { seen.insert($0).inserted }.compactMap {
      ranges -> (file: [[RecordID]], count: Int)? in
      guard steps <= Self.mostSteps else { return nil }
      let records = own(ranges)
      steps += rows.count + records.count
      return EarlierFile(rows, among: records).map { (ranges, $0.records.count) }
    }
    var left = rows
    var taken: Set<RecordID> = []
    for candidate in candidates.sorted(by: { $0.count > $1.count }) {
      let others = own(candidate.file).filter { !taken.contains($0.id) }
      guard let found = EarlierFile(left, among: others),
        records.isEmpty && found.isLarge(among: left) || Self.isSure(found, stored)
      else { continue }
      records += found.records
      taken.formUnion(found.records.map(\.id))
      let rows = Set(found.rows)
      left = left.indices.filter { !rows.contains($0) }.map { left[$0] }
    }
  }

  // Whether the rows are none of the file's records by chance: each counts as many bits as its record is rare, or none has an
  // equal.
  private static func isSure(_ file: EarlierFile, _ stored: StoredSequence) -> Bool {
    let total = Double(max(1, stored.hashes.count))
    let bits = file.records.reduce(0.0) { $0 + log2(total / Double(max(1, stored.count($1.hash)))) }
    return bits >= RepeatedRowsSearch.needed(of: stored)
      || file.records.count > 1 && file.records.allSatisfy { stored.count($0.hash) <= 1 }
  }
}
