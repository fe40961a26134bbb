package notify_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/notify"
	"linnet/internal/core/plan"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// signalling is the real store with a channel that reports inserts.
type signalling struct {
	*records.Store
	inserted chan struct{}
}

func (s *signalling) InsertNotifications(ctx context.Context, all []notify.Notification, forget time.Time) ([]notify.Notification, error) {
	stored, err := s.Store.InsertNotifications(ctx, all, forget)
	s.inserted <- struct{}{}
	return stored, err
}

// gauge is a plan whose usage a test sets.
type gauge struct {
	mu          sync.Mutex
	used, limit int
	limits      chan struct{} // receives a token for each call of Limits
	counted     chan struct{} // and of CountLinks
}

func (g *gauge) set(used, limit int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.used, g.limit = used, limit
}

func (g *gauge) Limits(context.Context, string) (plan.Limits, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.limits <- struct{}{}
	return plan.Limits{Links: g.limit, Domains: g.limit, Members: g.limit}, nil
}

func (g *gauge) CountLinks(context.Context, string) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.counted <- struct{}{}
	return g.used, nil
}

func (g *gauge) CountDomains(ctx context.Context, id string) (int, error) {
	return g.CountLinks(ctx, id)
}
func (g *gauge) CountPages(ctx context.Context, id string) (int, error) {
	return g.CountLinks(ctx, id)
}
func (g *gauge) CountMembers(ctx context.Context, id string) (int, error) {
	return g.CountLinks(ctx, id)
}

type world struct {
	*notify.Service
	store *signalling
	gauge *gauge
	clock *clock.Manual
	actor access.Actor
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{
		store: &signalling{Store: testkit.SQLite(t), inserted: make(chan struct{}, 1000)},
		gauge: &gauge{limits: make(chan struct{}, 1000), counted: make(chan struct{}, 1000)},
		clock: clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)),
	}
	w.Service = notify.New(notify.Deps{Store: w.store, Limits: w.gauge.Limits, Usage: w.gauge, Clock: w.clock, Log: slog.New(slog.DiscardHandler)})
	w.actor = w.signUp(t, "ada")
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); w.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	return w
}

func (w *world) signUp(t *testing.T, name string) access.Actor {
	t.Helper()
	now := w.clock.Now()
	user := account.User{ID: ident.New(ident.User), Email: name + "@example.com", CreatedAt: now, UpdatedAt: now}
	home := workspace.Founded(name, "UTC", now)
	session := account.NewSession{Session: account.Session{ID: ident.New(ident.Session), UserID: user.ID}, Secret: ident.NewSecret("").Hash}
	reg := account.Registration{Account: account.Account{User: user}, Workspace: home, Session: session}
	if err := w.store.InsertAccount(t.Context(), reg, event.Event{ID: ident.New(ident.Event), Kind: event.UserSignedUp, At: now}); err != nil {
		t.Fatal(err)
	}
	return access.Actor{UserID: user.ID, SessionID: session.ID, WorkspaceID: home.ID, Role: access.Owner}
}

// titles returns the actor's notifications, newest first, with a star at unread ones.
func (w *world) titles(t *testing.T, a access.Actor) []string {
	t.Helper()
	page, err := w.List(t.Context(), a, notify.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	unread, err := w.Unread(t.Context(), a)
	if err != nil || unread != page.Unread || page.Total != len(page.Items) {
		t.Errorf("unread %d and %d, total %d of %d, %v", unread, page.Unread, page.Total, len(page.Items), err)
	}
	titles := []string{}
	for _, n := range page.Items {
		title := n.Title()
		if n.ReadAt.IsZero() {
			title += " *"
		}
		if n.Message() == "" || !strings.HasPrefix(n.Path(), "/") {
			t.Errorf("%s says nothing more: %q, %q", n.Kind, n.Message(), n.Path())
		}
		titles = append(titles, title)
	}
	return titles
}

func wantTitles(t *testing.T, got []string, want ...string) {
	t.Helper()
	if want == nil {
		want = []string{}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestService_NotifiesAboutAccountChanges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bob := w.signUp(t, "bob")
	wantTitles(t, w.titles(t, w.actor))
	steps := []func() error{
		func() error { return w.NewSignIn(t.Context(), w.actor.UserID, "Firefox on Linux", "Berlin, DE") },
		func() error { return w.NewSignIn(t.Context(), w.actor.UserID, "Firefox on Linux", "") },
		func() error { return w.PasswordChanged(t.Context(), w.actor.UserID) },
	}
	for _, step := range steps {
		w.clock.Advance(time.Second)
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	wantTitles(t, w.titles(t, w.actor), "Your password was changed *", "New sign-in: Firefox on Linux *", "New sign-in: Firefox on Linux *")
	wantTitles(t, w.titles(t, bob))
	page, err := w.List(t.Context(), w.actor, notify.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if m := page.Items[2].Message(); !strings.HasPrefix(m, "New sign-in to your account from Berlin, DE on a new device") {
		t.Error(m)
	}
	if m := page.Items[1].Message(); !strings.HasPrefix(m, "New sign-in to your account on a new device") {
		t.Error(m)
	}
}

func TestService_MarkRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bob := w.signUp(t, "bob")
	for _, a := range []access.Actor{w.actor, w.actor, w.actor, bob} {
		w.clock.Advance(time.Second)
		if err := w.PasswordChanged(t.Context(), a.UserID); err != nil {
			t.Fatal(err)
		}
	}
	page, err := w.List(t.Context(), w.actor, notify.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	const title = "Your password was changed"
	stranger := []string{page.Items[0].ID}
	if err := w.MarkRead(t.Context(), bob, stranger); err != nil {
		t.Fatal(err)
	}
	wantTitles(t, w.titles(t, w.actor), title+" *", title+" *", title+" *")
	if err := w.MarkRead(t.Context(), w.actor, []string{page.Items[1].ID, "ntf_none"}); err != nil {
		t.Fatal(err)
	}
	wantTitles(t, w.titles(t, w.actor), title+" *", title, title+" *")
	if err := w.MarkRead(t.Context(), w.actor, nil); err != nil {
		t.Fatal(err)
	}
	wantTitles(t, w.titles(t, w.actor), title, title, title)
	wantTitles(t, w.titles(t, bob), title+" *")
}

// after waits for a value of c, which reports that the work is done.
func after(t *testing.T, c chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(10 * time.Second):
		t.Fatal("timeout")
	}
}

func TestService_NotifiesAboutThePlanLimitOnceAMonth(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	created := event.Event{Kind: event.LinkCreated, WorkspaceID: w.actor.WorkspaceID}
	steps := []struct {
		name        string
		used, limit int
		notified    bool
		want        []string
	}{
		{"not near", 79, 100, false, nil},
		{"near", 80, 100, true, []string{"80 of 100 links are used *"}},
		{"nearer", 81, 100, true, []string{"80 of 100 links are used *"}},
		{"full", 100, 100, true, []string{"All 100 links are used *", "80 of 100 links are used *"}},
		{"still full", 100, 100, true, []string{"All 100 links are used *", "80 of 100 links are used *"}},
		{"a larger plan", 100, 1000, false, []string{"All 100 links are used *", "80 of 100 links are used *"}},
	}
	for _, step := range steps {
		w.clock.Advance(time.Second)
		w.gauge.set(step.used, step.limit)
		w.OnEvent(created)
		after(t, w.gauge.counted)
		if step.notified {
			after(t, w.store.inserted)
		}
		got := w.titles(t, w.actor)
		if diff := cmp.Diff(append([]string{}, step.want...), got); diff != "" {
			t.Errorf("%s: %s", step.name, diff)
		}
	}
	w.clock.Set(time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC))
	w.gauge.set(99, 100)
	w.OnEvent(created)
	after(t, w.store.inserted)
	wantTitles(t, w.titles(t, w.actor), "99 of 100 links are used *", "All 100 links are used *", "80 of 100 links are used *")
}

func TestService_NotifiesAboutDomainsAndMembers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.gauge.set(8, 10)
	w.OnEvent(event.Event{Kind: event.DomainCreated, WorkspaceID: w.actor.WorkspaceID})
	after(t, w.store.inserted)
	wantTitles(t, w.titles(t, w.actor), "8 of 10 custom domains are used *")
	w.clock.Advance(time.Second)
	w.gauge.set(10, 10)
	w.OnEvent(event.Event{Kind: event.MemberJoined, WorkspaceID: w.actor.WorkspaceID})
	after(t, w.store.inserted)
	wantTitles(t, w.titles(t, w.actor), "No seats left: 10 of 10 used *", "8 of 10 custom domains are used *")
}

func TestService_CountsOnlyNewLinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.gauge.set(100, 100)
	for _, kind := range []event.Kind{event.LinkUpdated, event.LinkDeleted, event.UserLoggedIn, ""} {
		w.OnEvent(event.Event{Kind: kind, WorkspaceID: w.actor.WorkspaceID})
	}
	w.OnEvent(event.Event{Kind: event.LinkCreated, WorkspaceID: w.actor.WorkspaceID})
	after(t, w.store.inserted)
	if n := len(w.gauge.counted); n != 1 {
		t.Errorf("links were counted %d times", n)
	}
}

func TestService_IgnoresPlansWithoutALimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.gauge.set(1_000_000, 0)
	for range 2 { // the second check starts after the first
		w.OnEvent(event.Event{Kind: event.LinkCreated, WorkspaceID: w.actor.WorkspaceID})
		after(t, w.gauge.limits)
	}
	if len(w.gauge.counted) != 0 || len(w.store.inserted) != 0 {
		t.Error("links were counted for a plan without a limit")
	}
	wantTitles(t, w.titles(t, w.actor))
}

func TestService_ListPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 7 {
		if i%2 == 0 { // pairs share a time, so that the id breaks the tie
			w.clock.Advance(time.Second)
		}
		if err := w.PasswordChanged(t.Context(), w.actor.UserID); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]bool{}
	cursor, sizes := "", []int{}
	for {
		page, err := w.List(t.Context(), w.actor, notify.Filter{Limit: 3, Cursor: cursor})
		if err != nil || page.Total != 7 || page.Unread != 7 {
			t.Fatalf("%+v, %v", page, err)
		}
		sizes = append(sizes, len(page.Items))
		for _, n := range page.Items {
			seen[n.ID] = true
		}
		if cursor = page.NextCursor; cursor == "" {
			break
		}
	}
	if diff := cmp.Diff([]int{3, 3, 1}, sizes); diff != "" || len(seen) != 7 {
		t.Errorf("%d of 7 were seen; %s", len(seen), diff)
	}
	if page, err := w.List(t.Context(), w.actor, notify.Filter{Cursor: "nonsense"}); err != nil || len(page.Items) != 0 {
		t.Errorf("an unknown cursor: %+v, %v", page, err)
	}
}

func TestService_DeletesOldNotifications(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if err := w.NewSignIn(t.Context(), w.actor.UserID, "Lynx", ""); err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(notify.Memory + time.Hour)
	if err := w.PasswordChanged(t.Context(), w.actor.UserID); err != nil {
		t.Fatal(err)
	}
	wantTitles(t, w.titles(t, w.actor), "Your password was changed *")
}

func TestService_MethodsRequireAMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, c := range map[string]struct {
		actor access.Actor
		want  fault.Code
	}{
		"anonymous":       {access.Actor{}, fault.Unauthenticated},
		"in no workspace": {access.Actor{UserID: w.actor.UserID}, fault.NotFound},
	} {
		_, list := w.List(t.Context(), c.actor, notify.Filter{})
		_, unread := w.Unread(t.Context(), c.actor)
		read := w.MarkRead(t.Context(), c.actor, nil)
		if fault.CodeOf(list) != c.want || fault.CodeOf(unread) != c.want || fault.CodeOf(read) != c.want {
			t.Errorf("%s: %v, %v, %v", name, list, unread, read)
		}
	}
}
