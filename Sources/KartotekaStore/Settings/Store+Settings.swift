import KartotekaModel

// The settings.
extension Store {
  /// The value of a setting: the one that was set, else its initial value.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func value<V: AttributeValue>(of setting: Setting<V>) async throws -> V {
    let form = EntityDescription(settings: [setting.description])
    let record = try await settings(form)
    return V.read(record.values[0], for: setting.description) ?? setting.defaultValue
  }

  /// The values of several settings, as a record of them.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func settings(_ settings: EntityDescription) async throws -> AnyRecord {
    try await translating { try await read { try SettingsTable(database: $0).record(of: settings) } }
  }

  /// Sets something, as a change set of its own.
  /// - Throws: ``StoreError`` `.invalid` for a value that the setting can't have.
  @discardableResult
  public func set<V: AttributeValue>(
    _ setting: Setting<V>, to value: V, _ origin: ChangeSet.Origin
  ) async throws -> Outcome<Void> {
    try await perform(origin) { try $0.set(setting, to: value) }
  }
}

extension Transaction {
  /// The values of several settings within this transaction, as a record of them.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func settings(_ settings: EntityDescription) throws -> AnyRecord {
    try SettingsTable(database: database).record(of: settings)
  }

  /// Sets something.
  /// - Throws: ``StoreError`` `.invalid` for a value that the setting can't have.
  public func set<V: AttributeValue>(_ setting: Setting<V>, to value: V) throws {
    var record = AnyRecord(EntityDescription(settings: [setting.description]))
    record.values[0] = value.stored(for: setting.description)
    try save(settings: record)
  }

  /// Makes several settings what a record of them says; those that are so already are left alone.
  /// - Throws: ``StoreError`` `.invalid` for values that they can't have.
  package func save(settings record: AnyRecord) throws {
    let faults = record.entity.faults(in: record)
    guard faults.isEmpty else { throw StoreError.invalid(faults) }
    let table = SettingsTable(database: database)
    let (stored, texts) = try (table.record(of: record.entity), table.texts())
    for (position, column) in record.entity.columns.enumerated()
    where record.values[position] != stored.values[position] {
      try write(record.text(at: position), as: column.name, over: texts[column.name]) {
        Phrase("Changed: {setting}", ["setting": .phrase(Phrase(column.label))])
      }
    }
  }

  /// Takes back what a change set did to a setting.
  func takeBackSetting(_ before: Image?, _ after: Image?) throws {
    let (was, became) = (before.flatMap(SettingsTable.read), after.flatMap(SettingsTable.read))
    guard let name = was?.name ?? became?.name else { return }
    let now = try SettingsTable(database: database).texts()[name]
    guard now == became?.text else { throw StoreError.cannotUndo("The settings have been changed since") }
    try write(was?.text, as: name, over: now) { "Changed data" }
  }

  private func write(_ text: String?, as name: String, over old: String?, named phrase: () -> Phrase) throws {
    let id = try SettingsTable(database: database).write(text, as: name)
    try log.record(
      table: SettingsTable.name, id: id, before: SettingsTable.image(name, old),
      after: SettingsTable.image(name, text), named: phrase())
    log.touchedSettings()
  }
}
