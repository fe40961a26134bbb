package notify_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/base/sealed"
	"linnet/internal/core/access"
	"linnet/internal/core/notify"
	"linnet/internal/core/outbox"
	"linnet/internal/core/queue"
)

// declaredKinds returns the values of all constants of type Kind in the package.
func declaredKinds(t *testing.T) []notify.Kind {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "notification.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []notify.Kind
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if of, ok := spec.Type.(*ast.Ident); !ok || of.Name != "Kind" {
			return true
		}
		for _, v := range spec.Values {
			text, err := strconv.Unquote(v.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			kinds = append(kinds, notify.Kind(text))
		}
		return true
	})
	return kinds
}

func TestKind_HasTextsAndACategory(t *testing.T) {
	t.Parallel()
	kinds := declaredKinds(t)
	if len(kinds) < 25 {
		t.Fatalf("found %d kinds", len(kinds))
	}
	unknown := notify.Notification{Kind: "unknown"}
	for _, kind := range kinds {
		n := notify.Notification{Kind: kind, Facts: notify.Facts{Why: "The disk is full."}}
		if n.Title() == unknown.Title() || n.Message() == "" {
			t.Errorf("%s has no text: %q, %q", kind, n.Title(), n.Message())
		}
		settings, ok := kind.Category().Settings()
		if !ok || settings.Label == "" || settings.About == "" || !settings.Default.Email.Valid() {
			t.Errorf("%s has no category with a default: %+v", kind, settings)
		}
		// An account.* kind is of Security, and no other kind falls back to it.
		if got := kind.Category() == notify.Security; got != strings.HasPrefix(string(kind), "account.") {
			t.Errorf("%s is of %s", kind, kind.Category())
		}
	}
}

// due counts the mails that are due at a time.
func (w *world) due(t *testing.T, at time.Time) int {
	t.Helper()
	n, err := w.store.TasksDue(t.Context(), outbox.TaskKind, at)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (w *world) domainFails(t *testing.T, host string) {
	t.Helper()
	mail := func(string) (queue.NewTask, error) {
		return outbox.NewTask("domain_status", "mail_"+host, struct{}{}, w.clock.Now())
	}
	if err := w.DomainStatus(t.Context(), w.actor.WorkspaceID, "dom_"+host, host, true, w.clock.Now(), mail); err != nil {
		t.Fatal(err)
	}
}

func TestPreferences_DefaultUntilTheUserChooses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	all, err := w.Preferences(t.Context(), w.actor)
	if err != nil || len(all) != len(notify.Categories()) {
		t.Fatalf("%d preferences, %v", len(all), err)
	}
	for i, p := range all {
		if want := notify.Categories()[i]; p.Settings != want || p.Channels != want.Default {
			t.Errorf("%+v, want the default of %+v", p, want)
		}
	}
	chosen := notify.Channels{InApp: false, Email: notify.Daily}
	if set, err := w.SetPreference(t.Context(), w.actor, notify.Domains, chosen); err != nil || set.Channels != chosen {
		t.Fatalf("%+v, %v", set, err)
	}
	all, err = w.Preferences(t.Context(), w.actor)
	if err != nil || all[4].Category != notify.Domains || all[4].Channels != chosen {
		t.Errorf("%+v, %v", all, err)
	}
	for _, c := range []struct {
		actor    access.Actor
		category notify.Category
		email    notify.Email
		want     fault.Code
	}{
		{access.Actor{}, notify.Domains, notify.Daily, fault.Unauthenticated},
		{w.actor, "unknown", notify.Daily, fault.NotFound},
		{w.actor, notify.DailySummary, notify.Daily, fault.NotFound},
		{w.actor, notify.Security, notify.Never, fault.Conflict},
		{w.actor, notify.Domains, "hourly", fault.Invalid},
	} {
		_, err := w.SetPreference(t.Context(), c.actor, c.category, notify.Channels{InApp: true, Email: c.email})
		if fault.CodeOf(err) != c.want {
			t.Errorf("%s, %s: %v, want %s", c.category, c.email, err, c.want)
		}
	}
}

func TestPreferences_DecideTheChannels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		channels notify.Channels
		listed   int
		mailed   int // at once
		later    int // mails within a day
	}{
		{notify.Channels{InApp: true, Email: notify.Immediately}, 2, 2, 2},
		{notify.Channels{InApp: false, Email: notify.Immediately}, 0, 2, 2},
		{notify.Channels{InApp: true, Email: notify.Daily}, 2, 0, 1},
		{notify.Channels{InApp: false, Email: notify.Daily}, 0, 0, 1},
		{notify.Channels{InApp: true, Email: notify.Never}, 2, 0, 0},
		{notify.Channels{InApp: false, Email: notify.Never}, 0, 0, 0},
	} {
		w := newWorld(t)
		if _, err := w.SetPreference(t.Context(), w.actor, notify.Domains, c.channels); err != nil {
			t.Fatal(err)
		}
		for _, host := range []string{"a.example", "b.example", "a.example"} { // the last is a topic of before
			w.domainFails(t, host)
		}
		now := w.clock.Now()
		got := [3]int{len(w.titles(t, w.actor)), w.due(t, now), w.due(t, now.Add(24*time.Hour))}
		if want := [3]int{c.listed, c.mailed, c.later}; got != want {
			t.Errorf("%+v: listed, mailed, mailed within a day: %v, want %v", c.channels, got, want)
		}
	}
}

func TestDigest_ListsEachNotificationOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	daily := notify.Channels{InApp: true, Email: notify.Daily}
	if _, err := w.SetPreference(t.Context(), w.actor, notify.Domains, daily); err != nil {
		t.Fatal(err)
	}
	digest := func() []notify.Notification {
		t.Helper()
		listed, err := w.Digest(t.Context(), w.actor.UserID, w.actor.WorkspaceID)
		if err != nil {
			t.Fatal(err)
		}
		return listed
	}
	w.domainFails(t, "a.example")
	w.clock.Advance(time.Minute)
	w.domainFails(t, "b.example")
	listed := digest()
	if len(listed) != 2 || listed[0].Facts.Host != "a.example" {
		t.Fatalf("%+v", listed)
	}
	w.clock.Advance(time.Minute)
	w.domainFails(t, "c.example") // while the summary is sent
	if err := w.Digested(t.Context(), w.actor.UserID, w.actor.WorkspaceID, listed); err != nil {
		t.Fatal(err)
	}
	if listed = digest(); len(listed) != 1 || listed[0].Facts.Host != "c.example" {
		t.Errorf("the next summary lists %+v", listed)
	}
	daily.Email = notify.Never
	if _, err := w.SetPreference(t.Context(), w.actor, notify.Domains, daily); err != nil {
		t.Fatal(err)
	}
	if listed = digest(); len(listed) != 0 {
		t.Errorf("a category without emails is listed: %+v", listed)
	}
}

func TestNotification_DigestIsDueInTheMorning(t *testing.T) {
	t.Parallel()
	at := func(text string) time.Time {
		parsed, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	for _, c := range []struct{ created, zone, due string }{
		{"2026-04-01T12:00:00Z", "UTC", "2026-04-02T08:00:00Z"},
		{"2026-04-01T07:59:59Z", "UTC", "2026-04-01T08:00:00Z"},
		{"2026-04-01T08:00:00Z", "UTC", "2026-04-02T08:00:00Z"},
		{"2026-04-01T12:00:00Z", "Asia/Tokyo", "2026-04-01T23:00:00Z"},
		{"2026-03-28T12:00:00Z", "Europe/Berlin", "2026-03-29T06:00:00Z"}, // clocks go forward in between
		{"2026-12-31T23:00:00Z", "America/New_York", "2027-01-01T13:00:00Z"},
		{"2026-04-01T12:00:00Z", "No/Where", "2026-04-02T08:00:00Z"},
	} {
		n := notify.Notification{UserID: "usr_1", WorkspaceID: "wsp_1", Kind: notify.DomainFailing, CreatedAt: at(c.created)}
		task, ok, err := n.EmailTask(notify.Channels{Email: notify.Daily}, c.zone)
		if err != nil || !ok || !task.Due.Equal(at(c.due)) {
			t.Errorf("%s in %s: due %s, %v, %v, want %s", c.created, c.zone, task.Due, ok, err, c.due)
		}
	}
}

func TestUnsubscriber_OpensOnlyItsTokens(t *testing.T) {
	t.Parallel()
	tokens := notify.Unsubscriber{Box: sealed.New().Box("unsubscribe")}
	for _, category := range []notify.Category{notify.Domains, notify.DailySummary, notify.ScheduledReport("srp_1")} {
		token := tokens.Token("usr_1", category)
		user, got, ok := tokens.Open(token)
		if user != "usr_1" || got != category || !ok {
			t.Errorf("%s: %s, %s, %v", category, user, got, ok)
		}
		changed := []byte(token)
		changed[len(changed)/2] ^= 1 // still of the alphabet, or an error of the encoding
		for _, bad := range []string{"", "x", token[:len(token)-4], string(changed)} {
			if _, _, ok := tokens.Open(bad); ok {
				t.Errorf("%q is accepted", bad)
			}
		}
		other := notify.Unsubscriber{Box: sealed.New().Box("unsubscribe")}
		if _, _, ok := other.Open(token); ok {
			t.Error("a token of another key is accepted")
		}
	}
	if _, _, ok := tokens.Open(tokens.Token("usr_1", notify.Security)); ok {
		t.Error("a token of a locked category is accepted")
	}
}

func TestService_UnsubscribeEndsOnlyEmails(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	emails := func() map[notify.Category]notify.Channels {
		all, err := w.Preferences(t.Context(), w.actor)
		if err != nil {
			t.Fatal(err)
		}
		byCategory := map[notify.Category]notify.Channels{}
		for _, p := range all {
			byCategory[p.Category] = p.Channels
		}
		return byCategory
	}
	want := emails()
	for _, category := range []notify.Category{notify.Domains, notify.Domains, notify.Security, notify.DailySummary, notify.ScheduledReport("srp_1")} {
		if err := w.Unsubscribe(t.Context(), w.actor.UserID, category); err != nil {
			t.Fatal(err)
		}
	}
	for _, category := range []notify.Category{notify.Domains, notify.PlanLimits, notify.LinkPasswords} {
		want[category] = notify.Channels{InApp: true, Email: notify.Never}
	}
	if diff := cmp.Diff(want, emails()); diff != "" {
		t.Error(diff)
	}
}
