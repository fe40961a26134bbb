package click

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/errlog"
	"linnet/internal/base/ident"
	"linnet/internal/core/visitor"
)

// Bounds of the pipeline. Larger batches would occupy a processor for longer.
const (
	MaxBatch   = 5_000                  // clicks in a batch
	BatchEvery = 250 * time.Millisecond // longest wait of a click for its batch

	firstRetry = 100 * time.Millisecond
	lastRetry  = 10 * time.Second
	// Hits reach the journal shortly after their time, so a day ends for the
	// journal after midnight.
	dayGrace   = 5 * time.Minute
	saltsEvery = time.Minute // between two checks of the salts
)

// PipelineDeps are the dependencies of a Pipeline. Networks and Log may be nil.
type PipelineDeps struct {
	Journal  Journal
	Source   string // of the batches, see Batch
	Sink     Sink
	Counts   Counts
	Salts    *Salts
	Locator  visitor.Locator
	Agents   visitor.AgentParser
	Networks visitor.Networks
	// FoldsCase reports whether a workspace counts campaign values in lower case. It is
	// called for each click with one, by one goroutine; nil: none does.
	FoldsCase func(ctx context.Context, workspace uint64) bool
	Clock     clock.Clock
	Log       *slog.Logger
}

// Counts are the counters that follow the pipeline. They may be behind the sink, or ahead
// of it: then the pipeline begins at the lower position, and the sink and the counters
// each ignore the batches that they have had.
type Counts interface {
	// Boundary returns the higher one of the two positions, which no batch may cross. It
	// is valid after Sink.Position.
	Boundary() uint64
	// Counted returns the position up to which the counters do not need the journal.
	Counted() uint64
	// Reached returns the position up to which the counters have the clicks, and the one
	// up to which they may have them, because a transaction is running.
	Reached() (counted, counting uint64)
}

// Pipeline moves hits from the journal to the sink, in order and exactly once.
type Pipeline struct {
	deps   PipelineDeps
	enrich enricher
	feed   feed
	tally  tally

	// Used by Run only.
	pace       pace
	position   uint64   // of the sink
	prefetched gathered // read while the previous batch was stored
	ended      endedDays

	attempts *errlog.Reporter // of retry
	salting  *errlog.Reporter // of prepareSalts
	clearing *errlog.Reporter // of Journal.Forget
	decoding *errlog.Reporter // of records that are not hits

	run    string      // see RunID
	rewind atomic.Bool // read the position of the sink again

	stop     chan struct{} // closed by Close
	stopped  chan struct{} // closed when Run returns
	running  atomic.Bool
	stopping sync.Once

	stored  atomic.Uint64
	batches atomic.Uint64
	skipped atomic.Uint64
	retries atomic.Uint64
	reached atomic.Uint64 // position, for Stats
	oldest  atomic.Int64  // time of the first click of the batch that is being stored, Unix ms; 0: none

	mu      sync.Mutex
	lastErr error // of the last attempt; nil: it succeeded
}

// NewPipeline returns a pipeline. Run starts it.
func NewPipeline(deps PipelineDeps) *Pipeline {
	if deps.Log == nil {
		deps.Log = slog.New(slog.DiscardHandler)
	}
	return &Pipeline{
		deps: deps,
		enrich: enricher{
			salts:     deps.Salts,
			locator:   deps.Locator,
			agents:    deps.Agents,
			networks:  deps.Networks,
			foldsCase: deps.FoldsCase,
		},
		run:      ident.New(ident.Node),
		pace:     newPace(runtime.GOMAXPROCS(0)),
		attempts: errlog.New(deps.Log, deps.Clock, "click pipeline"),
		salting:  errlog.New(deps.Log, deps.Clock, "preparing salts"),
		clearing: errlog.New(deps.Log, deps.Clock, "removing journal records"),
		decoding: errlog.New(deps.Log, deps.Clock, "decoding journal records"),
		stop:     make(chan struct{}),
		stopped:  make(chan struct{}),
	}
}

// Subscribe subscribes to the workspace's clicks, orphans included. Clicks are sent
// after they are stored. The channel buffers buffer clicks; further ones are dropped
// while it is full.
func (p *Pipeline) Subscribe(workspaceID uint64, buffer int) *Subscription {
	return p.feed.subscribe(workspaceID, buffer)
}

// Reached returns how far the clicks of a workspace have got. It is false where other
// nodes store clicks as well: this node does not know when.
func (p *Pipeline) Reached(workspaceID uint64) (Reached, bool) {
	if p.deps.Source != "" {
		return Reached{}, false
	}
	counted, counting := p.deps.Counts.Reached()
	return p.tally.reached(workspaceID, counting, counted), true
}

// RunID names the numbers of clicks: those of another run have no relation to them.
func (p *Pipeline) RunID() string { return p.run }

// Run moves clicks until Close or until ctx ends. It may be called once.
func (p *Pipeline) Run(ctx context.Context) error {
	if !p.running.CompareAndSwap(false, true) {
		return errors.New("click: the pipeline runs already")
	}
	defer close(p.stopped)
	defer p.feed.close()
	if !p.begin(ctx) {
		return ctx.Err()
	}
	salts := time.NewTicker(saltsEvery)
	defer salts.Stop()
	for {
		wait, ok := p.runOnce(ctx)
		if !ok {
			return ctx.Err()
		}
		timer := time.NewTimer(wait)
		select {
		case <-p.stop:
			timer.Stop()
			return p.drain(ctx)
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-salts.C:
			timer.Stop()
			p.maintainSalts(ctx)
		case <-timer.C:
		}
	}
}

// begin reads the position of the sink. It returns false when the pipeline ends before.
func (p *Pipeline) begin(ctx context.Context) (ok bool) {
	p.rewind.Store(false)
	p.prefetched = gathered{}
	p.tally.abandon()
	ok = p.retry(ctx, "read the click store's position", func() (err error) {
		p.position, err = p.deps.Sink.Position(ctx, p.deps.Source)
		return err
	})
	p.reached.Store(p.position)
	return ok
}

// Rewind makes the pipeline continue at the position of the sink, which may be lower after
// the sink was replaced. It must be called before the new sink accepts batches.
func (p *Pipeline) Rewind() { p.rewind.Store(true) }

// errRewind ends the attempts to store a batch.
var errRewind = errors.New("click: the sink is being replaced")

// append stores a batch, unless the sink is being replaced.
func (p *Pipeline) append(ctx context.Context, batch Batch) error {
	if p.rewind.Load() {
		return errRewind
	}
	return p.deps.Sink.Append(ctx, batch)
}

// runOnce stores a batch, unless pace delays it, and returns the wait before the
// next one. ok is false when the pipeline ends before the batch is stored.
func (p *Pipeline) runOnce(ctx context.Context) (wait time.Duration, ok bool) {
	end := p.deps.Journal.End()
	if p.pace.delays(p.deps.Clock.Now(), end, end-p.position) {
		return BatchEvery, true
	}
	full, ok := p.step(ctx)
	if full {
		return 0, ok
	}
	return BatchEvery, ok
}

// drain stores the rest of the journal.
func (p *Pipeline) drain(ctx context.Context) error {
	for {
		full, ok := p.step(ctx)
		if !ok || !full {
			return ctx.Err()
		}
	}
}

// Close makes Run store the rest of the journal and return. It waits until ctx
// ends; clicks that are not stored by then remain in the journal.
func (p *Pipeline) Close(ctx context.Context) error {
	p.stopping.Do(func() { close(p.stop) })
	if !p.running.Load() {
		return nil
	}
	select {
	case <-p.stopped:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("click: some clicks remain in the journal: %w", ctx.Err())
	}
}

// step stores a batch, and reads the next one at the same time when this one is
// full. ok is false when the pipeline ends before the batch is stored.
func (p *Pipeline) step(ctx context.Context) (full, ok bool) {
	if p.rewind.Load() && !p.begin(ctx) {
		return false, false
	}
	next := p.prefetched
	p.prefetched = gathered{}
	if next.read == 0 && !p.retry(ctx, "read the journal", func() (err error) {
		next, err = p.gather(ctx, p.position)
		return err
	}) {
		return false, false
	}
	if next.batch.Through == p.position {
		return false, true
	}
	p.oldest.Store(p.oldestOf(next.batch))
	p.tally.begin(next.batch)
	stored := make(chan error, 1)
	go func() { stored <- p.append(ctx, next.batch) }()
	if next.read == MaxBatch {
		// The next step retries a failure and reports it.
		p.prefetched, _ = p.gather(ctx, next.batch.Through)
	}
	rewound := false
	if !p.retry(ctx, "store clicks", func() (err error) {
		if stored != nil {
			err, stored = <-stored, nil
		} else {
			err = p.append(ctx, next.batch)
		}
		if rewound = errors.Is(err, errRewind); rewound {
			return nil
		}
		return err
	}) {
		return false, false
	}
	if rewound {
		return true, true
	}
	p.position = next.batch.Through
	p.reached.Store(p.position)
	p.oldest.Store(0)
	p.reportSkipped(ctx, next.skipped)
	p.stored.Add(uint64(len(next.batch.Clicks)))
	p.batches.Add(1)
	counted, _ := p.deps.Counts.Reached()
	p.feed.publish(next.batch.Clicks, p.tally.finish(next.batch, counted))
	p.clearing.Report(ctx, p.deps.Journal.Forget(min(p.position, p.deps.Counts.Counted())))
	return next.read == MaxBatch || p.position == p.deps.Counts.Boundary(), true
}

// oldestOf returns the time of the first click of a batch, in Unix ms, or 0 without one. Of
// aggregate clicks only the hour is known: they are as old as this attempt at the least.
func (p *Pipeline) oldestOf(batch Batch) int64 {
	for i := range batch.Clicks {
		if c := &batch.Clicks[i]; !c.IsAggregate() {
			return c.At.UnixMilli()
		}
	}
	if len(batch.Clicks) == 0 {
		return 0
	}
	return p.deps.Clock.Now().UnixMilli()
}

// reportSkipped counts skipped records, and logs their total at most once per
// errlog.Every.
func (p *Pipeline) reportSkipped(ctx context.Context, n uint64) {
	if n == 0 {
		return
	}
	total := p.skipped.Add(n)
	p.decoding.Report(ctx, fmt.Errorf("%d records since the start of the process are not hits and were skipped", total))
}

// gathered is a batch with its statistics.
type gathered struct {
	batch   Batch
	read    int    // records
	skipped uint64 // records that are not hits
}

// gather reads and enriches the next batch after a position.
func (p *Pipeline) gather(ctx context.Context, after uint64) (g gathered, err error) {
	g.batch.Source = p.deps.Source
	through := uint64(math.MaxUint64)
	if boundary := p.deps.Counts.Boundary(); after < boundary {
		through = boundary
	}
	g.batch.Through, err = p.deps.Journal.Read(after, through, MaxBatch, func(record []byte) error {
		c, err := p.enrich.click(ctx, record)
		switch {
		case errors.Is(err, errRecord):
			g.skipped++
		case err != nil:
			return err
		default:
			g.batch.Clicks = append(g.batch.Clicks, c)
		}
		g.read++
		return nil
	})
	if err != nil {
		return gathered{}, err
	}
	return g, nil
}

// retry calls do until it succeeds, with exponential backoff. It returns false
// when ctx ends, or when do fails after Close. Clicks remain in the journal
// meanwhile. Failures are logged at most once per errlog.Every.
func (p *Pipeline) retry(ctx context.Context, what string, do func() error) bool {
	wait := firstRetry
	for {
		err := do()
		p.setErr(err)
		if err == nil {
			p.attempts.Report(ctx, nil)
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		p.retries.Add(1)
		p.attempts.Report(ctx, fmt.Errorf("%s: %w%s", what, err, p.backlog()))
		p.prepareSalts(ctx) // the outage may extend past midnight
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return false
		case <-p.stop:
			timer.Stop()
			err := do()
			p.setErr(err)
			return err == nil
		}
		wait = min(2*wait, lastRetry)
	}
}

// endedDays are the days before a day. Their clicks are in the journal before the
// position end.
type endedDays struct {
	before Day
	end    uint64
}

// maintainSalts loads tomorrow's salt, and destroys those of ended days as soon as
// all their clicks are stored. Later clicks do not delay it.
func (p *Pipeline) maintainSalts(ctx context.Context) {
	p.prepareSalts(ctx)
	if today := DayOf(p.deps.Clock.Now().Add(-dayGrace)); today != p.ended.before {
		p.ended = endedDays{before: today, end: p.deps.Journal.End()}
	}
	if p.position < p.ended.end {
		return
	}
	if err := p.deps.Salts.destroyBefore(ctx, p.ended.before); err != nil {
		p.deps.Log.ErrorContext(ctx, "destroying old salts failed", "err", err)
	}
}

func (p *Pipeline) prepareSalts(ctx context.Context) {
	p.salting.Report(ctx, p.deps.Salts.Prepare(ctx))
}

func (p *Pipeline) setErr(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastErr = err
}

// Health returns nil while clicks reach the sink, else the error that stops them and
// how many clicks wait.
func (p *Pipeline) Health() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lastErr == nil {
		return nil
	}
	return fmt.Errorf("clicks wait in the journal: %w%s", p.lastErr, p.backlog())
}

// backlog returns the size and the age of the clicks that wait, as the end of a
// sentence; empty if none does.
func (p *Pipeline) backlog() string {
	s := p.Stats()
	if s.Waiting == 0 || s.Oldest.IsZero() {
		return ""
	}
	age := p.deps.Clock.Now().Sub(s.Oldest).Round(time.Second)
	return fmt.Sprintf(" (%d KiB wait on this node's disk, the oldest for %s)", (s.Waiting+1023)>>10, max(age, 0))
}

// Losses returns nil, or an error with the number of records that were skipped
// because they are not hits.
func (p *Pipeline) Losses() error {
	if n := p.skipped.Load(); n > 0 {
		return fmt.Errorf("%d records of the journal could not be decoded and were skipped", n)
	}
	return nil
}

// PipelineStats are the counters of a pipeline.
type PipelineStats struct {
	Stored  uint64 // clicks
	Batches uint64
	Retries uint64
	Skipped uint64 // records that are not hits
	Dropped uint64 // clicks that subscribers missed
	Waiting uint64 // bytes of the journal that are not stored
	// Oldest is the time of the oldest click that is being stored, or waits for a sink
	// that fails. It is zero between two batches.
	Oldest time.Time
}

// Stats returns the counters.
func (p *Pipeline) Stats() PipelineStats {
	var oldest time.Time
	if ms := p.oldest.Load(); ms != 0 {
		oldest = time.UnixMilli(ms).UTC()
	}
	return PipelineStats{
		Oldest:  oldest,
		Stored:  p.stored.Load(),
		Batches: p.batches.Load(),
		Retries: p.retries.Load(),
		Skipped: p.skipped.Load(),
		Dropped: p.feed.dropped.Load(),
		Waiting: p.deps.Journal.End() - min(p.reached.Load(), p.deps.Journal.End()),
	}
}
