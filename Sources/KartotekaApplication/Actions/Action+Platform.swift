import KartotekaModel
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer

// Actions that several applications need.
extension Action {
  /// Fills an application with examples, offered where nothing is there yet.
  public static func demo(title: String = "Fill with examples", _ seeds: Seed...) -> Action {
    Action(
      ActionDescription(name: "demo", title: title, symbol: .card, isForEmptyScreens: true)
    ) { call in
      let refusal = ActionError.refused(
        "The examples are there already, or other records have their numbers. Nothing was added.")
      // Examples without numbers of their own would be added again.
      guard try await !areThere(seeds, in: call.store) else { throw refusal }
      do {
        let outcome = try await SeedLoader(seeds).load(into: call.store, call.origin, named: "Added examples")
        return ActionResult("Added examples", changeSet: outcome.changeSet)
      } catch StoreError.notUnique(_, "id") {
        throw refusal
      }
    }
  }

  // Whether there are records of each kind.
  private static func areThere(_ seeds: [Seed], in store: Store) async throws -> Bool {
    for seed in seeds {
      guard let entity = store.model.entity(plural: seed.entity) else { continue }
      if try await store.count(AnyFetchRequest(entity.name)) == 0 { return false }
    }
    return true
  }

  /// Rebuilds all derived records from their source records, for an administrator.
  public static func rebuild<E: Entity>(_ entity: E.Type, title: String) -> Action {
    Action("rebuild-\(E.plural)", title: title, for: .administrator) { call in
      let count = try await call.store.rebuild(E.self)
      return ActionResult(Phrase("Rebuilt {count} records", ["count": .count(count)]))
    }
  }

  /// Deletes all records as one change set, which can be undone, for an administrator: people do so in the settings.
  public static var deleteAll: Action {
    Action(
      "delete-all", title: "Delete all data", for: .administrator,
      confirmation: "This deletes everything here. It can be undone.", isDangerous: true
    ) { call in
      ActionResult("Deleted all data", changeSet: try await call.store.deleteAll(call.origin).changeSet)
    }
  }

  /// Drops all tables with everything in them and makes them again, for an administrator.
  public static var dropTables: Action {
    Action(
      "drop-tables", title: "Drop all tables and make them again", for: .administrator,
      confirmation: "Everything in this application is deleted. A copy of the file is kept beside it.",
      isDangerous: true
    ) { call in
      try await call.store.dropTables()
      return ActionResult("Dropped all tables and made them again")
    }
  }
}
