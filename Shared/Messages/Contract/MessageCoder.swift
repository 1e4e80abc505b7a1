package import FoundationEssentials
import JSON

/// Encodes messages as the JSON of a body frame and decodes them, by `JSONCoder`.
package enum MessageCoder {
  /// - Throws: `EncodingError` if a number is not finite.
  package static func encode(_ message: some Encodable) throws -> Data {
    try JSONCoder.encode(message)
  }

  /// The same JSON with sorted keys and indentation, for people and for fixtures.
  ///
  /// - Throws: `EncodingError` if a number is not finite.
  package static func encodePretty(_ message: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys, .prettyPrinted]
    return try encoder.encode(message)
  }

  /// - Throws: `ServiceError` with `invalidRequest`, which names the field at fault.
  package static func decode<Message: Decodable>(
    _ type: Message.Type, from data: Data
  ) throws(ServiceError) -> Message {
    do {
      return try JSONCoder.decode(type, from: data)
    } catch let error as ServiceError {
      throw error
    } catch let fault as JSONSyntaxError {
      throw ServiceError(.invalidRequest, "Cannot read \(type): the body is not JSON \(fault)")
    } catch let error as DecodingError {
      throw ServiceError(.invalidRequest, "Cannot read \(type): \(error.fault)")
    } catch {
      throw ServiceError(.invalidRequest, "Cannot read \(type): \(error)")
    }
  }
}

extension DecodingError {
  /// The fault and its field, as one sentence.
  fileprivate var fault: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(fieldName(context.codingPath + [key])) is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(fieldName(context.codingPath)): \(context.debugDescription)"
    case .dataCorrupted(let context):
      "\(fieldName(context.codingPath)): \(context.debugDescription)"
    @unknown default:
      "\(self)"
    }
  }

  private func fieldName(_ path: [any CodingKey]) -> String {
    if path.isEmpty { return "the body" }
    return path.reduce("") { text, key in
      if let index = key.intValue { return "\(text)[\(index)]" }
      return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
    }
  }
}
