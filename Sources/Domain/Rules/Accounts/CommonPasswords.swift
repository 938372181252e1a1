import DavenportAPI

/// The most frequent passwords in lists of leaked ones, case-folded. They have at least eight characters, because
/// shorter ones are refused anyway.
enum CommonPasswords {
    static let list: Set<String> = Set(
        """
        password password1 password12 password123 password1234 password! password1! passw0rd passw0rd! p@ssword p@ssw0rd p@ssw0rd1 pa$$word
        pa$$w0rd 12345678 123456789 1234567890 12345678910 0123456789 123123123 123456123 123321123 1234512345 12341234 11111111 111111111
        1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 999999999 87654321
        987654321 9876543210 11223344 1122334455 112233445566 12344321 123454321 147258369 159357456 789456123 741852963 31415926 1q2w3e4r
        1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1 qwertyui qwertyuiop qwerty12 qwerty123
        qwerty1234 qwerty12345 qwerty123456 qwertz123 qwertzui qwertzuiop azertyui azertyuiop asdfghjk asdfghjkl asdfasdf asdf1234 asdfqwer
        qweasdzxc qazwsxedc qwe123qwe qweqweqwe zxcvbnm1 zxcvbnm123 1234qwer qwer1234 abcd1234 abcdefgh abcdefghi abcdefg1 abc12345 abc123456
        abc123abc a1234567 a12345678 a123456789 aa123456 aa12345678 aaaaaaaa aaaaaaaaa iloveyou iloveyou1 iloveyou2 iloveyou! iloveyou123
        ilovegod loveyou1 loveme123 lovelove princess princess1 sunshine sunshine1 football football1 baseball baseball1 basketball superman
        superman1 batman123 spiderman spiderman1 pokemon1 pokemon123 starwars starwars1 dragon123 monkey123 shadow123 master123 michael1
        jennifer jessica1 jordan23 charlie1 ashley123 michelle danielle alexander elizabeth samantha benjamin jonathan christian
        computer internet samsung1 samsung123 google123 facebook linkedin letmein1 letmein123 letmein! welcome1 welcome12 welcome123
        welcome1234 welcome! changeme changeme1 changeme123 default1 default123 admin123 admin1234 admin12345 administrator administrator1
        root1234 rootroot toor1234 test1234 test12345 testtest testing1 testing123 temp1234 temporary secret123 secret1234 trustno1 whatever
        whatever1 freedom1 chocolate chocolate1 butterfly butterfly1 snowboard mountain mercedes corvette maverick midnight midnight1 nothing1
        killer123 hunter123 hunter22 blink182 access14 access123 login123 loginlogin user1234 useruser guest123 summer123 summer2024 summer2025
        summer2026 winter123 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026 hello123 hello1234 hellohello
        helloworld heythere qwerty1! fuckyou1 fuckyou2 fuckyou123 asshole1 blahblah liverpool liverpool1 arsenal1 chelsea1 barcelona realmadrid
        einstein passwort passwort1 passwort123 schatz123 hallo123 hallo1234 motdepasse soleil123 bonjour1 contraseña contrasena davenport
        davenport1 davenport123
        """.split(whereSeparator: \.isWhitespace).map { String($0).folded })
}
