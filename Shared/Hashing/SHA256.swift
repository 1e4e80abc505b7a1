import CCrypto
package import FoundationEssentials

/// SHA-256, by OpenSSL: no two different texts with the same digest are known, nor can be found.
package enum SHA256 {
  /// The 32 bytes of the digest.
  package static func digest(of bytes: Data) -> Data {
    var digest = Data(count: Int(SHA256_DIGEST_LENGTH))
    digest.withUnsafeMutableBytes { digest in
      bytes.withUnsafeBytes { bytes in
        // The digest has room for the bytes that OpenSSL writes; an empty text may have no address.
        _ = CCrypto.SHA256(
          bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count,
          digest.baseAddress?.assumingMemoryBound(to: UInt8.self))
      }
    }
    return digest
  }
}
