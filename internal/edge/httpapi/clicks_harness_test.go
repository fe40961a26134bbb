package httpapi_test

import (
	"context"
	"math"
	"net/netip"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/httpapi"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/journal"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// clicks is the way of a click from the redirect to the API, as in the
// product: recorder, journal, pipeline, click store.
type clicks struct {
	recorder *click.JournalRecorder
	pipeline *click.Pipeline
	engine   analytics.Engine
	figures  *analytics.Service // that knows the install's names and conversions
	visits   atomic.Uint64
}

// lateClicks is the click store of conversions and shares. It is empty until an
// install has clicks.
type lateClicks struct {
	records  *records.Store
	sink     analytics.Engine
	pipeline *click.Pipeline
	figures  *analytics.Service
}

func (l *lateClicks) Find(ctx context.Context, workspaceID, id uint64) (click.Click, error) {
	return l.sink.Find(ctx, workspaceID, id)
}

func (l *lateClicks) onTheWay(time.Time) bool { return l.pipeline.Stats().Waiting > 0 }

func (l *lateClicks) Shared(ctx context.Context, workspaceID string, r analytics.Request, parts analytics.Parts) (analytics.Report, error) {
	return l.figures.Shared(ctx, workspaceID, r, parts)
}

func (l *lateClicks) PinFilters(ctx context.Context, actor access.Actor, filters []analytics.Filter) ([]analytics.Filter, error) {
	return l.figures.PinFilters(ctx, actor, filters)
}

func (l *lateClicks) FilterLabels(
	ctx context.Context, workspaceID string, filters []analytics.Filter,
) (map[analytics.Dimension]map[string]string, error) {
	return l.figures.FilterLabels(ctx, workspaceID, filters)
}

func (l *lateClicks) VisibleLabels(
	ctx context.Context, actor access.Actor, filters []analytics.Filter,
) (map[analytics.Dimension]map[string]string, error) {
	return l.figures.VisibleLabels(ctx, actor, filters)
}

func (l *lateClicks) Report(ctx context.Context, actor access.Actor, r analytics.Request, parts analytics.Parts) (analytics.Report, error) {
	return l.figures.Report(ctx, actor, r, parts)
}

// withClicks puts real clicks behind the API.
func withClicks(t *testing.T) (*clicks, func(*httpapi.Deps)) {
	t.Helper()
	c := &clicks{}
	return c, func(o *httpapi.Deps) {
		dir := testkit.SQLiteDir(t)
		sink, err := duckdb.Open(t.Context(), filepath.Join(dir, "clicks.duckdb"), duckdb.Options{MemoryMB: 128, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = sink.Close() })
		log, err := journal.Open(filepath.Join(dir, "journal"), journal.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = log.Close() })
		records, err := records.Open(t.Context(), records.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = records.Close() })
		salts := click.NewSalts(records, o.Clock)
		if err := salts.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		c.recorder = click.NewRecorder(log, salts)
		c.pipeline = click.NewPipeline(click.PipelineDeps{
			Journal: log, Sink: sink, Counts: noCounts{}, Salts: salts, Locator: noPlaces{}, Agents: noAgents{}, Networks: noNetworks{}, Clock: o.Clock,
		})
		done := make(chan struct{})
		go func() { defer close(done); _ = c.pipeline.Run(context.Background()) }()
		t.Cleanup(func() { _ = c.pipeline.Close(context.Background()); <-done })
		o.Clicks = c.pipeline
		late := o.Conversions.Clicks.(*lateClicks)
		o.Analytics = analytics.New(analytics.Deps{Store: sink, Imports: late.records, Clock: o.Clock})
		late.sink, late.pipeline = sink, c.pipeline
		late.figures = analytics.New(analytics.Deps{Store: sink, Names: late.records, Conversions: late.records, Imports: late.records, Clock: o.Clock})
		o.ClickExports = analytics.NewExporter(analytics.ExporterDeps{Service: late.figures, Files: sink, Note: late.records.Note})
		c.engine, c.figures = sink, late.figures
	}
}

// noCounts are counters that are never behind.
type noCounts struct{}

func (noCounts) Boundary() uint64 { return 0 }
func (noCounts) Counted() uint64  { return math.MaxUint64 }

func (noCounts) Reached() (counted, counting uint64) { return math.MaxUint64, math.MaxUint64 }

type noNetworks struct{}

func (noNetworks) Reason(netip.Addr) visitor.BotReason { return "" }

// visit records a human's click on a link, and returns the click's id.
func (c *clicks) visit(t *testing.T, u user, linkID, alias string, at time.Time, change ...func(*click.Hit)) string {
	t.Helper()
	workspace, _ := ident.Number(u.workspaceID)
	link, _ := ident.Number(linkID)
	hit := &click.Hit{
		ID: click.IDBase(at) | c.visits.Add(1), At: at, WorkspaceID: workspace, LinkID: link, Outcome: visitor.Redirected, Trigger: click.TriggerLink,
		Addr: netip.MustParseAddr("198.51.100.77"), Alias: alias, URL: "https://example.com/", UserAgent: "Firefox",
	}
	for _, f := range change {
		f(hit)
	}
	if err := c.recorder.Record(hit, nil); err != nil {
		t.Fatal(err)
	}
	return ident.Text(ident.Click, hit.ID)
}

// eventually polls until a condition is true.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline, tick := time.After(20*time.Second), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-deadline:
			t.Fatalf("%s: not in time", what)
		case <-tick.C:
		}
	}
}
