import Foundation
import KartotekaModel

/// The parts of a file whose rows are stored already, by the offsets of the rows.
struct RepeatedRows {
  /// In their order; they don't overlap.
  fileprivate let ranges: [Range<Int>]

  /// Whether a row is in such a part.
  func contains(_ offset: Int) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(offset)
  }
}

/// Finds the rows of a file that an earlier import has stored.
///
/// A run of rows that equals a run of records, in the same order, is stored if chance doesn't explain it: each row counts as
/// many bits as its record is rare, so that three different bookings say more than thirty coffees. Where nearly all rows have
/// records that equal no other, their order does not matter.
struct RepeatedRowsSearch {
  /// Successive rows that equal successive records.
  private struct Run {
    /// The places of the records that may be the last row's.
    var places: [Int32] = []
    /// The offset of the first row.
    var start = 0
    var length = 0
    var bits = 0.0
    /// Whether it follows a stored run closely in the file and among the records.
    var isNear = false
    var isStored = false
  }

  /// The maximum number of rows and records that were changed, added or removed between two runs.
  private static let mostBetween = 16
  /// The maximum number of comparisons before only the first places of a row are followed.
  private static let mostSteps = 50_000_000
  private static let mostRecent = 1_024
  /// The bits of a run that follows a stored one closely.
  private static let neededNear = 8.0

  private let records: StoredSequence
  private let needed: Double
  private var row = 0
  private var run = Run()
  private var ranges: [Range<Int>] = []
  /// The last row of the last stored run, and the place of its record.
  private var end: (row: Int, place: Int32)?
  private var recent: [(hash: Int?, offset: Int)] = []
  private var steps = 0
  /// The number of rows by hash that have a record of their own.
  private var matched: [Int: Int] = [:]
  private var matchedCount = 0
  private var uniqueCount = 0

  init(_ records: StoredSequence) {
    self.records = records
    needed = Self.needed(of: records)
  }

  /// The bits of equal rows and records that are none by chance: they may begin at each row and at each record.
  static func needed(of records: StoredSequence) -> Double { 2 * log2(Double(max(1, records.hashes.count))) + 10 }

  /// Adds the next row that can be loaded.
  /// - Parameter hash: nil if it can't be compared with records.
  mutating func add(_ hash: Int?, at offset: Int) {
    row += 1
    count(hash)
    if recent.count >= Self.mostRecent { recent.removeFirst(Self.mostRecent / 2) }
    recent.append((hash, offset))
    let places = next(hash)
    if places.isEmpty {
      endRun(before: offset)
      begin(hash, at: offset)
    } else {
      run.places = places
    }
    guard let hash, !run.places.isEmpty else { return }
    run.length += 1
    run.bits += log2(Double(records.hashes.count) / Double(max(1, records.count(hash))))
    accept()
  }

  /// The stored parts after the last row.
  mutating func finished() -> RepeatedRows {
    endRun(before: .max)
    let areNearlyAll =
      matchedCount * 10 >= row * 9 && uniqueCount * 10 >= matchedCount * 9 && row >= Self.fewestRows
    return RepeatedRows(ranges: areNearlyAll ? [0..<Int.max] : ranges)
  }

  // Fewer equal rows may be chance.
  private static let fewestRows = 10

  private mutating func count(_ hash: Int?) {
    guard let hash, matched[hash, default: 0] < records.count(hash) else { return }
    matched[hash, default: 0] += 1
    matchedCount += 1
    if records.count(hash) == 1 { uniqueCount += 1 }
  }

  // The places of records that continue the run.
  private mutating func next(_ hash: Int?) -> [Int32] {
    guard let hash, !run.places.isEmpty else { return [] }
    if steps > Self.mostSteps, run.places.count > Self.mostBetween {
      run.places.removeSubrange(Self.mostBetween...)
    }
    steps += run.places.count
    let hashes = records.hashes
    return run.places.compactMap { place in
      let next = Int(place) + 1
      return next < hashes.count && hashes[next] == hash ? Int32(next) : nil
    }
  }

  private mutating func begin(_ hash: Int?, at offset: Int) {
    run = Run()
    run.start = offset
    guard let hash else { return }
    run.places = records.places(hash, limit: steps > Self.mostSteps ? Self.mostBetween : .max)
    steps += run.places.count
    guard let end, row - end.row <= Self.mostBetween else { return }
    let near = run.places.filter { $0 > end.place && Int($0) <= Int(end.place) + Self.mostBetween }
    guard !near.isEmpty else { return }
    (run.places, run.isNear) = (near, true)
  }

  private mutating func accept() {
    guard !run.isStored, let last = run.places.first else { return }
    guard run.bits >= (run.isNear ? Self.neededNear : needed) else { return }
    run.isStored = true
    // Rows before it that equal the records before may have begun another run by chance.
    var place = Int(last) - run.length
    var index = recent.count - run.length - 1
    while index >= 0, place >= 0, recent[index].hash == records.hashes[place] {
      run.start = recent[index].offset
      (index, place) = (index - 1, place - 1)
    }
  }

  private mutating func endRun(before offset: Int) {
    guard run.isStored, let last = run.places.first else { return }
    var start = run.start
    while let before = ranges.last, before.upperBound >= start {
      start = min(start, before.lowerBound)
      ranges.removeLast()
    }
    ranges.append(start..<offset)
    // The current row is the one after the run, except at the end of the file.
    end = (row - 1, last)
  }
}
