package apikit

import (
	"sync"
	"time"
)

// HeartbeatEvery is the interval of the comments that prevent proxies from
// closing a quiet stream.
const HeartbeatEvery = 15 * time.Second

// Streams counts the open streams of each key and ends them all at shutdown.
// It is safe for concurrent use.
type Streams struct {
	max  int
	done chan struct{}

	mu     sync.Mutex
	open   map[string]int
	closed bool
}

// NewStreams returns a counter that allows max open streams of a key.
func NewStreams(max int) *Streams {
	return &Streams{max: max, open: map[string]int{}, done: make(chan struct{})}
}

// Open counts a new stream of a key. It returns false when the key has the
// maximum of open streams, and after Close. Every stream that was opened must
// be released.
func (s *Streams) Open(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.open[key] >= s.max {
		return false
	}
	s.open[key]++
	return true
}

// Release ends a stream of a key.
func (s *Streams) Release(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[key]--; s.open[key] == 0 {
		delete(s.open, key)
	}
}

// Done returns a channel that Close closes.
func (s *Streams) Done() <-chan struct{} { return s.done }

// Close signals all streams to end. It may be called more than once.
func (s *Streams) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.done)
	}
}
