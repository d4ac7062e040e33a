import KartotekaModel

// The sheets of a file that are loaded.
extension Importer {
  /// Interprets files without writing anything. Beside a sheet that was exported from here, other sheets of its file that hold no
  /// records are left out; where the person has named the records of that one, so are those with other records.
  /// - Throws: ``ImportError``, ``ReadingError`` for JSON without a list of records, and `StoreError.derived` for derived
  ///   records.
  public func plan(_ files: [ImportFile]) throws -> ImportPlan {
    let outcomes = files.map { file in Result { try plan(file) } }
    func isExport(_ file: ImportFile, _ outcome: Result<FilePlan, any Error>) -> Bool {
      guard let plan = try? outcome.get(), let exported = plan.exported else { return false }
      return file.entity == nil || exported == plan.entity.plural
    }
    let books = Set(zip(files, outcomes).filter { isExport($0, $1) }.compactMap(\.0.book))
    var plans: [(plan: FilePlan, book: String?)] = []
    var leftOut: [(book: String?, notes: [Phrase])] = []
    for (file, outcome) in zip(files, outcomes) {
      let isBesideExport = file.book.map(books.contains) ?? false
      do {
        let plan = try outcome.get()
        if isBesideExport, file.entity != nil, !isExport(file, outcome), !isRecognized(file, as: plan.entity) {
          leftOut.append((file.book, [.otherSheet(file.name)]))
        } else {
          plans.append((plan, file.book))
        }
      } catch let error as ImportError where file.isFurther && !plans.isEmpty {
        // A table beside or below the one that was meant.
        plans[plans.count - 1].plan.notes += [.noTables([file.name]), error.phrase]
      } catch let error as ImportError where isBesideExport && error.isAboutRecords && !isExported(file) {
        // Whoever names the records wants no others.
        leftOut.append(
          (file.book, file.entity == nil ? [.noTables([file.name]), error.phrase] : [.otherSheet(file.name)]))
      }
    }
    for (book, notes) in leftOut {
      guard let place = plans.firstIndex(where: { $0.book == book }) else { continue }
      plans[place].plan.notes += notes
    }
    return ImportPlan(files: plans.map(\.plan))
  }

  // Whether a file was exported from here, with the records that the person has named if any.
  private func isExported(_ file: ImportFile) -> Bool {
    guard let matcher = (try? sample(of: file))?.markedEntity.flatMap(recognition.exported) else { return false }
    guard let name = file.entity else { return true }
    return (try? recognition.named(name))?.entity.name == matcher.entity.name
  }

  // Whether a table without marks would be known to hold an entity's records if the person had not named them.
  private func isRecognized(_ file: ImportFile, as entity: EntityDescription) -> Bool {
    guard let sample = try? sample(of: file), sample.markedEntity == nil else { return false }
    let found = try? recognition.recognize(sample, hints: Self.hints(file, sample), file: file.name)
    return found?.entity.name == entity.name
  }

  private func sample(of file: ImportFile) throws -> FileSample {
    try FileSample(file, dialect: RecordFormat(of: file.text) == .csv ? CSVDialect(of: file.text) : nil)
  }

  /// The names of a file, which tell of its records. The name of a sheet follows that of its file.
  static func hints(_ file: ImportFile, _ sample: FileSample) -> [String] {
    let own = file.name.split(separator: "/").last ?? file.name[...]
    return [own.split(separator: ".").first.map(String.init) ?? file.name, sample.listName ?? ""]
  }
}
