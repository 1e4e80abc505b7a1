import Messages

/// A failure as OSRM reports it.
@Memberwise(positional: 2) struct OSRMError: Error {
  enum Code: String {
    case invalidUrl = "InvalidUrl"
    case invalidService = "InvalidService"
    case invalidVersion = "InvalidVersion"
    case invalidOptions = "InvalidOptions"
    case invalidQuery = "InvalidQuery"
    case invalidValue = "InvalidValue"
    case noSegment = "NoSegment"
    case noRoute = "NoRoute"
    case noMatch = "NoMatch"
    case tooBig = "TooBig"
    /// Not one of OSRM's: the router is not there.
    case unavailable = "Unavailable"
  }

  let code: Code
  let message: String

  /// A failure of the router.
  init(_ error: ServiceError) {
    let code: Code =
      switch error.code {
      case .noRoute: .noRoute
      case .outsideMap: .noSegment
      case .invalidRequest: .invalidValue
      default: .unavailable
      }
    self.init(code, error.message)
  }

  var status: Int { code == .unavailable ? 503 : 400 }
}
