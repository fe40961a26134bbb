package click

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

// Event is a click that was stored.
type Event struct {
	Click
	// Number is that of the click on this node, see Reached; 0: another node stored it.
	Number uint64
}

// Subscription receives the clicks of a workspace.
type Subscription struct {
	// C is closed when the subscription or the pipeline ends.
	C <-chan Event

	feed        *feed
	workspaceID uint64
	events      chan Event
	missed      atomic.Bool
}

// Missed reports whether clicks were dropped since the last call, because C was full.
func (s *Subscription) Missed() bool { return s.missed.Swap(false) }

// Close ends the subscription. It may be called more than once.
func (s *Subscription) Close() { s.feed.cancel(s) }

// feed publishes stored clicks to subscribers. It is safe for concurrent use.
type feed struct {
	mu      sync.Mutex
	subs    map[uint64]map[*Subscription]struct{} // by workspace
	dropped atomic.Uint64
}

func (f *feed) subscribe(workspaceID uint64, buffer int) *Subscription {
	events := make(chan Event, max(buffer, 1))
	s := &Subscription{C: events, feed: f, workspaceID: workspaceID, events: events}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.subs == nil {
		f.subs = make(map[uint64]map[*Subscription]struct{})
	}
	if f.subs[workspaceID] == nil {
		f.subs[workspaceID] = make(map[*Subscription]struct{})
	}
	f.subs[workspaceID][s] = struct{}{}
	return s
}

func (f *feed) cancel(s *Subscription) {
	f.mu.Lock()
	defer f.mu.Unlock()
	subs := f.subs[s.workspaceID]
	if _, ok := subs[s]; !ok {
		return
	}
	delete(subs, s)
	if len(subs) == 0 {
		delete(f.subs, s.workspaceID)
	}
	close(s.events)
}

// publish sends clicks with their numbers; nil: they have none. It omits those that must
// not be shown singly. It does not block: a subscriber whose channel is full misses clicks.
func (f *feed) publish(clicks []Click, numbers []uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.subs) == 0 {
		return
	}
	for i := range clicks {
		if clicks[i].IsAggregate() {
			continue
		}
		e := Event{Click: clicks[i]}
		if numbers != nil {
			e.Number = numbers[i]
		}
		for s := range f.subs[e.WorkspaceID] {
			select {
			case s.events <- e:
			default:
				f.dropped.Add(1)
				s.missed.Store(true)
			}
		}
	}
}

// workspaces returns the workspaces with subscribers, in no order.
func (f *feed) workspaces() []uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Collect(maps.Keys(f.subs))
}

func (f *feed) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, subs := range f.subs {
		for s := range subs {
			close(s.events)
		}
	}
	f.subs = nil
}
