import NIOCore

/// A request's body that is read as it comes.
enum BodyStream {
    typealias Sequence = NIOThrowingAsyncSequenceProducer<
        ByteBuffer, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, Demand
    >
    typealias Source = Sequence.Source

    /// Told when whoever reads would have more.
    struct Demand: NIOAsyncSequenceProducerDelegate {
        let rises: @Sendable () -> Void

        func produceMore() { rises() }

        func didTerminate() {}
    }

    /// - Parameter demandRises: called where more is wanted after it was enough.
    static func make(demandRises: @escaping @Sendable () -> Void) -> Sequence.NewSequence {
        Sequence.makeSequence(
            backPressureStrategy: .init(lowWatermark: 2, highWatermark: EdgeLimits.heldParts), finishOnDeinit: true,
            delegate: Demand(rises: demandRises))
    }
}
