// Package clickcount maintains the click counters of links (clickCount,
// lastClickedAt) in the records, so that lists can be sorted by them.
//
// Each stored batch adds its human clicks, in one transaction with the position
// that its source reached: a batch counts once, however often it is applied.
// Reconcile corrects counters that differ from the click store.
package clickcount

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/click"
)

const (
	flushEvery   = 500 * time.Millisecond
	flushTimeout = 5 * time.Second // of the last flush
	reconcileAt  = 3 * time.Hour   // after midnight in UTC
	// MaxForwarded bounds the clicks of a workspace in one Batch that webhooks get. While the
	// records are unavailable, all clicks are of the same one.
	MaxForwarded = 500
	page         = 1000 // links compared in one query
	// positionEvery is the size of the journal, in bytes, after which the position of
	// clicks that are not counted, such as those of bots, is stored.
	positionEvery = 1 << 20
	// repeatTimeout limits how long a deletion waits for the clicks of the last run.
	repeatTimeout = 30 * time.Second
	repeatPoll    = 20 * time.Millisecond
	// untilCaughtUp is the time between two looks at a click store that is behind.
	untilCaughtUp = time.Second
	// maxRest limits the time between two pages of a reconciliation.
	maxRest = 5 * time.Second
	// settleFor is the time after which every node has flushed what it had stored.
	settleFor = 5 * time.Second
	// reconcileName is the name of the lease.
	reconcileName = "click counter reconciliation"
	// reconciledFor is how long the other nodes do not repeat a nightly reconciliation.
	reconciledFor = 6 * time.Hour
)

// Deps are the dependencies of a counter.
type Deps struct {
	Clicks ClickStore
	// Journal is the source of this node's batches (see click.Batch), empty for an
	// embedded click store. Nodes of a shared click store count each their journal.
	Journal string
	// Range says which records the journal has.
	Range JournalRange
	Store Store
	// Receivers selects the clicks that webhooks get; nil: none. It is called by one
	// goroutine.
	Receivers Receivers
	// FirstClicks returns the numbers of the workspaces whose links' first clicks are
	// stored; nil: none. It is called by one goroutine, once for each batch.
	FirstClicks func(ctx context.Context) map[uint64]bool
	// Leader reconciles on one node each night, where nodes share a click store; nil:
	// there is one node.
	Leader *loop.Leader
	Clock  clock.Clock
	Log    *slog.Logger
}

// Receivers selects clicks that are stored for webhooks.
type Receivers interface {
	Wants(ctx context.Context, c *click.Click) bool
}

// JournalRange is the part of a journal that is not discarded.
type JournalRange interface {
	// Start returns the position before the first record.
	Start() uint64
	// Last returns the position after the last record, or Start without records. The next
	// record may be further behind, where the click store is ahead of the journal.
	Last() uint64
}

// Counter adds stored clicks to the counters of their links. Its methods may be
// called concurrently.
type Counter struct {
	Deps

	storing  sync.Mutex // held while a batch is stored, or stored clicks are compared with counters
	flushing sync.Mutex // after storing
	source   string     // empty: not registered; guarded by flushing
	unsent   *Batch     // the batch whose transaction failed, or may have; likewise

	mu      sync.Mutex
	pending map[uint64]Clicks // by link
	// forwarded are the clicks that webhooks get, by workspace.
	forwarded map[uint64]*Forwarded
	watched   map[string]bool // workspaces of pending links whose first clicks are stored
	through   uint64          // of pending
	sending   bool            // unsent is not nil
	// uncounted is the position up to which clicks are stored and not counted, because the
	// process was killed in between; the pipeline repeats them. 0: none.
	uncounted uint64

	stored     uint64        // position of the click store when it was registered; set by the pipeline only
	counted    uint64        // that of the counters then; likewise
	flushed    atomic.Uint64 // position of the counters
	flush      atomic.Uint64 // position that the transaction that runs, or the last one, brings them to
	reconciles atomic.Bool   // a reconciliation is due before the night
	wake       chan struct{} // it became due

	corrected atomic.Uint64
}

// New returns a counter. Run does its work.
func New(d Deps) *Counter {
	return &Counter{
		Deps:      d,
		pending:   map[uint64]Clicks{},
		forwarded: map[uint64]*Forwarded{},
		watched:   map[string]bool{},
		wake:      make(chan struct{}, 1),
	}
}

// Watch returns a sink that stores batches in sink and counts them.
func (c *Counter) Watch(sink click.Sink) click.Sink { return counted{Sink: sink, counter: c} }

type counted struct {
	click.Sink
	counter *Counter
}

// Position registers the click store and returns its position, or that of the counters if
// that is lower: the process was killed between storing and counting. Clicks that are
// pending are dropped, because they are after that position.
func (s counted) Position(ctx context.Context, source string) (uint64, error) {
	stored, err := s.Sink.Position(ctx, source)
	if err != nil {
		return 0, err
	}
	c := s.counter
	c.flushing.Lock()
	defer c.flushing.Unlock()
	c.forget()
	if err := c.register(ctx); err != nil {
		return 0, err
	}
	c.stored, c.counted = stored, c.flushed.Load()
	return min(c.stored, c.counted), nil
}

// Append stores the batch, then adds its clicks to those of the next flush. It omits what
// was done before the start.
func (s counted) Append(ctx context.Context, batch click.Batch) error {
	c := s.counter
	c.storing.Lock()
	defer c.storing.Unlock()
	if batch.Through > c.stored {
		if err := s.Sink.Append(ctx, batch); err != nil {
			return err
		}
	}
	if batch.Through > c.counted {
		c.add(batch, c.wanted(ctx, batch), c.firstClicks(ctx))
	}
	return nil
}

// Boundary implements click.Counts.
func (c *Counter) Boundary() uint64 { return max(c.stored, c.counted) }

// maxUncounted is the size of the journal, in bytes, that waits for counters.
const maxUncounted = 256 << 20

// Counted implements click.Counts. While the records are unavailable it follows the click
// store at a distance: then the nightly reconciliation corrects the counters after a crash.
func (c *Counter) Counted() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return max(c.flushed.Load(), c.through-min(c.through, maxUncounted))
}

// Reached implements click.Counts. Clicks that are not counted, such as those of bots, are
// reached at once: no transaction stores their position.
func (c *Counter) Reached() (counted, counting uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	counted = c.flushed.Load()
	if len(c.pending) == 0 && !c.sending {
		counted = max(counted, c.through)
	}
	return counted, max(counted, c.flush.Load())
}

// wanted returns the clicks of a batch that webhooks get.
func (c *Counter) wanted(ctx context.Context, batch click.Batch) []*click.Click {
	if c.Receivers == nil {
		return nil
	}
	var wanted []*click.Click
	for i := range batch.Clicks {
		if k := &batch.Clicks[i]; c.Receivers.Wants(ctx, k) {
			wanted = append(wanted, k)
		}
	}
	return wanted
}

// firstClicks returns the workspaces whose links' first clicks are stored.
func (c *Counter) firstClicks(ctx context.Context) map[uint64]bool {
	if c.FirstClicks == nil {
		return nil
	}
	return c.FirstClicks(ctx)
}

// forward adds a click that webhooks get to the next transaction. The caller holds mu.
func (c *Counter) forward(k *click.Click) {
	f := c.forwarded[k.WorkspaceID]
	if f == nil {
		f = &Forwarded{WorkspaceID: k.WorkspaceID}
		c.forwarded[k.WorkspaceID] = f
	}
	if len(f.Clicks) == MaxForwarded {
		f.Omitted++
		return
	}
	f.Clicks = append(f.Clicks, *k)
}

func (c *Counter) add(batch click.Batch, forward []*click.Click, watched map[uint64]bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range forward {
		c.forward(k)
	}
	for i := range batch.Clicks {
		k := &batch.Clicks[i]
		if !k.Counts() {
			continue
		}
		sum, known := c.pending[k.LinkID]
		if !known {
			sum.WorkspaceID = ident.Text(ident.Workspace, k.WorkspaceID)
		}
		sum.Clicks++
		if k.At.After(sum.LastClickedAt) {
			sum.LastClickedAt = k.At
		}
		c.pending[k.LinkID] = sum
		if len(watched) > 0 && watched[k.WorkspaceID] {
			c.watched[sum.WorkspaceID] = true
		}
	}
	c.through = batch.Through
	if c.through >= c.uncounted {
		c.uncounted = 0
	}
}

// Run writes counters and reconciles them at the start and each night, until
// ctx ends. It flushes pending clicks before it returns.
func (c *Counter) Run(ctx context.Context) {
	var working sync.WaitGroup
	working.Go(loop.Task{Name: "click counter update", Every: flushEvery, Do: c.Flush, Log: c.Log}.In(ctx))
	working.Go(loop.Task{
		Name:  reconcileName,
		Every: time.Minute,
		Wake:  c.wake,
		Do:    c.reconcileDaily(),
		Log:   c.Log,
	}.In(ctx))
	working.Wait()
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTimeout)
	defer cancel()
	if err := c.Flush(last); err != nil {
		c.Log.WarnContext(ctx, "click counters not updated at shutdown", "err", err)
	}
}

// reconcileDaily returns a function that reconciles at its first call, because the
// process may have been killed before it counted what it had stored, and on one node
// at the first call after reconcileAt of each later day.
func (c *Counter) reconcileDaily() func(context.Context) error {
	done := click.Day(-1)
	return func(ctx context.Context) error {
		today := click.DayOf(c.Clock.Now().Add(-reconcileAt))
		due := c.reconciles.Load()
		if today == done && !due {
			return nil
		}
		reconcile := c.reconcileSlowly
		if c.Leader != nil && done >= 0 && !due {
			reconcile = func(ctx context.Context) error {
				return c.Leader.Do(ctx, reconcileName, reconciledFor, c.reconcileSlowly)
			}
		}
		if err := reconcile(ctx); err != nil {
			return err
		}
		done = today
		c.reconciles.CompareAndSwap(due, false)
		return nil
	}
}

// Flush adds the pending clicks to the counters. After an error they are
// pending still.
func (c *Counter) Flush(ctx context.Context) error {
	c.flushing.Lock()
	defer c.flushing.Unlock()
	if err := c.register(ctx); err != nil {
		return err
	}
	for {
		if c.unsent == nil {
			c.unsent = c.take()
		}
		if c.unsent == nil {
			return nil
		}
		c.flush.Store(max(c.flush.Load(), c.unsent.Through))
		// A failed batch is applied again as it was: it may have been committed,
		// and only its own position shows that.
		if err := c.Store.AddClicks(ctx, *c.unsent); err != nil {
			return err
		}
		c.flushed.Store(max(c.flushed.Load(), c.unsent.Through))
		c.sent()
	}
}

// sent ends the transaction of the unsent batch.
func (c *Counter) sent() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unsent, c.sending = nil, false
}

// register makes the source of this node's clicks known to the records, once.
func (c *Counter) register(ctx context.Context) error {
	if c.source != "" {
		return nil
	}
	source := c.Journal
	if source == "" {
		var err error
		if source, err = c.Clicks.Source(ctx); err != nil {
			return fmt.Errorf("identify the click store: %w", err)
		}
	}
	position, err := c.Clicks.Position(ctx, c.Journal)
	if err != nil {
		return fmt.Errorf("read the click store's position: %w", err)
	}
	reached, err := c.Store.RegisterSource(ctx, Registration{
		Source:   source,
		Embedded: c.Journal == "",
		Stored:   position,
		Start:    c.Range.Start(),
		Last:     c.Range.Last(),
	})
	if err != nil {
		return fmt.Errorf("register the click store: %w", err)
	}
	// What the journal does not have, any more or at all, is left to reconciliation.
	reached = max(reached, min(position, c.Range.Start()))
	repeated := min(position, c.Range.Last())
	c.source = source
	c.flushed.Store(reached)
	c.mu.Lock()
	defer c.mu.Unlock()
	if reached < repeated {
		c.uncounted = repeated
	}
	return nil
}

// repeats reports whether the pipeline is still to count clicks that were stored before
// the start.
func (c *Counter) repeats() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.uncounted > 0
}

// behind reports whether the click store and the counters do not have the same clicks yet:
// the pipeline is still to count some, or to store some again in a store that was rebuilt.
func (c *Counter) behind(ctx context.Context) (bool, error) {
	if err := c.Flush(ctx); err != nil {
		return false, err
	}
	stored, err := c.Clicks.Position(ctx, c.Journal)
	return c.repeats() || stored < c.flushed.Load(), err
}

// awaitRepeats waits until repeats returns false, for a deletion, which sets counters.
func (c *Counter) awaitRepeats(ctx context.Context) error {
	if err := c.Flush(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, repeatTimeout)
	defer cancel()
	tick := time.NewTicker(repeatPoll)
	defer tick.Stop()
	for c.repeats() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("clicks of the last run are not counted yet: %w", ctx.Err())
		}
	}
	return nil
}

// take returns the pending clicks as a batch, sorted by link so that concurrent
// nodes lock rows in one order; nil: there are none.
func (c *Counter) take() *Batch {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.pending) == 0 && len(c.forwarded) == 0 && c.through < c.flushed.Load()+positionEvery {
		return nil
	}
	c.sending = true
	b := &Batch{Source: c.source, Through: c.through, Added: make([]Clicks, 0, len(c.pending)), At: c.Clock.Now()}
	for _, f := range c.forwarded {
		b.Forwarded = append(b.Forwarded, *f)
	}
	clear(c.forwarded)
	for number, sum := range c.pending {
		sum.LinkID = ident.Text(ident.Link, number)
		b.Added = append(b.Added, sum)
	}
	clear(c.pending)
	b.Watched, c.watched = c.watched, map[string]bool{}
	slices.SortFunc(b.Added, func(x, y Clicks) int { return strings.Compare(x.LinkID, y.LinkID) })
	return b
}

// Corrected returns how many counters Reconcile has corrected.
func (c *Counter) Corrected() uint64 { return c.corrected.Load() }
