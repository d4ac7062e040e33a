import Hummingbird
import KartotekaHTML
@_spi(System) import KartotekaStore

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

// Screens and responses of somebody with all rights.
extension ScreenRoutes {
  init(_ apps: [RunningApp]) { self.init(apps, for: SystemAccess.everything) }
}

extension AppScreens {
  convenience init(app: RunningApp, place: Int, assets: Assets) {
    self.init(app: app, for: SystemAccess.everything, place: place, assets: assets)
  }
}

extension CacheKey {
  init?(_ request: Request, of app: RunningApp) { self.init(request, of: app, for: SystemAccess.everything) }
}
