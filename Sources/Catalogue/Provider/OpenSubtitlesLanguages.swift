/// The languages in which OpenSubtitles.com has subtitles, by its own codes.
enum OpenSubtitlesLanguages {
    /// Returns the provider's code of a language; nil if the provider doesn't have the language.
    ///
    /// If the provider doesn't distinguish the script or the country, the language alone decides: `en-GB` is `en`.
    /// - Parameter tag: a BCP 47 tag.
    static func code(of tag: String) -> String? {
        let parts = tag.lowercased().split(separator: "-").map(String.init)
        guard let language = parts.first else { return nil }
        for other in parts.dropFirst() {
            if let code = variants["\(language)-\(other)"] { return code }
        }
        return renamed[language] ?? (codes.contains(language) ? language : nil)
    }

    /// The codes that are the languages' own.
    private static let codes = Set(
        """
        ab af am an ar as be bg bn br bs ca cs cy da de el en eo es et eu fa fi fr ga gd gl he hi hr hu hy ia id ig is it ja ka kk km kn \
        ko ku lb lt lv mk ml mn mr ms my ne nl no nv oc or pl ps ro ru sd se si sk sl so sq sr sv sw ta te th tk tl tr tt uk ur uz vi
        """.split(separator: " ").map(String.init))

    /// The codes of languages that have other ones elsewhere, and of those that the provider has only by country.
    private static let renamed = [
        "ast": "at", "az": "az-az", "azb": "az-zb", "cnr": "me", "ext": "ex", "fil": "tl", "in": "id", "iw": "he", "mni": "ma", "nb": "no",
        "nn": "no", "prs": "pr", "pt": "pt-pt", "sat": "sx", "syr": "sy", "tet": "tm-td", "tok": "tp", "yue": "zh-ca", "zh": "zh-cn",
    ]

    /// The codes of languages in a script or a country.
    private static let variants = [
        "es-419": "ea", "es-ar": "ea", "es-cl": "ea", "es-co": "ea", "es-es": "sp", "es-mx": "ea", "es-pe": "ea", "es-ve": "ea",
        "fa-af": "pr", "pt-br": "pt-br", "pt-mz": "pm", "pt-pt": "pt-pt", "sr-me": "me", "zh-cn": "zh-cn", "zh-hans": "zh-cn",
        "zh-hant": "zh-tw", "zh-hk": "zh-ca", "zh-mo": "zh-tw", "zh-sg": "zh-cn", "zh-tw": "zh-tw",
    ]
}
