package scheduledreport_test

import (
	"context"
	"encoding/json"
	"errors"
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
	"linnet/internal/core/analytics"
	"linnet/internal/core/event"
	"linnet/internal/core/member"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
	"linnet/internal/core/scheduledreport"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// figures records the requests that reports make.
type figures struct {
	actors   []access.Actor
	requests []analytics.Request
}

func (f *figures) PinFilters(_ context.Context, _ access.Actor, filters []analytics.Filter) ([]analytics.Filter, error) {
	for _, filter := range filters {
		if slices.Contains(filter.Values, "unknown") {
			return nil, fault.New(fault.Invalid, "There is no such value.").At("filters")
		}
	}
	return filters, nil
}

func (f *figures) VisibleLabels(_ context.Context, a access.Actor, filters []analytics.Filter) (map[analytics.Dimension]map[string]string, error) {
	labels := map[analytics.Dimension]map[string]string{}
	for _, filter := range filters {
		labels[filter.Dimension] = map[string]string{}
		for _, v := range filter.Values {
			if strings.HasPrefix(v, ident.Tag) && !a.View().Limited() {
				labels[filter.Dimension][v] = "spring"
			}
		}
	}
	return labels, nil
}

func (f *figures) Report(_ context.Context, a access.Actor, r analytics.Request, _ analytics.Parts) (analytics.Report, error) {
	f.actors, f.requests = append(f.actors, a), append(f.requests, r)
	return analytics.Report{Result: analytics.Result{Count: analytics.Count{Clicks: 7}}}, nil
}

// fixture is a service with a workspace in the zone Europe/Berlin, at noon on Friday,
// 20 November 2026.
type fixture struct {
	*scheduledreport.Service

	store   *records.Store
	clock   *clock.Manual
	figures *figures
	ada     access.Actor
}

func (f *fixture) node() *scheduledreport.Service {
	return scheduledreport.New(scheduledreport.Deps{
		Store: f.store, Figures: f.figures, ActorFor: workspace.NewService(f.store, plan.BuiltIn().Limits, f.clock).ActorFor,
		Clock: f.clock, Log: slog.New(slog.DiscardHandler),
	})
}

func onBoth(t *testing.T, run func(t *testing.T, f *fixture)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		f := &fixture{store: s, clock: clock.NewManual(testkit.Day()), figures: &figures{}, ada: testkit.Owner(t, s)}
		f.Service = f.node()
		run(t, f)
	})
}

func (f *fixture) create(t *testing.T, as scheduledreport.Settings) scheduledreport.Report {
	t.Helper()
	if as.Name == "" {
		as.Name, as.Cadence = "Spring", scheduledreport.Weekly
	}
	r, err := f.Create(t.Context(), f.ada, as)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// mails takes the queued mails that are due, in the order of their receivers.
func (f *fixture) mails(t *testing.T) []scheduledreport.MailData {
	t.Helper()
	var all []scheduledreport.MailData
	for {
		task, err := f.store.ClaimTask(t.Context(), queue.Claim{
			Lease: queue.Lease{Kind: "mail", Owner: "test"}, Now: f.clock.Now(), Until: f.clock.Now().Add(time.Minute),
		})
		if fault.Is(err, fault.NotFound) {
			slices.SortFunc(all, func(a, b scheduledreport.MailData) int { return strings.Compare(a.UserID, b.UserID) })
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		var m struct{ Data scheduledreport.MailData }
		if err := json.Unmarshal([]byte(task.Payload), &m); err != nil {
			t.Fatal(err)
		}
		all = append(all, m.Data)
		if err := f.store.CompleteTask(t.Context(), task.Lease); err != nil {
			t.Fatal(err)
		}
	}
}

// sendDue runs the check of a node and returns the first days of the queued mails.
func (f *fixture) sendDue(t *testing.T) (days []string) {
	t.Helper()
	if err := f.SendDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, m := range f.mails(t) {
		days = append(days, m.FirstDay)
	}
	return days
}

// join adds a user to the workspace with a role.
func (f *fixture) join(t *testing.T, role access.Role) access.Actor {
	t.Helper()
	user := testkit.Owner(t, f.store)
	secret, now := ident.NewSecret(""), f.clock.Now()
	i := member.Invitation{
		ID: ident.New(ident.Invitation), WorkspaceID: f.ada.WorkspaceID, Role: role, InvitedBy: f.ada.UserID,
		CreatedAt: now, ExpiresAt: now.Add(time.Hour),
	}
	happened := func(kind event.Kind, subject string) event.Event {
		return event.New(f.ada.By(), kind, f.ada.WorkspaceID, subject, event.Created(event.Member{Role: string(role)}), now)
	}
	invitation := member.NewInvitation{Invitation: i, Token: secret.Hash, Event: happened(event.InvitationCreated, i.ID)}
	if err := f.store.InsertInvitation(t.Context(), invitation); err != nil {
		t.Fatal(err)
	}
	_, err := f.store.AcceptInvitation(t.Context(), member.Acceptance{
		InvitationID: i.ID, UserID: user.UserID,
		Joined: happened(event.MemberJoined, user.UserID), Accepted: happened(event.InvitationAccepted, i.ID),
	})
	if err != nil {
		t.Fatal(err)
	}
	user.WorkspaceID, user.Role = f.ada.WorkspaceID, role
	return user
}

func (f *fixture) at(t *testing.T, text string) {
	t.Helper()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", text, berlin)
	if err != nil {
		t.Fatal(err)
	}
	f.clock.Advance(at.Sub(f.clock.Now()))
}

func (f *fixture) setZone(t *testing.T, zone string) {
	t.Helper()
	_, err := f.store.ChangeWorkspace(t.Context(), f.ada.WorkspaceID, f.clock.Now(), func(w *workspace.Workspace) ([]event.Event, error) {
		w.TimeZone = zone
		return nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestService_MailsEachWeekOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		f.create(t, scheduledreport.Settings{})
		for _, step := range []struct {
			at   string
			want []string
		}{
			{"2026-11-20 13:00", nil},
			{"2026-11-23 07:59", nil},
			{"2026-11-23 08:00", []string{"2026-11-16"}},
			{"2026-11-23 08:01", nil}, // again
			{"2026-11-29 23:59", nil},
			{"2026-11-30 08:00", []string{"2026-11-23"}},
			// The node was down for three weeks: the latest complete one, late and once.
			{"2026-12-23 17:00", []string{"2026-12-14"}},
			{"2026-12-23 17:01", nil},
			{"2026-12-28 08:00", []string{"2026-12-21"}},
		} {
			f.at(t, step.at)
			if diff := cmp.Diff(step.want, f.sendDue(t)); diff != "" {
				t.Errorf("at %s: %s", step.at, diff)
			}
		}
	})
}

func TestService_MailsEachMonth(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		f.create(t, scheduledreport.Settings{Name: "Month", Cadence: scheduledreport.Monthly})
		f.at(t, "2026-12-01 08:00")
		if diff := cmp.Diff([]string{"2026-11-01"}, f.sendDue(t)); diff != "" {
			t.Error(diff)
		}
		f.at(t, "2027-04-01 08:00") // summer time began on 28 March
		if diff := cmp.Diff([]string{"2027-03-01"}, f.sendDue(t)); diff != "" {
			t.Error(diff)
		}
		all, err := f.List(t.Context(), f.ada)
		want := time.Date(2027, 5, 1, 6, 0, 0, 0, time.UTC)
		if err != nil || len(all) != 1 || !all[0].DueAt.Equal(want) || !all[0].LastSentAt.Equal(f.clock.Now()) {
			t.Errorf("the next mail is due at %v, want %v: %v", all, want, err)
		}
	})
}

func TestService_NodesQueueAPeriodOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		f.create(t, scheduledreport.Settings{})
		f.at(t, "2026-11-23 08:00")
		due, err := f.store.DueScheduledReports(t.Context(), f.clock.Now(), 10)
		if err != nil || len(due) != 1 {
			t.Fatalf("due are %v: %v", due, err)
		}
		nodes := make(chan error, 4)
		for range cap(nodes) {
			go func() { nodes <- f.node().SendDue(t.Context()) }()
		}
		for range cap(nodes) {
			err = errors.Join(err, <-nodes)
		}
		if got := f.mails(t); err != nil || len(got) != 1 {
			t.Errorf("%d mails are queued, want 1: %v", len(got), err)
		}
		// A node that read the report before the others advanced it.
		next := due[0]
		next.NextPeriod = "2026-11-23"
		stored, err := f.store.AdvanceScheduledReport(t.Context(), due[0], next, []queue.NewTask{{Kind: "mail", Key: "late", Payload: "{}"}})
		if err != nil || stored || len(f.mails(t)) != 0 {
			t.Errorf("the report advanced twice: %v", err)
		}
	})
}

func TestService_FollowsTheTimeZone(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		f.create(t, scheduledreport.Settings{})
		f.setZone(t, "America/New_York")
		f.at(t, "2026-11-23 04:00") // Sunday evening in New York
		if got := f.sendDue(t); got != nil {
			t.Errorf("mails of %v on Sunday", got)
		}
		f.at(t, "2026-11-23 15:00") // 9:00 there
		if diff := cmp.Diff([]string{"2026-11-16"}, f.sendDue(t)); diff != "" {
			t.Error(diff)
		}
		f.setZone(t, "Pacific/Auckland") // the week is not repeated
		f.at(t, "2026-11-24 15:00")
		if got := f.sendDue(t); got != nil {
			t.Errorf("mails of %v again", got)
		}
		f.at(t, "2026-11-30 16:00")
		if diff := cmp.Diff([]string{"2026-11-23"}, f.sendDue(t)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestService_PauseAndCadenceStartAnew(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		r := f.create(t, scheduledreport.Settings{})
		change := func(edit func(*scheduledreport.Settings)) scheduledreport.Report {
			changed, err := f.Update(t.Context(), f.ada, r.ID, edit)
			if err != nil {
				t.Fatal(err)
			}
			return changed
		}
		change(func(s *scheduledreport.Settings) { s.Paused = true })
		f.at(t, "2026-12-03 10:00")
		if got := f.sendDue(t); got != nil {
			t.Errorf("a paused report sends %v", got)
		}
		change(func(s *scheduledreport.Settings) { s.Paused = false })
		if got := f.sendDue(t); got != nil {
			t.Errorf("a resumed report sends missed weeks: %v", got)
		}
		f.at(t, "2026-12-07 08:00")
		if diff := cmp.Diff([]string{"2026-11-30"}, f.sendDue(t)); diff != "" {
			t.Error(diff)
		}
		changed := change(func(s *scheduledreport.Settings) { s.Cadence = scheduledreport.Monthly })
		if changed.NextPeriod != "2026-12-01" {
			t.Errorf("the next period begins on %s", changed.NextPeriod)
		}
	})
}

func TestService_Receivers(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		bob, eve := f.join(t, access.Viewer), testkit.Owner(t, f.store)
		r := f.create(t, scheduledreport.Settings{Name: "Team", Cadence: scheduledreport.Weekly, ReceiverIDs: []string{f.ada.UserID, bob.UserID, bob.UserID}})
		if got := len(r.Active()); got != 2 {
			t.Errorf("%d receivers, want 2", got)
		}
		_, err := f.Create(t.Context(), f.ada, scheduledreport.Settings{Name: "x", Cadence: scheduledreport.Weekly, ReceiverIDs: []string{eve.UserID}})
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("a stranger receives a report: %v", err)
		}
		_, err = f.Create(t.Context(), bob, scheduledreport.Settings{Name: "x", Cadence: scheduledreport.Weekly, ReceiverIDs: []string{f.ada.UserID}})
		if !fault.Is(err, fault.Forbidden) {
			t.Errorf("a viewer schedules a report for others: %v", err)
		}
		if err := f.Unsubscribe(t.Context(), bob.UserID, r.ID); err != nil {
			t.Fatal(err)
		}
		same := func(s *scheduledreport.Settings) {
			s.Name, s.ReceiverIDs = "Renamed", []string{f.ada.UserID, bob.UserID}
		}
		changed, err := f.Update(t.Context(), f.ada, r.ID, same)
		if err != nil || !slices.Equal(changed.Active(), []string{f.ada.UserID}) {
			t.Errorf("active are %v after the owner stored the report: %v", changed.Active(), err)
		}
		_, err = f.Update(t.Context(), f.ada, r.ID, func(s *scheduledreport.Settings) { s.ReceiverIDs = []string{f.ada.UserID} })
		if err == nil {
			changed, err = f.Update(t.Context(), f.ada, r.ID, same) // after removing the receiver
		}
		if err != nil || !slices.Equal(changed.Active(), []string{f.ada.UserID}) {
			t.Errorf("active are %v after the owner removed and added a receiver: %v", changed.Active(), err)
		}
		if _, err := f.Update(t.Context(), bob, r.ID, same); !fault.Is(err, fault.Forbidden) {
			t.Errorf("a receiver changes the report of another member: %v", err)
		}
		f.at(t, "2026-11-23 08:00")
		if err := f.SendDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := f.mails(t); len(got) != 1 || got[0].UserID != f.ada.UserID {
			t.Errorf("mails: %+v", got)
		}
		for _, c := range []struct {
			a    access.Actor
			want int
		}{{f.ada, 1}, {bob, 1}, {eve, 0}, {f.join(t, access.Editor), 0}} {
			if all, err := f.List(t.Context(), c.a); err != nil || len(all) != c.want {
				t.Errorf("%s sees %d reports, want %d: %v", c.a.Role, len(all), c.want, err)
			}
		}
	})
}

func TestService_Compose(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		tag := ident.New(ident.Tag)
		r := f.create(t, scheduledreport.Settings{Name: "Spring", Cadence: scheduledreport.Weekly, Filters: []analytics.Filter{
			{Dimension: analytics.Tag, Values: []string{tag}},
			{Dimension: analytics.Country, Values: []string{"DE"}, Negated: true},
		}})
		f.at(t, "2026-11-23 08:00")
		if err := f.SendDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		data := f.mails(t)[0]
		m, err := f.Compose(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		want := []scheduledreport.Condition{
			{Dimension: analytics.Tag, Values: []string{"spring"}},
			{Dimension: analytics.Country, Values: []string{"DE"}, Negated: true},
		}
		if diff := cmp.Diff(want, m.Conditions); diff != "" {
			t.Error(diff)
		}
		if want := "country=-DE&from=2026-11-16&tag=" + tag + "&to=2026-11-22&zone=Europe%2FBerlin"; m.Query != want {
			t.Errorf("query %s, want %s", m.Query, want)
		}
		if m.ScheduledBy != "Ada Byron" || !m.Own || !m.Subscribed || m.Figures.Count.Clicks != 7 {
			t.Errorf("%+v", m)
		}
		asked := f.figures.requests[0]
		if !asked.Start.Equal(time.Date(2026, 11, 15, 23, 0, 0, 0, time.UTC)) || asked.End.Sub(asked.Start) != 7*24*time.Hour {
			t.Errorf("figures from %v to %v", asked.Start, asked.End)
		}
		if f.figures.actors[0].UserID != f.ada.UserID || f.figures.actors[0].Role != access.Owner {
			t.Errorf("figures for %+v", f.figures.actors[0])
		}
		gone := func(why string) {
			t.Helper()
			if _, err := f.Compose(t.Context(), data); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s: %v", why, err)
			}
		}
		if err := f.Unsubscribe(t.Context(), f.ada.UserID, r.ID); err != nil {
			t.Fatal(err)
		}
		gone("unsubscribed after the mail was queued")
		pause := func(s *scheduledreport.Settings) { s.Paused = !s.Paused }
		for range 2 {
			if changed, err := f.Update(t.Context(), f.ada, r.ID, pause); err != nil || len(changed.Active()) != 0 {
				t.Errorf("pausing subscribed %v: %v", changed.Active(), err)
			}
		}
		if err := f.SendNow(t.Context(), f.ada, r.ID); err != nil {
			t.Fatal(err)
		}
		data = f.mails(t)[0]
		if m, err := f.Compose(t.Context(), data); err != nil || m.Subscribed || m.Period.Start.In(m.Period.Location).Format(time.DateOnly) != "2026-11-16" {
			t.Errorf("a requested mail: %+v %v", m, err)
		}
		again := func(s *scheduledreport.Settings) { s.ReceiverIDs = append(s.ReceiverIDs, f.ada.UserID) }
		if changed, err := f.Update(t.Context(), f.ada, r.ID, again); err != nil || len(changed.Active()) != 1 {
			t.Errorf("the receiver cannot subscribe again: %+v %v", changed.Receivers, err)
		}
		if err := f.Delete(t.Context(), f.ada, r.ID); err != nil {
			t.Fatal(err)
		}
		gone("deleted after the mail was queued")
	})
}

func TestService_RespectsFolderAccess(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		bob := f.join(t, access.Editor)
		r := f.create(t, scheduledreport.Settings{Name: "All", Cadence: scheduledreport.Weekly, ReceiverIDs: []string{bob.UserID}})
		folder := ident.New(ident.Folder)
		secret := f.create(t, scheduledreport.Settings{
			Name: "Secret", Cadence: scheduledreport.Weekly, ReceiverIDs: []string{bob.UserID},
			Filters: []analytics.Filter{{Dimension: analytics.Folder, Values: []string{folder}}},
		})
		limited := scheduledreport.New(scheduledreport.Deps{
			Store: f.store, Figures: f.figures, Clock: f.clock, Log: slog.New(slog.DiscardHandler),
			ActorFor: func(ctx context.Context, a access.Actor, workspaceID string) (access.Actor, error) {
				a, err := workspace.NewService(f.store, plan.BuiltIn().Limits, f.clock).ActorFor(ctx, a, workspaceID)
				a.Folders = &access.FolderLimits{Hidden: []string{folder}}
				return a, err
			},
		})
		data := scheduledreport.MailData{
			WorkspaceID: f.ada.WorkspaceID, ReportID: r.ID, UserID: bob.UserID, Cadence: scheduledreport.Weekly, FirstDay: "2026-11-16",
		}
		if _, err := limited.Compose(t.Context(), data); err != nil {
			t.Fatal(err)
		}
		if a := f.figures.actors[0]; a.UserID != bob.UserID || !a.View().Hides(folder) {
			t.Errorf("the figures are those of %+v", a)
		}
		data.ReportID = secret.ID
		if _, err := limited.Compose(t.Context(), data); !fault.Is(err, fault.NotFound) {
			t.Errorf("a report about a hidden folder is mailed: %v", err)
		}
		bob.Folders = &access.FolderLimits{Hidden: []string{folder}}
		if all, err := f.List(t.Context(), bob); err != nil || len(all) != 1 || all[0].ID != r.ID {
			t.Errorf("the list has %+v: %v", all, err)
		}
	})
}

func TestService_Bounds(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		for range scheduledreport.MaxReports {
			f.create(t, scheduledreport.Settings{})
		}
		_, err := f.Create(t.Context(), f.ada, scheduledreport.Settings{Name: "x", Cadence: scheduledreport.Weekly})
		if !fault.Is(err, fault.LimitReached) {
			t.Errorf("one report too many: %v", err)
		}
		_, err = f.Create(t.Context(), f.ada, scheduledreport.Settings{Name: " ", Cadence: "day", Traffic: "robots"})
		for _, field := range []string{"name", "every", "traffic"} {
			if !fault.Names(err, field) {
				t.Errorf("%v does not name %s", err, field)
			}
		}
	})
}

func TestService_FormerMembersGetNoMails(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		bob := f.join(t, access.Editor)
		r := f.create(t, scheduledreport.Settings{Name: "Team", Cadence: scheduledreport.Weekly, ReceiverIDs: []string{f.ada.UserID, bob.UserID}})
		m, err := f.store.Member(t.Context(), f.ada.WorkspaceID, bob.UserID)
		if err != nil {
			t.Fatal(err)
		}
		e := event.New(f.ada.By(), event.MemberRemoved, f.ada.WorkspaceID, bob.UserID, event.Deleted(event.Member{}), f.clock.Now())
		if err := f.store.RemoveMember(t.Context(), m, e); err != nil {
			t.Fatal(err)
		}
		now, err := f.Get(t.Context(), f.ada, r.ID)
		if err != nil || !slices.Equal(now.Active(), []string{f.ada.UserID}) {
			t.Errorf("receivers are %v: %v", now.Receivers, err)
		}
	})
}
