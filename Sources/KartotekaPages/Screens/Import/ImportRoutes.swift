import Hummingbird
import KartotekaModel

extension ScreenRoutes {
  /// The rows of imports: uploaded files at `files/…`, imports by their number, rows at `rows/…`.
  @ScreenRouteBuilder
  func importRoutes(of screens: AppScreens) -> [ScreenRoute] {
    let all = ImportScreens(screens)
    let start = ImportScreen(screens: all)
    let plan = PlanScreen(screens: all)
    get("import", needs: .import) { try await start.page($0.asked) }
    post("import", needs: .import, takesFiles: true) { try await start.upload($0.request, $0.asked) }
    post("import/sample", needs: .import) { try await start.loadSample($0.asked) }
    get("import/files/{files}", needs: .import) { try await plan.page($0.text("files"), $0.asked) }
    post("import/files/{files}", needs: .import) { try await plan.answer($0.text("files"), $0.form(), $0.asked) }
    post("import/files/{files}/cancel", needs: .import) { try await plan.cancel($0.text("files")) }
    get("import/files/{files}/{number}", needs: .import) {
      try await FilePlanScreen(all, $0.text("files"), $0.text("number"), site).page($0.asked)
    }
    post("import/files/{files}/{number}", needs: .import) {
      try await FilePlanScreen(all, $0.text("files"), $0.text("number"), site).answer($0.form(), $0.asked)
    }
    // A refused form has this address, which may be reloaded.
    get("import/files/{files}/{number}/fields", needs: .import) {
      let plan = try await FilePlanScreen(all, $0.text("files"), $0.text("number"), site)
      return .seeOther(plan.filePath)
    }
    post("import/files/{files}/{number}/fields", needs: .design) {
      try await FilePlanScreen(all, $0.text("files"), $0.text("number"), site)
        .answer($0.form(), $0.asked, makesFields: true)
    }
    for entity in screens.description.model.entities.filter({ !$0.isDerived }) {
      let paste = PasteScreen(screens: all, entity: entity)
      get("\(entity.pathName)/paste", needs: .import) { try await paste.page($0.asked) }
      form("\(entity.pathName)/paste", needs: .import, paste.answer)
    }
    resultRoutes(of: all)
  }

  @ScreenRouteBuilder
  private func resultRoutes(of all: ImportScreens) -> [ScreenRoute] {
    let path: RouterPath = "import/{import}"
    get("import/rows/{row}", needs: .import) { try await RejectedRowScreen(all, $0.text("row")).page($0.asked) }
    post("import/rows/{row}", needs: .import) {
      try await RejectedRowScreen(all, $0.text("row")).answer($0.form(), $0.asked)
    }
    get(path, needs: .import) { try await $0.result(all).page($0.asked) }
    get("\(path)/rejects", needs: .import) { try await $0.result(all).download(nil, $0.asked) }
    get("\(path)/rejects/{index}", needs: .import) {
      try await $0.result(all).download(Int($0.text("index")) ?? -1, $0.asked)
    }
    get("\(path)/forget", needs: .import) { try await $0.result(all).forgetting($0.asked) }
    post("\(path)/forget", needs: .import) { try await $0.result(all).forget() }
    post("\(path)/link", needs: .import) { try await $0.result(all).link($0.form(), $0.asked) }
    post("\(path)/correct", needs: .import) { try await $0.result(all).correct($0.form()) }
    get("\(path)/references/{reference}", needs: .import) {
      try await $0.result(all).choose($0.text("reference"), nil, $0.asked)
    }
    post("\(path)/references/{reference}", needs: .import) {
      try await $0.result(all).choose($0.text("reference"), $0.form(), $0.asked)
    }
  }
}

extension ScreenCall {
  fileprivate func result(_ all: ImportScreens) async throws -> ImportResultScreen {
    try await ImportResultScreen(all, text("import"))
  }
}
