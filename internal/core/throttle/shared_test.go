package throttle_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/errlog"
	"linnet/internal/core/throttle"
)

// memoryStore is a throttle.Store in memory.
type memoryStore struct {
	clock *clock.Manual
	calls atomic.Int64
	down  atomic.Bool

	mu   sync.Mutex
	full map[throttle.Key]time.Time
}

var errDown = errors.New("the store is down")

func (m *memoryStore) call(do func(now time.Time)) error {
	m.calls.Add(1)
	if m.down.Load() {
		return errDown
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	do(m.clock.Now())
	return nil
}

func (m *memoryStore) TakeAttempt(_ context.Context, k throttle.Key, l throttle.Limit) (taken bool, used time.Duration, err error) {
	err = m.call(func(now time.Time) {
		full := m.full[k]
		if full.Before(now) {
			full = now
		}
		if taken = full.Add(l.Every).Sub(now) <= time.Duration(l.Burst)*l.Every; taken {
			full = full.Add(l.Every)
			m.full[k] = full
		}
		used = full.Sub(now)
	})
	return taken, used, err
}

func (m *memoryStore) RefundAttempt(_ context.Context, k throttle.Key, l throttle.Limit) error {
	return m.call(func(time.Time) { m.full[k] = m.full[k].Add(-l.Every) })
}

func (m *memoryStore) ClearAttempts(_ context.Context, k throttle.Key) error {
	return m.call(func(time.Time) { delete(m.full, k) })
}

func (m *memoryStore) AddAttempts(
	_ context.Context, batch []throttle.Taken, l throttle.Limit,
) (used map[throttle.Key]time.Duration, err error) {
	used = map[throttle.Key]time.Duration{}
	err = m.call(func(now time.Time) {
		for _, t := range batch {
			full := m.full[t.Key]
			if full.Before(now) {
				full = now
			}
			used[t.Key] = min(full.Sub(now)+time.Duration(t.N)*l.Every, 2*time.Duration(l.Burst)*l.Every)
			m.full[t.Key] = now.Add(used[t.Key])
		}
	})
	return used, err
}

func (m *memoryStore) PurgeAttempts(_ context.Context, n int) (deleted int64, err error) {
	err = m.call(func(now time.Time) {
		for k, full := range m.full {
			if !full.After(now) && deleted < int64(n) {
				delete(m.full, k)
				deleted++
			}
		}
	})
	return deleted, err
}

// nodes are two nodes with one store.
type nodes struct {
	clock  *clock.Manual
	store  *memoryStore
	shared [2]*throttle.Shared
	log    bytes.Buffer
}

func newNodes() *nodes {
	n := &nodes{clock: start()}
	n.store = &memoryStore{clock: n.clock, full: map[throttle.Key]time.Time{}}
	log := slog.New(slog.NewTextHandler(&n.log, nil))
	for i := range n.shared {
		n.shared[i] = throttle.NewShared(throttle.SharedDeps{
			Store: n.store, Secret: []byte("secret"), Clock: n.clock, Report: errlog.New(log, n.clock, "attempts").Report,
		})
	}
	return n
}

// limiters returns a limiter of each node, with the same name.
func (n *nodes) limiters(name string, burst int, every time.Duration) (here, there *throttle.Limiter) {
	limiter := func(s *throttle.Shared) *throttle.Limiter {
		return s.Limiter(name, n.clock, throttle.Limit{Burst: burst, Every: every}, 1000)
	}
	return limiter(n.shared[0]), limiter(n.shared[1])
}

func TestShared_LimitsNodesTogether(t *testing.T) {
	t.Parallel()
	n := newNodes()
	here, there := n.limiters("a", 3, time.Minute)
	for i, l := range []*throttle.Limiter{here, there, here} {
		if got := l.Take("ada"); got.Wait != 0 || got.Left != 2-i {
			t.Fatalf("attempt %d: %+v", i, got)
		}
	}
	for _, l := range []*throttle.Limiter{here, there} {
		if got := l.Take("ada"); got.Wait != time.Minute {
			t.Errorf("the fourth attempt: %+v", got)
		}
	}
	if !there.Allow("bob") {
		t.Error("another key shares the limit")
	}
	other, _ := n.limiters("b", 3, time.Minute)
	if !other.Allow("ada") {
		t.Error("another limiter shares the limit")
	}
	n.clock.Advance(time.Minute)
	if got := [3]bool{there.Allow("ada"), here.Allow("ada"), there.Allow("ada")}; got != [3]bool{true, false, false} {
		t.Errorf("a minute later: %v", got)
	}
}

func TestShared_ConcurrentAttemptsOnNodesShareTheBurst(t *testing.T) {
	t.Parallel()
	n := newNodes()
	here, there := n.limiters("a", 10, time.Minute)
	var allowed atomic.Int64
	var working sync.WaitGroup
	for range 100 {
		for _, l := range []*throttle.Limiter{here, there} {
			working.Go(func() {
				if l.Allow("ada") {
					allowed.Add(1)
				}
			})
		}
	}
	working.Wait()
	if got := allowed.Load(); got != 10 {
		t.Errorf("%d attempts were allowed, want 10", got)
	}
}

func TestShared_RefundsAndResetsOnTheOtherNode(t *testing.T) {
	t.Parallel()
	n := newNodes()
	here, there := n.limiters("a", 2, time.Minute)
	for range 20 { // right passwords
		for _, l := range []*throttle.Limiter{here, there} {
			if !l.Allow("ada") {
				t.Fatal("a right password was limited")
			}
			l.Refund("ada")
		}
	}
	if got := [3]bool{here.Allow("ada"), there.Allow("ada"), here.Allow("ada")}; got != [3]bool{true, true, false} {
		t.Errorf("after refunds on both nodes: %v", got)
	}
	for range 3 {
		here.Allow("bob")
	}
	if here.Allow("bob") {
		t.Fatal("the limit is not exhausted")
	}
	there.Reset("bob")
	if n.clock.Advance(time.Second); !here.Allow("bob") || !there.Allow("bob") || here.Allow("bob") {
		t.Error("after a reset on the other node, not exactly two attempts are allowed")
	}
}

// An attacker must not load the database with attempts that are refused anyway.
func TestShared_RefusedAttemptsRarelyReachTheStore(t *testing.T) {
	t.Parallel()
	n := newNodes()
	here, _ := n.limiters("a", 10, time.Minute)
	for range 1000 {
		here.Allow("ada")
		n.clock.Advance(time.Millisecond)
	}
	if got := n.store.calls.Load(); got > 12 {
		t.Errorf("1000 attempts within a second were %d statements", got)
	}
}

func TestTakeAll_AsksTheStoreOnlyIfThisNodeAllowsAll(t *testing.T) {
	t.Parallel()
	n := newNodes()
	account, _ := n.limiters("account", 10, time.Minute)
	network, elsewhere := n.limiters("network", 1, time.Minute)
	take := func(user string) (func(), error) {
		return throttle.TakeAll(throttle.Budget{Limiter: account, Key: user}, throttle.Budget{Limiter: network, Key: "192.0.2.1"})
	}
	if _, err := take("ada"); err != nil {
		t.Fatal(err)
	}
	if _, err := take("bob"); err == nil { // consults the store once
		t.Fatal("the network's limit does not hold")
	}
	before := n.store.calls.Load()
	if _, err := take("eve"); err == nil || n.store.calls.Load() != before {
		t.Errorf("%d statements for an attempt that this node refuses", n.store.calls.Load()-before)
	}
	elsewhere.Reset("192.0.2.1")
	n.clock.Advance(time.Second)
	refund, err := take("eve")
	if err != nil {
		t.Fatal(err)
	}
	refund()
	if !elsewhere.Allow("192.0.2.1") {
		t.Error("the refund of all is not seen by the other node")
	}
	for i := range 10 { // refused attempts have cost bob nothing
		if !account.Allow("bob") {
			t.Errorf("attempt %d for bob was refused", i)
		}
	}
}

func TestShared_NodesCountAloneWhileTheStoreIsDown(t *testing.T) {
	t.Parallel()
	n := newNodes()
	here, there := n.limiters("a", 2, time.Minute)
	n.store.down.Store(true)
	for _, l := range []*throttle.Limiter{here, there} {
		if got := [3]bool{l.Allow("ada"), l.Allow("ada"), l.Allow("ada")}; got != [3]bool{true, true, false} {
			t.Errorf("the node allows %v", got)
		}
	}
	if got := n.store.calls.Load(); got != 2 {
		t.Errorf("%d statements, want one for each node: a visitor waits for each", got)
	}
	if got := strings.Count(n.log.String(), "\n"); got != 2 {
		t.Errorf("%d lines were logged, want one for each node:\n%s", got, n.log.String())
	}
	for i, shared := range n.shared {
		if got := shared.Failures(); got != 1 {
			t.Errorf("node %d reports %d failures, want 1", i, got)
		}
	}
	n.store.down.Store(false)
	n.clock.Advance(time.Second)
	if !here.Allow("bob") || !there.Allow("bob") || here.Allow("bob") {
		t.Error("the nodes do not count together again")
	}
}

func TestShared_PurgesFullBuckets(t *testing.T) {
	t.Parallel()
	n := newNodes()
	here, _ := n.limiters("a", 10, time.Minute)
	here.Take("ada")
	n.clock.Advance(30 * time.Second)
	here.Take("bob")
	n.clock.Advance(40 * time.Second)
	if err := n.shared[0].Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(n.store.full) != 1 {
		t.Errorf("%d buckets remain, want that of bob", len(n.store.full))
	}
}

func TestWindow_AllowsAttemptsInAnySpan(t *testing.T) {
	t.Parallel()
	n := newNodes()
	window := func(s *throttle.Shared) *throttle.Window {
		return s.Window("w", n.clock, 5, time.Minute, 100)
	}
	for name, of := range map[string][2]*throttle.Window{
		"one node":  {window(nil)},
		"two nodes": {window(n.shared[0]), window(n.shared[1])},
	} {
		if of[1] == nil {
			of[1] = of[0]
		}
		for i := range 5 {
			if wait := of[i%2].Add(name); wait != 0 {
				t.Errorf("%s: attempt %d waits %v", name, i, wait)
			}
			n.clock.Advance(10 * time.Second)
		}
		for _, w := range of { // 50 seconds after the first
			if wait := w.Add(name); wait != 10*time.Second {
				t.Errorf("%s: the sixth waits %v, want 10s", name, wait)
			}
		}
		n.clock.Advance(10 * time.Second)
		if of[1].Add(name) != 0 {
			t.Errorf("%s: an attempt a minute after the first is refused", name)
		}
		if wait := of[0].Add(name); wait != 10*time.Second {
			t.Errorf("%s: the next waits %v, want 10s, until a minute after the second", name, wait)
		}
	}
}

func TestWindow_CountsAloneWhileTheStoreIsDown(t *testing.T) {
	t.Parallel()
	n := newNodes()
	n.store.down.Store(true)
	w := n.shared[0].Window("w", n.clock, 2, time.Minute, 100)
	if got := [3]time.Duration{w.Add("a"), w.Add("a"), w.Add("a")}; got != [3]time.Duration{0, 0, time.Minute} {
		t.Errorf("the waits are %v", got)
	}
}

func TestBatched_NodesAdoptEachOthersCalls(t *testing.T) {
	t.Parallel()
	n := newNodes()
	limit := throttle.Limit{Burst: 600, Every: 100 * time.Millisecond}
	var calls [2]*throttle.Batched
	for i, s := range n.shared {
		calls[i] = throttle.NewBatched(n.clock, limit, 100, s, "api")
	}
	allowed := func(l *throttle.Batched, attempts int) (n int) {
		for range attempts {
			if l.Take("ada").Wait == 0 {
				n++
			}
		}
		return n
	}
	publish := func() {
		for _, s := range n.shared {
			s.Publish()
		}
	}
	if got := [2]int{allowed(calls[0], 400), allowed(calls[1], 1)}; got != [2]int{400, 1} {
		t.Fatalf("%v calls were allowed", got)
	}
	publish()
	if got := calls[1].Take("ada"); got.Wait != 0 || got.Left != 600-402 {
		t.Errorf("the other node has %+v, want 198 left", got)
	}

	// Both are called without pause: from then on they allow 10 a second together.
	allowed(calls[0], 1000)
	allowed(calls[1], 1000)
	total := 0
	for range 300 { // 5 minutes
		publish()
		n.clock.Advance(time.Second)
		total += allowed(calls[0], 100) + allowed(calls[1], 100)
	}
	if total > 3000+20 {
		t.Errorf("%d calls were allowed in 5 minutes, want at most 3000 and those of the last second", total)
	}
	if total < 2300 { // what both nodes took before they knew of each other is owed: at most a minute
		t.Errorf("%d calls were allowed in 5 minutes, want at least 2300", total)
	}
}

func TestBatched_PublishesLaterWhatTheStoreDidNotGet(t *testing.T) {
	t.Parallel()
	n := newNodes()
	limit := throttle.Limit{Burst: 10, Every: time.Minute}
	here := throttle.NewBatched(n.clock, limit, 100, n.shared[0], "api")
	there := throttle.NewBatched(n.clock, limit, 100, n.shared[1], "api")
	for range 6 {
		here.Take("ada")
	}
	n.store.down.Store(true)
	n.shared[0].Publish()
	if v := here.Take("ada"); v.Wait != 0 || v.Left != 3 {
		t.Errorf("while the store is down, the node has %+v", v)
	}
	n.store.down.Store(false)
	n.clock.Advance(time.Second)
	n.shared[0].Publish()
	there.Take("ada")
	n.shared[1].Publish()
	if v := there.Take("ada"); v.Wait != 0 || v.Left != 1 {
		t.Errorf("the other node has %+v, want 1 left: 7 and 2 were taken", v)
	}
	before := n.store.calls.Load()
	n.shared[0].Publish()
	if n.store.calls.Load() != before {
		t.Error("a node without calls published some")
	}
}
