import JSONRPC
public import StrictJSON

extension DeviceFault {
    /// The fault as an object: `{fault, sentence}`, and the HTTP status and `error.data` where a service said it.
    public var object: JSONObject {
        var object: JSONObject = ["fault": .string(name), "sentence": .string(sentence)]
        guard case .call(.refused(let fault)) = self else { return object }
        object["status"] = .number(JSONNumber(fault.status))
        object["data"] = .object(fault.data)
        return object
    }
}
