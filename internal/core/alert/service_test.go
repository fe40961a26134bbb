package alert_test

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/alert"
	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/event"
	"linnet/internal/core/notify"
	"linnet/internal/core/outbox"
	"linnet/internal/core/plan"
	"linnet/internal/core/visitor"
	"linnet/internal/core/webhook"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// fixture is a service with a workspace in the zone Europe/Berlin, at 13:00 there on
// Friday, 20 November 2026.
type fixture struct {
	*alert.Service

	store  *records.Store
	clock  *clock.Manual
	clicks *analyticstest.Oracle
	stored uint64
	ada    access.Actor
}

func (f *fixture) node() *alert.Service {
	return alert.New(alert.Deps{
		Store:    f.store,
		Reports:  analytics.New(analytics.Deps{Store: figures{f.clicks}, Names: f.store, Clock: f.clock}),
		ActorFor: workspace.NewService(f.store, plan.BuiltIn().Limits, f.clock).ActorFor,
		Clock:    f.clock,
		Log:      slog.New(slog.DiscardHandler),
	})
}

// figures is the part of an oracle that reports use.
type figures struct{ *analyticstest.Oracle }

func onBoth(t *testing.T, run func(t *testing.T, f *fixture)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		f := &fixture{store: s, clock: clock.NewManual(testkit.Day()), clicks: &analyticstest.Oracle{}, ada: testkit.Owner(t, s)}
		f.Service = f.node()
		run(t, f)
	})
}

func (f *fixture) create(t *testing.T, as alert.Settings) alert.Alert {
	t.Helper()
	a, err := f.Create(t.Context(), f.ada, as)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// of returns the filter of a link.
func of(linkID string) []analytics.Filter {
	return []analytics.Filter{{Dimension: analytics.Link, Values: []string{linkID}}}
}

// click stores human clicks on a link at a time in Berlin.
func (f *fixture) click(t *testing.T, linkID string, n int64, at string) {
	t.Helper()
	workspaceID, _ := ident.Number(f.ada.WorkspaceID)
	link, _ := ident.Number(linkID)
	all := make([]click.Click, n)
	for i := range all {
		f.stored++
		all[i] = click.Click{ID: f.stored, WorkspaceID: workspaceID, LinkID: link, DomainID: 1, At: berlin(t, at), Outcome: visitor.Redirected}
	}
	f.stored++
	if err := f.clicks.Append(t.Context(), click.Batch{Clicks: all, Through: f.stored}); err != nil {
		t.Fatal(err)
	}
}

func berlin(t *testing.T, text string) time.Time {
	t.Helper()
	loc, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", text, loc)
	if err != nil {
		t.Fatal(err)
	}
	return at.UTC()
}

func (f *fixture) at(t *testing.T, text string) {
	t.Helper()
	f.clock.Advance(berlin(t, text).Sub(f.clock.Now()))
}

// check checks the alerts that are due, and returns the titles of all notifications of a
// user, sorted.
func (f *fixture) check(t *testing.T, a access.Actor) []string {
	t.Helper()
	if err := errors.Join(f.CheckDue(t.Context()), f.CheckFirstClicks(t.Context())); err != nil {
		t.Fatal(err)
	}
	return f.titles(t, a)
}

func (f *fixture) titles(t *testing.T, a access.Actor) []string {
	t.Helper()
	page, err := f.store.Notifications(t.Context(), a.UserID, f.ada.WorkspaceID, notify.Filter{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, n := range page.Items {
		titles = append(titles, n.Title())
	}
	slices.Sort(titles)
	return titles
}

func (f *fixture) mails(t *testing.T) int {
	t.Helper()
	n, err := f.store.TasksDue(t.Context(), outbox.TaskKind, f.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// hook stores a webhook that gets the event, and returns what it was sent.
func (f *fixture) hook(t *testing.T) func() []string {
	t.Helper()
	w := webhook.Webhook{
		ID: ident.New(ident.Webhook), WorkspaceID: f.ada.WorkspaceID, CreatedAt: f.clock.Now(), SealedSecret: []byte{1},
		Settings: webhook.Settings{URL: "https://example.com/", Events: []webhook.Type{webhook.AlertRaised}},
	}
	created := event.New(f.ada.By(), event.WebhookCreated, w.WorkspaceID, w.ID, event.Created(event.Webhook{}), f.clock.Now())
	if err := f.store.InsertWebhook(t.Context(), w, 20, created); err != nil {
		t.Fatal(err)
	}
	return func() (bodies []string) {
		list, err := f.store.Deliveries(t.Context(), webhook.Filter{WebhookID: w.ID, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range list.Deliveries {
			body, err := d.Message.Body("https")
			if err != nil {
				t.Fatal(err)
			}
			bodies = append(bodies, string(body))
		}
		return bodies
	}
}

func TestService_RaisesAtTheBorders(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		// The clicks on Fridays from 14:00 to 15:00, or on Fridays: four weeks and today.
		fridays := []string{"2026-10-23 14:30", "2026-10-30 14:59", "2026-11-06 14:00", "2026-11-13 14:30", "2026-11-20 14:30"}
		var want []string
		for name, c := range map[string]struct {
			kind   alert.Kind
			clicks [5]int64
			rule   [2]int // percent and clicks
			raised string // the end of the title; empty: not raised
		}{
			"spike":                        {alert.Spike, [5]int64{10, 10, 10, 10, 30}, [2]int{200, 30}, "30 clicks, usually 10"},
			"below the percentage":         {alert.Spike, [5]int64{10, 10, 10, 10, 29}, [2]int{200, 1}, ""},
			"below the least clicks":       {alert.Spike, [5]int64{10, 10, 10, 10, 30}, [2]int{200, 31}, ""},
			"median of four":               {alert.Spike, [5]int64{1, 4, 3, 100, 7}, [2]int{100, 1}, "7 clicks, usually 3.5"},
			"below a median with a half":   {alert.Spike, [5]int64{1, 4, 3, 100, 6}, [2]int{100, 1}, ""},
			"usually none":                 {alert.Spike, [5]int64{5, 0, 0, 0, 5}, [2]int{200, 5}, "5 clicks, usually 0"},
			"two weeks of history":         {alert.Spike, [5]int64{0, 0, 2, 4, 9}, [2]int{200, 1}, "9 clicks, usually 3"},
			"one week of history":          {alert.Spike, [5]int64{0, 0, 0, 2, 90}, [2]int{200, 1}, ""},
			"no history":                   {alert.Spike, [5]int64{0, 0, 0, 0, 90}, [2]int{200, 1}, ""},
			"fall":                         {alert.Fall, [5]int64{20, 20, 20, 20, 10}, [2]int{50, 20}, "10 clicks, usually 20"},
			"above the percentage":         {alert.Fall, [5]int64{20, 20, 20, 20, 11}, [2]int{50, 1}, ""},
			"usually below the least":      {alert.Fall, [5]int64{20, 20, 20, 20, 10}, [2]int{50, 21}, ""},
			"fall to none":                 {alert.Fall, [5]int64{20, 20, 20, 20, 0}, [2]int{100, 20}, "0 clicks, usually 20"},
			"one click is not none":        {alert.Fall, [5]int64{20, 20, 20, 20, 1}, [2]int{100, 20}, ""},
			"a fall in a young history":    {alert.Fall, [5]int64{0, 0, 0, 20, 0}, [2]int{50, 1}, ""},
			"a fall after weeks of clicks": {alert.Fall, [5]int64{0, 0, 30, 20, 0}, [2]int{50, 1}, "0 clicks, usually 25"},
		} {
			link := ident.New(ident.Link)
			for i, n := range c.clicks {
				f.click(t, link, n, fridays[i])
			}
			f.create(t, alert.Settings{Name: name, Kind: c.kind, Filters: of(link), Percent: c.rule[0], MinClicks: int64(c.rule[1])})
			if c.raised != "" {
				want = append(want, name+": "+c.raised)
			}
		}
		// Clicks weeks before all others are history.
		old := ident.New(ident.Link)
		f.click(t, old, 1, "2026-01-01 12:00")
		f.click(t, old, 9, fridays[4])
		f.create(t, alert.Settings{Name: "woken", Kind: alert.Spike, Filters: of(old), MinClicks: 9})
		want = append(want, "woken: 9 clicks, usually 0")
		slices.Sort(want)

		f.at(t, "2026-11-20 15:01") // too early
		if got := f.check(t, f.ada); got != nil {
			t.Errorf("raised early: %v", got)
		}
		f.at(t, "2026-11-20 15:02")
		f.check(t, f.ada)
		f.at(t, "2026-11-21 00:02")
		if diff := cmp.Diff(want, f.check(t, f.ada)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestService_RaisesAPeriodOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		link, sent := ident.New(ident.Link), f.hook(t)
		for _, day := range []string{"10-23", "10-30", "11-06", "11-13"} {
			f.click(t, link, 1, "2026-"+day+" 13:30")
		}
		a := f.create(t, alert.Settings{Name: "Spring", Kind: alert.Spike, MinClicks: 3})
		for hour := 13; hour < 24; hour++ {
			f.click(t, link, 5, fmt.Sprintf("2026-11-20 %d:30", hour))
		}
		f.at(t, "2026-11-20 14:02")
		due, err := f.store.DueAlerts(t.Context(), f.clock.Now(), 10)
		if err != nil || len(due) != 1 {
			t.Fatalf("due are %v: %v", due, err)
		}
		nodes := make(chan error, 4)
		for range cap(nodes) {
			go func() { nodes <- f.node().CheckDue(t.Context()) }()
		}
		for range cap(nodes) {
			err = errors.Join(err, <-nodes)
		}
		if got := f.titles(t, f.ada); err != nil || len(got) != 1 || f.mails(t) != 1 || len(sent()) != 1 {
			t.Fatalf("four nodes raise %v with %d mails and the messages %v: %v", got, f.mails(t), sent(), err)
		}
		for _, want := range []string{
			`"type":"alert.raised"`, `"id":"` + a.ID + `"`, `"name":"Spring"`, `"kind":"spike"`, `"clicks":5`, `"usual":1`, `"linkIds":[]`,
			`"period":{"start":"2026-11-20T12:00:00Z","end":"2026-11-20T13:00:00Z"}`,
		} {
			if body := sent()[0]; !strings.Contains(body, want) {
				t.Errorf("the message %s lacks %s", body, want)
			}
		}
		// A node that read the alert before the others advanced it.
		next := due[0]
		next.NextCheckAt = f.clock.Now().Add(time.Hour)
		if stored, err := f.store.AdvanceAlert(t.Context(), due[0], next, &alert.Raised{Alert: a}); err != nil || stored {
			t.Errorf("the alert advanced twice: %v", err)
		}
		// The spike lasts: it is raised again six hours later, by a node that starts then.
		f.at(t, "2026-11-20 20:01")
		if got := f.check(t, f.ada); len(got) != 1 {
			t.Errorf("raised while it lasts: %v", got)
		}
		f.at(t, "2026-11-20 20:02")
		f.Service = f.node()
		if got := f.check(t, f.ada); len(got) != 2 || len(sent()) != 2 {
			t.Errorf("raised after six hours: %v, %v", got, sent())
		}
		raised, err := f.Get(t.Context(), f.ada, a.ID)
		if err != nil || !raised.LastRaisedAt.Equal(f.clock.Now()) {
			t.Errorf("raised at %v: %v", raised.LastRaisedAt, err)
		}
	})
}

func TestService_ChecksTheLatestPeriodAfterAnOutage(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		link := ident.New(ident.Link)
		for _, day := range []string{"10-22", "10-23", "10-29", "10-30", "11-05", "11-06", "11-12", "11-13"} {
			f.click(t, link, 10, "2026-"+day+" 10:00")
		}
		f.create(t, alert.Settings{Name: "Fall", Kind: alert.Fall, MinClicks: 10})
		f.at(t, "2026-11-27 09:00") // the last Thursdays had 10, 10, 10 and no clicks
		if got := f.check(t, f.ada); len(got) != 1 {
			t.Errorf("raised %v, want yesterday only", got)
		}
		// A zone in which it is yesterday again.
		_, err := f.store.ChangeWorkspace(t.Context(), f.ada.WorkspaceID, f.clock.Now(), func(w *workspace.Workspace) ([]event.Event, error) {
			w.TimeZone = "Pacific/Honolulu"
			return nil, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		f.at(t, "2026-11-28 00:02") // Friday noon there
		if got := f.check(t, f.ada); len(got) != 1 {
			t.Errorf("raised the same day again: %v", got)
		}
	})
}

func TestService_PausedAlertsAndFormerReceivers(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		link := ident.New(ident.Link)
		for _, day := range []string{"10-23", "10-30", "11-06", "11-13", "11-20"} {
			for hour := range 24 {
				f.click(t, link, 1, fmt.Sprintf("2026-%s %02d:30", day, hour))
			}
		}
		f.click(t, link, 20, "2026-11-20 14:30")
		a := f.create(t, alert.Settings{Name: "Spike", Kind: alert.Spike, MinClicks: 20, Paused: true})
		f.at(t, "2026-11-20 15:02")
		if got := f.check(t, f.ada); got != nil {
			t.Errorf("a paused alert raises %v", got)
		}
		resume := func(s *alert.Settings) { s.Paused = false }
		if _, err := f.Update(t.Context(), f.ada, a.ID, resume); err != nil {
			t.Fatal(err)
		}
		f.click(t, link, 20, "2026-11-20 15:30")
		f.at(t, "2026-11-20 15:32")
		if got := f.check(t, f.ada); got != nil {
			t.Errorf("a resumed alert raises the missed hour: %v", got)
		}
		muted := notify.Channels{InApp: true, Email: notify.Never}
		settings, _ := notify.Alerts.Settings()
		_, err := f.store.ChangeNotificationPreference(t.Context(), f.ada.UserID, settings, func(c *notify.Channels) { *c = muted })
		if err != nil {
			t.Fatal(err)
		}
		f.at(t, "2026-11-20 16:02")
		if got := f.check(t, f.ada); len(got) != 1 || f.mails(t) != 0 {
			t.Errorf("%v with %d mails, want one notification and no mail", got, f.mails(t))
		}
	})
}

// count adds clicks to the counters of links as the pipeline does, those that are watched
// with their first click.
func (f *fixture) count(t *testing.T, node *alert.Watched, clicks map[string]int64) {
	t.Helper()
	workspaceID, _ := ident.Number(f.ada.WorkspaceID)
	f.stored++
	watched := map[string]bool{f.ada.WorkspaceID: node.Workspaces(t.Context())[workspaceID]}
	b := clickcount.Batch{Source: "test", Through: f.stored, At: f.clock.Now(), Watched: watched}
	for id, n := range clicks {
		b.Added = append(b.Added, clickcount.Clicks{LinkID: id, WorkspaceID: f.ada.WorkspaceID, Clicks: n, LastClickedAt: f.clock.Now()})
	}
	for range 2 { // the second time after the process was killed before it knew that the first succeeded
		if err := f.store.AddClicks(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
}

func TestService_RaisesFirstClicksOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		if _, err := f.store.RegisterSource(t.Context(), clickcount.Registration{Source: "test"}); err != nil {
			t.Fatal(err)
		}
		watched, sent := alert.NewWatched(f.store, f.clock), f.hook(t)
		early, first, other := ident.New(ident.Link), ident.New(ident.Link), ident.New(ident.Link)
		for _, id := range []string{early, first, other} {
			f.click(t, id, 2, "2026-11-20 12:59")
		}
		f.count(t, watched, map[string]int64{early: 1}) // before there is an alert
		f.create(t, alert.Settings{Name: "First", Kind: alert.FirstClick, Filters: of(first), Percent: 7})
		f.create(t, alert.Settings{Name: "All", Kind: alert.FirstClick})
		f.clock.Advance(10 * time.Second)
		f.count(t, watched, map[string]int64{early: 1, first: 2})
		want := []string{"All: first click on a link", "First: first click on a link"}
		if diff := cmp.Diff(want, f.check(t, f.ada)); diff != "" {
			t.Error(diff)
		}
		f.count(t, watched, map[string]int64{first: 1})
		if got := f.check(t, f.ada); len(got) != 2 || len(sent()) != 2 || !strings.Contains(sent()[0], `"linkIds":["`+first+`"]`) {
			t.Errorf("the second click raises %v, %v", got, sent())
		}
		f.count(t, watched, map[string]int64{other: 1})
		nodes := make(chan error, 4)
		for range cap(nodes) {
			go func() { nodes <- f.node().CheckFirstClicks(t.Context()) }()
		}
		var err error
		for range cap(nodes) {
			err = errors.Join(err, <-nodes)
		}
		if got := f.titles(t, f.ada); err != nil || len(got) != 3 {
			t.Errorf("four nodes raise %v: %v", got, err)
		}
	})
}

func TestService_BoundsFirstClicksOfManyLinks(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		if _, err := f.store.RegisterSource(t.Context(), clickcount.Registration{Source: "test"}); err != nil {
			t.Fatal(err)
		}
		f.create(t, alert.Settings{Name: "Mailing", Kind: alert.FirstClick})
		watched, sent := alert.NewWatched(f.store, f.clock), f.hook(t)
		const links = alert.MaxFirstClicks + 50
		clicks := make(map[string]int64, links)
		for range links {
			id := ident.New(ident.Link)
			clicks[id] = 1
			f.click(t, id, 1, "2026-11-20 12:59")
		}
		f.count(t, watched, clicks)
		if diff := cmp.Diff([]string{"Mailing: first clicks on 10000 links"}, f.check(t, f.ada)); diff != "" {
			t.Error(diff)
		}
		if body := sent()[0]; !strings.Contains(body, `"links":10000`) || strings.Count(body, "lnk_") != webhook.MaxAlertLinks {
			t.Errorf("the message has %d bytes with %d links", len(body), strings.Count(body, "lnk_"))
		}
		f.clock.Advance(time.Minute)
		if diff := cmp.Diff([]string{"Mailing: first clicks on 10000 links", "Mailing: first clicks on 50 links"}, f.check(t, f.ada)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestService_RejectsInvalidSettings(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		eve := testkit.Owner(t, f.store)
		country := []analytics.Filter{{Dimension: analytics.Country, Values: []string{"AT"}}}
		for field, as := range map[string]alert.Settings{
			"name":        {Kind: alert.Spike},
			"kind":        {Name: "x", Kind: "drop"},
			"percent":     {Name: "x", Kind: alert.Fall, Percent: 101},
			"minClicks":   {Name: "x", Kind: alert.Spike, MinClicks: -1},
			"filters":     {Name: "x", Kind: alert.FirstClick, Filters: country},
			"receiverIds": {Name: "x", Kind: alert.Spike, ReceiverIDs: []string{eve.UserID}},
		} {
			_, err := f.Create(t.Context(), f.ada, as)
			var f *fault.Error
			if !errors.As(err, &f) || f.Code != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Field != field {
				t.Errorf("%s: %+v", field, err)
			}
		}
		for range alert.MaxAlerts {
			f.create(t, alert.Settings{Name: "x", Kind: alert.Fall})
		}
		if _, err := f.Create(t.Context(), f.ada, alert.Settings{Name: "x", Kind: alert.Fall}); !fault.Is(err, fault.LimitReached) {
			t.Errorf("the 21st alert: %v", err)
		}
	})
}

var _ alert.Store = (*records.Store)(nil)
