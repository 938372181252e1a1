import NIOCore

/// Creates streams for request bodies that are read while they arrive.
enum BodyStream {
    typealias Sequence = NIOThrowingAsyncSequenceProducer<
        ByteBuffer, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, Demand
    >
    typealias Source = Sequence.Source

    /// Receives the signal that the reader wants more.
    struct Demand: NIOAsyncSequenceProducerDelegate {
        let rises: @Sendable () -> Void

        func produceMore() { rises() }

        func didTerminate() {}
    }

    /// Creates a stream for one body.
    /// - Parameter demandRises: called when the reader wants more after it had enough.
    static func make(demandRises: @escaping @Sendable () -> Void) -> Sequence.NewSequence {
        Sequence.makeSequence(
            backPressureStrategy: .init(lowWatermark: 2, highWatermark: EdgeLimits.heldParts), finishOnDeinit: true,
            delegate: Demand(rises: demandRises))
    }
}
