import NIOCore

/// Creates streams for request bodies that are read while they arrive.
enum BodyStream {
    typealias Sequence = NIOThrowingAsyncSequenceProducer<
        ByteBuffer, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, Demand
    >
    typealias Source = Sequence.Source

    /// Receives the stream's signal that its reader wants more parts.
    struct Demand: NIOAsyncSequenceProducerDelegate {
        let rises: @Sendable () -> Void

        func produceMore() { rises() }

        func didTerminate() {}
    }

    /// Creates a stream for one body.
    /// - Parameter demandRises: called when the stream was full, with `EdgeLimits.unreadBodyParts` unread parts, and fewer
    ///   than two are left.
    static func make(demandRises: @escaping @Sendable () -> Void) -> Sequence.NewSequence {
        Sequence.makeSequence(
            backPressureStrategy: .init(lowWatermark: 2, highWatermark: EdgeLimits.unreadBodyParts), finishOnDeinit: true,
            delegate: Demand(rises: demandRises))
    }
}
