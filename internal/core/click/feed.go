package click

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

// feed publishes stored clicks to subscribers. It is safe for concurrent use.
type feed struct {
	mu      sync.Mutex
	subs    map[uint64]map[chan Click]struct{} // by workspace
	dropped atomic.Uint64
}

// subscribe returns a channel of a workspace's clicks and a function that cancels
// the subscription. The channel is closed by that function or by close.
func (f *feed) subscribe(workspaceID uint64, buffer int) (<-chan Click, func()) {
	ch := make(chan Click, max(buffer, 1))
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.subs == nil {
		f.subs = make(map[uint64]map[chan Click]struct{})
	}
	if f.subs[workspaceID] == nil {
		f.subs[workspaceID] = make(map[chan Click]struct{})
	}
	f.subs[workspaceID][ch] = struct{}{}
	return ch, func() { f.cancel(workspaceID, ch) }
}

func (f *feed) cancel(workspaceID uint64, ch chan Click) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.subs[workspaceID][ch]; !ok {
		return
	}
	delete(f.subs[workspaceID], ch)
	if len(f.subs[workspaceID]) == 0 {
		delete(f.subs, workspaceID)
	}
	close(ch)
}

// publish does not block: a subscriber whose channel is full misses clicks.
func (f *feed) publish(clicks []Click) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.subs) == 0 {
		return
	}
	for _, c := range clicks {
		for ch := range f.subs[c.WorkspaceID] {
			select {
			case ch <- c:
			default:
				f.dropped.Add(1)
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
		for ch := range subs {
			close(ch)
		}
	}
	f.subs = nil
}
