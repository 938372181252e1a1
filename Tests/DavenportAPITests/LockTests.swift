import Locking
import Testing

@Suite("The client libraries' lock")
struct LockTests {
    private struct Refused: Error {}

    @Test("A hundred concurrent tasks lose no change of a value")
    func counts() async {
        let count = Lock(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { for _ in 0..<1000 { count.withLock { $0 += 1 } } }
            }
        }
        #expect(count.withLock { $0 } == 100_000)
    }

    @Test("A body that throws keeps its change and releases the lock")
    func throwing() {
        let count = Lock(0)
        #expect(throws: Refused.self) {
            try count.withLock { count throws(Refused) in
                count += 1
                throw Refused()
            }
        }
        #expect(count.withLock { $0 } == 1)
    }
}
