/// What is built from this repository.
package enum Release {
  /// The version that `--version` and `service.info` show, by semantic versioning.
  package static let version = "1.0.0"
}
