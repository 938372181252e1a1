import WebAuthn

/// A registration and an authentication with one passkey, which the W3C publishes in section 16 of Web Authentication Level 3 (Test
/// Vectors), under the W3C Software and Document License.
public struct PasskeyVector: Sendable {
    /// The title of the vector's section.
    public let name: String
    public let registration: (challenge: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8])
    public let authentication: (challenge: [UInt8], clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8])

    /// The site of all vectors.
    public static let relyingParty = RelyingParty(id: "example.org", origins: ["https://example.org"])

    public static let es256 = PasskeyVector(
        "ES256 Credential with No Attestation",
        registration: (
            "00c30fb78531c464d2b6771dab8d7b603c01162f2fa486bea70f283ae556e130",
            #"""
            {"type":"webauthn.create","challenge":"AMMPt4UxxGTStncdq417YDwBFi8vpIa-pw8oOuVW4TA","origin":"https://exampl\#
            e.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional fields in the future,\#
             such as this: BkQeDjdcTBrXBiAwJTLE5Q=="}
            """#,
            """
            a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0
            f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3e
            c330084be4a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a2f
            ca66334b03458abf879717c12cc68ed73290af2e2664796b9220
            """
        ),
        authentication: (
            "39c0e7521417ba54d43e8dc95174f423dee9bf3cd804ff6d65c857c9abf4d408",
            #"""
            {"type":"webauthn.get","challenge":"OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag","origin":"https://example.o\#
            rg","crossOrigin":false}
            """#,
            "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000",
            """
            3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1dd5d
            78c6e486013f937295ea13653e331e87
            """
        ))

    public static let selfAttested = PasskeyVector(
        "ES256 Credential with Self Attestation",
        registration: (
            "7869c2b772d4b58eba9378cf8f29e26cf935aa77df0da89fa99c0bdc0a76f7e5",
            #"""
            {"type":"webauthn.create","challenge":"eGnCt3LUtY66k3jPjynibPk1qnffDaifqZwL3Ap29-U","origin":"https://exampl\#
            e.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional fields in the future,\#
             such as this: U9hTXvKE2URkMnb_0xYHVg=="}
            """#,
            """
            a363666d74667061636b65646761747453746d74a263616c67266373696758483046022100ae045923ded832b844cae4d5fc864277c0dc11
            4ad713e271af0f0d371bd3ac540221009077a088ed51a673951ad3ba2673d5029bab65b64f4ea67b234321f86fcfac5d6861757468446174
            6158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b55d00000000df850e09db6afbdfab51697791506cfc
            0020455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58ca5010203262001215820eb151c8176b225cc651559fe
            cf07af450fd85802046656b34c18f6cf193843c5225820927b8aa427a2be1b8834d233a2d34f61f13bfd44119c325d5896e183fee484f2
            """
        ),
        authentication: (
            "4478a10b1352348dd160c1353b0d469b5db19eb91c27f7dfa6fed39fe26af20b",
            #"""
            {"type":"webauthn.get","challenge":"RHihCxNSNI3RYME1Ow1Gm12xnrkcJ_ffpv7Tn-Jq8gs","origin":"https://example.o\#
            rg","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional fields in the future, su\#
            ch as this: gTb53rz6EhSWomXGzimC1Q=="}
            """#,
            "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50900000000",
            """
            3044022076691be76a8618976d9803c4cdc9b97d34a7af37e3bdc894a2bf54f040ffae850220448033a015296ffb09a762efd0d719a55346
            941e17e91ebf64c60d439d0b9744
            """
        ))

    public static let edDSA = PasskeyVector(
        "Packed Attestation with Ed25519 Credential",
        registration: (
            "a8abf9dabdc6b0df63466b39bda9e8a34a34e185337a59f1c579990676d3b3bd",
            #"""
            {"type":"webauthn.create","challenge":"qKv52r3GsN9jRms5vanoo0o04YUzelnxxXmZBnbTs70","origin":"https://exampl\#
            e.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional fields in the future,\#
             such as this: B_DT5g7ZD_-9OTLYX5IvEQ=="}
            """#,
            """
            a363666d74667061636b65646761747453746d74a363616c67266373696758473045022100adecf9cace851c8bf4adb6b9e9dff8ddfa4309
            2bbe04b5814cdf1c744970a88f02201c1bd55aacdfe2e4442c886132148b80394567018a382ce1fa260adae41e0746637835638159022730
            820223308201c8a003020102021100b2cfc9ea33c8643b0e1a760463eaf164300a06082a8648ce3d0403023062311e301c06035504030c15
            576562417574686e207465737420766563746f7273310c300a060355040a0c0357334331253023060355040b0c1c41757468656e74696361
            746f72204174746573746174696f6e204341310b30090603550406130241413020170d3234303130313030303030305a180f333032343031
            30313030303030305a305f311e301c06035504030c15576562417574686e207465737420766563746f7273310c300a060355040a0c035733
            4331223020060355040b0c1941757468656e74696361746f72204174746573746174696f6e310b3009060355040613024141305930130607
            2a8648ce3d020106082a8648ce3d03010703420004dd2b7a564b73b8c0b81c4c62e521925c4d1198ec9f583dbf1eebe364b65cd9c29a9bdf
            346aaa81fb6b9507e5249a52fdaf8e39e26b0b7dc45992a7e233b70f70a360305e300c0603551d130101ff04023000300e0603551d0f0101
            ff040403020780301d0603551d0e041604140ae27546bc7eccb1b4b597bd354f0c0b1f1f8f8e301f0603551d2304183016801445aff715b0
            dd786741fee996ebc16547a3931b1e300a06082a8648ce3d0403020349003046022100a0d434ecb5fc3bfd7da5f41904517ad2836249f561
            bd834ba7a438a8ab7a4ce8022100fac845bb7a02513b58e9f319654dbe49b0f02b95835bac568c71f8a18cdde9ab68617574684461746158
            81bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b54100000000d5aa33581e8ca478e20fe713f5d32ff20020
            ce9f840ed96599580cd140fbc7bb3230633f50f61041aff73308ae71caa8a2bda401010327200621582044e06ddd331c36a8dc667bab52bc
            ae63486c916aa5e339e6acebaa84934bf832
            """
        ),
        authentication: (
            "895957e01c633a698348a2d8a31a54b7db27e8c1c43b2080d79ae2190267bfd2",
            #"""
            {"type":"webauthn.get","challenge":"iVlX4BxjOmmDSKLYoxpUt9sn6MHEOyCA15riGQJnv9I","origin":"https://example.o\#
            rg","crossOrigin":false}
            """#,
            "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50100000000",
            """
            f5c59c7e46c34f6f8cc197101ddf9934fa2595f68eb1913a637e8419eb9ba4cfdfc48f85393bc0d40b011f0d6fecb097d6607525713223a0
            dc0d453993dae00b
            """
        ))

    public static let rs256 = PasskeyVector(
        "Packed Attestation with RS256 Credential",
        registration: (
            "bea8f0770009bd57f2c0df6fea9f743a27e4b61bbe923c862c7aad7a9fc8e4a6",
            #"""
            {"type":"webauthn.create","challenge":"vqjwdwAJvVfywN9v6p90Oifkthu-kjyGLHqtep_I5KY","origin":"https://exampl\#
            e.org","crossOrigin":false}
            """#,
            """
            a363666d74667061636b65646761747453746d74a363616c672663736967584730450221008b8c5c6ea8c142c032e0be69e1353d44461c5c
            9109941cdda951b976eb95b6b302204d52f406c19e254b3ff9589bd18070fb055ac8db12fdd0a6734bea9d7168e900637835638159022630
            820222308201c7a00302010202101f6fb7a5ece81b45896b983a995da5f3300a06082a8648ce3d0403023062311e301c06035504030c1557
            6562417574686e207465737420766563746f7273310c300a060355040a0c0357334331253023060355040b0c1c41757468656e7469636174
            6f72204174746573746174696f6e204341310b30090603550406130241413020170d3234303130313030303030305a180f33303234303130
            313030303030305a305f311e301c06035504030c15576562417574686e207465737420766563746f7273310c300a060355040a0c03573343
            31223020060355040b0c1941757468656e74696361746f72204174746573746174696f6e310b30090603550406130241413059301306072a
            8648ce3d020106082a8648ce3d03010703420004b7b36b7542a11120b443c794d0c99fdc25a06b76586413d81e086163ef6fe147a557afc3
            4e2861d9057d6d465d4705a0310550bdeeb5f35ee35b9425ab859981a360305e300c0603551d130101ff04023000300e0603551d0f0101ff
            040403020780301d0603551d0e04160414fb37b647bccfb9e54d989eaaacc1633868703fb3301f0603551d2304183016801445aff715b0dd
            786741fee996ebc16547a3931b1e300a06082a8648ce3d0403020349003046022100b86bc129d92afca7d9869a39f70f139a305b4073a39e
            b654d81424bed5757d91022100cf9f7c60cab7c4a7d3e7f0020f281a93d4fd0a9f95121b989f56932a68885fba6861757468446174615902
            1bbfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b55d00000000428f8878298b9862a36ad8c7527bfef20020
            992a18acc83f67533600c1138a4b4c4bd236de13629cf025ed17cb00b00b74dfa4010303390100205901b403ffffffffffffffffffffffff
            ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
            ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
            fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7ffffffffffffffffffffffffffffffffffffffff
            ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
            ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8000000000000000000000000000000000
            0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
            0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
            000000000000000000000000000000000000000000000000000000000000012143010001
            """
        ),
        authentication: (
            "295f59f5fa8fe62c5aca9e27626c78c8da376ae6d8cd2dd29aebad601e1bc4c5",
            #"""
            {"type":"webauthn.get","challenge":"KV9Z9fqP5ixayp4nYmx4yNo3aubYzS3SmuutYB4bxMU","origin":"https://example.o\#
            rg","crossOrigin":false}
            """#,
            "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000",
            """
            01063d52d7c39b4d432fc7063c5d93e582bdcb16889cd71f888d67d880ea730a428498d3bc8e1ee11f2b1ecbe6c292b118c55ffaaddefa8c
            ad0a54dd137c51f1eec673f1bb6c4d1789d6826a222b22d0f585fc901fdc933212e579d199b89d672aa44891333e6a1355536025e82b2559
            0256c3538229b55737083b2f6b9377e49e2472f11952f79fdd0da180b5ffd901b4049a8f081bb40711bef76c62aed943571f2d0575304cb5
            49d68d8892f95086a30f93716aee818f8dc06e96c0d5e0ed4cfa9fd8773d90464b68cf140f7986666ff9c9e3302acd0535d60d769f465e2a
            b57ef8aabc89fccfef7ba32a64154a8b3d26be2298f470b8cc5377dbe3dfd4b0b45f8f01e63bde6cfc76b62771f9b70aa27cf40152cad93a
            a5acd784fd4b90f676e2ea828d0bf2400aebbaae4153e5838f537f88b6228346782a93a899be66ec77de45b3efcf311da6321c92e6b0cd11
            bfe653bf3e98cee8e341f02d67dbb6f9c98d9e8178090cfb5b70fbc6d541599ac794ae2f1d4de1286ec8de8c2daf7b1d15c8438e90d924df
            5c19045220a4c8438c1b979bbe016cf3d0eeec23c3999d4882cc645b776de930756612cdc6dd398160ff02a6
            """
        ))

    public static let crossOrigin = PasskeyVector(
        #"ES256 Credential with "crossOrigin": true in clientDataJSON"#,
        registration: (
            "3be5aacd03537142472340ab5969f240f1d87716e20b6807ac230655fa4b3b49",
            #"""
            {"type":"webauthn.create","challenge":"O-WqzQNTcUJHI0CrWWnyQPHYdxbiC2gHrCMGVfpLO0k","origin":"https://exampl\#
            e.org","crossOrigin":true,"extraData":"clientDataJSON may be extended with additional fields in the future, \#
            such as this: zZquEtDR9DWqpW5tBWTFug=="}
            """#,
            """
            a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0
            f01452b2e4b54500000000883f4f6014f19c09d87aa38123be48d000206e1050c0d2ca2f07c755cb2c66a74c64fa43065c18f938354d9915
            db2bd5ce57a501020326200121582022200a473f90b11078851550d03b4e44a2279f8c4eca27b3153dedfe03e4e97d225820cbd0be95e746
            ad6f5a8191be11756e4c0420e72f65b466d39bc56b8b123a9c6e
            """
        ),
        authentication: (
            "876aa517ba83fdee65fcffdbca4c84eeae5d54f8041a1fc85c991e5bbb273137",
            #"""
            {"type":"webauthn.get","challenge":"h2qlF7qD_e5l_P_bykyE7q5dVPgEGh_IXJkeW7snMTc","origin":"https://example.o\#
            rg","crossOrigin":true,"extraData":"clientDataJSON may be extended with additional fields in the future, suc\#
            h as this: 92pcTVD0Aby-q4dtmj6efg=="}
            """#,
            "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50500000000",
            """
            304402204396b14b216ed47920dc359e46aa0a1d4a912cf9d50f25a58ec236a11db4cf5e02204fdb59ff01656c4b0868e415436a464b0e30
            e94b02c719b995afaba9c917146b
            """
        ))

    public static let topOrigin = PasskeyVector(
        #"ES256 Credential with "topOrigin" in clientDataJSON"#,
        registration: (
            "4e1f4c6198699e33c14f192153f49d7e0e8e3577d5ac416c5f3adc92a41f27e5",
            #"""
            {"type":"webauthn.create","challenge":"Th9MYZhpnjPBTxkhU_Sdfg6ONXfVrEFsXzrckqQfJ-U","origin":"https://exampl\#
            e.org","crossOrigin":true,"topOrigin":"https://example.com"}
            """#,
            """
            a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0
            f01452b2e4b5410000000097586fd09799a76401c200455099ef2a0020b8ad59b996047ab18e2ceb57206c362da57458793481f4a8ebf101
            c7ca7cc0f1a5010203262001215820a1c47c1d82da4ebe82cd72207102b380670701993bc35398ae2e5726427fe01d22582086c1080d8298
            7028c7f54ecb1b01185de243b359294a0ed210cd47480f0adc88
            """
        ),
        authentication: (
            "d54a5c8ca4b62a8e3bb321e3b2bc73856f85a10150db2939ac195739eb1ea066",
            #"""
            {"type":"webauthn.get","challenge":"1UpcjKS2Ko47syHjsrxzhW-FoQFQ2yk5rBlXOeseoGY","origin":"https://example.o\#
            rg","crossOrigin":true,"topOrigin":"https://example.com","extraData":"clientDataJSON may be extended with ad\#
            ditional fields in the future, such as this: UiFoJMVRQHDAFWFi4vxUpQ=="}
            """#,
            "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50500000000",
            """
            304402206a19613fa8cfacfc8027272aec5dae3555fea9f983d841581466678d71e6761a02207a9785ba22e48eb18525850357d9dc70795a
            aad2e6021159c4a4a183146eaa71
            """
        ))

    private init(
        _ name: String, registration: (String, String, String), authentication: (String, String, String, String)
    ) {
        self.name = name
        self.registration = (Self.bytes(registration.0), Array(registration.1.utf8), Self.bytes(registration.2))
        self.authentication = (
            Self.bytes(authentication.0), Array(authentication.1.utf8), Self.bytes(authentication.2), Self.bytes(authentication.3)
        )
    }

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap { $0.hexDigitValue }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
