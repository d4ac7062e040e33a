import KartotekaHTML
@_spi(System) import KartotekaStore

@testable import KartotekaHTTP
@testable import KartotekaPages

// Screens of somebody with all rights.
extension ScreenRoutes {
  init(_ apps: [RunningApp]) { self.init(apps, for: SystemAccess.everything) }
}

extension AppScreens {
  convenience init(app: RunningApp, place: Int, assets: Assets) {
    self.init(app: app, for: SystemAccess.everything, place: place, assets: assets)
  }
}
