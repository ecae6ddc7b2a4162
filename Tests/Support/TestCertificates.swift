/// Certificates of two private authorities for tests of TLS, valid from 2020 to 2120 unless the name says otherwise. Their
/// private keys protect nothing.
public enum TestCertificates {
    /// A certificate for 127.0.0.1 and localhost with its private key, both in PEM.
    public struct Issued: Sendable {
        public let certificate: String
        public let key: String
    }

    /// The authority of all certificates but ``stranger``.
    public static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBXjCCAQSgAwIBAgIUQlz38fqfyaDPXr+GCSljFUtnQTMwCgYIKoZIzj0EAwIw
        IjEgMB4GA1UEAwwXTGF0Y2hrZXkgdGVzdCBhdXRob3JpdHkwIBcNMjAwMTAxMDAw
        MDAwWhgPMjEyMDAxMDEwMDAwMDBaMCIxIDAeBgNVBAMMF0xhdGNoa2V5IHRlc3Qg
        YXV0aG9yaXR5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE5laejnrIZLwyfQz+
        JTEElstV7FP6TucdaB70bD9W7zIfGYEGcJjtY22XWZhX58ihFRv3ULRpupCKS5Zk
        4TjGYKMWMBQwEgYDVR0TAQH/BAgwBgEB/wIBADAKBggqhkjOPQQDAgNIADBFAiAj
        v1WBloLanPhJG+6XWbgsAMhLn3ZnanHKCgNapNH6FQIhAJo5UY78+XipblXAy/Wy
        VHUQbI/+pP4t2BL+2W5+BZaL
        -----END CERTIFICATE-----

        """
    /// The authority of ``stranger``.
    public static let otherAuthority = """
        -----BEGIN CERTIFICATE-----
        MIIBXDCCAQKgAwIBAgIUac85FV18/LRfUKsNUKwHC9CzRPEwCgYIKoZIzj0EAwIw
        ITEfMB0GA1UEAwwWQW5vdGhlciB0ZXN0IGF1dGhvcml0eTAgFw0yMDAxMDEwMDAw
        MDBaGA8yMTIwMDEwMTAwMDAwMFowITEfMB0GA1UEAwwWQW5vdGhlciB0ZXN0IGF1
        dGhvcml0eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABMTU+3qyxEe/wPCELV+1
        674+7rYhW/IVb9w9mss+FixyNuZrkleBJszPsQ9c59G5eVg7jkMNoCDYi9VqOGGt
        QjyjFjAUMBIGA1UdEwEB/wQIMAYBAf8CAQAwCgYIKoZIzj0EAwIDSAAwRQIhAKZO
        jlCKSgRsTHbOLU28lvp/geFuiq420cmlXvfSqJ4yAiAXDmQJ1AiNJou9X6/W0hz4
        NoN0ZiNw1cqDUyp5Tc1lrQ==
        -----END CERTIFICATE-----

        """
    public static let auth = Issued(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBUTCB+aADAgECAhRKIvwjrA2unb17DaV+CkCzO2AWxzAKBggqhkjOPQQDAjAi
            MSAwHgYDVQQDDBdMYXRjaGtleSB0ZXN0IGF1dGhvcml0eTAgFw0yMDAxMDEwMDAw
            MDBaGA8yMTIwMDEwMTAwMDAwMFowDzENMAsGA1UEAwwEYXV0aDBZMBMGByqGSM49
            AgEGCCqGSM49AwEHA0IABE3DLs/y4Zm4Mou8YHQ16X00kcgN1pNoiGctFN+cvztM
            Dxm0ye0V9Iu1hgR64hWZsLjqI8kRca/ul4yuZ7lH+VqjHjAcMBoGA1UdEQQTMBGC
            CWxvY2FsaG9zdIcEfwAAATAKBggqhkjOPQQDAgNHADBEAiBd7rRqd6H56uZgSKFL
            8X4NdA8MVAFwkhCyQ3+mN7Zh3AIgZ7CKIE7flQH9uJl+YtpWVvqp9I+ckEX2KUZ8
            zNiQPt0=
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxmAdzXp5bmniPiVK
            1ywcLonNAD5YrqduOkT2vCxIGqahRANCAARNwy7P8uGZuDKLvGB0Nel9NJHIDdaT
            aIhnLRTfnL87TA8ZtMntFfSLtYYEeuIVmbC46iPJEXGv7peMrme5R/la
            -----END PRIVATE KEY-----

            """)
    public static let vault = Issued(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBUjCB+qADAgECAhR1XQ+hTQ3sb7mIBJH3YEey4TRcWTAKBggqhkjOPQQDAjAi
            MSAwHgYDVQQDDBdMYXRjaGtleSB0ZXN0IGF1dGhvcml0eTAgFw0yMDAxMDEwMDAw
            MDBaGA8yMTIwMDEwMTAwMDAwMFowEDEOMAwGA1UEAwwFdmF1bHQwWTATBgcqhkjO
            PQIBBggqhkjOPQMBBwNCAASE3vrGnQqpErIsq/vMmzRuw11U5/yo0lHtMEUOA4IL
            SiH0Zaktu/vfXsUsXdrkQ8QjTSQ1R9jDYB9PY6aEMvfJox4wHDAaBgNVHREEEzAR
            gglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj0EAwIDRwAwRAIgAaj/Wx9JmlO1Y5It
            pp6kd/QN3med1dSwlVt4nCkQAMgCIFo1aEk6jW5kjH0XsDi2TmEJ6ObQKc3AXpvl
            0FTs+nlH
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgs/QxpM+B/aTg6W4j
            G8Zt5RMkaqMKNma0Lw6zg8vuCxehRANCAASE3vrGnQqpErIsq/vMmzRuw11U5/yo
            0lHtMEUOA4ILSiH0Zaktu/vfXsUsXdrkQ8QjTSQ1R9jDYB9PY6aEMvfJ
            -----END PRIVATE KEY-----

            """)
    /// A certificate for the host elsewhere.test alone.
    public static let elsewhere = Issued(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBVjCB/aADAgECAhRtsrFc4e/mNvnOuf/2LxrMiPpfhjAKBggqhkjOPQQDAjAi
            MSAwHgYDVQQDDBdMYXRjaGtleSB0ZXN0IGF1dGhvcml0eTAgFw0yMDAxMDEwMDAw
            MDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJZWxzZXdoZXJlMFkwEwYH
            KoZIzj0CAQYIKoZIzj0DAQcDQgAEPGyHW9zKsqMXKhtODqmSaga3IE99lCz7e4LM
            j+ypANJiTI7mvzEnAst8WPjw8xGVk/oZx/WNlJK6Obpi9TH/oqMdMBswGQYDVR0R
            BBIwEIIOZWxzZXdoZXJlLnRlc3QwCgYIKoZIzj0EAwIDSAAwRQIgBQW0c2KNxq1y
            jnxEKVzIPvUx4y2Iyor5DfYjtaipso0CIQDYMdR0Og5sSTkmq2GsLSZ4O2B3V1j7
            w4ovoz8YI5FvKw==
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKmEV9mDTDNFWNK4e
            FiXScoeQ4DH8MPCbRCA96co1ckqhRANCAAQ8bIdb3MqyoxcqG04OqZJqBrcgT32U
            LPt7gsyP7KkA0mJMjua/MScCy3xY+PDzEZWT+hnH9Y2Ukro5umL1Mf+i
            -----END PRIVATE KEY-----

            """)
    /// A certificate that was valid in 2020.
    public static let expired = Issued(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBUzCB+qADAgECAhQkAnmVErGAKrcMNDA5jG1HO+3EVTAKBggqhkjOPQQDAjAi
            MSAwHgYDVQQDDBdMYXRjaGtleSB0ZXN0IGF1dGhvcml0eTAeFw0yMDAxMDEwMDAw
            MDBaFw0yMTAxMDEwMDAwMDBaMBIxEDAOBgNVBAMMB2V4cGlyZWQwWTATBgcqhkjO
            PQIBBggqhkjOPQMBBwNCAARMb8bhR6JzZtncGcQ8m65MZCxq6gr1DMDNvEKl/hWw
            ioKjOxSxLNGlZPKt3dGW6Yh0Vyy2oae6SrecOjVGBfTOox4wHDAaBgNVHREEEzAR
            gglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj0EAwIDSAAwRQIgXvjITbdv8oFoAvx7
            4Q+siOvEvK3z2kZnsaxmcfAWaXQCIQCDGL4nj6dWXOp5Lkfj5I7CZmAl0NDL7fN7
            rXSIEYknFA==
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRtIgOw+iUvmlxT2/
            yWhHha2YHWYmUnGUr7IwpO6EIv+hRANCAARMb8bhR6JzZtncGcQ8m65MZCxq6gr1
            DMDNvEKl/hWwioKjOxSxLNGlZPKt3dGW6Yh0Vyy2oae6SrecOjVGBfTO
            -----END PRIVATE KEY-----

            """)
    /// A certificate of the other authority.
    public static let stranger = Issued(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBVjCB/KADAgECAhRxgEX72PpfMmlh9/g9dR9lPi29aDAKBggqhkjOPQQDAjAh
            MR8wHQYDVQQDDBZBbm90aGVyIHRlc3QgYXV0aG9yaXR5MCAXDTIwMDEwMTAwMDAw
            MFoYDzIxMjAwMTAxMDAwMDAwWjATMREwDwYDVQQDDAhzdHJhbmdlcjBZMBMGByqG
            SM49AgEGCCqGSM49AwEHA0IABBn8rKHRuG/scdrn9G5iQU424LUlAz/x8gJy+9+p
            PYxCvlS1rPh2zp2tDtl/6xuN8Cy51KkJJMl+vTi1IcwxaH2jHjAcMBoGA1UdEQQT
            MBGCCWxvY2FsaG9zdIcEfwAAATAKBggqhkjOPQQDAgNJADBGAiEAqZ1jJi/YBzo6
            dLKq4pilUREEJ4EG6UvYF1sjTmxNI5ACIQDV0kC6WUTKSk0A4K0LXOioisgzoG/G
            VjUcFSgHzq//8w==
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgP91X8/A9LJlknfzB
            vSIvEDAZh1UwvGy4A4a4g1DhPmChRANCAAQZ/Kyh0bhv7HHa5/RuYkFONuC1JQM/
            8fICcvvfqT2MQr5Utaz4ds6drQ7Zf+sbjfAsudSpCSTJfr04tSHMMWh9
            -----END PRIVATE KEY-----

            """)
}
