import Foundation
import PackagePlugin

/// Puts a target's `Resources` folder into its code, so that the program is one file.
///
/// SwiftPM's own `.embedInCode` writes an array of numbers, which takes the compiler 20 s for 130 KB; a string
/// literal takes none.
@main
struct EmbedResources: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Resources")
    let output = context.pluginWorkDirectoryURL.appending(path: "Embedded.swift")
    let keys: [URLResourceKey] = [.isRegularFileKey]
    // In an order of their own, since that of a folder changes: the build compares commands as texts.
    let files =
      (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys)?.allObjects ?? [])
      .compactMap { $0 as? URL }
      .filter { (try? $0.resourceValues(forKeys: Set(keys)).isRegularFile) == true }
      .sorted { $0.path < $1.path }
    return [
      .buildCommand(
        displayName: "Embedding the resources of \(target.name)",
        executable: try context.tool(named: "EmbedResourcesTool").url,
        arguments: [folder.path(percentEncoded: false), output.path(percentEncoded: false)],
        inputFiles: files, outputFiles: [output])
    ]
  }
}
