import Secrets

/// The names of well-known authenticators. They are for people who look at a list of their passkeys. No decision may depend on them, because
/// an AAGUID is a claim of the client.
public enum AuthenticatorNames {
    /// Returns the name of an authenticator's model; nil if its AAGUID is unknown.
    /// - Parameter aaguid: 16 bytes.
    public static func name(aaguid: [UInt8]) -> String? { names[aaguid.hexadecimal] }

    /// The AAGUIDs in hexadecimal, without hyphens. The sources are the providers' own pages, and the list of
    /// github.com/passkeydeveloper/passkey-authenticator-aaguids.
    private static let names = [
        // Systems and browsers.
        "fbfc3007154e4ecc8c0b6e020557d7bd": "iCloud Keychain",
        "dd4ec289e01d41c9bb8970fa845d4bf2": "iCloud Keychain",
        "ea9b8d664d011d213ce4b6b48cb575d4": "Google Password Manager",
        "08987058cadc4b81b6e130de50dcbe96": "Windows Hello",
        "9ddd1817af5a4672a2b93e3dd95000a9": "Windows Hello",
        "6028b017b1d44c02b4b3afcdafc96bb2": "Windows Hello",
        "d345266801fd4c12926c83a4204853aa": "Microsoft Password Manager",
        "adce000235bcc60a648b0b25f1f05503": "Chrome on Mac",
        "b53976664885aa6bcebfe52262a439a2": "Chromium",
        "771b48fdd3d44f749232fc157ab0507a": "Edge on Mac",
        "53414d53554e47000000000000000000": "Samsung Pass",
        // Password managers.
        "bada5566a7aa401fbd9645619a55120d": "1Password",
        "d548826e79b4db40a3d811116f7e8349": "Bitwarden",
        "531126d6e717415c93203d9aa6981239": "Dashlane",
        "f38095407f1449c1a8b38f813b225541": "Enpass",
        "fdb141b25d84443e8a354698c205a502": "KeePassXC",
        "eaecdef21c3156348639f1cbd9c00a08": "KeePassDX",
        "0ea242b443c44a1b8b17dd6d0b6baec6": "Keeper",
        "b78a0a556ef8d246a042ba0f6d55050c": "LastPass",
        "b84e404815dc4dd08640f4f60813c8af": "NordPass",
        "50726f746f6e5061737350726f746f6e": "Proton Pass",
        "b35a26b28f6e4697ab1dd44db4da28c6": "Zoho Vault",
        // Security keys.
        "cb69481e8ff7403993ec0a2729a154a8": "YubiKey 5",
        "ee882879721c491397753dfcce97072a": "YubiKey 5",
        "19083c3d83834b18bc038f1c9ab2fd1b": "YubiKey 5",
        "ff4dac45ede84ec2acedcf66103f4335": "YubiKey 5",
        "fa2b99dc9e3942578f924a30d23c4118": "YubiKey 5 NFC",
        "2fc0579f811347eab116bb5a8db9202a": "YubiKey 5 NFC",
        "a25342c03cdc44148e46f4807fca511c": "YubiKey 5 NFC",
        "d7781e5de35346aaafe23ca49f13332a": "YubiKey 5 NFC",
        "c5ef55ffad9a4b9fb580adebafe026d0": "YubiKey 5Ci",
        "a02167b9ae714ac79a0706432ebb6f1c": "YubiKey 5Ci",
        "246731496c8642e798d9433fb5b73296": "YubiKey 5Ci",
        "d8522d9f575b486688a9ba99fa02f35b": "YubiKey Bio",
    ]
}
