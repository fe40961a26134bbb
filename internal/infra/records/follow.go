package records

import (
	"context"
	"fmt"
	"sync"
	"time"

	"linnet/internal/core/event"
)

const (
	// followEvery is the interval at which a node looks for events of which it was
	// not notified: its connection broke, or a pooler drops notifications.
	followEvery = 500 * time.Millisecond
	// maxMissed is the number of events that are published one by one. After more,
	// forgetting everything is cheaper.
	maxMissed = 10_000
	// eventsAtOnce is the number of events that one query reads.
	eventsAtOnce = 200
)

// follower publishes the stored events of other nodes in the order of their sequence
// numbers, each once. Numbers are visible in their order, so that no event is
// missed, whatever happens to notifications.
type follower struct {
	woken chan struct{}

	following sync.Mutex // held by one run of follow
	started   bool
	reached   int64  // the last published number
	hash      string // of that event, which differs after a fail-over that lost events

	mu  sync.Mutex
	own map[int64]bool // numbers that this node publishes; nil: it does not follow
}

func (f *follower) init() { f.woken = make(chan struct{}, 1) }

// wake starts the next run now.
func (f *follower) wake() {
	select {
	case f.woken <- struct{}{}:
	default:
	}
}

// claim makes the follower skip events that this node publishes.
func (f *follower) claim(events []event.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.own == nil {
		return
	}
	for _, e := range events {
		if e.Seq > 0 {
			f.own[e.Seq] = true
		}
	}
}

// disclaim undoes claim.
func (f *follower) disclaim(events []event.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range events {
		delete(f.own, e.Seq)
	}
}

// owns reports whether this node publishes the event of a number.
func (f *follower) owns(seq int64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.own[seq]
}

// begin makes claim remember numbers.
func (f *follower) begin() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.own == nil {
		f.own = make(map[int64]bool)
	}
}

// forget drops the claims that were passed.
func (f *follower) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for seq := range f.own {
		if seq <= f.reached {
			delete(f.own, seq)
		}
	}
}

// follow publishes the events since the last run. It publishes the zero Event at the
// start, when the events since are too many, and when the database lacks an event
// that was published, because a replica took over that did not have it.
func (s *Store) follow(ctx context.Context) error {
	f := &s.follower
	f.following.Lock()
	defer f.following.Unlock()
	f.begin()
	last, same, err := s.history(ctx)
	if err != nil {
		return fmt.Errorf("read the event sequence: %w", err)
	}
	if !same || !f.started || last-f.reached > maxMissed {
		if f.hash, err = s.eventHash(ctx, last); err != nil {
			return err
		}
		f.started, f.reached = true, last
		s.publish(event.Event{})
	}
	for f.reached < last {
		if err := s.publishNext(ctx, last); err != nil {
			return err
		}
	}
	f.forget()
	return nil
}

// history returns the number of the last event, and whether the event that was
// published last is still stored.
func (s *Store) history(ctx context.Context) (last int64, same bool, err error) {
	last, err = queryOne(ctx, s.read, func(row scanner) (last int64, err error) {
		var hash string
		err = row.Scan(&last, &hash)
		same = s.follower.hash == "" || hash == s.follower.hash // "": not chained yet
		return last, err
	}, `SELECT s.last, COALESCE(e.hash, '') FROM event_sequence s LEFT JOIN events e ON e.seq = $1`, s.follower.reached)
	return last, same, err
}

// eventHash returns the hash of a stored event; "": there is none.
func (s *Store) eventHash(ctx context.Context, seq int64) (string, error) {
	all, err := queryAll(ctx, s.read, value[string], `SELECT hash FROM events WHERE seq = $1`, seq)
	if err != nil {
		return "", fmt.Errorf("read the hash of an event: %w", err)
	}
	if len(all) == 0 {
		return "", nil
	}
	return all[0], nil
}

// publishNext publishes the next events, of which the last is not after last.
func (s *Store) publishNext(ctx context.Context, last int64) error {
	f, size, cut := &s.follower, 0, false
	type hashed struct {
		event.Event
		hash string
	}
	var h hashed
	read := eventTable.scan(&h.hash)
	scan := func(row scanner) (_ hashed, err error) {
		if cut = size > maxEventBytes; cut {
			return h, errStop
		}
		h.Event, err = read(row)
		size += len(h.Data)
		return h, err
	}
	events, err := queryAll(ctx, s.read, scan, `
		SELECT `+eventTable.list+`, hash FROM events WHERE seq > $1 AND seq <= $2 AND NOT silent ORDER BY seq LIMIT $3`,
		f.reached, last, eventsAtOnce)
	if err != nil {
		return fmt.Errorf("read the events of other nodes: %w", err)
	}
	for _, e := range events {
		if !f.owns(e.Seq) {
			s.publish(e.Event)
		}
		f.reached, f.hash = e.Seq, e.hash
	}
	if cut || len(events) == eventsAtOnce || f.reached == last {
		return nil
	}
	hash, err := s.eventHash(ctx, last) // the rest is silent
	if err != nil {
		return err
	}
	f.reached, f.hash = last, hash
	return nil
}
