package webhook_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/sealed"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/page"
	"linnet/internal/core/queue"
	"linnet/internal/core/webhook"
	"linnet/internal/infra/outbound"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

var _ webhook.Store = (*records.Store)(nil)

// received is one request to a receiver.
type received struct {
	header http.Header
	body   []byte
}

// receiver is a server that responds to each request with the next status, and then
// repeats the last one.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	statuses []int
	requests []received
}

func newReceiver(t *testing.T, statuses ...int) *receiver {
	t.Helper()
	r := &receiver{statuses: statuses}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			t.Error(err)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.requests = append(r.requests, received{request.Header, body})
		w.WriteHeader(r.statuses[min(len(r.requests), len(r.statuses))-1])
		fmt.Fprint(w, "answer ", len(r.requests))
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) all() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.requests)
}

// fixture is a workspace with the service of webhooks and its queue.
type fixture struct {
	t        *testing.T
	store    *records.Store
	clock    *clock.Manual
	service  *webhook.Service
	queue    *queue.Queue
	owner    access.Actor
	notified []webhook.Webhook
	dropped  []webhook.Webhook
}

// onBoth runs a test on a new store of each engine.
func onBoth(t *testing.T, run func(f *fixture)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) { run(newFixture(t, s)) })
}

func newFixture(t *testing.T, s *records.Store) *fixture {
	f := &fixture{t: t, store: s, clock: clock.NewManual(testkit.Day()), owner: testkit.Owner(t, s)}
	f.service = webhook.New(webhook.Deps{
		Store: s, Sender: outbound.NewWebhookClient("Linnet", []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}), Box: sealed.New().Box("webhook"),
		Scheme: "https", Clock: f.clock, Log: slog.New(slog.DiscardHandler),
		Notify:        func(_ context.Context, w webhook.Webhook) error { f.notified = append(f.notified, w); return nil },
		NotifyDropped: func(_ context.Context, w webhook.Webhook) error { f.dropped = append(f.dropped, w); return nil },
	})
	f.queue = queue.New(queue.Deps{Store: s, Kinds: []queue.Kind{f.service.Kind()}, Clock: f.clock, Log: slog.New(slog.DiscardHandler)})
	return f
}

// create creates a webhook and returns its secret.
func (f *fixture) create(url string, types ...webhook.Type) (webhook.Webhook, string) {
	f.t.Helper()
	w, secret, err := f.service.Create(f.t.Context(), f.owner, webhook.Settings{URL: url, Events: types})
	if err != nil {
		f.t.Fatal(err)
	}
	return w, secret
}

// note stores the event of a link's change.
func (f *fixture) note(kind event.Kind, id string) {
	f.t.Helper()
	f.clock.Advance(time.Millisecond)
	state := link.Snapshot{Domain: "go.example.com", Aliases: []string{"launch"}, Settings: link.Settings{URL: "https://example.com/"}, Version: 3}
	if err := f.store.Note(f.t.Context(), event.New(f.owner.By(), kind, f.owner.WorkspaceID, id, state, f.clock.Now())); err != nil {
		f.t.Fatal(err)
	}
}

// send sends the messages that are due and returns their number.
func (f *fixture) send() (n int) {
	f.t.Helper()
	for {
		ran, err := f.queue.RunOne(f.t.Context(), webhook.TaskKind, "")
		if err != nil {
			f.t.Fatal(err)
		}
		if !ran {
			return n
		}
		n++
	}
}

// deliveries returns the deliveries of a webhook, newest first.
func (f *fixture) deliveries(w webhook.Webhook) []webhook.Delivery {
	f.t.Helper()
	found, err := f.service.Deliveries(f.t.Context(), f.owner, webhook.Filter{WebhookID: w.ID, Limit: 100})
	if err != nil {
		f.t.Fatal(err)
	}
	return found.Deliveries
}

func (f *fixture) get(id string) webhook.Webhook {
	f.t.Helper()
	w, err := f.service.Get(f.t.Context(), f.owner, id)
	if err != nil {
		f.t.Fatal(err)
	}
	return w
}

// verify verifies a request with the library of the Standard Webhooks project. The
// clock of the test is not the library's, so it ignores the age.
func verify(t *testing.T, secret string, r received) error {
	t.Helper()
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	return verifier.VerifyIgnoringTimestamp(r.body, r.header)
}

func TestService_SendsASignedMessage(t *testing.T) {
	onBoth(t, func(f *fixture) {
		to := newReceiver(f.t, http.StatusNoContent)
		w, secret := f.create(to.URL, webhook.LinkCreated)
		other, _ := f.create(to.URL, webhook.LinkDeleted)
		f.note(event.LinkCreated, "lnk_1")
		f.note(event.LinkTitled, "lnk_1")
		if n := f.send(); n != 1 {
			f.t.Fatalf("sent %d messages, want 1", n)
		}
		got := to.all()[0]
		if err := verify(f.t, secret, got); err != nil {
			f.t.Errorf("the signature is not valid: %v", err)
		}
		got.body[10] ^= 1
		if err := verify(f.t, secret, got); err == nil {
			f.t.Error("the signature of a changed body is valid")
		}
		got.body[10] ^= 1
		var body struct {
			Type      string
			Timestamp time.Time
			Data      webhook.Link
		}
		if err := json.Unmarshal(got.body, &body); err != nil {
			f.t.Fatal(err)
		}
		if body.Type != "link.created" || !body.Timestamp.Equal(f.clock.Now().Add(-time.Millisecond)) || body.Data.ID != "lnk_1" ||
			body.Data.ShortURL != "https://go.example.com/launch" || body.Data.URL != "https://example.com/" || body.Data.Version != 3 {
			f.t.Errorf("the body is %s", got.body)
		}
		all := f.deliveries(w)
		if len(all) != 1 || all[0].Status != webhook.Succeeded || all[0].Attempted != 1 || all[0].Attempts[0].StatusCode != http.StatusNoContent ||
			all[0].Message.ID != got.header.Get(webhook.HeaderID) {
			f.t.Errorf("the deliveries are %+v", all)
		}
		if _, sent, err := f.service.Delivery(f.t.Context(), f.owner, w.ID, all[0].ID); err != nil || string(sent) != string(got.body) {
			f.t.Errorf("the stored body is %s, %v", sent, err)
		}
		if len(f.deliveries(other)) != 0 {
			f.t.Error("a webhook got an event that it did not select")
		}
		if w := f.get(w.ID); w.LastSuccessAt.IsZero() || !w.FailingSince.IsZero() {
			f.t.Errorf("after a success: %+v", w)
		}
	})
}

func TestService_StoresNoPlainSecret(t *testing.T) {
	onBoth(t, func(f *fixture) {
		w, secret := f.create("https://example.com/hooks", webhook.LinkCreated)
		stored, err := f.store.Webhook(f.t.Context(), f.owner.WorkspaceID, w.ID)
		if err != nil || !sealed.Sealed(stored.SealedSecret) || strings.Contains(string(stored.SealedSecret), secret) {
			f.t.Errorf("the stored secret is %q, %v", stored.SealedSecret, err)
		}
	})
}

func TestService_RetriesForADay(t *testing.T) {
	onBoth(t, func(f *fixture) {
		to := newReceiver(f.t, 500, 302, 500, 429, 500, 500, 500, 500, 200)
		w, _ := f.create(to.URL, webhook.LinkCreated)
		f.note(event.LinkCreated, "lnk_1")
		start := f.clock.Now()
		f.send()
		for _, wait := range []time.Duration{time.Minute, 5 * time.Minute, 25 * time.Minute, 125 * time.Minute, 8 * time.Hour, 8 * time.Hour, 8 * time.Hour} {
			d := f.deliveries(w)[0]
			if d.Status != webhook.Pending || !d.NextAttemptAt.Equal(f.clock.Now().Add(wait)) {
				f.t.Fatalf("after %v: %s, next attempt at %v, want %v later", f.clock.Now().Sub(start), d.Status, d.NextAttemptAt, wait)
			}
			f.clock.Advance(wait)
			if n := f.send(); n != 1 {
				f.t.Fatalf("%d attempts after %v", n, wait)
			}
		}
		d := f.deliveries(w)[0]
		if d.Status != webhook.Failed || d.Attempted != 8 || d.Attempts[1].StatusCode != http.StatusFound || d.Attempts[7].Excerpt != "answer 8" {
			f.t.Errorf("the delivery is %+v", d)
		}
		ids := map[string]bool{}
		for _, r := range to.all() {
			ids[r.header.Get(webhook.HeaderID)] = true
		}
		if len(ids) != 1 {
			f.t.Errorf("the attempts have %d ids", len(ids))
		}
		if _, err := f.service.Retry(f.t.Context(), f.owner, w.ID, d.ID); err != nil {
			f.t.Fatal(err)
		}
		f.send()
		if d := f.deliveries(w)[0]; d.Status != webhook.Succeeded || d.Attempted != 9 {
			f.t.Errorf("after a manual retry: %+v", d)
		}
		if got, want := f.service.Stats(), (webhook.Stats{Succeeded: 1, Failed: 8}); got != want {
			f.t.Errorf("%+v, want %+v", got, want)
		}
	})
}

func TestService_Status410DisablesTheWebhook(t *testing.T) {
	onBoth(t, func(f *fixture) {
		to := newReceiver(f.t, http.StatusGone)
		w, _ := f.create(to.URL, webhook.LinkCreated)
		f.note(event.LinkCreated, "lnk_1")
		f.note(event.LinkCreated, "lnk_2")
		f.send()
		if n := len(to.all()); n != 1 {
			f.t.Errorf("%d requests to a receiver that is gone", n)
		}
		if w := f.get(w.ID); w.Enabled() || w.DisabledReason != webhook.ReceiverGone {
			f.t.Errorf("the webhook is %+v", w)
		}
		if all := f.deliveries(w); all[0].Status != webhook.Cancelled || all[1].Status != webhook.Failed {
			f.t.Errorf("the deliveries are %s and %s", all[0].Status, all[1].Status)
		}
		if len(f.notified) != 1 {
			f.t.Errorf("notified %d times", len(f.notified))
		}
		if got, want := f.service.Stats(), (webhook.Stats{Failed: 1, Disabled: 1}); got != want {
			f.t.Errorf("%+v, want %+v", got, want)
		}
		f.note(event.LinkCreated, "lnk_3")
		if n := len(f.deliveries(w)); n != 2 {
			f.t.Errorf("%d deliveries to a disabled webhook", n)
		}
		if _, err := f.service.Test(f.t.Context(), f.owner, w.ID); !fault.Is(err, fault.Conflict) {
			f.t.Errorf("a test of a disabled webhook: %v", err)
		}
		if w, err := f.service.Update(f.t.Context(), f.owner, w.ID, func(s *webhook.State) { s.Enabled = true }); err != nil || !w.Enabled() {
			f.t.Errorf("enabled again: %+v, %v", w, err)
		}
	})
}

func TestService_DisablesAReceiverThatFailsForFiveDays(t *testing.T) {
	onBoth(t, func(f *fixture) {
		to := newReceiver(f.t, 503)
		w, _ := f.create(to.URL, webhook.LinkCreated)
		for day := range 6 {
			f.note(event.LinkCreated, fmt.Sprint("lnk_", day))
			f.send()
			if w := f.get(w.ID); w.Enabled() != (day < 5) {
				f.t.Fatalf("after %d days: enabled %t", day, w.Enabled())
			}
			f.clock.Advance(24 * time.Hour)
		}
		if len(f.notified) != 1 || f.notified[0].DisabledReason != webhook.AlwaysFailing {
			f.t.Errorf("notified of %+v", f.notified)
		}
		if n := f.send(); n != 0 {
			f.t.Errorf("%d tasks of a disabled webhook are left", n)
		}
	})
}

func TestService_ASuccessEndsTheFailure(t *testing.T) {
	onBoth(t, func(f *fixture) {
		to := newReceiver(f.t, 500, 200, 500)
		w, _ := f.create(to.URL, webhook.LinkCreated)
		f.note(event.LinkCreated, "lnk_1")
		f.send()
		if f.get(w.ID).FailingSince.IsZero() {
			f.t.Error("a failure is not recorded")
		}
		f.clock.Advance(6 * 24 * time.Hour)
		f.send()
		f.note(event.LinkCreated, "lnk_2")
		f.send()
		if w := f.get(w.ID); !w.Enabled() || !w.FailingSince.Equal(f.clock.Now()) {
			f.t.Errorf("the webhook is %+v", w)
		}
	})
}

func TestService_RotationSignsWithBothSecrets(t *testing.T) {
	onBoth(t, func(f *fixture) {
		to := newReceiver(f.t, 200)
		w, old := f.create(to.URL, webhook.LinkCreated)
		_, fresh, err := f.service.Rotate(f.t.Context(), f.owner, w.ID, time.Hour)
		if err != nil {
			f.t.Fatal(err)
		}
		f.note(event.LinkCreated, "lnk_1")
		f.send()
		f.clock.Advance(time.Hour)
		f.note(event.LinkCreated, "lnk_2")
		f.send()
		for i, secrets := range [][2]error{{verify(f.t, old, to.all()[0]), verify(f.t, fresh, to.all()[0])}, {verify(f.t, old, to.all()[1]), verify(f.t, fresh, to.all()[1])}} {
			if (secrets[0] == nil) != (i == 0) || secrets[1] != nil {
				f.t.Errorf("request %d: old secret %v, new secret %v", i, secrets[0], secrets[1])
			}
		}
	})
}

func TestService_TestMessageIsSentOnce(t *testing.T) {
	onBoth(t, func(f *fixture) {
		to := newReceiver(f.t, 500)
		w, secret := f.create(to.URL, webhook.LinkCreated)
		if _, err := f.service.Test(f.t.Context(), f.owner, w.ID); err != nil {
			f.t.Fatal(err)
		}
		f.send()
		d := f.deliveries(w)[0]
		if d.Status != webhook.Failed || d.Message.Type != webhook.Test || !f.get(w.ID).FailingSince.IsZero() {
			f.t.Errorf("the delivery is %+v", d)
		}
		if err := verify(f.t, secret, to.all()[0]); err != nil {
			f.t.Error(err)
		}
	})
}

func TestService_ReportsWhyThereIsNoResponse(t *testing.T) {
	onBoth(t, func(f *fixture) {
		to := newReceiver(f.t, 200)
		to.Close()
		closed, _ := f.create(to.URL, webhook.LinkCreated)
		private, _ := f.create("https://localhost:8443/", webhook.LinkUpdated)
		private, err := f.store.ChangeWebhook(f.t.Context(), f.owner.WorkspaceID, private.ID, func(w *webhook.Webhook) ([]event.Event, error) {
			w.URL = "https://10.0.0.1/" // as a host name that resolves to it
			return nil, nil
		})
		if err != nil {
			f.t.Fatal(err)
		}
		f.note(event.LinkCreated, "lnk_1")
		f.note(event.LinkUpdated, "lnk_1")
		f.send()
		if d := f.deliveries(closed)[0]; d.Status != webhook.Pending || d.Attempts[0].Error != "The host refused the connection." {
			f.t.Errorf("a closed port: %+v", d)
		}
		if d := f.deliveries(private)[0]; d.Status != webhook.Failed || d.Attempts[0].Error != "The address does not lead to the public internet." {
			f.t.Errorf("a private network: %+v", d)
		}
	})
}

func TestStore_FormResponseIsSentAndDeletedWithIt(t *testing.T) {
	onBoth(t, func(f *fixture) {
		to := newReceiver(f.t, 500)
		w, _ := f.create(to.URL, webhook.FormSubmitted)
		pageID := insertPage(f)
		respond := func() {
			err := f.store.AddResponse(f.t.Context(), page.Response{
				ID: "rsp_" + f.clock.Now().Format("150405.000"), PageID: pageID, BlockID: "blk_1", Form: "News", Email: "ada@example.com", CreatedAt: f.clock.Now(),
			})
			if err != nil {
				f.t.Fatal(err)
			}
			f.clock.Advance(time.Second)
		}
		respond()
		respond()
		f.send()
		for _, r := range to.all() {
			if !strings.Contains(string(r.body), `"type":"bio_page.form_submitted"`) || !strings.Contains(string(r.body), `"email":"ada@example.com"`) {
				f.t.Errorf("the body is %s", r.body)
			}
		}
		responses, err := f.store.Responses(f.t.Context(), page.ResponseFilter{PageID: pageID, Limit: 10})
		if err != nil || len(responses.Responses) != 1 || len(to.all()) != 2 {
			f.t.Fatalf("%d responses, %d requests, %v", len(responses.Responses), len(to.all()), err)
		}
		e := event.New(f.owner.By(), event.BioPageResponseDeleted, f.owner.WorkspaceID, pageID, event.BioPage{}, f.clock.Now())
		if err := f.store.DeleteResponse(f.t.Context(), pageID, responses.Responses[0].ID, e); err != nil {
			f.t.Fatal(err)
		}
		f.clock.Advance(time.Hour)
		f.send()
		if len(to.all()) != 2 || len(f.deliveries(w)) != 0 {
			f.t.Errorf("a deleted response has %d requests and %d deliveries", len(to.all()), len(f.deliveries(w)))
		}
	})
}

func TestStore_DeletesOldDeliveries(t *testing.T) {
	onBoth(t, func(f *fixture) {
		to := newReceiver(f.t, 200)
		w, _ := f.create(to.URL, webhook.LinkCreated)
		for i := range 4 {
			f.note(event.LinkCreated, fmt.Sprint("lnk_", i))
			f.send()
			f.clock.Advance(time.Hour)
		}
		f.note(event.LinkCreated, "lnk_waiting")
		subjects := func() (ids []string) {
			for _, d := range f.deliveries(w) {
				ids = append(ids, d.Message.SubjectID)
			}
			return ids
		}
		if err := f.store.DeleteDeliveries(f.t.Context(), testkit.Day().Add(30*time.Minute), 3); err != nil {
			f.t.Fatal(err)
		}
		if got := subjects(); !slices.Equal(got, []string{"lnk_waiting", "lnk_3", "lnk_2"}) {
			f.t.Errorf("the deliveries are %v", got)
		}
		if err := f.service.Delete(f.t.Context(), f.owner, w.ID); err != nil {
			f.t.Fatal(err)
		}
		if n := f.send(); n != 0 {
			f.t.Errorf("%d messages of a deleted webhook", n)
		}
	})
}

func TestService_RejectsBadInput(t *testing.T) {
	t.Parallel()
	f := newFixture(t, testkit.SQLite(t))
	public := webhook.New(webhook.Deps{Store: f.store, Sender: outbound.NewWebhookClient("Linnet", nil), Box: sealed.New().Box("webhook"), Clock: f.clock})
	for name, c := range map[string]struct {
		settings webhook.Settings
		field    string
	}{
		"no URL":           {webhook.Settings{Events: []webhook.Type{"link.created"}}, "url"},
		"no scheme":        {webhook.Settings{URL: "example.com", Events: []webhook.Type{"link.created"}}, "url"},
		"plain HTTP":       {webhook.Settings{URL: "http://example.com", Events: []webhook.Type{"link.created"}}, "url"},
		"FTP":              {webhook.Settings{URL: "ftp://example.com", Events: []webhook.Type{"link.created"}}, "url"},
		"credentials":      {webhook.Settings{URL: "https://ada:secret@example.com", Events: []webhook.Type{"link.created"}}, "url"},
		"fragment":         {webhook.Settings{URL: "https://example.com/#x", Events: []webhook.Type{"link.created"}}, "url"},
		"loopback":         {webhook.Settings{URL: "https://127.0.0.1/", Events: []webhook.Type{"link.created"}}, "url"},
		"private":          {webhook.Settings{URL: "https://[fd00::1]/", Events: []webhook.Type{"link.created"}}, "url"},
		"another port":     {webhook.Settings{URL: "https://example.com:22", Events: []webhook.Type{"link.created"}}, "url"},
		"long":             {webhook.Settings{URL: "https://example.com/" + strings.Repeat("a", webhook.MaxURL), Events: []webhook.Type{"link.created"}}, "url"},
		"no events":        {webhook.Settings{URL: "https://example.com"}, "events"},
		"unknown event":    {webhook.Settings{URL: "https://example.com", Events: []webhook.Type{"link.created", "link.opened"}}, "events[1]"},
		"test event":       {webhook.Settings{URL: "https://example.com", Events: []webhook.Type{"webhook.test"}}, "events[0]"},
		"long description": {webhook.Settings{URL: "https://example.com", Events: []webhook.Type{"link.created"}, Description: strings.Repeat("ü", 201)}, "description"},
		"share above 100":  {webhook.Settings{URL: "https://example.com", Events: []webhook.Type{"link.clicked"}, ClickSettings: webhook.ClickSettings{ClickSample: 101}}, "clickSample"},
		"negative share":   {webhook.Settings{URL: "https://example.com", Events: []webhook.Type{"link.clicked"}, ClickSettings: webhook.ClickSettings{ClickSample: -1}}, "clickSample"},
	} {
		_, _, err := public.Create(t.Context(), f.owner, c.settings)
		var invalid *fault.Error
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if invalid, _ = err.(*fault.Error); len(invalid.Fields) != 1 || invalid.Fields[0].Field != c.field { //nolint:errorlint // of a list
			t.Errorf("%s: fields %+v", name, invalid.Fields)
		}
	}
	for range webhook.MaxWebhooks {
		f.create("https://example.com/", webhook.LinkCreated)
	}
	if _, _, err := f.service.Create(t.Context(), f.owner, webhook.Settings{URL: "https://example.com/", Events: []webhook.Type{"link.created"}}); !fault.Is(err, fault.LimitReached) {
		t.Errorf("one webhook too many: %v", err)
	}
}

func TestMessage_BodyIsBounded(t *testing.T) {
	t.Parallel()
	state := link.Snapshot{Domain: "go.example.com", Aliases: []string{"a"}, Settings: link.Settings{Title: strings.Repeat("x", webhook.MaxBody)}}
	m, ok := webhook.MessageOf(event.New(event.Actor{}, event.LinkCreated, "wsp_1", "lnk_1", state, testkit.Day()))
	body, err := m.Body("https")
	if !ok || err != nil || len(body) > webhook.MaxBody || !strings.Contains(string(body), `"data":{"id":"lnk_1","truncated":true}`) {
		t.Errorf("%d bytes, %v", len(body), err)
	}
}

// TestStore_TruncatesMessagesOfABacklog fills the backlog of a receiver that is not
// called, and notes an event with a large state before and afterwards.
func TestStore_TruncatesMessagesOfABacklog(t *testing.T) {
	onBoth(t, func(f *fixture) {
		to := newReceiver(f.t, 200)
		w, _ := f.create(to.URL, webhook.LinkUpdated)
		note := func(id string, urlBytes int) {
			f.t.Helper()
			f.clock.Advance(time.Millisecond)
			state := link.Snapshot{Domain: "go.example.com", Aliases: []string{"a"}, Settings: link.Settings{URL: strings.Repeat("x", urlBytes)}}
			if err := f.store.Note(f.t.Context(), event.New(f.owner.By(), event.LinkUpdated, f.owner.WorkspaceID, id, state, f.clock.Now())); err != nil {
				f.t.Fatal(err)
			}
		}
		dataOf := func(id string) string {
			f.t.Helper()
			newest := f.deliveries(w)[0]
			_, body, err := f.service.Delivery(f.t.Context(), f.owner, w.ID, newest.ID)
			if err != nil || newest.Message.SubjectID != id {
				f.t.Fatal(newest.Message.SubjectID, err)
			}
			return string(body)
		}
		note("lnk_before", 20_000)
		if body := dataOf("lnk_before"); strings.Contains(body, "truncated") || len(body) < 20_000 {
			f.t.Errorf("without a backlog the body is %.200s", body)
		}
		for range webhook.Backlog {
			note("lnk_small", 10)
		}
		if body := dataOf("lnk_small"); strings.Contains(body, "truncated") {
			f.t.Errorf("a small message is %s", body)
		}
		note("lnk_large", 20_000)
		if body := dataOf("lnk_large"); !strings.Contains(body, `"data":{"id":"lnk_large","truncated":true}`) {
			f.t.Errorf("behind a backlog the body is %.200s", body)
		}
		for range webhook.MaxPending {
			note("lnk_small", 10)
		}
		full, err := f.service.Get(f.t.Context(), f.owner, w.ID)
		if want := int64(webhook.Backlog + 2); err != nil || full.Dropped != want || !full.DroppedAt.Equal(f.clock.Now()) {
			f.t.Errorf("dropped %d until %v, want %d, %v", full.Dropped, full.DroppedAt, want, err)
		}
		f.create(to.URL, webhook.LinkCreated) // drops nothing
		f.clock.Advance(23 * time.Hour)
		if err := f.service.ReportDropped(f.t.Context()); err != nil || len(f.dropped) != 1 || f.dropped[0].ID != w.ID || f.dropped[0].Dropped != full.Dropped {
			f.t.Errorf("reported %+v, %v, want %s with %d dropped messages", f.dropped, err, w.ID, full.Dropped)
		}
		f.clock.Advance(2 * time.Hour)
		if err := f.service.ReportDropped(f.t.Context()); err != nil || len(f.dropped) != 1 {
			f.t.Errorf("reported again a day later: %+v, %v", f.dropped, err)
		}
	})
}

func TestMessageOf_EverySelectableTypeHasData(t *testing.T) {
	t.Parallel()
	for _, kind := range webhook.Types() {
		if slices.Contains([]webhook.Type{webhook.FormSubmitted, webhook.LinkClicked, webhook.AlertRaised}, kind) { // of no event
			continue
		}
		info, ok := event.InfoOf(event.Kind(kind))
		if !ok {
			t.Errorf("there is no event %s", kind)
			continue
		}
		m, ok := webhook.MessageOf(event.New(event.Actor{}, event.Kind(kind), "wsp_1", "sub_1", info.Payload, testkit.Day()))
		body, err := m.Body("https")
		if !ok || err != nil || !strings.Contains(string(body), "sub_1") {
			t.Errorf("%s: %s, %v", kind, body, err)
		}
	}
	if _, ok := webhook.MessageOf(event.Event{Kind: event.KeyCreated, WorkspaceID: "wsp_1", Data: []byte("{}")}); ok {
		t.Error("an event that cannot be selected has a message")
	}
}

// insertPage stores a bio page and returns its id.
func insertPage(f *fixture) string {
	f.t.Helper()
	domains, err := f.store.Domains(f.t.Context(), f.owner.WorkspaceID)
	if err != nil {
		f.t.Fatal(err)
	}
	p := page.Page{
		ID: ident.New(ident.BioPage), WorkspaceID: f.owner.WorkspaceID, DomainID: domains[0].ID, Domain: domains[0].Host, OnDefault: true,
		Handle: "ada", Revision: 1, CreatedBy: f.owner.UserID, CreatedAt: f.clock.Now(), UpdatedAt: f.clock.Now(),
	}
	if err := f.store.InsertPage(f.t.Context(), page.Write{Page: p}); err != nil {
		f.t.Fatal(err)
	}
	return p.ID
}
