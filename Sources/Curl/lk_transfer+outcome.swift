import CCurl

extension lk_transfer {
    /// The response or fault for libcurl's result code.
    func outcome(_ code: CURLcode) -> Exchange.Outcome {
        guard code == CURLE_OK else {
            if let refusal { return .failure(CurlFault(.mailRefused(refusal))) }
            return .failure(CurlFault(reason(code), mayHaveBeenSent: started))
        }
        return withUnsafePointer(to: self) { transfer in
            .success(
                CurlResponse(
                    status: lk_transfer_status(transfer),
                    headers: CurlHeaders(Array(UnsafeBufferPointer(start: head, count: headLength))),
                    body: Array(UnsafeBufferPointer(start: body, count: bodyLength))))
        }
    }

    /// The reply code with which a mail server has refused a mail; nil for a request by HTTP, and if the last reply was no
    /// refusal. After a refusal the server has not taken the mail.
    private var refusal: Int? {
        guard mailLength > 0 else { return nil }
        let status = withUnsafePointer(to: self) { lk_transfer_status($0) }
        return (400...599).contains(status) ? status : nil
    }

    private func reason(_ code: CURLcode) -> CurlFault.Reason {
        if tooLarge { return .tooLarge }
        if refusedAddress { return .privateAddress }
        if repeated { return .transport("the connection was lost") }
        if started, case .unsendable(let words) = CurlFault.Reason.of(code) {
            return .transport(words)  // the response was malformed, not the request
        }
        return .of(code)
    }
}

extension CurlFault {
    /// The fault for a request whose options libcurl refused; nothing was sent.
    static func preparing(_ code: CURLcode) -> CurlFault {
        code == CURLE_OUT_OF_MEMORY ? CurlFault(.transport("out of memory")) : CurlFault(.of(code))
    }
}

extension CurlFault.Reason {
    fileprivate static func of(_ code: CURLcode) -> CurlFault.Reason {
        switch code {
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST: .connect
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
            CURLE_USE_SSL_FAILED:
            .tls
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_LOGIN_DENIED, CURLE_BAD_FUNCTION_ARGUMENT:
            .unsendable(String(cString: curl_easy_strerror(code)))
        default: .transport(String(cString: curl_easy_strerror(code)))
        }
    }
}
