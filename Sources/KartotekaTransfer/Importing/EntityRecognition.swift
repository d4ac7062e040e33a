import KartotekaModel

/// Recognizes the entity of a file by its headings and its name.
struct EntityRecognition {
  /// The evidence for one entity.
  private struct Candidate {
    let entity: EntityDescription
    /// The share of the file's columns that the entity has.
    var share: Double
    /// The share of the entity's columns that the file has.
    var coverage: Double
    /// The number of columns of the entity that the file has.
    var matches: Int
    var isNamed: Bool

    /// Whether a column is taken for the records' numbers by the entity's name: `user_id` for the number of users. It is more
    /// often a reference.
    var hasNamedNumber: Bool

    // The name counts less than the columns.
    var score: Double { share + (isNamed ? 0.25 : 0) - (hasNamedNumber && !isNamed ? 0.01 : 0) }
  }

  let matchers: [HeaderMatcher]

  init(_ model: ModelDescription, words: Catalogue) {
    matchers = model.entities.map { HeaderMatcher($0, words: words) }
  }

  private var names: [String] { matchers.map(\.entity.plural) }

  /// The entity that the person named by its plural, its name or its nouns.
  func named(_ name: String) throws(ImportError) -> HeaderMatcher {
    let key = Naming.key(name)
    guard let matcher = matchers.first(where: { Self.names(of: $0.entity).contains(key) }) else {
      throw .unknownEntity(name, candidates: names)
    }
    return matcher
  }

  /// The entity from which a file was exported; nil if no entity has that name.
  func exported(_ plural: String) -> HeaderMatcher? { matchers.first { $0.entity.plural == plural } }

  /// The entity that best matches a file's columns and name. If that is ambiguous, the values decide.
  /// - Parameter hints: possible names of the entity: the file's name and the name of the list in it.
  func recognize(_ sample: FileSample, hints: [String], file: String) throws(ImportError) -> HeaderMatcher {
    let keys = hints.map(Naming.key)
    let headers = sample.headers.filter { !RejectsWriter.isRemark($0) }
    var candidates = matchers.map { candidate($0, headers, keys) }
    // An empty list has no columns, so only its name counts.
    // A file of another program, such as an address card, may have many columns beside those of the entity.
    candidates.removeAll {
      headers.isEmpty ? !$0.isNamed : $0.share < ($0.matches > 2 ? 0.3 : 0.5) && $0.coverage < 0.75
    }
    // Headings such as "Note" and "File" are those of many files.
    candidates.removeAll { $0.entity.notesOwner != nil && !$0.isNamed }
    let best = candidates.map(\.score).max() ?? 0
    candidates.removeAll { $0.score < best - 0.001 }
    let widest = candidates.map(\.coverage).max() ?? 0
    candidates.removeAll { $0.coverage < widest - 0.001 }
    // Derived records can't be imported, so any other candidate is preferred.
    if candidates.contains(where: { !$0.entity.isDerived }) { candidates.removeAll { $0.entity.isDerived } }
    if candidates.count > 1 {
      let fits = candidates.map { candidate in
        matchers.first { $0.entity == candidate.entity }.map { $0.fit(sample) } ?? 0
      }
      let best = fits.max() ?? 0
      candidates = zip(candidates, fits).filter { $0.1 > best - 0.001 }.map(\.0)
    }
    guard let only = candidates.first else {
      if let matcher = onlyOne(of: headers) { return matcher }
      throw .noEntity(file: file, candidates: names)
    }
    guard candidates.count == 1, let matcher = matchers.first(where: { $0.entity == only.entity }) else {
      throw .ambiguousEntity(file: file, candidates: candidates.map(\.entity.plural))
    }
    return matcher
  }

  // With one kind of record, a file with some of its columns is asked about these and not about the kind.
  private func onlyOne(of headers: [String]) -> HeaderMatcher? {
    let own = matchers.filter { !$0.entity.isDerived && $0.entity.notesOwner == nil }
    guard own.count == 1, own[0].match(headers).count(where: { $0.target != .nothing }) > 1 else { return nil }
    return own[0]
  }

  private func candidate(_ matcher: HeaderMatcher, _ headers: [String], _ hints: [String]) -> Candidate {
    let headers = headers.filter { !matcher.isStamp($0) }
    let targets = Set(headers.map(matcher.target)).subtracting([.nothing])
    let names = Self.names(of: matcher.entity)
    return Candidate(
      entity: matcher.entity, share: headers.isEmpty ? 0 : Double(targets.count) / Double(headers.count),
      coverage: Double(targets.count) / Double(matcher.entity.columns.count { $0.stamp == nil } + 1),
      matches: targets.count, isNamed: hints.contains { names.contains($0) },
      hasNamedNumber: headers.contains { matcher.target(of: $0) == .id && Naming.key($0) != "id" })
  }

  /// Whether a name is one of an entity's.
  static func isName(_ hint: String, of entity: EntityDescription) -> Bool {
    names(of: entity).contains(Naming.key(hint))
  }

  private static func names(of entity: EntityDescription) -> Set<String> {
    // All entities of notes have the same nouns.
    let nouns = entity.notesOwner == nil ? [entity.nouns.one, entity.nouns.many] : []
    return Set(([entity.plural, entity.name, entity.table] + nouns).map(Naming.key))
  }
}
