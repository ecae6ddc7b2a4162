import Contracts
import Interchange
import Primitives
import Support
import Testing

/// Files as other products write them, made by hand from their documentation.
@Suite struct SampleFileTests {
    private static func totp(_ issuer: String, _ account: String) -> OTPBody {
        OTPBody(
            accountName: account, issuer: issuer, type: .totp, secret: "JBSWY3DPEHPK3PXP", algorithm: .sha1, digits: 6,
            period: 30)
    }

    @Test func `Raivo's texts for numbers are read`() throws {
        let file = try EntryFile.read(
            [UInt8](
                """
                [{"issuer":"A","account":"b","secret":"JBSWY3DPEHPK3PXP","algorithm":"SHA1","digits":"6","kind":"TOTP",
                "timer":"30","counter":"0","pinned":"false","iconType":"","iconValue":""},
                {"issuer":"C","account":"d","secret":"JBSWY3DPEHPK3PXP","algorithm":"SHA1","digits":"6","kind":"HOTP",
                "timer":"0","counter":"7","pinned":"false","iconType":"","iconValue":""}]
                """))
        #expect(file.format == .raivo && file.bodies.first == Self.totp("A", "b"))
        #expect(file.bodies.last?.counter == DecimalInt64(7) && file.bodies.last?.period == nil)
    }

    @Test func `Ente's labels are ignored, its trash is not imported, and its encrypted export is refused by name`()
        throws
    {
        let text = """
            otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP&issuer=A&algorithm=sha1&digits=6&period=30\
            &codeDisplay=%7B%22pinned%22%3Afalse%2C%22trashed%22%3Afalse%7D
            otpauth://totp/C:d?secret=JBSWY3DPEHPK3PXP&issuer=C&codeDisplay=%7B%22trashed%22%3Atrue%7D
            otpauth://steam/Steam:e?secret=JBSWY3DPEHPK3PXP&issuer=Steam&digits=5&codeDisplay=%7B%7D

            """
        let file = try EntryFile.read([UInt8](text), as: .ente)
        #expect(file.bodies.map(\.issuer) == ["A", "Steam"] && file.bodies.first == Self.totp("A", "b"))
        #expect(file.refusals == ["line 2: The other app had this entry in its trash."])
        let sealed = """
            {"version":1,"kdfParams":{"memLimit":4096,"opsLimit":3,"salt":"AA"},"encryptedData":"AA","encryptionNonce":"AA"}
            """
        #expect {
            try EntryFile.read([UInt8](sealed), password: Entries.password)
        } throws: { error in
            guard case .unsupportedEncryption(.ente, let advice)? = error as? ExchangeFault else { return false }
            return advice.contains("without a password")
        }
    }

    @Test func `an old backup of andOTP has the issuer in its label`() throws {
        let file = try EntryFile.read(
            [UInt8](
                """
                [{"secret":"JBSWY3DPEHPK3PXP","label":"A - b","period":30,"type":"TOTP","algorithm":"SHA1"},
                {"secret":"JBSWY3DPEHPK3PXP","label":"Steam - c","period":30,"type":"STEAM","algorithm":"SHA1","digits":5}]
                """))
        #expect(file.format == .andOTP && file.bodies.first == Self.totp("A", "b"))
        #expect(file.bodies.last?.type == .steam && file.bodies.last?.issuer == "Steam")
    }

    @Test func `both exports of Bitwarden are read, and the encrypted one is refused by name`() throws {
        let vault = """
            {"encrypted":false,"folders":[],"items":[{"id":"1","organizationId":null,"folderId":null,"type":1,"reprompt":0,
            "name":"A","notes":null,"favorite":false,"login":{"fido2Credentials":[],"uris":[{"match":null,"uri":"https://a"}],
            "username":"b","password":"p","totp":"JBSWY3DPEHPK3PXP"},"collectionIds":null}]}
            """
        #expect(try EntryFile.read([UInt8](vault)).bodies == [Self.totp("A", "b")])
        let authenticator = """
            {"encrypted":false,"items":[{"id":"1","name":"A","folderId":null,"type":1,"login":{"username":"b",
            "totp":"otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP&issuer=A&algorithm=SHA1&digits=6&period=30"},"favorite":false}]}
            """
        #expect(try EntryFile.read([UInt8](authenticator)).bodies == [Self.totp("A", "b")])
        let bare = authenticator.replacing("A:b", with: "b").replacing("&issuer=A", with: "")
        #expect(try EntryFile.read([UInt8](bare)).bodies == [Self.totp("A", "b")])
        let sealed = "{\"encrypted\":true,\"passwordProtected\":true,\"salt\":\"x\",\"data\":\"2.x\"}"
        #expect {
            try EntryFile.read([UInt8](sealed))
        } throws: { error in
            if case .unsupportedEncryption(.bitwarden, _)? = error as? ExchangeFault { true } else { false }
        }
    }

    @Test func `an entry of 2FAS without an issuer has the name of its service`() throws {
        let file = try EntryFile.read(
            [UInt8](
                """
                {"services":[{"name":"A","secret":"JBSWY3DPEHPK3PXP","updatedAt":1,"otp":{"account":"b","digits":6,"period":30,
                "algorithm":"SHA1","tokenType":"TOTP","source":"Link"},"order":{"position":0},"icon":{"selected":"Label"}}],
                "groups":[],"schemaVersion":4}
                """))
        #expect(file.format == .twoFAS && file.bodies == [Self.totp("A", "b")])
    }

    @Test func `a vault of Aegis without a password slot, and one of a newer version, are refused by name`() {
        let slot = #"{"type":2,"uuid":"u","key":"00","key_params":{"nonce":"00","tag":"00"}}"#
        let params = #"{"nonce":"000000000000000000000000","tag":"00000000000000000000000000000000"}"#
        let file = #"{"version":1,"header":{"slots":[\#(slot)],"params":\#(params)},"db":"AAAA"}"#
        #expect {
            try EntryFile.read([UInt8](file), password: Entries.password)
        } throws: { error in
            if case .unsupportedEncryption(.aegis, _)? = error as? ExchangeFault { true } else { false }
        }
        #expect(throws: ExchangeFault.newerVersion(.aegis)) {
            try EntryFile.read([UInt8](#"{"version":2,"header":{},"db":{}}"#))
        }
    }

    @Test(
        arguments: [
            ("service,user,key\nA,b,JBSWY3DPEHPK3PXP\n"),
            "Issuer,Account Name,Secret,Digits\r\nA,b,jbsw y3dp ehpk 3pxp,\r\n",
            "\"name\",\"login_username\",\"login_totp\"\n\"A\",\"b\",\"JBSWY3DPEHPK3PXP\"\n",
            "url,username,password,totp,extra,name,grouping,fav\nhttps://a,b,p,JBSWY3DPEHPK3PXP,,A,,0\n",
        ])
    func `a table is read by the names of its columns`(text: String) throws {
        #expect(try EntryFile.read([UInt8](text)).bodies == [Self.totp("A", "b")])
    }

    @Test(arguments: ["issuer,secret\n\"A", "issuer,secret\nA,\"JBSW\"\"", "\"issuer,secret\nA,B\n"])
    func `a table that ends within quotes is refused as a whole`(text: String) {
        #expect(throws: ExchangeFault.damaged(.csv, why: "it ends within quotes")) {
            try EntryFile.read([UInt8](text), as: .csv)
        }
    }
}
