import Foundation
import PackagePlugin

/// Makes the texts of a target's folder `Phrases` a part of it: has `embed` write a Swift file with
/// all of them, so that a language more is a file more.
@main
struct EmbedPhrases: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Phrases")
    let script = context.package.directoryURL.appending(path: "Shared/Phrases/EmbedPhrases/embed")
    let made = context.pluginWorkDirectoryURL.appending(path: "PhraseTexts.swift")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return [
      .buildCommand(
        displayName: "Embedding phrases", executable: URL(filePath: "/bin/sh"),
        arguments: [script.path, folder.path, made.path], inputFiles: [script] + files,
        outputFiles: [made])
    ]
  }
}
