package app

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/conversion"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/plan"
	"linnet/internal/core/retention"
	"linnet/internal/core/visitor"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// fixture has a click store, records and the services that delete clicks.
type fixture struct {
	t       *testing.T
	records *records.Store
	clicks  analytics.Engine
	figures *clickcount.Counter
	keeper  *retention.Service
	links   *link.Service
	clock   *clock.Manual
	through atomic.Uint64 // read by the counters while they run
	ids     click.IDs
	stored  []click.Click // all clicks that were stored
	before  func()        // called before the click store deletes the clicks of a link
}

// deleting calls before when clicks of a link are deleted.
type deleting struct {
	analytics.Engine
	fixture *fixture
}

func (d deleting) DeleteLink(ctx context.Context, workspaceID, linkID uint64) (int64, error) {
	if d.fixture.before != nil {
		d.fixture.before()
	}
	return d.Engine.DeleteLink(ctx, workspaceID, linkID)
}

func newFixture(t *testing.T, records *records.Store) *fixture {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	k := &fixture{t: t, records: records, clock: clock.NewManual(testkit.Day())}
	store, err := duckdb.Open(t.Context(), filepath.Join(t.TempDir(), "clicks.duckdb"), duckdb.Options{MemoryMB: 128})
	if err != nil {
		t.Fatal(err)
	}
	k.clicks = store
	k.figures = clickcount.New(clickcount.Deps{Clicks: k.clicks, Range: k, Store: records, Clock: k.clock, Log: log})
	k.keeper = retention.New(retention.Deps{
		Store: records, Clicks: deleting{k.clicks, k}, Counters: k.figures, Limits: plan.BuiltIn().Limits,
		Rounds: fileRounds{filepath.Join(t.TempDir(), roundsFile)}, Clock: k.clock, Log: log,
	})
	k.links = link.New(link.Deps{Store: records, Domains: domain.New(domain.Deps{Store: records, Clock: k.clock}), Hasher: noLimit{}, Clock: k.clock}, testkit.Unguarded{})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		k.figures.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
		if err := k.clicks.Close(); err != nil {
			t.Error(err)
		}
	})
	return k
}

// Start and Last implement clickcount.JournalRange: no click waits in a journal.
func (k *fixture) Start() uint64 { return k.through.Load() }
func (k *fixture) Last() uint64  { return k.through.Load() }

func (k *fixture) link(a access.Actor) string {
	k.t.Helper()
	l, err := k.links.Create(k.t.Context(), a, link.Draft{Settings: link.Settings{URL: "https://example.com/", Title: "x"}})
	if err != nil {
		k.t.Fatal(err)
	}
	return l.ID
}

// click stores human clicks and one bot click, some days ago.
func (k *fixture) click(a access.Actor, linkID string, daysAgo ...int) {
	k.t.Helper()
	w, _ := ident.Number(a.WorkspaceID)
	l, _ := ident.Number(linkID)
	var batch click.Batch
	for _, days := range daysAgo {
		at := k.clock.Now().AddDate(0, 0, -days)
		for _, bot := range []visitor.BotReason{"", visitor.BotAgent} {
			id, at := k.ids.New(at)
			batch.Clicks = append(batch.Clicks, click.Click{
				ID: id, At: at, WorkspaceID: w, LinkID: l, Outcome: visitor.Redirected, Bot: bot, Visitor: ident.Uint64(),
			})
		}
	}
	k.stored = append(k.stored, batch.Clicks...)
	batch.Through = k.through.Add(1)
	if err := k.figures.Watch(k.clicks).Append(k.t.Context(), batch); err != nil {
		k.t.Fatal(err)
	}
}

// convert reports a sale for each click of the link, and one for a click that is
// not stored yet.
func (k *fixture) convert(a access.Actor, linkID string) {
	k.t.Helper()
	w, _ := ident.Number(a.WorkspaceID)
	l, _ := ident.Number(linkID)
	log := slog.New(slog.DiscardHandler)
	service := conversion.NewService(conversion.Deps{Store: k.records, Clicks: k.clicks, OnTheWay: func(time.Time) bool { return true }, Clock: k.clock, Log: log})
	for _, c := range k.stored {
		if c.WorkspaceID == w && c.LinkID == l {
			k.report(service, a, c.ID)
		}
	}
	coming, _ := k.ids.New(k.clock.Now())
	k.report(service, a, coming)
}

func (k *fixture) report(service *conversion.Service, a access.Actor, clickID uint64) {
	k.t.Helper()
	r := conversion.Report{Kind: conversion.Sale, ClickID: ident.Text(ident.Click, clickID), Amount: new(int64(100)), Currency: "EUR"}
	if _, _, err := service.Track(k.t.Context(), a, r); err != nil {
		k.t.Fatal(err)
	}
}

// wantSales compares the sales with the remaining clicks, which had one sale each.
func (k *fixture) wantSales(a access.Actor, pending int, links ...string) {
	k.t.Helper()
	w, _ := ident.Number(a.WorkspaceID)
	query := analytics.Query{WorkspaceID: w, Start: k.clock.Now().AddDate(-1, 0, 0), End: k.clock.Now().AddDate(0, 0, 1), Traffic: analytics.All}
	query.Lists = []analytics.List{{Dimension: analytics.Link, Limit: 100}}
	answer, err := k.clicks.Query(k.t.Context(), query)
	if err != nil {
		k.t.Fatal(err)
	}
	sales, err := k.records.Converted(k.t.Context(), query, []analytics.Dimension{analytics.Link})
	if err != nil {
		k.t.Fatal(err)
	}
	clicks := map[string]int64{}
	for _, row := range answer.Lists[analytics.Link] {
		if slices.Contains(links, row.Key) {
			clicks[row.Key] = row.Clicks
		}
	}
	told := map[string]int64{}
	for key, c := range sales[analytics.Link] {
		told[key] = c.Sales
	}
	if diff := cmp.Diff(clicks, told); diff != "" {
		k.t.Errorf("clicks and sales: %s", diff)
	}
	page, err := k.records.Conversions(k.t.Context(), a.View(), conversion.Filter{Limit: 100})
	waiting := 0
	for _, c := range page.Conversions {
		if c.State == conversion.Pending {
			waiting++
		}
	}
	if err != nil || waiting != pending {
		k.t.Errorf("%d conversions wait for their clicks, %v; want %d", waiting, err, pending)
	}
}

// want waits until the counter of a link and the click store have that many clicks.
func (k *fixture) want(a access.Actor, linkID string, clicks int64) {
	k.t.Helper()
	w, _ := ident.Number(a.WorkspaceID)
	number, _ := ident.Number(linkID)
	counts, err := k.clicks.LinkCounts(k.t.Context(), w, []uint64{number})
	if err != nil || counts[number].Clicks != clicks {
		k.t.Errorf("the click store has %d clicks, %v; want %d", counts[number].Clicks, err, clicks)
	}
	poll := time.NewTicker(5 * time.Millisecond)
	defer poll.Stop()
	deadline := time.After(20 * time.Second)
	for {
		l, err := k.links.Get(k.t.Context(), a, linkID)
		if err != nil {
			k.t.Fatal(err)
		}
		if l.ClickCount == clicks && l.LastClickedAt.Equal(counts[number].LastClickedAt) {
			return
		}
		select {
		case <-deadline:
			k.t.Fatalf("the link shows %d clicks, the last at %v; the click store has %+v", l.ClickCount, l.LastClickedAt, counts[number])
		case <-poll.C:
		}
	}
}

func TestRetention_DeletesOldClicksAndUpdatesCounters(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, records *records.Store) {
		k := newFixture(t, records)
		free, brief := testkit.Owner(t, records), testkit.Owner(t, records)
		first, second, third := k.link(free), k.link(free), k.link(brief)
		k.click(free, first, 0, 59, 60, 61, 90)
		k.click(free, second, 75)
		k.click(brief, third, 0, 6, 7, 8, 29)
		if err := k.clicks.Compact(t.Context(), k.clock.Now()); err != nil {
			t.Fatal(err)
		}
		settings := workspace.NewService(records, plan.BuiltIn().Limits, k.clock)
		if _, err := settings.Update(t.Context(), brief, workspace.Patch{RetentionDays: new(7)}); err != nil {
			t.Fatal(err)
		}
		k.want(free, first, 5)
		for _, l := range []string{first, second} {
			k.convert(free, l)
		}
		k.convert(brief, third)
		k.wantSales(free, 2, first, second)
		for range 2 { // the second run deletes nothing
			if err := k.keeper.Round(t.Context()); err != nil {
				t.Fatal(err)
			}
			k.want(free, first, 3) // today, and sixty whole days
			k.want(free, second, 0)
			k.want(brief, third, 3)
			k.wantSales(free, 2, first, second)
			k.wantSales(brief, 1, third)
		}
		k.clock.Advance(9 * 24 * time.Hour) // later than any click
		if err := k.keeper.Round(t.Context()); err != nil {
			t.Fatal(err)
		}
		k.wantSales(free, 2, first, second)
		k.wantSales(brief, 0, third)
	})
}

func TestRetention_DeletesTheClicksOfALink(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, records *records.Store) {
		k := newFixture(t, records)
		owner, other := testkit.Owner(t, records), testkit.Owner(t, records)
		gone, stays, others := k.link(owner), k.link(owner), k.link(other)
		for _, l := range []string{gone, stays} {
			k.click(owner, l, 0, 1, 2)
		}
		k.click(other, others, 0)
		if err := k.clicks.Compact(t.Context(), k.clock.Now()); err != nil {
			t.Fatal(err)
		}
		k.want(owner, gone, 3)
		for _, l := range []string{gone, stays} {
			k.convert(owner, l)
		}
		k.convert(other, others)
		var told []event.Event
		defer records.Subscribe(func(e event.Event) {
			if e.Kind != event.SaleTracked {
				told = append(told, e)
			}
		})()
		editor := owner
		editor.Role = access.Editor
		for name, c := range map[string]struct {
			actor access.Actor
			id    string
			want  fault.Code
		}{
			"an editor": {editor, gone, fault.Forbidden}, "another's link": {other, gone, fault.NotFound},
			"no link": {owner, "lnk_0000000000001", fault.NotFound}, "nonsense": {owner, "'; --", fault.NotFound}, "nothing": {owner, "", fault.NotFound},
		} {
			if err := k.keeper.DeleteClicks(t.Context(), c.actor, c.id); fault.CodeOf(err) != c.want {
				t.Errorf("%s: %v", name, err)
			}
		}
		k.wantSales(owner, 2, gone, stays)
		k.before = func() { k.convert(owner, gone) } // a conversion is reported meanwhile
		if err := k.keeper.DeleteClicks(t.Context(), owner, gone); err != nil {
			t.Fatal(err)
		}
		k.wantSales(owner, 3, stays)
		k.wantSales(other, 1, others)
		if l, err := k.links.Get(t.Context(), owner, gone); err != nil || l.ClickCount != 0 || !l.LastClickedAt.IsZero() {
			t.Errorf("the link still shows %d clicks, %v", l.ClickCount, err)
		}
		if len(told) != 1 || told[0].Kind != event.ClicksDeleted || told[0].SubjectID != gone || told[0].Actor.ID != owner.UserID {
			t.Errorf("told: %+v", told)
		}
		k.want(owner, gone, 0)
		k.want(owner, stays, 3)
		k.want(other, others, 1)
		k.click(owner, gone, 0) // it counts from 0
		k.want(owner, gone, 1)
	})
}

func TestRetention_DaysOfAWorkspace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ plan, own, want int }{{30, 0, 30}, {30, 7, 7}, {30, 90, 30}, {plan.Unlimited, 0, plan.Unlimited}, {plan.Unlimited, 90, 90}} {
		if got := (workspace.Workspace{RetentionDays: c.own}).KeptDays(plan.Limits{RetentionDays: c.plan}); got != c.want {
			t.Errorf("a plan of %d days and %d of its own: %d, want %d", c.plan, c.own, got, c.want)
		}
	}
	records := testkit.SQLite(t)
	owner := testkit.Owner(t, records)
	settings := workspace.NewService(records, plan.BuiltIn().Limits, clock.System{})
	for days, want := range map[int]fault.Code{0: "", 1: "", 60: "", 61: fault.Invalid, -1: fault.Invalid} {
		got, err := settings.Update(t.Context(), owner, workspace.Patch{RetentionDays: new(days)})
		if fault.CodeOf(err) != want || (err == nil && got.RetentionDays != days) {
			t.Errorf("%d days on FREE: %+v, %v", days, got, err)
		}
	}
	if _, err := workspace.NewService(records, testkit.NoLimits, clock.System{}).Update(t.Context(), owner, workspace.Patch{RetentionDays: new(workspace.MaxRetention + 1)}); !fault.Is(err, fault.Invalid) {
		t.Errorf("eleven years: %v", err)
	}
}

func TestKeeper_DeletesNothingWhenTheClockJumped(t *testing.T) {
	t.Parallel()
	records := testkit.SQLite(t)
	k := newFixture(t, records)
	owner := testkit.Owner(t, records)
	linkID := k.link(owner)
	k.click(owner, linkID, 0, 1, 61)

	// Before the first run, the reference is the newest click.
	k.clock.Advance(800 * 24 * time.Hour)
	var jumped *retention.ClockError
	if err := k.keeper.Round(t.Context()); !errors.As(err, &jumped) || !errors.As(k.keeper.Health(), &jumped) {
		t.Fatalf("800 days ahead: %v", err)
	}
	k.click(owner, linkID, 0) // a click with the wrong time is no reference
	k.clock.Advance(-800 * 24 * time.Hour)
	k.want(owner, linkID, 4)
	if err := k.keeper.Round(t.Context()); err != nil || k.keeper.Health() != nil {
		t.Fatalf("with the right clock: %v, %v", err, k.keeper.Health())
	}
	k.want(owner, linkID, 3) // older than the 60 days of FREE

	// After a run, the reference is its time, not the newest click.
	k.clock.Advance(retention.Slack + time.Hour)
	if err := k.keeper.Round(t.Context()); !errors.As(err, &jumped) {
		t.Fatalf("two weeks and an hour ahead: %v", err)
	}
	k.clock.Advance(50 * 24 * time.Hour)
	if err := k.keeper.ConfirmClock(t.Context()); err != nil {
		t.Fatal(err)
	}
	k.want(owner, linkID, 1) // the click in the future

	// Daily runs move the reference.
	for range 30 {
		k.clock.Advance(24 * time.Hour)
		if err := k.keeper.Round(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
