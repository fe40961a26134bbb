package apikey_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/apikey"
	"linnet/internal/core/dropin"
	"linnet/internal/core/event"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

var client = netip.MustParseAddr("192.0.2.77")

type fixture struct {
	*apikey.Service
	store *records.Store
	clock *clock.Manual
	owner access.Actor
	log   *bytes.Buffer
}

// berlin locates all addresses of the client's network.
type berlin struct{}

func (berlin) Locate(addr netip.Addr) visitor.Place {
	if network, err := client.Prefix(24); err == nil && network.Contains(addr) {
		return visitor.Place{Country: "DE", City: "Berlin"}
	}
	return visitor.Place{}
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{store: testkit.SQLite(t), clock: clock.NewManual(testkit.Day()), log: &bytes.Buffer{}}
	f.owner = testkit.Owner(t, f.store)
	security := securitylog.New(slog.New(slog.NewTextHandler(f.log, nil)), f.clock)
	f.Service = apikey.New(apikey.Deps{Store: f.store, Clock: f.clock, Places: berlin{}, Security: security, Log: slog.New(slog.DiscardHandler)})
	f.store.Subscribe(f.OnEvent)
	return f
}

func (f *fixture) create(t *testing.T, change ...func(*apikey.Settings)) (apikey.Key, string) {
	t.Helper()
	d := apikey.Settings{Name: "Deploy", Scopes: []access.Scope{"links:write"}}
	for _, c := range change {
		c(&d)
	}
	k, secret, err := f.Create(t.Context(), f.owner, d)
	if err != nil {
		t.Fatal(err)
	}
	return k, secret
}

// works reports whether a secret authenticates.
func (f *fixture) works(t *testing.T, secret string) bool {
	t.Helper()
	_, err := f.Authenticate(t.Context(), secret, client)
	if err != nil && !fault.Is(err, fault.Unauthenticated) {
		t.Fatal(err)
	}
	return err == nil
}

func TestService_CreateReturnsASecretThatAuthenticates(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	k, secret := f.create(t)
	if len(secret) != 40 || !strings.HasPrefix(secret, k.Prefix) || !strings.HasPrefix(k.Prefix, "lnt_") {
		t.Errorf("secret of %d characters, prefix %q", len(secret), k.Prefix)
	}
	got, err := f.Authenticate(t.Context(), secret, client)
	if err != nil || got.ID != k.ID || got.UserID != f.owner.UserID || got.UserName != "Ada Byron" || !got.Scopes.Allows(access.LinksRead) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestService_CreateReportsEveryFaultyField(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, _, err := f.Create(t.Context(), f.owner, apikey.Settings{
		Name: " ", Scopes: []access.Scope{"links:read", "links:delete"}, ExpiresAt: new(f.clock.Now()), Networks: []string{"192.0.2.0/24", "office"},
	})
	var got *fault.Error
	if !errors.As(err, &got) {
		t.Fatal(err)
	}
	var fields []string
	for _, field := range got.Fields {
		fields = append(fields, field.Field)
	}
	if want := []string{"name", "scopes[1]", "expiresAt", "networks[1]"}; !slices.Equal(fields, want) {
		t.Errorf("fields %v", fields)
	}
	for name, d := range map[string]apikey.Settings{
		"no scope":       {Name: "x"},
		"long name":      {Name: strings.Repeat("x", apikey.MaxName+1), Scopes: []access.Scope{"links:read"}},
		"many networks":  {Name: "x", Scopes: []access.Scope{"links:read"}, Networks: slices.Repeat([]string{"192.0.2.0/24"}, apikey.MaxNetworks+1)},
		"many unknown":   {Name: "x", Scopes: slices.Repeat([]access.Scope{"y"}, 1000)},
		"zone in a net":  {Name: "x", Scopes: []access.Scope{"links:read"}, Networks: []string{"fe80::1%eth0"}},
		"control in it":  {Name: "a\x00b", Scopes: []access.Scope{"links:read"}},
		"mapped, coarse": {Name: "x", Scopes: []access.Scope{"links:read"}, Networks: []string{"::ffff:0:0/90"}},
	} {
		if _, _, err := f.Create(t.Context(), f.owner, d); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestService_RequiresAdminsAndSessions(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	k, _ := f.create(t)
	as := func(change func(*access.Actor)) access.Actor { a := f.owner; change(&a); return a }
	allScopes := access.ScopesOf(access.AllScopes()...)
	for name, c := range map[string]struct {
		actor access.Actor
		want  fault.Code
	}{
		"admin":       {as(func(a *access.Actor) { a.Role = access.Admin }), ""},
		"editor":      {as(func(a *access.Actor) { a.Role = access.Editor }), fault.Forbidden},
		"viewer":      {as(func(a *access.Actor) { a.Role = access.Viewer }), fault.Forbidden},
		"key":         {as(func(a *access.Actor) { a.KeyID, a.Scopes = "key_1", allScopes }), fault.Forbidden},
		"anonymous":   {access.Actor{}, fault.Unauthenticated},
		"another one": {as(func(a *access.Actor) { a.WorkspaceID = "wsp_other" }), fault.NotFound},
	} {
		_, updated := f.Update(t.Context(), c.actor, k.ID, func(s *apikey.Settings) { s.Name = "New" })
		_, _, rotated := f.Rotate(t.Context(), c.actor, k.ID, 0)
		if fault.CodeOf(updated) != c.want || fault.CodeOf(rotated) != c.want {
			t.Errorf("%s: update %v, rotate %v", name, updated, rotated)
		}
		if c.want != "" {
			if err := f.Revoke(t.Context(), c.actor, k.ID); fault.CodeOf(err) != c.want {
				t.Errorf("%s: revoke %v", name, err)
			}
		}
	}
}

func TestService_AuthenticateRejectsAndRecords(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	office := func(d *apikey.Settings) { d.Networks = []string{"198.51.100.0/24", "2001:db8::1"} }
	_, limited := f.create(t, office)
	_, expiring := f.create(t, func(d *apikey.Settings) { d.ExpiresAt = new(f.clock.Now().Add(time.Hour)) })
	revoked, old := f.create(t)
	if err := f.Revoke(t.Context(), f.owner, revoked.ID); err != nil {
		t.Fatal(err)
	}
	for _, addr := range []string{"198.51.100.200", "::ffff:198.51.100.1", "2001:db8::1"} {
		if _, err := f.Authenticate(t.Context(), limited, netip.MustParseAddr(addr)); err != nil {
			t.Errorf("from %s: %v", addr, err)
		}
	}
	if !f.works(t, expiring) {
		t.Error("rejected before its expiry")
	}
	f.clock.Advance(time.Hour)
	f.log.Reset()
	typo := strings.Replace(expiring, expiring[10:11], string(expiring[10]^1), 1)
	for name, c := range map[string]struct {
		secret string
		want   fault.Code
	}{
		"expired": {expiring, fault.Unauthenticated}, "revoked": {old, fault.Unauthenticated}, "typo": {typo, fault.Unauthenticated},
		"cut off": {expiring[:20], fault.Unauthenticated}, "foreign network": {limited, fault.Forbidden},
	} {
		if _, err := f.Authenticate(t.Context(), c.secret, client); !fault.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := strings.Count(f.log.String(), "event=key.rejected"); n != 5 {
		t.Errorf("%d events in %s", n, f.log)
	}
	for _, secret := range []string{expiring, old, typo, limited} {
		if strings.Contains(f.log.String(), secret) {
			t.Errorf("the log has a secret: %s", f.log)
		}
	}
}

func TestService_ChangesTakeEffectAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	k, first := f.create(t)
	if !f.works(t, first) {
		t.Fatal("a new key is rejected")
	}
	if _, err := f.Update(t.Context(), f.owner, k.ID, func(s *apikey.Settings) { s.Scopes = []access.Scope{"qr:read"} }); err != nil {
		t.Fatal(err)
	}
	if got, err := f.Authenticate(t.Context(), first, client); err != nil || got.Scopes != access.ScopesOf(access.QRRead) {
		t.Errorf("scopes %v, %v", got.Scopes.List(), err)
	}
	_, second, err := f.Rotate(t.Context(), f.owner, k.ID, time.Minute)
	if err != nil || !f.works(t, first) || !f.works(t, second) {
		t.Errorf("within the overlap: %v", err)
	}
	f.clock.Advance(time.Minute)
	if f.works(t, first) || !f.works(t, second) {
		t.Error("after the overlap, the earlier secret works or the new one does not")
	}
	_, third, err := f.Rotate(t.Context(), f.owner, k.ID, 0)
	if err != nil || f.works(t, second) || !f.works(t, third) {
		t.Errorf("without overlap: %v", err)
	}
	if err := f.Revoke(t.Context(), f.owner, k.ID); err != nil || f.works(t, third) {
		t.Errorf("revoked: %v", err)
	}
}

func TestService_RotateMakesTheKeyTheActors(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	k, _ := f.create(t)
	other := testkit.Owner(t, f.store)
	admin := access.Actor{UserID: other.UserID, WorkspaceID: f.owner.WorkspaceID, Role: access.Admin}
	rotated, _, err := f.Rotate(t.Context(), admin, k.ID, 0)
	if err != nil || rotated.UserID != admin.UserID {
		t.Errorf("acts for %s, %v", rotated.UserID, err)
	}
	for _, overlap := range []time.Duration{-1, apikey.MaxOverlap + 1} {
		if _, _, err := f.Rotate(t.Context(), f.owner, k.ID, overlap); !fault.Is(err, fault.Invalid) {
			t.Errorf("overlap %s: %v", overlap, err)
		}
	}
}

func TestService_BatchesUses(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	k, secret := f.create(t)
	f.clock.Advance(time.Minute)
	f.works(t, secret)
	stored := func() apikey.Key {
		got, err := f.store.APIKey(t.Context(), k.WorkspaceID, k.ID)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if !stored().LastUsedAt.IsZero() {
		t.Error("a request wrote its use")
	}
	listed, err := f.List(t.Context(), f.owner)
	if err != nil || len(listed) != 1 || !listed[0].LastUsedAt.Equal(f.clock.Now()) || listed[0].LastUsedNetwork != "192.0.2.0/24" {
		t.Errorf("listed %+v, %v", listed, err)
	}
	if listed[0].LastUsedPlace != "Berlin, DE" {
		t.Errorf("place %q", listed[0].LastUsedPlace)
	}
	if err := f.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := stored(); !got.LastUsedAt.Equal(f.clock.Now()) || got.LastUsedNetwork != "192.0.2.0/24" {
		t.Errorf("stored %v %q", got.LastUsedAt, got.LastUsedNetwork)
	}
}

func TestService_EventsSayWhatChanged(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	k, _ := f.create(t)
	for field, change := range map[string]func(*apikey.Settings){
		"name":            func(s *apikey.Settings) { s.Name = "Backup" },
		"scopes":          func(s *apikey.Settings) { s.Scopes = []access.Scope{access.QRRead} },
		"networks":        func(s *apikey.Settings) { s.Networks = []string{"192.0.2.0/24"} },
		"expiresAt":       func(s *apikey.Settings) { s.ExpiresAt = new(f.clock.Now().Add(time.Hour)) },
		"compat":          func(s *apikey.Settings) { s.Compat = []dropin.API{} },
		"yourlsSignature": func(s *apikey.Settings) { s.Signature = !s.Signature },
		"yourlsUnique":    func(s *apikey.Settings) { s.Unique = !s.Unique },
	} {
		if _, err := f.Update(t.Context(), f.owner, k.ID, change); err != nil {
			t.Fatal(err)
		}
		events, err := f.store.EventsOf(t.Context(), k.WorkspaceID, k.ID, 1)
		var states struct{ Before, After map[string]any }
		if err == nil {
			err = json.Unmarshal(events[0].Data, &states)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, given := states.After[field]; !given || cmp.Equal(states.Before[field], got) {
			t.Errorf("the event of a change of %s: %s", field, events[0].Data)
		}
	}
}

func TestService_EmitsEventsWithoutSecrets(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	k, secret := f.create(t)
	name := "Backup"
	if _, err := f.Update(t.Context(), f.owner, k.ID, func(s *apikey.Settings) { s.Name = name }); err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.Rotate(t.Context(), f.owner, k.ID, 0); err != nil {
		t.Fatal(err)
	}
	if err := f.Revoke(t.Context(), f.owner, k.ID); err != nil {
		t.Fatal(err)
	}
	events, err := f.store.EventsOf(t.Context(), k.WorkspaceID, k.ID, 10)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []event.Kind
	for _, e := range events {
		kinds = append(kinds, e.Kind)
		if e.Actor.ID != f.owner.UserID || strings.Contains(string(e.Data), secret[10:]) {
			t.Errorf("event %s", e.Data)
		}
	}
	if want := []event.Kind{event.KeyRevoked, event.KeyRotated, event.KeyUpdated, event.KeyCreated}; !slices.Equal(kinds, want) {
		t.Errorf("events %v", kinds)
	}
}
