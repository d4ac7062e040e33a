import KartotekaModel

/// The folded texts by which two records are compared.
struct DuplicateTexts {
  private let title: String
  private let words: [Substring]
  private let values: [(name: String, text: String)]
  private let owners: [RecordID]

  /// - Parameters:
  ///   - values: the identifying attributes with their texts, empty for none.
  ///   - owners: the required related records.
  init(title: TitleWords, values: [(name: String, text: String)], owners: [RecordID]) {
    let text = String(decoding: title.bytes, as: UTF8.self)
    (self.title, words, self.values, self.owners) = (text, text.split(separator: " ").sorted(), values, owners)
  }

  /// The texts of a record, which need not be stored.
  init(of record: AnyRecord) {
    func key(of attribute: AttributeDescription) -> String {
      guard case .text(let text) = record[attribute.name] else { return "" }
      return SortKeyTable.key(of: text, in: .attribute(attribute), .root)
    }
    var title = TitleWords()
    for attribute in record.entity.titleAttributes where attribute.isText {
      Array(key(of: attribute).utf8).withUnsafeBytes { title.append($0) }
    }
    self.init(
      title: title, values: record.entity.identifyingAttributes.map { ($0.name, key(of: $0)) },
      owners: record.entity.relationships.filter { $0.cardinality == .toOne && $0.isRequired }
        .map { record[$0.name].integer ?? 0 })
  }

  /// Why both may be about the same thing; empty where nothing says so.
  func evidence(with other: DuplicateTexts) -> [DuplicateEvidence] {
    var evidence = zip(values, other.values).filter { !$0.text.isEmpty && $0.text == $1.text }
      .map { DuplicateEvidence.value($0.0.name) }
    let lengths = TitleSlips.lengths
    if owners != other.owners {
      // Titles say nothing of records that belong to different ones.
    } else if !words.isEmpty, words == other.words {
      evidence.append(.title)
    } else if lengths.contains(title.unicodeScalars.count), lengths.contains(other.title.unicodeScalars.count),
      // Member 3 is not member 13.
      title.filter(\.isNumber) == other.title.filter(\.isNumber),
      EditDistance.between(title, other.title, limit: 1) != nil
    {
      evidence.append(.slip)
    }
    return evidence
  }
}

extension Store {
  private static let lookedAt = 20

  /// The stored records that may be about the same thing as one that is being typed, the most similar first. Looks at a few of
  /// those that a search for its title or its identifying values finds.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func records(like record: AnyRecord, limit: Int) async throws -> [AnyRecord] {
    let entity = record.entity
    let texts = DuplicateTexts(of: record)
    var (found, seen): ([(record: AnyRecord, weight: DuplicatePosition)], Set<RecordID>) = ([], [])
    func look(_ request: AnyFetchRequest) async throws {
      var request = request
      (request.limit, request.wantsTotal, request.readsBlobs) = (Self.lookedAt, false, false)
      for other in try await fetch(request).records {
        guard let id = other.id, id != record.id, seen.insert(id).inserted else { continue }
        let evidence = texts.evidence(with: DuplicateTexts(of: other))
        guard !evidence.isEmpty else { continue }
        found.append((other, DuplicatePair(first: id, second: id, evidence: evidence).position))
      }
    }
    for attribute in entity.identifyingAttributes {
      guard case .text(let text) = record[attribute.name] else { continue }
      var request = AnyFetchRequest(entity.name)
      request.predicate =
        SortKeyTable.isFolded(.attribute(attribute))
        ? .reads([attribute.name], text) : .compare(attribute.name, .eq, [.text(text)])
      try await look(request)
    }
    let titles = entity.titleAttributes.filter(\.isText)
    let title = titles.compactMap { attribute in
      if case .text(let text) = record[attribute.name] { text } else { nil }
    }.joined(separator: " ")
    if !title.isEmpty {
      var request = AnyFetchRequest(entity.name)
      if titles.allSatisfy(\.isSearched) {
        // Texts that are computed say nothing of the title: those of other records would take the places of the few looked at.
        (request.search, request.forgivesSlip, request.searchesStoredAlone) = (title, true, true)
      } else {
        // Titles that nobody searches are found where they are the same.
        request.predicate = .reads(titles.map(\.name), title)
      }
      try await look(request)
    }
    return found.sorted { $0.weight < $1.weight }.prefix(limit).map(\.record)
  }
}
