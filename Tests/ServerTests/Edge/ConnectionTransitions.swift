extension ConnectionTransitionTests {
    /// The expected result of each event in each state. A state's name and text come first. Below it, each event has
    /// its actions and, after a >, the next state. Events that aren't listed are ignored. A state "like" an earlier one
    /// lists the events alone whose result differs, with "nothing" for one that it ignores.
    static let transitions = """
        opened: opened
          received: busy, decode 30 > head
          inputClosed: arm probe 250 ms, endInput
          inactive: > closed
          wrote: disarm input, busy, arm sendRate 1000 ms
          inputEnded: disarm input, busy, drain > draining
          malformed: disarm input, busy, refuse, drain > draining
          failed: close > closed
          deadline: close > closed
          probe: arm probe 1000 ms
          lastRequestEnds: close > closed
          shutdownEnds: close > closed
          quiesce: arm shutdown 10000 ms, arm lastRequest 2000 ms
          makeRoom: close > closed
          cancel: disarm input, busy, drain > draining
        idle like opened: idle
          received: arm input 10000 ms, busy, decode 30 > head
        lastRequest like idle: idle
        congested: idle
          inputClosed: arm probe 250 ms, endInput
          inactive: > closed
          sent: arm input 60000 ms, idle, read
          inputEnded: drain, read > draining
          malformed: refuse, drain, read > draining
          failed: close > closed
          sendRate: arm sendRate 1000 ms
          slowReader: close > closed
          probe: arm probe 1000 ms
          lastRequestEnds: drain, read > draining
          shutdownEnds: close > closed
          quiesce: arm shutdown 10000 ms, arm lastRequest 2000 ms
          cancel: drain, read > draining
        holding like congested: idle
          inputClosed: arm probe 250 ms
          sent: arm input 60000 ms, resumeSoon
        head: head
          received: decode 30
          inputClosed: arm probe 250 ms, endInput
          inactive: > closed
          wrote: arm sendRate 1000 ms
          inputEnded: disarm input, drain > draining
          head: arm input 30000 ms > receiving 0 unread
          badHead: disarm input, refuse, drain > draining
          malformed: disarm input, refuse, drain > draining
          failed: close > closed
          deadline: disarm input, refuse tooSlow, drain > draining
          probe: arm probe 1000 ms
          lastRequestEnds: close > closed
          shutdownEnds: close > closed
          quiesce: arm shutdown 10000 ms, arm lastRequest 2000 ms
          cancel: disarm input, drain > draining
        unread: receiving 90 unread
          received: decode 30 > receiving 60 unread
          readComplete: startStream, feed 10 > receiving 90 reading
          inputClosed: arm probe 250 ms, endInput
          inactive: abandonRequest > closed
          wrote: arm sendRate 1000 ms
          inputEnded: disarm input, startStream, endBody malformed > answering last
          end: disarm input, start 10 > answering
          malformed: disarm input, startStream, endBody malformed > answering last
          responseHead: send 200 > receiving 90 unread begun
          failed: abandonRequest, close > closed
          bodyAdmitted: arm input 50000 ms, arm receiveRate 1000 ms
          deadline: disarm input, startStream, endBody tooSlow > answering last
          probe: arm probe 1000 ms, send 102
          lastRequestEnds: > receiving 90 unread last
          shutdownEnds: cancelRequest, abandonRequest, close > closed
          quiesce: arm shutdown 10000 ms > receiving 90 unread last
          cancel: cancelRequest > receiving 90 unread last
        streaming: receiving 90 reading
          received: decode 30 > receiving 60 reading
          inputClosed: arm probe 250 ms, endInput
          inactive: abandonRequest > closed
          wrote: arm sendRate 1000 ms
          inputEnded: disarm input, endBody malformed > answering last
          end: disarm input, endBody > answering
          malformed: disarm input, endBody malformed > answering last
          responseHead: send 200 > receiving 90 reading begun
          failed: abandonRequest, close > closed
          bodyAdmitted: arm input 50000 ms, arm receiveRate 1000 ms
          readerFull: > receiving 90 full
          deadline: disarm input, endBody tooSlow > answering last
          probe: arm probe 1000 ms, send 102
          lastRequestEnds: > receiving 90 reading last
          shutdownEnds: cancelRequest, abandonRequest, close > closed
          quiesce: arm shutdown 10000 ms > receiving 90 reading last
          cancel: cancelRequest > receiving 90 reading last
        full: receiving 90 full
          received: decode 30 > receiving 60 full
          inputClosed: arm probe 250 ms, endInput
          inactive: abandonRequest > closed
          wrote: arm sendRate 1000 ms
          inputEnded: disarm input, endBody malformed, read > answering last
          end: disarm input, endBody > answering
          malformed: disarm input, endBody malformed, read > answering last
          responseHead: send 200 > receiving 90 full begun
          failed: abandonRequest, close > closed
          bodyAdmitted: arm input 50000 ms, arm receiveRate 1000 ms
          readerReady: read > receiving 90 reading
          deadline: arm input 30000 ms
          probe: arm probe 1000 ms, send 102
          lastRequestEnds: > receiving 90 full last
          shutdownEnds: cancelRequest, abandonRequest, close > closed
          quiesce: arm shutdown 10000 ms > receiving 90 full last
          cancel: cancelRequest > receiving 90 full last
        admitted like streaming: receiving 90 reading
          receiveRate: arm receiveRate 1000 ms
          slowBody: disarm input, endBody tooSlow > answering last
        responding: receiving 90 reading begun
          received: decode 30 > receiving 60 reading begun
          inputClosed: arm probe 250 ms, endInput
          inactive: abandonRequest > closed
          wrote: arm sendRate 1000 ms
          inputEnded: disarm input, endBody malformed > answering begun last
          end: disarm input, endBody > answering begun
          malformed: disarm input, endBody malformed > answering begun last
          responseBody: send body
          responseEnd: send end > receiving 90 reading ended
          failed: abandonRequest, close > closed
          bodyAdmitted: arm input 50000 ms, arm receiveRate 1000 ms
          readerFull: > receiving 90 full begun
          deadline: disarm input, endBody tooSlow > answering begun last
          probe: arm probe 1000 ms
          lastRequestEnds: > receiving 90 reading begun last
          shutdownEnds: cancelRequest, abandonRequest, close > closed
          quiesce: arm shutdown 10000 ms, arm lastRequest 2000 ms
          cancel: cancelRequest > receiving 90 reading begun last
        lastResponding like responding: receiving 99990 reading begun last
          received: decode 30 > receiving 99960 reading begun last
          end: disarm input, endBody > answering begun last
          responseEnd: send end > receiving 99990 reading ended last
          readerFull: > receiving 99990 full begun last
          lastRequestEnds: nothing
          cancel: cancelRequest
        rest: rest 90
          received: decode 30 > rest 60
          inputClosed: arm probe 250 ms, endInput
          inactive: > closed
          wrote: arm sendRate 1000 ms
          inputEnded: disarm input, drain > draining
          end: arm input 60000 ms, idle > idle
          malformed: disarm input, drain > draining
          failed: close > closed
          deadline: close > closed
          probe: arm probe 1000 ms
          lastRequestEnds: > rest 90 last
          shutdownEnds: close > closed
          quiesce: arm shutdown 10000 ms, arm lastRequest 2000 ms
          cancel: disarm input, drain > draining
        lastRest like rest: rest 90 last
          received: decode 30 > rest 60 last
          end: disarm input, drain > draining
          lastRequestEnds: nothing
        answering: answering
          inputClosed: arm probe 250 ms, endInput
          inactive: abandonRequest > closed
          wrote: arm sendRate 1000 ms
          inputEnded: read > answering last
          malformed: read > answering last
          responseHead: send 200 > answering begun
          failed: abandonRequest, close > closed
          probe: arm probe 1000 ms, send 102
          lastRequestEnds: read > answering last
          shutdownEnds: cancelRequest, abandonRequest, close > closed
          quiesce: arm shutdown 10000 ms, read > answering last
          cancel: cancelRequest, read > answering last
        sending: answering begun
          inputClosed: arm probe 250 ms, endInput
          inactive: abandonRequest > closed
          wrote: arm sendRate 1000 ms
          inputEnded: read > answering begun last
          malformed: read > answering begun last
          responseBody: send body
          responseEnd: send end > answering ended
          failed: abandonRequest, close > closed
          probe: arm probe 1000 ms
          lastRequestEnds: read > answering begun last
          shutdownEnds: cancelRequest, abandonRequest, close > closed
          quiesce: arm shutdown 10000 ms, arm lastRequest 2000 ms
          cancel: cancelRequest, read > answering begun last
        sent: answering ended
          inputClosed: arm probe 250 ms, endInput
          inactive: abandonRequest > closed
          wrote: arm sendRate 1000 ms
          inputEnded: read > answering ended last
          malformed: read > answering ended last
          answered: arm input 60000 ms, idle, read > idle
          failed: abandonRequest, close > closed
          probe: arm probe 1000 ms
          lastRequestEnds: read > answering ended last
          shutdownEnds: cancelRequest, abandonRequest, close > closed
          quiesce: arm shutdown 10000 ms, arm lastRequest 2000 ms
          cancel: cancelRequest, read > answering ended last
        last: answering last
          inputClosed: arm probe 250 ms, endInput
          inactive: abandonRequest > closed
          wrote: arm sendRate 1000 ms
          responseHead: send 200 close > answering begun last
          failed: abandonRequest, close > closed
          probe: arm probe 1000 ms, send 102
          shutdownEnds: cancelRequest, abandonRequest, close > closed
          quiesce: arm shutdown 10000 ms
          cancel: cancelRequest
        lastSending like sending: answering begun last
          inputEnded: nothing
          malformed: nothing
          responseEnd: send end > answering ended last
          lastRequestEnds: nothing
          cancel: cancelRequest
        lastSent like lastSending: answering ended last
          responseBody: nothing
          responseEnd: nothing
          answered: drain > draining
        heldEnd like answering: answering
          inputClosed: nothing
        draining: draining
          inputClosed: arm probe 250 ms, endInput
          inactive: > closed
          wrote: arm sendRate 1000 ms
          drained: arm input 5000 ms, closeOutput > lingering
          failed: close > closed
          shutdownEnds: close > closed
          quiesce: arm shutdown 10000 ms, arm lastRequest 2000 ms
        lingering: lingering
          inputClosed: close > closed
          inactive: > closed
          wrote: arm sendRate 1000 ms
          failed: close > closed
          deadline: close > closed
          lastRequestEnds: close > closed
          shutdownEnds: close > closed
          quiesce: arm shutdown 10000 ms, arm lastRequest 2000 ms
        closed: closed
        """
}
