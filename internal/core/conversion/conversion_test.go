package conversion_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/conversion"
	"linnet/internal/core/event"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// shelf is a click store of a few clicks.
type shelf struct {
	clicks   map[[2]uint64]click.Click
	onTheWay atomic.Bool
	down     error
}

func (s *shelf) Find(_ context.Context, workspaceID, id uint64) (click.Click, error) {
	if s.down != nil {
		return click.Click{}, s.down
	}
	c, ok := s.clicks[[2]uint64{workspaceID, id}]
	if !ok {
		return c, fault.New(fault.NotFound, "none")
	}
	return c, nil
}

type bench struct {
	*conversion.Service
	store *records.Store
	shelf *shelf
	owner access.Actor
	clock *clock.Manual
}

func onBoth(t *testing.T, run func(t *testing.T, b *bench)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		b := &bench{store: s, shelf: &shelf{clicks: map[[2]uint64]click.Click{}}, owner: testkit.Owner(t, s), clock: clock.NewManual(testkit.Day())}
		b.Service = conversion.NewService(conversion.Deps{
			Store: s, Clicks: b.shelf, OnTheWay: func(time.Time) bool { return b.shelf.onTheWay.Load() }, Clock: b.clock, Log: slog.New(slog.DiscardHandler),
		})
		run(t, b)
	})
}

// arrive puts a click of the actor's workspace into the click store.
func (b *bench) arrive(a access.Actor, id uint64) click.Click {
	workspace, _ := ident.Number(a.WorkspaceID)
	c := click.Click{
		ID: id, At: b.clock.Now().Add(-time.Hour), WorkspaceID: workspace, LinkID: 5, Alias: "launch",
		Place: visitor.Place{Country: "DE", City: "München"}, Browser: "Chrome", Visitor: 99,
	}
	b.shelf.clicks[[2]uint64{workspace, id}] = c
	return c
}

func lead(id uint64) conversion.Report {
	return conversion.Report{Kind: conversion.Lead, ClickID: ident.Text(ident.Click, id)}
}

func sale(id uint64, invoice string, amount int64, currency string) conversion.Report {
	return conversion.Report{Kind: conversion.Sale, ClickID: ident.Text(ident.Click, id), InvoiceID: invoice, Amount: &amount, Currency: currency}
}

// counted returns the conversions of the last day.
func (b *bench) counted(t *testing.T, a access.Actor) analytics.Converted {
	t.Helper()
	workspace, _ := ident.Number(a.WorkspaceID)
	got, err := b.store.Converted(t.Context(), analytics.Query{
		WorkspaceID: workspace, Start: b.clock.Now().Add(-24 * time.Hour), End: b.clock.Now().Add(time.Second), Traffic: analytics.Human,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return got[""][""]
}

func TestService_TrackIsIdempotent(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.arrive(b.owner, 1)
		reports := []conversion.Report{
			sale(1, "INV-1", 1299, "EUR"), sale(1, "INV-1", 9999, "EUR"), sale(1, "INV-2", 1, "eur"), sale(1, "INV-3", 500, "JPY"),
			lead(1), lead(1), // without an external id, each report is a new lead
			{Kind: conversion.Lead, ClickID: ident.Text(ident.Click, 1), ExternalID: "x", CustomerID: "ada"},
			{Kind: conversion.Lead, ClickID: ident.Text(ident.Click, 1), ExternalID: "x"},
		}
		var made []bool
		for _, r := range reports {
			c, isNew, err := b.Track(t.Context(), b.owner, r)
			if err != nil {
				t.Fatal(err)
			}
			if c.State != conversion.Counted || c.Click.LinkID != 5 || c.Click.Visitor != 0 {
				t.Errorf("%+v", c)
			}
			made = append(made, isNew)
		}
		if diff := cmp.Diff([]bool{true, false, true, true, true, true, true, false}, made); diff != "" {
			t.Error(diff)
		}
		want := analytics.Converted{Leads: 3, Sales: 3, Amounts: []analytics.Money{{Currency: "EUR", Amount: 1300}, {Currency: "JPY", Amount: 500}}}
		if diff := cmp.Diff(want, b.counted(t, b.owner)); diff != "" {
			t.Error(diff)
		}
		// A sale without a click id gets the click of the customer's lead.
		r := sale(0, "INV-4", 100, "EUR")
		r.CustomerID = "ada"
		if c, _, err := b.Track(t.Context(), b.owner, r); err != nil || c.ClickID != ident.Text(ident.Click, 1) {
			t.Errorf("%+v %v", c, err)
		}
	})
}

func TestService_CountsPendingReportsWhenTheirClickArrives(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.shelf.onTheWay.Store(true)
		c, made, err := b.Track(t.Context(), b.owner, lead(7))
		if err != nil || !made || c.State != conversion.Pending {
			t.Fatalf("%+v %v %v", c, made, err)
		}
		if got := b.counted(t, b.owner); got.Leads != 0 {
			t.Errorf("counted before the click arrived: %+v", got)
		}
		if n, err := b.Settle(t.Context()); n != 1 || err != nil {
			t.Errorf("%d pending, %v", n, err)
		}
		want := b.arrive(b.owner, 7)
		if n, err := b.Settle(t.Context()); n != 0 || err != nil {
			t.Errorf("%d pending, %v", n, err)
		}
		page, err := b.List(t.Context(), b.owner, conversion.Filter{LinkID: ident.Text(ident.Link, 5)})
		if err != nil || len(page.Conversions) != 1 || page.Conversions[0].State != conversion.Counted || !page.Conversions[0].Click.At.Equal(want.At) {
			t.Errorf("%+v %v", page, err)
		}
		if got := b.counted(t, b.owner); got.Leads != 1 {
			t.Errorf("%+v", got)
		}
	})
}

func TestService_RejectsOrExpiresReportsOfMissingClicks(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		stranger := testkit.Owner(t, b.store)
		b.arrive(stranger, 3)
		if _, _, err := b.Track(t.Context(), b.owner, lead(3)); !fault.Is(err, fault.Invalid) {
			t.Errorf("another workspace's click: %v", err)
		}
		b.shelf.onTheWay.Store(true)
		if c, _, err := b.Track(t.Context(), b.owner, lead(3)); err != nil || c.State != conversion.Pending {
			t.Errorf("%+v %v", c, err)
		}
		b.shelf.down = errors.New("closed")
		if c, _, err := b.Track(t.Context(), b.owner, lead(4)); err != nil || c.State != conversion.Pending {
			t.Errorf("while the click store is down: %+v %v", c, err)
		}
		b.shelf.down = nil
		b.clock.Advance(8 * 24 * time.Hour)
		if n, err := b.Settle(t.Context()); n != 0 || err != nil {
			t.Errorf("%d pending, %v", n, err)
		}
		b.arrive(b.owner, 4) // too late
		if n, err := b.Settle(t.Context()); n != 0 || err != nil {
			t.Errorf("%d pending, %v", n, err)
		}
		for _, actor := range []access.Actor{b.owner, stranger} {
			if got := b.counted(t, actor); got.Leads != 0 {
				t.Errorf("%+v", got)
			}
		}
	})
}

func TestService_TrackNamesInvalidFields(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.arrive(b.owner, 1)
		minus := int64(-1)
		cases := map[string]struct {
			change func(*conversion.Report)
			fields []string
		}{
			"no click":          {func(r *conversion.Report) { r.ClickID = "" }, []string{"clickId"}},
			"no id":             {func(r *conversion.Report) { r.ClickID = "clk_x" }, []string{"clickId"}},
			"a link's id":       {func(r *conversion.Report) { r.ClickID = ident.Text(ident.Link, 1) }, []string{"clickId"}},
			"no click at all":   {func(r *conversion.Report) { r.ClickID = "clk_0000000000000" }, []string{"clickId"}},
			"unknown customer":  {func(r *conversion.Report) { r.ClickID, r.CustomerID = "", "unknown" }, []string{"clickId"}},
			"price":             {func(r *conversion.Report) { r.Amount, r.Currency = &minus, "EURO" }, []string{"amount", "currency"}},
			"no price":          {func(r *conversion.Report) { r.Amount, r.Currency = nil, "" }, []string{"amount", "currency"}},
			"texts":             {func(r *conversion.Report) { r.EventName, r.InvoiceID = strings.Repeat("x", 101), "a\x00" }, []string{"eventName", "invoiceId"}},
			"too much metadata": {func(r *conversion.Report) { r.Metadata = map[string]any{"a": strings.Repeat("x", 10_000)} }, []string{"metadata"}},
		}
		for name, c := range cases {
			r := sale(1, "", 1, "EUR")
			c.change(&r)
			_, _, err := b.Track(t.Context(), b.owner, r)
			var f *fault.Error
			if !errors.As(err, &f) {
				t.Errorf("%s: %v", name, err)
				continue
			}
			var fields []string
			for _, field := range f.Fields {
				fields = append(fields, field.Field)
			}
			if diff := cmp.Diff(c.fields, fields); diff != "" || f.Code != fault.Invalid {
				t.Errorf("%s: %v %s", name, err, diff)
			}
		}
		viewer := b.owner
		viewer.Role = access.Viewer
		if _, _, err := b.Track(t.Context(), viewer, lead(1)); !fault.Is(err, fault.Forbidden) {
			t.Errorf("a viewer: %v", err)
		}
	})
}

// TestStore_FiltersAndGroupsConversionsLikeClicks reports one lead for each of
// many random clicks, at the click's own time. Random queries must then return
// the same figures for both.
func TestStore_FiltersAndGroupsConversionsLikeClicks(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		w := analyticstest.NewWorld(11)
		workspace, _ := ident.Number(b.owner.WorkspaceID)
		oracle := &analyticstest.Oracle{}
		var clicks []click.Click
		for len(clicks) < 120 {
			c := w.Click()
			isKnown := c.Outcome.Counts() && !c.IsAggregate() // no destination has the id of another click
			if c.LinkID != 0 && isKnown && c.WorkspaceID == analyticstest.Workspaces()[0] {
				c.WorkspaceID, c.Visitor = workspace, 0
				clicks = append(clicks, c)
			}
		}
		if err := oracle.Append(t.Context(), click.Batch{Clicks: clicks, Through: 1}); err != nil {
			t.Fatal(err)
		}
		for _, c := range clicks {
			n := conversion.Conversion{
				ID: ident.New(ident.Conversion), WorkspaceID: b.owner.WorkspaceID, Kind: conversion.Lead, State: conversion.Counted,
				ClickID: ident.Text(ident.Click, c.ID), At: c.At, Click: c,
			}
			e := event.Event{ID: ident.New(ident.Event), WorkspaceID: b.owner.WorkspaceID, Kind: event.LeadTracked, SubjectID: n.ID, Data: []byte("{}"), At: c.At}
			if _, _, err := b.store.InsertConversion(t.Context(), n, e); err != nil {
				t.Fatal(err)
			}
		}
		checks := 0
		for range 400 {
			q := w.Query()
			// Sets of links are those of records, see TestConverted_FiltersByLinkSets.
			q.Filters = slices.DeleteFunc(q.Filters, func(f analytics.Filter) bool { return f.Links != nil })
			if q.WorkspaceID != analyticstest.Workspaces()[0] {
				continue
			}
			q.Subject = analytics.LinkClicks
			q.WorkspaceID, q.Count, q.Heatmap, q.Series = workspace, true, false, nil
			for i := range q.Lists {
				q.Lists[i].Limit = 100
			}
			checks++
			compare(t, b.store, oracle, q)
		}
		if checks < 100 {
			t.Errorf("only %d questions", checks)
		}
	})
}

func compare(t *testing.T, s *records.Store, oracle *analyticstest.Oracle, q analytics.Query) {
	t.Helper()
	want, err := oracle.Query(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var by []analytics.Dimension
	for _, l := range q.Lists {
		if !slices.Contains([]analytics.Dimension{analytics.Tag, analytics.Folder}, l.Dimension) {
			by = append(by, l.Dimension)
		}
	}
	converted, err := s.Converted(t.Context(), q, by)
	if err != nil {
		t.Fatal(err)
	}
	if all := converted[""][""]; all.Leads != want.Count.Clicks {
		t.Fatalf("%d leads of %d clicks: %+v", all.Leads, want.Count.Clicks, q)
	}
	for _, l := range q.Lists {
		if !slices.Contains(by, l.Dimension) {
			continue
		}
		leads, clicks := map[string]int64{}, map[string]int64{}
		for key, c := range converted[l.Dimension] {
			leads[key] = c.Leads
		}
		for _, row := range want.Lists[l.Dimension] {
			key := row.Key
			if l.Dimension.Folded() {
				key = strings.ToLower(key)
			}
			clicks[key] += row.Clicks
		}
		if diff := cmp.Diff(clicks, leads); diff != "" {
			t.Fatalf("by %s: %s", l.Dimension, diff)
		}
	}
}
