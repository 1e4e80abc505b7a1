import FoundationEssentials
import JSON

/// Turns messages into the JSON of a body frame and back: by `JSONCoder`.
package enum MessageCoder {
  /// - Throws: `EncodingError` where a number is not finite.
  package static func encode(_ message: some Encodable) throws -> Data {
    try JSONCoder.encode(message)
  }

  /// The same JSON with its keys in order and indented, for people and for fixtures.
  ///
  /// - Throws: `EncodingError` where a number is not finite.
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
    } catch let fault as JSONFault {
      throw ServiceError(.invalidRequest, "Cannot read \(type): the body is no JSON \(fault)")
    } catch let error as DecodingError {
      throw ServiceError(.invalidRequest, "Cannot read \(type): \(error.fault)")
    } catch {
      throw ServiceError(.invalidRequest, "Cannot read \(type): \(error)")
    }
  }
}

extension DecodingError {
  /// What is wrong and at which field, as one sentence.
  fileprivate var fault: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(place(context.codingPath + [key])) is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(place(context.codingPath)): \(context.debugDescription)"
    case .dataCorrupted(let context):
      "\(place(context.codingPath)): \(context.debugDescription)"
    @unknown default:
      "\(self)"
    }
  }

  private func place(_ path: [any CodingKey]) -> String {
    if path.isEmpty { return "the body" }
    return path.reduce("") { text, key in
      if let index = key.intValue { return "\(text)[\(index)]" }
      return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
    }
  }
}
