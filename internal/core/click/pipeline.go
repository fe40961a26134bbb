package click

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/visitor"
)

// Bounds of the pipeline. Batches are half as large as they might be: a large
// one keeps a processor from the visitors for longer at a stretch.
const (
	MaxBatch   = 5_000                  // clicks that the sink gets at once
	BatchEvery = 250 * time.Millisecond // how long a click waits for others

	firstRetry = 100 * time.Millisecond
	lastRetry  = 10 * time.Second
	// A hit may reach the journal a moment after its own time, so that a day
	// is not over for the journal at midnight sharp.
	dayGrace = 5 * time.Minute
	// Salts of tomorrow are looked for this often.
	saltsEvery = time.Minute
)

// PipelineDeps is what a pipeline works with. Crawlers and Log may be nil.
type PipelineDeps struct {
	Journal  Journal
	Sink     Sink
	Salts    *Salts
	Locator  visitor.Locator
	Agents   visitor.AgentParser
	Crawlers visitor.Crawlers
	Clock    clock.Clock
	Log      *slog.Logger
}

// Pipeline takes hits from the journal to the sink, in order and exactly once.
type Pipeline struct {
	deps   PipelineDeps
	enrich enricher
	feed   feed

	pace     pace          // only Run touches it
	position uint64        // what the sink has; likewise
	ahead    gathered      // read while the batch before it was stored; likewise
	over     daysOver      // likewise
	stop     chan struct{} // closed by Close
	stopped  chan struct{} // closed when Run returns
	running  atomic.Bool
	stopping sync.Once

	stored  atomic.Uint64
	batches atomic.Uint64
	skipped atomic.Uint64
	retries atomic.Uint64
	reached atomic.Uint64 // position, for those who look on

	mu      sync.Mutex
	lastErr error // why clicks wait; nil: they do not
}

// NewPipeline returns a pipeline that stands still until Run.
func NewPipeline(deps PipelineDeps) *Pipeline {
	if deps.Log == nil {
		deps.Log = slog.New(slog.DiscardHandler)
	}
	return &Pipeline{
		deps: deps,
		enrich: enricher{
			salts: deps.Salts, locator: deps.Locator, agents: deps.Agents, crawlers: deps.Crawlers,
		},
		pace:    newPace(runtime.GOMAXPROCS(0)),
		stop:    make(chan struct{}),
		stopped: make(chan struct{}),
	}
}

// Subscribe returns a channel of the workspace's clicks, orphans included, and
// a function that ends the subscription. A click comes after the sink has it.
// The channel holds buffer clicks; a subscriber who falls further behind
// misses some. It is closed when the subscription or the pipeline ends.
func (p *Pipeline) Subscribe(workspaceID uint64, buffer int) (<-chan Click, func()) {
	return p.feed.subscribe(workspaceID, buffer)
}

// Run works until Close, or until ctx ends. It may be called once.
func (p *Pipeline) Run(ctx context.Context) error {
	if !p.running.CompareAndSwap(false, true) {
		return errors.New("click: the pipeline runs already")
	}
	defer close(p.stopped)
	defer p.feed.close()
	var err error
	if !p.retry(ctx, "read the click store's position", func() error {
		p.position, err = p.deps.Sink.Position(ctx)
		return err
	}) {
		return ctx.Err()
	}
	p.reached.Store(p.position)
	salts := time.NewTicker(saltsEvery)
	defer salts.Stop()
	for {
		rest, ok := p.turn(ctx)
		if !ok {
			return ctx.Err()
		}
		timer := time.NewTimer(rest)
		select {
		case <-p.stop:
			timer.Stop()
			return p.drain(ctx)
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-salts.C:
			timer.Stop()
			p.tendSalts(ctx)
		case <-timer.C:
		}
	}
}

// turn stores one batch, unless visitors come first, and returns how long to
// wait before the next; ok is false when the pipeline ends before the batch is
// stored.
func (p *Pipeline) turn(ctx context.Context) (rest time.Duration, ok bool) {
	end := p.deps.Journal.End()
	if p.pace.holdsBack(p.deps.Clock.Now(), end, end-p.position) {
		return BatchEvery, true
	}
	full, ok := p.step(ctx)
	if full {
		return 0, ok
	}
	return BatchEvery, ok
}

// drain stores what is left in the journal.
func (p *Pipeline) drain(ctx context.Context) error {
	for {
		full, ok := p.step(ctx)
		if !ok || !full {
			return ctx.Err()
		}
	}
}

// Close lets Run store what the journal holds and return. It waits for that
// until ctx ends; what is left then stays in the journal for the next start.
func (p *Pipeline) Close(ctx context.Context) error {
	p.stopping.Do(func() { close(p.stop) })
	if !p.running.Load() {
		return nil
	}
	select {
	case <-p.stopped:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("click: some clicks stay in the journal: %w", ctx.Err())
	}
}

// step stores one batch, and reads the next one meanwhile when the journal has
// more. full says that it may; ok is false when the pipeline ends before the
// batch is stored.
func (p *Pipeline) step(ctx context.Context) (full, ok bool) {
	next := p.ahead
	p.ahead = gathered{}
	if next.read == 0 && !p.retry(ctx, "read the journal", func() (err error) {
		next, err = p.gather(ctx, p.position)
		return err
	}) {
		return false, false
	}
	if next.batch.Through == p.position {
		return false, true
	}
	stored := make(chan error, 1)
	go func() { stored <- p.deps.Sink.Append(ctx, next.batch) }()
	if next.read == MaxBatch {
		// What fails here is tried again, and told, in the next step.
		p.ahead, _ = p.gather(ctx, next.batch.Through)
	}
	first := true
	if !p.retry(ctx, "store clicks", func() error {
		if first {
			first = false
			return <-stored
		}
		return p.deps.Sink.Append(ctx, next.batch)
	}) {
		return false, false
	}
	p.position = next.batch.Through
	p.reached.Store(p.position)
	p.skipped.Add(next.skipped)
	p.stored.Add(uint64(len(next.batch.Clicks)))
	p.batches.Add(1)
	p.feed.publish(next.batch.Clicks)
	if err := p.deps.Journal.Forget(p.position); err != nil {
		p.deps.Log.WarnContext(ctx, "a used segment of the journal stays on disk", "error", err)
	}
	return next.read == MaxBatch, true
}

// gathered is a batch with what it took to make it.
type gathered struct {
	batch   Batch
	read    int    // records
	skipped uint64 // of them, those that are not hits
}

// gather reads and enriches the next batch after a position.
func (p *Pipeline) gather(ctx context.Context, after uint64) (g gathered, err error) {
	g.batch.Through, err = p.deps.Journal.Read(after, MaxBatch, func(record []byte) error {
		c, err := p.enrich.click(ctx, record)
		switch {
		case errors.Is(err, errRecord):
			g.skipped++
			p.deps.Log.ErrorContext(ctx, "journal record skipped: not a hit")
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

// retry calls do until it succeeds, waiting longer each time. It returns false
// when ctx ends, or when the pipeline is to stop and do fails once more.
func (p *Pipeline) retry(ctx context.Context, what string, do func() error) bool {
	wait := firstRetry
	for {
		err := do()
		p.setErr(err)
		if err == nil {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		p.retries.Add(1)
		p.deps.Log.ErrorContext(ctx, "clicks wait in the journal", "step", what, "retry", wait, "error", err)
		p.prepareSalts(ctx) // an outage may last over midnight
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

// daysOver says that all clicks of the days before one lie before a position of
// the journal.
type daysOver struct {
	before Day
	end    uint64
}

// tendSalts fetches tomorrow's salt ahead, and destroys those of past days once
// the sink has what the journal held when they were over. What came since does
// not hold it up, or the salts of a busy node would never go.
func (p *Pipeline) tendSalts(ctx context.Context) {
	p.prepareSalts(ctx)
	if today := DayOf(p.deps.Clock.Now().Add(-dayGrace)); today != p.over.before {
		p.over = daysOver{before: today, end: p.deps.Journal.End()}
	}
	if p.position < p.over.end {
		return
	}
	if err := p.deps.Salts.destroyBefore(ctx, p.over.before); err != nil {
		p.deps.Log.ErrorContext(ctx, "old salts cannot be destroyed", "error", err)
	}
}

func (p *Pipeline) prepareSalts(ctx context.Context) {
	if err := p.deps.Salts.Prepare(ctx); err != nil {
		p.deps.Log.ErrorContext(ctx, "tomorrow's salt cannot be kept", "error", err)
	}
}

func (p *Pipeline) setErr(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lastErr = err
}

// Health returns nil while clicks reach the sink, else why they wait.
func (p *Pipeline) Health() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lastErr == nil {
		return nil
	}
	return fmt.Errorf("clicks wait in the journal: %w", p.lastErr)
}

// Losses returns nil when every record of the journal was a hit, else an error
// that says how many were skipped.
func (p *Pipeline) Losses() error {
	if n := p.skipped.Load(); n > 0 {
		return fmt.Errorf("%d records of the journal could not be decoded and were skipped", n)
	}
	return nil
}

// PipelineStats counts what a pipeline did since it was made.
type PipelineStats struct {
	Stored  uint64 // clicks that the sink took
	Batches uint64
	Retries uint64
	Skipped uint64 // records that are not hits
	Dropped uint64 // clicks that slow subscribers missed
	Waiting uint64 // bytes in the journal that the sink has not
}

// Stats returns the counters.
func (p *Pipeline) Stats() PipelineStats {
	return PipelineStats{
		Stored: p.stored.Load(), Batches: p.batches.Load(), Retries: p.retries.Load(),
		Skipped: p.skipped.Load(), Dropped: p.feed.dropped.Load(),
		Waiting: p.deps.Journal.End() - min(p.reached.Load(), p.deps.Journal.End()),
	}
}
