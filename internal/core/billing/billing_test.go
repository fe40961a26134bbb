package billing_test

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/billing"
	"linnet/internal/core/event"
	"linnet/internal/core/notify"
	"linnet/internal/core/outbox"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/records"
	"linnet/internal/infra/stripe"
	"linnet/internal/testkit"
	"linnet/internal/testkit/teststripe"
)

// world is a billing service on SQLite and a Stripe with the prices of the plans.
type world struct {
	*billing.Service
	store  *records.Store
	clock  *clock.Manual
	stripe *teststripe.Stripe
	client *stripe.Client
	queue  *queue.Queue
	owner  access.Actor
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{
		store: testkit.SQLite(t), stripe: teststripe.New(t),
		clock: clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)),
	}
	w.stripe.Now = w.clock.Now
	w.client = stripe.New(stripe.Options{Key: "sk_test", WebhookSecret: teststripe.WebhookSecret, URL: w.stripe.URL})
	if _, err := w.client.Sync(t.Context(), plan.BuiltIn()); err != nil {
		t.Fatal(err)
	}
	mails := outbox.New(w.store, w.clock)
	w.Service = billing.New(billing.Deps{
		Store: w.store, Payments: w.client, Plans: plan.BuiltIn(), Usage: w.store, SiteURL: "https://go.example",
		Email: func(context.Context, string) (string, error) { return "ada@example.com", nil },
		Mail: func(n billing.Notification) (queue.NewTask, error) {
			return mails.Task("billing", map[string]string{"user": n.UserID, "notice": string(n.Notice)})
		},
		Clock: w.clock, Log: slog.New(slog.DiscardHandler),
	})
	w.queue = queue.New(queue.Deps{Store: w.store, Kinds: []queue.Kind{w.Kind()}, Clock: w.clock, Log: slog.New(slog.DiscardHandler)})
	w.owner = w.signUp(t)
	return w
}

func (w *world) signUp(t *testing.T) access.Actor {
	t.Helper()
	now := w.clock.Now()
	user := account.User{ID: ident.New(ident.User), Email: "ada@example.com", CreatedAt: now, UpdatedAt: now}
	home := workspace.Founded("Ada", "UTC", now)
	session := account.NewSession{Session: account.Session{ID: ident.New(ident.Session), UserID: user.ID}, Secret: ident.NewSecret("").Hash}
	reg := account.Registration{Account: account.Account{User: user}, Workspace: home, Session: session}
	if err := w.store.InsertAccount(t.Context(), reg, event.Event{ID: ident.New(ident.Event), Kind: event.UserSignedUp, At: now}); err != nil {
		t.Fatal(err)
	}
	return access.Actor{UserID: user.ID, WorkspaceID: home.ID, Role: access.Owner}
}

func (w *world) plan(t *testing.T) plan.Name {
	t.Helper()
	found, err := w.store.Workspace(t.Context(), w.owner.WorkspaceID)
	if err != nil {
		t.Fatal(err)
	}
	return found.Plan
}

func (w *world) wantPlan(t *testing.T, when string, want plan.Name) {
	t.Helper()
	if got := w.plan(t); got != want {
		t.Errorf("%s: plan %s, want %s", when, got, want)
	}
}

func (w *world) state(t *testing.T) billing.State {
	t.Helper()
	state, err := w.Get(t.Context(), w.owner)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// titles returns the titles of the owner's notifications, newest first.
func (w *world) titles(t *testing.T) []string {
	t.Helper()
	page, err := w.store.Notifications(t.Context(), w.owner.UserID, w.owner.WorkspaceID, notify.Filter{Limit: 50})
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, n := range page.Items {
		titles = append(titles, n.Title())
		if n.Message() == "" || n.Path() != "/dashboard/settings/billing" {
			t.Errorf("%s: %q, %q", n.Kind, n.Message(), n.Path())
		}
	}
	return titles
}

// subscribe pays for a plan without a webhook, and returns the subscription's id.
func (w *world) subscribe(t *testing.T, to billing.Price) string {
	t.Helper()
	page, err := w.Checkout(t.Context(), w.owner, to)
	if err != nil {
		t.Fatal(err)
	}
	return w.stripe.Pay(t, page)
}

// receive delivers an event about an object, and processes the queue.
func (w *world) receive(t *testing.T, eventID, kind, objectID string) {
	t.Helper()
	e, err := w.client.ParseEvent(w.stripe.Event(t, eventID, kind, objectID))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Receive(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	for {
		ran, err := w.queue.RunOne(t.Context(), billing.TaskKind, "")
		if err != nil {
			t.Fatal(err)
		}
		if !ran {
			return
		}
	}
}

func (w *world) advance(t *testing.T, d time.Duration) {
	t.Helper()
	w.clock.Advance(d)
	if err := w.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
}

var proMonthly = billing.Price{Plan: plan.Professional, Period: billing.Monthly}

func TestService_TrialEndsByItself(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if !w.state(t).TrialAvailable {
		t.Fatal("no trial is available")
	}
	if err := w.StartTrial(t.Context(), w.owner, plan.Professional); err != nil {
		t.Fatal(err)
	}
	w.wantPlan(t, "in the trial", plan.Professional)
	w.advance(t, 10*24*time.Hour)
	if got := w.titles(t); got != nil {
		t.Errorf("early: %q", got)
	}
	w.advance(t, 24*time.Hour)
	w.advance(t, 24*time.Hour)
	if diff := cmp.Diff([]string{"Your PROFESSIONAL trial ends on 15 Apr 2026"}, w.titles(t)); diff != "" {
		t.Error(diff)
	}
	w.advance(t, 2*24*time.Hour)
	w.wantPlan(t, "after the trial", plan.Free)
	w.advance(t, 24*time.Hour)
	if diff := cmp.Diff([]string{"Your PROFESSIONAL trial has ended", "Your PROFESSIONAL trial ends on 15 Apr 2026"}, w.titles(t)); diff != "" {
		t.Error(diff)
	}
	if mails, err := w.store.TasksDue(t.Context(), outbox.TaskKind, w.clock.Now()); err != nil || mails != 2 {
		t.Errorf("%d mails, %v", mails, err)
	}
	if err := w.StartTrial(t.Context(), w.owner, plan.Business); !fault.Is(err, fault.Conflict) {
		t.Errorf("a second trial: %v", err)
	}
}

func TestService_TrialRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, name := range []plan.Name{plan.Free, plan.Enterprise, "GOLD"} {
		if err := w.StartTrial(t.Context(), w.owner, name); !fault.Is(err, fault.Invalid) {
			t.Errorf("a trial of %s: %v", name, err)
		}
	}
	admin := w.owner
	admin.Role = access.Admin
	if err := w.StartTrial(t.Context(), admin, plan.Basic); !fault.Is(err, fault.Forbidden) {
		t.Errorf("an admin starts a trial: %v", err)
	}
	if err := w.StartTrial(t.Context(), w.owner, plan.Basic); err != nil {
		t.Fatal(err)
	}
	// The operator's plan ends the trial.
	if err := w.store.SetPlan(t.Context(), w.owner.WorkspaceID, plan.Business, event.Event{WorkspaceID: w.owner.WorkspaceID, At: w.clock.Now()}); err != nil {
		t.Fatal(err)
	}
	w.advance(t, 30*24*time.Hour)
	w.wantPlan(t, "after the operator set the plan", plan.Business)
}

// TestService_AUserHasOneTrial starts trials of several workspaces of a user at once.
func TestService_AUserHasOneTrial(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	workspaces := workspace.NewService(w.store, plan.BuiltIn().Limits, w.clock)
	actors := []access.Actor{w.owner}
	for range workspace.MaxFree - 1 {
		other, err := workspaces.Create(t.Context(), w.owner, "Another", "UTC")
		if err != nil {
			t.Fatal(err)
		}
		actors = append(actors, access.Actor{UserID: w.owner.UserID, WorkspaceID: other.ID, Role: access.Owner})
	}
	if _, err := workspaces.Create(t.Context(), w.owner, "One too many", "UTC"); !fault.Is(err, fault.LimitReached) {
		t.Errorf("a workspace on the free plan beyond the limit: %v", err)
	}
	if _, err := workspace.NewService(w.store, testkit.NoLimits, w.clock).Create(t.Context(), w.owner, "Without plans", "UTC"); err != nil {
		t.Errorf("without limits of plans: %v", err)
	}
	var started atomic.Int64
	var all sync.WaitGroup
	for _, a := range actors {
		all.Go(func() {
			err := w.StartTrial(t.Context(), a, plan.Business)
			switch {
			case err == nil:
				started.Add(1)
			case !fault.Is(err, fault.Conflict):
				t.Errorf("a second trial: %v", err)
			}
		})
	}
	all.Wait()
	if started.Load() != 1 {
		t.Errorf("%d trials started", started.Load())
	}
	for _, a := range actors {
		if state, err := w.Get(t.Context(), a); err != nil || state.TrialAvailable {
			t.Errorf("a trial is offered: %+v, %v", state, err)
		}
	}
}

func TestService_SubscriptionFollowsStripe(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if err := w.StartTrial(t.Context(), w.owner, plan.Business); err != nil {
		t.Fatal(err)
	}
	id := w.subscribe(t, proMonthly)
	w.wantPlan(t, "before the webhook", plan.Business)
	w.receive(t, "evt_1", "customer.subscription.created", id)
	w.wantPlan(t, "after the webhook", plan.Professional)
	w.receive(t, "evt_1", "customer.subscription.created", id) // repeated
	if _, err := w.Checkout(t.Context(), w.owner, proMonthly); !fault.Is(err, fault.Conflict) {
		t.Errorf("a second subscription: %v", err)
	}

	w.stripe.Set(id, teststripe.Object{"status": "past_due"})
	w.receive(t, "evt_2", "customer.subscription.updated", id)
	w.receive(t, "evt_3", "customer.subscription.updated", id)
	w.wantPlan(t, "in the grace period", plan.Professional)
	if got := w.titles(t); len(got) != 1 || got[0] != "The payment for PROFESSIONAL failed" {
		t.Errorf("%q", got)
	}
	w.stripe.Set(id, teststripe.Object{"status": "active"})
	w.receive(t, "evt_4", "customer.subscription.updated", id)
	w.advance(t, billing.PaymentGrace+time.Hour)
	w.wantPlan(t, "after the payment", plan.Professional)

	w.stripe.Set(id, teststripe.Object{"status": "past_due"})
	w.receive(t, "evt_5", "customer.subscription.updated", id)
	w.advance(t, billing.PaymentGrace)
	w.wantPlan(t, "after the grace period", plan.Free)
	w.stripe.Set(id, teststripe.Object{"status": "canceled"})
	w.receive(t, "evt_6", "customer.subscription.deleted", id)
	want := []string{"Your PROFESSIONAL subscription has ended", "The payment for PROFESSIONAL failed", "The payment for PROFESSIONAL failed"}
	if diff := cmp.Diff(want, w.titles(t)); diff != "" {
		t.Error(diff)
	}
	if state := w.state(t); state.Subscription.Live() || state.Plan != plan.Free {
		t.Errorf("%+v", state)
	}
}

// An event carries no state: the newest state of the subscription counts, whatever
// the order of events.
func TestService_IgnoresTheOrderOfEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.subscribe(t, proMonthly)
	stale, signature := w.stripe.Event(t, "evt_1", "customer.subscription.created", id)
	w.stripe.Set(id, teststripe.Object{"status": "canceled"})
	w.receive(t, "evt_2", "customer.subscription.deleted", id)
	w.wantPlan(t, "after the later event", plan.Free)
	e, err := w.client.ParseEvent(stale, signature)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Receive(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if ran, err := w.queue.RunOne(t.Context(), billing.TaskKind, ""); !ran || err != nil {
		t.Fatal(ran, err)
	}
	w.wantPlan(t, "after the earlier event", plan.Free)
}

func TestService_ProcessesEventsLaterWhenStripeIsDown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.subscribe(t, proMonthly)
	body, signature := w.stripe.Event(t, "evt_1", "customer.subscription.created", id)
	e, err := w.client.ParseEvent(body, signature)
	if err != nil {
		t.Fatal(err)
	}
	w.stripe.FailNext(1000)
	if err := w.Receive(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if ran, err := w.queue.RunOne(t.Context(), billing.TaskKind, ""); !ran || err != nil {
		t.Fatal(ran, err)
	}
	w.wantPlan(t, "while Stripe is down", plan.Free)
	w.stripe.FailNext(0)
	w.clock.Advance(time.Minute)
	if ran, err := w.queue.RunOne(t.Context(), billing.TaskKind, ""); !ran || err != nil {
		t.Fatal(ran, err)
	}
	w.wantPlan(t, "afterwards", plan.Professional)
}

func TestService_ChangesAndCancelsSubscriptions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.subscribe(t, proMonthly)
	w.receive(t, "evt_1", "customer.subscription.created", id)
	yearly := billing.Price{Plan: plan.Business, Period: billing.Yearly}
	preview, err := w.Preview(t.Context(), w.owner, yearly)
	if err != nil || preview.Due != 49_400-1_900 || len(preview.Lines) != 2 {
		t.Fatalf("%+v, %v", preview, err)
	}
	w.wantPlan(t, "after the preview", plan.Professional)
	if err := w.Change(t.Context(), w.owner, yearly, preview.At.Add(-2*time.Hour)); !fault.Is(err, fault.Invalid) {
		t.Errorf("an old preview: %v", err)
	}
	if err := w.Change(t.Context(), w.owner, yearly, preview.At); err != nil {
		t.Fatal(err)
	}
	w.wantPlan(t, "after the change", plan.Business)
	if got := w.state(t).Subscription.Price; got != yearly {
		t.Errorf("%+v", got)
	}
	if err := w.Cancel(t.Context(), w.owner, true); err != nil {
		t.Fatal(err)
	}
	w.wantPlan(t, "after the cancellation", plan.Business)
	if state := w.state(t); state.Subscription.CancelAt.IsZero() {
		t.Errorf("%+v", state)
	}
	if err := w.Cancel(t.Context(), w.owner, false); err != nil || !w.state(t).Subscription.CancelAt.IsZero() {
		t.Errorf("resumed: %v, %+v", err, w.state(t))
	}
	invoices, err := w.Invoices(t.Context(), w.owner)
	if err != nil || len(invoices) != 2 || invoices[0].Total != 49_400 || invoices[0].Status != "paid" || invoices[0].URL == "" {
		t.Errorf("%+v, %v", invoices, err)
	}
	if portal, err := w.Portal(t.Context(), w.owner); err != nil || portal == "" {
		t.Errorf("portal %q, %v", portal, err)
	}
}

func TestService_ReconcileRepairsDrift(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.subscribe(t, proMonthly)
	drift, err := w.Reconcile(t.Context()) // no webhook arrived
	if err != nil || len(drift) != 1 || drift[0].SubscriptionID != id {
		t.Fatalf("%+v, %v", drift, err)
	}
	w.wantPlan(t, "after the first", plan.Professional)
	if drift, err = w.Reconcile(t.Context()); err != nil || drift != nil {
		t.Errorf("again: %+v, %v", drift, err)
	}
	w.stripe.Delete(id)
	if drift, err = w.Reconcile(t.Context()); err != nil || len(drift) != 1 {
		t.Errorf("deleted: %+v, %v", drift, err)
	}
	w.wantPlan(t, "without the subscription", plan.Free)
}

func TestService_OperatorCannotSetAPaidPlan(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.subscribe(t, proMonthly)
	w.receive(t, "evt_1", "customer.subscription.created", id)
	set := func() error {
		return w.store.SetPlan(t.Context(), w.owner.WorkspaceID, plan.Basic, event.Event{WorkspaceID: w.owner.WorkspaceID, At: w.clock.Now()})
	}
	if err := set(); !fault.Is(err, fault.Conflict) {
		t.Errorf("with a subscription: %v", err)
	}
	if err := w.Cancel(t.Context(), w.owner, true); err != nil {
		t.Fatal(err)
	}
	if err := set(); err != nil {
		t.Errorf("after the cancellation: %v", err)
	}
}

func TestService_OnlyOwnersPay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.owner
	admin.Role = access.Admin
	_, checkout := w.Checkout(t.Context(), admin, proMonthly)
	_, portal := w.Portal(t.Context(), admin)
	_, preview := w.Preview(t.Context(), admin, proMonthly)
	_, invoices := w.Invoices(t.Context(), admin)
	for name, err := range map[string]error{
		"checkout": checkout, "portal": portal, "preview": preview, "invoices": invoices,
		"change": w.Change(t.Context(), admin, proMonthly, w.clock.Now()), "cancel": w.Cancel(t.Context(), admin, true),
	} {
		if !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
