package webhook_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/click/clickview"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/visitor"
	"linnet/internal/core/webhook"
	"linnet/internal/testkit"
)

// clicksMessage is the body of a message about clicks.
type clicksMessage struct {
	Type string
	Data struct {
		Clicks          []clickview.Click
		Sample, Omitted int
	}
}

// decodeClicks returns the message of a request to a receiver.
func decodeClicks(t *testing.T, r received) (m clicksMessage) {
	t.Helper()
	if err := json.Unmarshal(r.body, &m); err != nil || m.Type != "link.clicked" {
		t.Errorf("%s: %v", r.body, err)
	}
	return m
}

// clickOn returns the n-th click on a link of a workspace.
func clickOn(workspaceID string, n int, bot visitor.BotReason) click.Click {
	workspace, _ := ident.Number(workspaceID)
	return click.Click{
		ID: uint64(n), WorkspaceID: workspace, LinkID: 7, DomainID: 1, At: testkit.Day(), Alias: "sale", URL: "https://example.com/",
		Outcome: visitor.Redirected, Trigger: click.TriggerLink, Bot: bot,
	}
}

// count stores clicks for webhooks with the counters, as the pipeline does.
func (f *fixture) count(b clickcount.Batch, clicks ...click.Click) {
	f.t.Helper()
	f.clock.Advance(time.Millisecond)
	workspace, _ := ident.Number(f.owner.WorkspaceID)
	b.Source, b.At = "test", f.clock.Now()
	b.Forwarded = append(b.Forwarded, clickcount.Forwarded{WorkspaceID: workspace, Clicks: clicks})
	if err := f.store.AddClicks(f.t.Context(), b); err != nil {
		f.t.Fatal(err)
	}
}

// registerSource makes the source of clicks known.
func (f *fixture) registerSource() {
	f.t.Helper()
	if _, err := f.store.RegisterSource(f.t.Context(), clickcount.Registration{Source: "test"}); err != nil {
		f.t.Fatal(err)
	}
}

// sendClicks makes messages of the clicks that wait, and sends them.
func (f *fixture) sendClicks() {
	f.t.Helper()
	if err := f.service.SendClicks(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	f.send()
}

func TestService_SendsClicksInBatches(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.registerSource()
		r := newReceiver(f.t, 200)
		f.create(r.URL, webhook.LinkClicked)
		f.create(r.URL+"/links", webhook.LinkCreated)
		f.count(clickcount.Batch{Through: 1}, clickOn(f.owner.WorkspaceID, 1, ""), clickOn(f.owner.WorkspaceID, 2, "agent"))
		f.count(clickcount.Batch{Through: 2}, clickOn(f.owner.WorkspaceID, 3, ""))
		f.count(clickcount.Batch{Through: 2}, clickOn(f.owner.WorkspaceID, 3, "")) // the answer of the first attempt was lost
		f.sendClicks()
		f.sendClicks()
		requests := r.all()
		if len(requests) != 1 {
			f.t.Fatalf("%d requests", len(requests))
		}
		m := decodeClicks(f.t, requests[0])
		if len(m.Data.Clicks) != 2 || m.Data.Sample != 100 || m.Data.Omitted != 0 {
			f.t.Errorf("%+v", m.Data)
		}
		for i, want := range []string{ident.Text(ident.Click, 1), ident.Text(ident.Click, 3)} {
			if c := m.Data.Clicks[i]; c.ID != want || c.Alias != "sale" || *c.URL != "https://example.com/" {
				f.t.Errorf("click %d is %+v", i, c)
			}
		}
	})
}

func TestService_SendsTheHostOfADomain(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.registerSource()
		r := newReceiver(f.t, 200)
		f.create(r.URL, webhook.LinkClicked)
		domains, err := f.store.Domains(f.t.Context(), f.owner.WorkspaceID)
		if err != nil || len(domains) == 0 {
			f.t.Fatalf("no domain: %v", err)
		}
		known, purged := clickOn(f.owner.WorkspaceID, 1, ""), clickOn(f.owner.WorkspaceID, 2, "")
		known.DomainID, _ = ident.Number(domains[0].ID)
		f.count(clickcount.Batch{Through: 1}, known, purged)
		f.sendClicks()
		m := decodeClicks(f.t, r.all()[0])
		if len(m.Data.Clicks) != 2 || m.Data.Clicks[0].Domain != domains[0].Host || m.Data.Clicks[1].Domain != "" {
			f.t.Errorf("%+v, want the host %s", m.Data.Clicks, domains[0].Host)
		}
	})
}

func TestWebhook_ClickMessagesAreBounded(t *testing.T) {
	t.Parallel()
	w := webhook.Webhook{ID: "whk_1", WorkspaceID: "wsp_1", Settings: webhook.Settings{ClickSettings: webhook.ClickSettings{ClickSample: 100}}}
	var clicks []click.Click
	for i := range 1_000 {
		c := clickOn(w.WorkspaceID, i+1, "")
		c.URL = "https://example.com/" + strings.Repeat("a", i*4)
		clicks = append(clicks, c)
	}
	waiting := []webhook.WaitingClicks{webhook.NewWaitingClicks(1, clicks, 12, testkit.Day())}
	total, omitted := 0, 0
	for _, m := range w.ClickMessages(waiting, nil, testkit.Day()) {
		body, err := m.Body("https")
		if err != nil || len(body) > webhook.MaxBody {
			t.Fatalf("%d bytes, %v", len(body), err)
		}
		got := decodeClicks(t, received{body: body})
		if len(got.Data.Clicks) == 0 || len(got.Data.Clicks) > 200 {
			t.Errorf("%d clicks in a message", len(got.Data.Clicks))
		}
		for _, c := range got.Data.Clicks {
			if total++; c.ID != ident.Text(ident.Click, uint64(total)) {
				t.Fatalf("click %d has the id %s", total, c.ID)
			}
		}
		omitted += got.Data.Omitted
	}
	if total != 1_000 || omitted != 12 {
		t.Errorf("%d clicks, %d omitted", total, omitted)
	}
}

func TestWebhook_GetsAShareOfTheClicks(t *testing.T) {
	t.Parallel()
	w := webhook.Webhook{WorkspaceID: "wsp_1", Settings: webhook.Settings{ClickSettings: webhook.ClickSettings{ClickSample: 10, ClickBots: true}}}
	var clicks []click.Click
	for i := range 10_000 {
		clicks = append(clicks, clickOn(w.WorkspaceID, i+1, "agent"))
	}
	waiting := []webhook.WaitingClicks{webhook.NewWaitingClicks(1, clicks, 0, testkit.Day())}
	sent := 0
	for _, m := range w.ClickMessages(waiting, nil, testkit.Day()) {
		body, _ := m.Body("https")
		sent += len(decodeClicks(t, received{body: body}).Data.Clicks)
	}
	if sent < 900 || sent > 1_100 {
		t.Errorf("%d of 10,000 clicks, want a tenth", sent)
	}
	w.ClickBots = false
	if got := w.ClickMessages(waiting, nil, testkit.Day()); len(got) != 0 {
		t.Errorf("%d messages with clicks by bots", len(got))
	}
}

// hooks is a store of webhooks that get clicks.
type hooks struct {
	all   []webhook.Webhook
	err   error
	reads int
}

func (h *hooks) ClickWebhooks(context.Context) ([]webhook.Webhook, error) {
	h.reads++
	return h.all, h.err
}

func TestClickReceivers_ChooseClicksOfFigures(t *testing.T) {
	t.Parallel()
	workspaceID := ident.Text(ident.Workspace, 5)
	now := clock.NewManual(testkit.Day())
	store := &hooks{all: []webhook.Webhook{{WorkspaceID: workspaceID, Settings: webhook.Settings{ClickSettings: webhook.ClickSettings{ClickSample: 100}}}}}
	r := webhook.NewClickReceivers(store, now)
	wants := func(change func(*click.Click)) bool {
		c := clickOn(workspaceID, 1, "")
		change(&c)
		return r.Wants(t.Context(), &c)
	}
	for name, c := range map[string]struct {
		change func(*click.Click)
		want   bool
	}{
		"a person's":             {func(*click.Click) {}, true},
		"a bot's":                {func(c *click.Click) { c.Bot = "agent" }, false},
		"of another workspace":   {func(c *click.Click) { c.WorkspaceID = 6 }, false},
		"on an unknown alias":    {func(c *click.Click) { c.LinkID = 0 }, false},
		"on an expired link":     {func(c *click.Click) { c.Outcome = visitor.Expired }, false},
		"of an aggregate domain": {func(c *click.Click) { c.ID = click.FirstAggregateID }, false},
	} {
		if got := wants(c.change); got != c.want {
			t.Errorf("a click %s: %v", name, got)
		}
	}
	if store.reads != 1 {
		t.Errorf("%d reads of the webhooks", store.reads)
	}
	now.Advance(10 * time.Second)
	store.err = errors.New("connection refused")
	if !wants(func(*click.Click) {}) {
		t.Error("without the records, the receivers are forgotten")
	}
	now.Advance(10 * time.Second)
	store.all, store.err = nil, nil
	if wants(func(*click.Click) {}) {
		t.Error("a deleted webhook gets clicks after ten seconds")
	}
}
