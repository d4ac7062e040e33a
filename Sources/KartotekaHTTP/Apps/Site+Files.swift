import Foundation
import KartotekaApplication
@_spi(System) import KartotekaStore
import Logging

// Changes that other processes have made to the files of the data folder.
extension Site {
  /// Opens designed applications that another process has created or changed, and files that were put into the folder.
  package func refresh() async {
    for app in apps {
      guard let reopen = app.reopen else { continue }
      let hasOtherDescription = await app.system.hasOtherDescription()
      guard app.hasOtherSchema || hasOtherDescription, app.imports.current == nil else { continue }
      do {
        let isNews = try await inTurn { [self] in
          // A change at this server may have replaced it meanwhile.
          guard self.app(app.name)?.store.isSame(as: app.store) == true else { return false }
          put(try reopen())
          return true
        }
        guard isNews else { continue }
        logger.notice("The tables of the file were changed and are read again", metadata: ["app": "\(app.name)"])
      } catch {
        logger.error("The file can't be read again", metadata: ["app": "\(app.name)", "error": "\(error)"])
      }
    }
    if let folder { await look(in: folder, isRequested: false) }
  }

  /// Opens the designed applications that other processes and servers have made or changed, and closes those that other servers
  /// have removed. One look runs at a time. Calls during a look share the next one.
  /// - Parameter isRequested: whether the primary database is asked in any case, because somebody asks for something that may have
  ///   been made just now.
  func look(in folder: DesignFolder, isRequested: Bool) async {
    let look = state.withLock { state in
      if isRequested { state.isLookRequested = true }
      if let next = state.nextLook { return next }
      let next = Task { [self, last = state.look] in
        await last?.value
        let isRequested = self.state.withLock { state in
          state.nextLook = nil
          defer { state.isLookRequested = false }
          return state.isLookRequested
        }
        await openOthers(in: folder, isRequested: isRequested)
      }
      (state.look, state.nextLook) = (next, next)
      return next
    }
    await look.value
  }

  private func openOthers(in folder: DesignFolder, isRequested: Bool) async {
    for app in apps where app.app.design != nil && app.imports.current == nil {
      if isRequested { await app.store.catchUp() }
      if await app.system.hasOtherDescription() {
        _ = try? await inTurn { [self] in open(app.name, in: folder, replacing: app) }
      }
    }
    _ = try? await inTurn { [self] in
      // If the database server does not answer, the next look tries again.
      for name in (try? folder.bringOthers(isRequested: isRequested)) ?? [] { drop(name) }
      lookForFiles(in: folder)
    }
  }

  private func lookForFiles(in folder: DesignFolder) {
    let (running, unavailable) = state.withLock { (Set($0.content.apps.map(\.name)), $0.content.unavailable) }
    let known = running.union(unavailable.map(\.name))
    for name in folder.names() where !known.contains(name) {
      let date = Self.date(of: folder.file(of: name))
      guard state.withLock({ $0.others[name] != date }) else { continue }
      state.withLock { $0.others[name] = date }
      open(name, in: folder, replacing: nil)
    }
    let closed = Set(unavailable.filter { $0.app.openedFile == nil }.map(\.name))
    for (name, file) in OpenedFolder(in: folder.url).files()
    where !running.contains(name) && !closed.contains(name) && !folder.taken.contains(name) {
      let date = Self.date(of: file.url)
      guard state.withLock({ $0.others.updateValue(date, forKey: file.url.path()) != date }) else { continue }
      do {
        put(try RunningApp(try OpenedApp(file, named: name), options: options))
        logger.notice("File opened", metadata: ["app": "\(name)"])
      } catch {
        logger.error("File can't be opened", metadata: ["app": "\(name)", "error": "\(error)"])
      }
    }
  }

  static func date(of file: URL) -> Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
    return attributes?[.modificationDate] as? Date ?? .distantPast
  }

  private func open(_ name: String, in folder: DesignFolder, replacing old: RunningApp?) {
    // Another task may have opened it meanwhile.
    if let old, app(name)?.store.isSame(as: old.store) != true { return }
    do {
      guard let app = try folder.app(name) else { return }
      let store = try Store(
        app.description.model, at: folder.file(of: name), options: app.storeOptions(options))
      put(RunningApp(app, on: store))
      logger.notice("Application opened", metadata: ["app": "\(name)"])
    } catch {
      logger.error("Application can't be opened", metadata: ["app": "\(name)", "error": "\(error)"])
      guard old == nil, case StoreError.primary = error, let app = try? folder.app(name) else { return }
      note(UnavailableApp(app, because: error))
    }
  }
}
