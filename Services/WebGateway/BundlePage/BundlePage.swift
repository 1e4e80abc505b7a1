import Foundation
import PackagePlugin

/// Makes the page a part of the web gateway's executable: has `bundle` write a Swift file of what
/// esbuild makes of `Page/`, whenever one of its files has changed.
@main
struct BundlePage: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let page = target.directoryURL.appending(path: "Page")
    let script = target.directoryURL.appending(path: "BundlePage/bundle")
    let made = context.pluginWorkDirectoryURL.appending(path: "PageTexts.swift")
    let files = FileManager.default.enumerator(at: page, includingPropertiesForKeys: nil)
    let inputs = (files?.allObjects as? [URL] ?? []).filter { !$0.pathExtension.isEmpty }
    return [
      .buildCommand(
        displayName: "Bundling the page", executable: URL(filePath: "/bin/sh"),
        arguments: [script.path, page.path, made.path], inputFiles: [script] + inputs,
        outputFiles: [made])
    ]
  }
}
