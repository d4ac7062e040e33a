import KartotekaCommand
import KartotekaGerman

@main
struct Program: KartotekaProgram {
  static let apps = [choir]
  static let languages = [Language.german]
  static let commands = [remind]
}
