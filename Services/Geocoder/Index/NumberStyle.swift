/// Whether addresses in the map's country are written "1 Main Street" or "Mannerheimintie 5".
package enum NumberStyle: String, Sendable {
  case numberFirst, streetFirst
}
