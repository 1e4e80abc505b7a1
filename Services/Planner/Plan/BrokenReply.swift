import Messages

extension ServiceError {
  /// The error for a reply that breaks the contract of its message.
  static func broken(_ service: ServiceName, _ fault: String) -> ServiceError {
    ServiceError(.internal, "The plan cannot be made: \(service) answered \(fault).")
  }
}
