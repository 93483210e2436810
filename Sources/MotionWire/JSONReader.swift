import CJansson

/// A line that is no JSON.
package struct JSONError: Error, Hashable {
    package let message: String
}

extension JSON {
    /// Reads one JSON text of any kind; the last of double keys counts.
    package init(_ text: some Collection<UInt8>) throws(JSONError) {
        var reason = json_error_t()
        let bytes = Array(text)
        let root = unsafe bytes.withUnsafeBytes {
            unsafe json_loadb(
                $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, Int(JSON_DECODE_ANY), &reason)
        }
        guard let root = unsafe root else {
            let message = unsafe withUnsafeBytes(of: &reason.text) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw JSONError(message: message)
        }
        defer { unsafe json_decref(root) }
        unsafe self.init(node: root)
    }

    fileprivate init(node: UnsafeMutablePointer<json_t>) {
        switch unsafe node.pointee.type {
        case JSON_TRUE: self = .bool(true)
        case JSON_FALSE: self = .bool(false)
        case JSON_INTEGER: self = .int(unsafe json_integer_value(node))
        case JSON_REAL: self = .double(unsafe json_real_value(node))
        case JSON_STRING: self = .string(unsafe text(json_string_value(node), json_string_length(node)))
        case JSON_ARRAY:
            let elements = unsafe (0..<json_array_size(node)).compactMap { unsafe json_array_get(node, $0) }
            self = .array(unsafe elements.map { unsafe JSON(node: $0) })
        case JSON_OBJECT: self = .object(unsafe members(of: node))
        default: self = .null
        }
    }
}

private func members(of node: UnsafeMutablePointer<json_t>) -> [JSON.Member] {
    var members: [JSON.Member] = []
    var iterator = unsafe json_object_iter(node)
    while let current = unsafe iterator {
        if let value = unsafe json_object_iter_value(current) {
            let key = unsafe text(json_object_iter_key(current), json_object_iter_key_len(current))
            members.append(JSON.Member(key, unsafe JSON(node: value)))
        }
        unsafe iterator = unsafe json_object_iter_next(node, current)
    }
    return members
}

private func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
    unsafe UnsafeBufferPointer(start: bytes, count: count).withMemoryRebound(to: UInt8.self) {
        unsafe String(decoding: $0, as: UTF8.self)
    }
}
