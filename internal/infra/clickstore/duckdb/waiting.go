package duckdb

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/duckdb/duckdb-go/v2/mapping"
)

// Who asks leaves the work to the engine's threads, which stand back (see
// standingBack), and joins in when that takes long: where other programs take all
// processors, they may not get on at all.
const (
	joinsAfter = 500 * time.Millisecond
	hurriesFor = time.Second            // after it had to join: the next statements would wait in vain, too
	looksHard  = 200 * time.Microsecond // most statements are done by then
	// Then looks again when it has taken a 32nd longer, for each look takes a
	// worker's processor; at least, and at most, so much later.
	looksFirst = 500 * time.Microsecond
	looksLast  = 5 * time.Millisecond
)

// leaveToWorkers changes how the driver runs a statement: in one long call, which
// works beside the engine's threads and has no setting for that. Visitors would
// have to share the processors with it (docs/adr/0009).
var leaveToWorkers = sync.OnceFunc(func() { //nolint:gochecknoglobals // as the driver's variable is
	mapping.ExecutePending = waiting(mapping.ExecutePending)
})

type execution = func(mapping.PendingResult, *mapping.Result) mapping.State

func waiting(execute execution) execution {
	var joined atomic.Int64 // when somebody last began to, Unix ns
	return func(pending mapping.PendingResult, result *mapping.Result) mapping.State {
		began := time.Now() //nolint:forbidigo // how long a processor was waited for, not the product's time
		helps := began.Sub(time.Unix(0, joined.Load())) < hurriesFor
		for {
			took := time.Since(began)
			if !helps && took > joinsAfter {
				helps = true
				joined.Store(began.Add(took).UnixNano())
			}
			switch state := look(pending, helps); {
			case state == mapping.PendingStateResultReady, state == mapping.PendingStateError:
				return execute(pending, result)
			case helps && state == mapping.PendingStateResultNotReady:
				// There may be another piece of work to do.
			case took < looksHard:
				runtime.Gosched()
			default:
				time.Sleep(pause(took, helps)) //nolint:forbidigo // the engine has nothing that could be waited on
			}
		}
	}
}

// pause is how long a statement that has taken so long is not looked at. Who
// helps comes back soon: the next piece of its work must not lie about.
func pause(took time.Duration, helps bool) time.Duration {
	if helps {
		return looksFirst
	}
	return min(max(took/32, looksFirst), looksLast)
}

// look says how far a statement is. Who helps does one piece of its work first, if
// the engine's threads have left one.
func look(pending mapping.PendingResult, helps bool) mapping.PendingState {
	if helps {
		return mapping.PendingExecuteTask(pending)
	}
	return mapping.PendingExecuteCheckState(pending)
}
