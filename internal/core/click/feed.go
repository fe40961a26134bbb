package click

import (
	"sync"
	"sync/atomic"
)

// feed hands stored clicks to those who look on.
type feed struct {
	mu      sync.Mutex
	subs    map[uint64]map[chan Click]struct{} // by workspace
	dropped atomic.Uint64
}

// subscribe returns a channel of a workspace's clicks and a function that
// ends it. The channel is closed by that function, or when the feed closes.
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
	return ch, func() { f.end(workspaceID, ch) }
}

func (f *feed) end(workspaceID uint64, ch chan Click) {
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

// publish never waits: a subscriber whose channel is full misses clicks.
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
