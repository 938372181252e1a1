import Foundation
import Testing
import UUIDText

@Suite("Ids as text")
struct UUIDTextTests {
    @Test("Each octet is written in lower case for all its values, and parsed in either case") func octets() throws {
        for octet in UInt8.min...UInt8.max {
            let id = UUID(
                uuid: (
                    octet, 1, 2, 3, ~octet, 5, 6, 7, 8, octet &+ 1, 10, 11, 12, 13, octet &- 1, octet
                ))
            #expect(id.text == id.uuidString.lowercased())
            #expect(UUID(text: id.text) == id)
            #expect(UUID(text: id.uuidString) == id)
        }
    }

    @Test("Ids are written as Foundation writes them") func random() {
        for _ in 0..<1000 {
            let id = UUID()
            #expect(id.text == id.uuidString.lowercased())
            #expect(UUID(text: id.text) == id)
        }
    }

    @Test(
        "Other texts aren't ids",
        arguments: [
            "", "00010203-0405-0607-0809-0a0b0c0d0e0", "00010203-0405-0607-0809-0a0b0c0d0e0f0", "000102030405060708090a0b0c0d0e0f",
            "{00010203-0405-0607-0809-0a0b0c0d0e0f}", "00010203-0405-0607-0809-0a0b0c0d0e0g", "-0010203-0405-0607-0809-0a0b0c0d0e0f",
            "00010203--405-0607-0809-0a0b0c0d0e0f", "000102034-405-0607-0809-0a0b0c0d0e0f", "00010203-0405-0607-0809-0a0b0c0d0e0-",
            " 0010203-0405-0607-0809-0a0b0c0d0e0f", "+0010203-0405-0607-0809-0a0b0c0d0e0f", "0x010203-0405-0607-0809-0a0b0c0d0e0f",
            "00010203-0405-0607-0809-0a0b0c0d0é0", "------------------------------------", "00010203-0405-0607-0809-0a0b0c0d0e\0f",
        ])
    func others(_ text: String) {
        #expect(UUID(text: text) == nil)
    }
}
