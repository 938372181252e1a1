extension Alphabet {
    /// The ranges of letters, marks and digits of each script, in hexadecimal, from Unicode's Scripts.txt (version
    /// 18.0.0, unicode.org/Public/UNIDATA). A range may also contain unassigned scalars and characters of other kinds,
    /// because the program never asks for the script of these. Scalars outside all ranges are common to several
    /// scripts.
    static let table = """
        Latin: 41-AA BA-2B8 2E0-2E4 1D00-1D25 1D2C-1D5C 1D62-1D65 1D6B-1D77 1D79-1DBE 1E00-1EFF 2071-209F 212A-212B 2132 214E-2188 \
        2C60-2C7F A722-A787 A78B-A7FF AB30-AB64 AB66-AB6D FB00-FB06 FF21-FF5A 10780-107BF 1DF00-1DFF2 1DFF5-1DFFF
        Bopomofo: 2EA-2EB 3105-312F 31A0-31BF
        Greek: 370-373 375-3E1 3F0-3FF 1D26-1D2A 1D5D-1D61 1D66-1D6A 1DBF 1F00-1FFE 2126 AB65 10140-101A0 1D200-1D245 1DFF3-1DFF4
        Coptic: 3E2-3EF 2C80-2CFF
        Cyrillic: 400-484 487-52F 1C80-1C8A 1D2B 1D78 2DE0-2DFF A640-A69F FE2E-FE2F 1E030-1E08F
        Armenian: 531-58F FB13-FB17
        Hebrew: 591-5F4 FB1D-FB4F
        Arabic: 600-63F 641-64A 656-66F 671-6FF 750-77F 870-8FF FB50-FDFF FE70-FEFC 10E60-10E7E 10EC2-10EFF 1EE00-1EEF1
        Syriac: 700-74F 860-86A
        Thaana: 780-7B1
        Nko: 7C0-7FF
        Samaritan: 800-83E
        Mandaic: 840-85E
        Devanagari: 900-950 955-97F A8E0-A8FF 11B00-11B0A
        Bengali: 980-9FE 11DF0-11DF1
        Gurmukhi: A01-A76
        Gujarati: A81-AFF
        Oriya: B01-B77
        Tamil: B82-BFA 11FC0-11FFF
        Telugu: C00-C7F
        Kannada: C80-CF3
        Malayalam: D00-D7F
        Sinhala: D81-DF4 111E1-111F4
        Thai: E01-E5B
        Lao: E81-EDF
        Tibetan: F00-FDA
        Myanmar: 1000-109F A9E0-A9FE AA60-AA7F 116D0-116E3
        Georgian: 10A0-10FF 1C90-1CBF 2D00-2D2D
        Hangul: 1100-11FF 302E-302F 3131-318E 3200-327E A960-A97C AC00-D7FB FFA0-FFDC
        Ethiopic: 1200-1399 2D80-2DDE AB01-AB2E 1E7E0-1E7FE
        Cherokee: 13A0-13FD AB70-ABBF
        Canadian Aboriginal: 1400-167F 18B0-18F5 11AB0-11ABF
        Ogham: 1680-169C
        Runic: 16A0-16F8
        Tagalog: 1700-171F
        Hanunoo: 1720-1734
        Buhid: 1740-1753
        Tagbanwa: 1760-1773
        Khmer: 1780-17F9 19E0-19FF
        Mongolian: 1800-18AA 11660-1166C
        Limbu: 1900-194F
        Tai Le: 1950-1974
        New Tai Lue: 1980-19DF
        Buginese: 1A00-1A1F
        Tai Tham: 1A20-1AAD
        Balinese: 1B00-1B7F
        Sundanese: 1B80-1BBF 1CC0-1CC7
        Batak: 1BC0-1BFF
        Lepcha: 1C00-1C4F
        Ol Chiki: 1C50-1C7F
        Braille: 2800-28FF
        Glagolitic: 2C00-2C5F 1E000-1E02A
        Tifinagh: 2D30-2D7F
        Han: 2E80-3005 3007-3029 3038-303B 3400-9FFF F900-FAD9 16FE2-16FE3 16FF0-16FF6 20000-33479
        Hiragana: 3041-3096 309D-309F 1B001-1B11F 1B123 1B132-1B152 1F200
        Katakana: 30A1-30FA 30FD-30FF 31F0-31FF 32D0-3357 FF66-FF6F FF71-FF9D 1AFF0-1B000 1B120-1B122 1B124-1B128 1B155-1B168
        Yi: A000-A4C6
        Lisu: A4D0-A4FF 11FB0
        Vai: A500-A62B
        Bamum: A6A0-A6F7 16800-16A38
        Syloti Nagri: A800-A82C
        Phags Pa: A840-A877
        Saurashtra: A880-A8D9
        Kayah Li: A900-A92F
        Rejang: A930-A95F
        Javanese: A980-A9CD A9D0-A9DF
        Cham: AA00-AA5F
        Tai Viet: AA80-AADF
        Meetei Mayek: AAE0-AAF6 ABC0-ABF9
        Linear B: 10000-100FA
        Lycian: 10280-1029C
        Carian: 102A0-102D0
        Old Italic: 10300-1032F
        Gothic: 10330-1034A
        Old Permic: 10350-1037A
        Ugaritic: 10380-1039F
        Old Persian: 103A0-103D5
        Deseret: 10400-1044F
        Shavian: 10450-1047F
        Osmanya: 10480-104A9
        Osage: 104B0-104FB
        Elbasan: 10500-10527
        Caucasian Albanian: 10530-1056F
        Vithkuqi: 10570-105BC
        Todhri: 105C0-105F3
        Linear A: 10600-10767
        Cypriot: 10800-1083F
        Imperial Aramaic: 10840-1085F
        Palmyrene: 10860-1087F
        Nabataean: 10880-108AF
        Hatran: 108E0-108FF
        Phoenician: 10900-1091F
        Lydian: 10920-1093F
        Sidetic: 10940-10959
        Meroitic Hieroglyphs: 10980-1099F
        Meroitic Cursive: 109A0-109FF
        Kharoshthi: 10A00-10A58
        Old South Arabian: 10A60-10A7F
        Old North Arabian: 10A80-10A9F
        Manichaean: 10AC0-10AF6
        Avestan: 10B00-10B3F
        Inscriptional Parthian: 10B40-10B5F
        Inscriptional Pahlavi: 10B60-10B7F
        Psalter Pahlavi: 10B80-10BAF
        Old Turkic: 10C00-10C48
        Old Hungarian: 10C80-10CFF
        Hanifi Rohingya: 10D00-10D39
        Garay: 10D40-10D8F
        Yezidi: 10E80-10EB1
        Old Sogdian: 10F00-10F27
        Sogdian: 10F30-10F59
        Old Uyghur: 10F70-10F89
        Chorasmian: 10FB0-10FCB
        Elymaic: 10FE0-10FF6
        Brahmi: 11000-1107F
        Kaithi: 11080-110CD
        Sora Sompeng: 110D0-110F9
        Chakma: 11100-11147
        Mahajani: 11150-11176
        Sharada: 11180-111DF 11B60-11B67
        Khojki: 11200-11241
        Multani: 11280-112A9
        Khudawadi: 112B0-112F9
        Grantha: 11300-11339 1133C-11374
        Tulu Tigalari: 11380-113E2
        Newa: 11400-11461
        Tirhuta: 11480-114D9
        Siddham: 11580-115DD
        Modi: 11600-11659
        Takri: 11680-116C9
        Ahom: 11700-11746
        Dogra: 11800-1183B
        Warang Citi: 118A0-118FF
        Dives Akuru: 11900-11959
        Nandinagari: 119A0-119E4
        Zanabazar Square: 11A00-11A47
        Soyombo: 11A50-11AA2
        Pau Cin Hau: 11AC0-11AF8
        Sunuwar: 11BC0-11BF9
        Bhaiksuki: 11C00-11C6C
        Marchen: 11C70-11CB6
        Masaram Gondi: 11D00-11D59
        Gunjala Gondi: 11D60-11DA9
        Tolong Siki: 11DB0-11DE9
        Makasar: 11EE0-11EF8
        Kawi: 11F00-11F5A
        Cuneiform: 12000-125A7 1264C-12686
        Proto Cuneiform: 125A8-1264B
        Cypro Minoan: 12F90-12FF2
        Egyptian Hieroglyphs: 13000-143FA
        Anatolian Hieroglyphs: 14400-14646
        Gurung Khema: 16100-16139
        Mro: 16A40-16A6F
        Tangsa: 16A70-16AC9
        Bassa Vah: 16AD0-16AF5
        Pahawh Hmong: 16B00-16B8F
        Kirat Rai: 16D40-16D79
        Medefaidrin: 16E40-16E9A
        Beria Erfe: 16EA0-16ED3
        Miao: 16F00-16F9F
        Tangut: 16FE0 17000-18AFF 18D00-18DF2
        Nushu: 16FE1 1B170-1B2FB
        Khitan Small Script: 16FE4 18B00-18CFF
        Jurchen: 18E00-191D2
        Duployan: 1BC00-1BC9F
        SignWriting: 1D800-1DAAF
        Nyiakeng Puachue Hmong: 1E100-1E14F
        Toto: 1E290-1E2AE
        Wancho: 1E2C0-1E2FF
        Nag Mundari: 1E4D0-1E4F9
        Ol Onal: 1E5D0-1E5FF
        Tai Yo: 1E6C0-1E6FF
        Mende Kikakui: 1E800-1E8D6
        Adlam: 1E900-1E95F
        Seal: 3D000-3FC3F
        """
}
