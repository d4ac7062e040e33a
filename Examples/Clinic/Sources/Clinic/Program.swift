import Foundation
import KartotekaCommand

/// The program: `swift run clinic` serves the application, `swift run clinic --help` lists the commands.
@main
struct Program: KartotekaProgram {
  static let apps = [clinic]
  static let logo: Data? = Embedded.data("logo.svg")
  static let middleware = [login(ProcessInfo.processInfo.environment["CLINIC_PASSWORD"])]
  static let commands = [overdue]
}
