package link_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/link"
	"linnet/internal/core/plan"
	"linnet/internal/core/routing"
	"linnet/internal/core/utm"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// bench is a link service on a real store, with one workspace.
type bench struct {
	*link.Service
	deps   link.Deps
	guards guards
	store  *records.Store
	clock  *clock.Manual
	owner  access.Actor
	limit  atomic.Int64
}

// guards permit what a test leaves out.
type guards struct {
	testkit.Unguarded
	link.Conventions
	links   func() int
	storage int64
}

func (g guards) Limits(context.Context, string) (plan.Limits, error) {
	return plan.Limits{Links: g.links(), Storage: g.storage}, nil
}

// UTMConventions returns those of the test, if it has some.
func (g guards) UTMConventions(ctx context.Context, workspaceID string) (utm.Conventions, error) {
	if g.Conventions == nil {
		return utm.Conventions{}, nil
	}
	return g.Conventions.UTMConventions(ctx, workspaceID)
}

// Reserved reserves two routes.
func (guards) DropIn(path string) bool { return path == "api/v2/links" }

func (guards) Reserved(path string) bool {
	return strings.HasPrefix(path+"/", "pricing/") || strings.HasPrefix(path+"/", "docs/api/")
}

// Hash stands in for argon2id, which has its own tests and costs 20 ms a call.
func (b *bench) Hash(_ context.Context, plain string) (string, error) { return "hash of " + plain, nil }

func newBench(t *testing.T, s *records.Store) *bench {
	t.Helper()
	b := &bench{store: s, clock: clock.NewManual(testkit.Day()), owner: testkit.Owner(t, s)}
	b.deps = link.Deps{
		Store: s, Domains: domain.New(domain.Deps{Store: s, Clock: b.clock}), Hasher: b, Clock: b.clock,
	}
	b.guards = guards{links: func() int { return int(b.limit.Load()) }}
	b.Service = link.New(b.deps, b.guards)
	return b
}

// with returns another service on the same store, with changed dependencies.
func (b *bench) with(change func(*link.Deps)) *link.Service {
	deps := b.deps
	change(&deps)
	return link.New(deps, b.guards)
}

// within returns another service on the same store, with changed guards.
func (b *bench) within(change func(*guards)) *link.Service {
	guards := b.guards
	change(&guards)
	return link.New(b.deps, guards)
}

// onBoth runs a test on a fresh service of each engine.
func onBoth(t *testing.T, run func(t *testing.T, b *bench)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) { run(t, newBench(t, s)) })
}

// make creates a link. A draft without a redirect status gets the default one and
// forwards the query.
func (b *bench) make(t *testing.T, d link.Draft) *link.Link {
	t.Helper()
	if d.RedirectStatus == 0 {
		d.ForwardQuery = true
	}
	if d.URL == "" {
		d.URL = "https://example.com/"
	}
	l, err := b.Create(t.Context(), b.owner, d)
	if err != nil {
		t.Fatalf("Create: %v", err)
	}
	return l
}

func (b *bench) get(t *testing.T, id string) *link.Link {
	t.Helper()
	l, err := b.Get(t.Context(), b.owner, id)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func named(alias string) link.Draft {
	d := link.Draft{Alias: &alias, Settings: link.DefaultSettings()}
	d.URL = "https://example.com/"
	return d
}

// fieldsOf returns the faulty fields of err, sorted.
func fieldsOf(err error) []string {
	var f *fault.Error
	if !errors.As(err, &f) {
		return nil
	}
	out := []string{}
	for _, field := range f.Fields {
		out = append(out, field.Field)
	}
	slices.Sort(out)
	return out
}

func fullDraft() link.Draft {
	alias := "Größe/🚀"
	return link.Draft{
		Alias: &alias, Password: new("open sesame"),
		Settings: link.Settings{URL: "https://한글.example/%2F?empty&q=[[x]]#%zz", Title: "A title", Comments: "Two\nlines",
			Tags: []string{"Spring", "a tag"}, Preview: routing.Preview{Title: "Card", Description: "Text", Image: "https://example.com/i.png"},
			RedirectStatus: 308, ForwardPath: true, Indexable: true, TrackConversions: true,
			StartsAt: testkit.Day().Add(time.Hour), ExpiresAt: testkit.Day().Add(48 * time.Hour), MaxClicks: 7,
			FallbackURL: "https://example.com/over", ExpiresAction: routing.ExpiresPage,
			UTM: utm.Params{Source: "news", Medium: "mail", Campaign: "may", Term: "t", Content: "c", Ref: "r"},
			Rules: []routing.Rule{{Name: "Germans", Then: routing.Action{Redirect: "https://example.com/de"},
				When: routing.Condition{Field: routing.Country, Op: routing.In, Values: []json.RawMessage{json.RawMessage(`"DE"`)}}}},
			Split: []routing.Branch{{URL: "https://example.com/a", Weight: 30}, {URL: "https://example.com/b", Weight: 70}}},
	}
}

func TestService_CreateStoresEverySetting(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, fullDraft())
		got, err := b.Get(t.Context(), b.owner, made.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(made, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("stored and read differ: %s", diff)
		}
		if got.URL != fullDraft().URL {
			t.Errorf("the destination became %q", got.URL)
		}
		if got.PasswordHash != "hash of open sesame" || got.Version != 1 || got.CreatedBy != b.owner.UserID || got.Domain != testkit.Host {
			t.Errorf("got %+v", got)
		}
		if !strings.HasPrefix(got.Rules[0].ID, "rul_") {
			t.Errorf("the rule's id is %q", got.Rules[0].ID)
		}
		found, err := b.Lookup(t.Context(), b.owner, testkit.Host, "GRÖSSE/🚀")
		if err != nil || found.ID != made.ID {
			t.Errorf("Lookup = %v, %v", found, err)
		}
		kept, err := b.store.EventsOf(t.Context(), b.owner.WorkspaceID, made.ID, 9)
		if err != nil || len(kept) != 1 || strings.Contains(string(kept[0].Data), "sesame") {
			t.Errorf("events: %v, %v", kept, err)
		}
	})
}

func TestService_CreateReportsEveryInvalidField(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		alias := "a b"
		_, err := b.Create(t.Context(), b.owner, link.Draft{
			Domain: "not.ours.example", Alias: &alias,
			Settings: link.Settings{URL: "javascript:x", Title: strings.Repeat("x", 301), RedirectStatus: 200,
				StartsAt: testkit.Day(), ExpiresAt: testkit.Day(), MaxClicks: -1, ExpiresAction: "explode", FallbackURL: "http://" + testkit.Host + "/x",
				Tags: []string{"a,b"}, FolderID: "", Split: []routing.Branch{{URL: "https://example.com", Weight: 100}},
				Preview: routing.Preview{Image: "mailto:x@y"}, UTM: utm.Params{Source: strings.Repeat("x", 501)},
				Rules: []routing.Rule{{When: routing.Condition{Field: "color"}, Then: routing.Action{Redirect: "data:x"}}}},
		})
		want := []string{"alias", "domain", "expiresAction", "expiresAt", "fallbackUrl", "maxClicks", "preview.image", "redirectStatus",
			"rules[0].then.redirect", "rules[0].when.field", "split", "tags[0]", "title", "url", "utm.source"}
		if diff := cmp.Diff(want, fieldsOf(err)); diff != "" || !fault.Is(err, fault.Invalid) {
			t.Errorf("%v: %s", err, diff)
		}
		if _, err := b.Create(t.Context(), b.owner, link.Draft{Settings: link.Settings{URL: "https://example.com", FolderID: "fld_none"}}); !slices.Equal(fieldsOf(err), []string{"folderId"}) {
			t.Errorf("an unknown folder: %v", err)
		}
	})
}

func TestService_CreateRejectsTitlesThatHideWhatTheySay(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		for _, title := range []string{"report\u202egnp.exe", "\u200b"} {
			_, err := b.Create(t.Context(), b.owner, link.Draft{Settings: link.Settings{URL: "https://example.com", Title: title}})
			if !slices.Equal(fieldsOf(err), []string{"title"}) {
				t.Errorf("%+q: %v", title, err)
			}
		}
		b.make(t, link.Draft{Settings: link.Settings{URL: "https://example.com", Title: "\u200fשלום\u200e (1)"}})
	})
}

func TestService_CreateDrawsRandomAlias(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		l := b.make(t, link.Draft{})
		if len(l.Alias()) != link.RandomAlias || l.Alias() != strings.ToLower(l.Alias()) || strings.ContainsAny(l.Alias(), "0Ol1I") {
			t.Errorf("drew %q", l.Alias())
		}
	})
}

func TestService_CreatesArchivedLinks(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made := b.make(t, link.Draft{Status: link.Archived})
		if l, err := b.Get(t.Context(), b.owner, made.ID); err != nil || !made.Archived || !l.Archived {
			t.Errorf("%+v, %v", l, err)
		}
		if l := b.make(t, link.Draft{Status: link.Active}); l.Archived {
			t.Errorf("%+v", l)
		}
	})
}

func TestService_CreateRejectsTakenAlias(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.make(t, named("Launch"))
		for name, alias := range map[string]string{"as it is": "Launch", "another case": "lAUNCH", "reserved by a route": "Pricing/x", "reserved by a word": "admin", "Cyrillic о": "lоgin", "full width": "ｌｏｇｉｎ", "Cyrillic а": "dаshboard/x", "accents": "lógín", "a one": "1ogin", "rn for m": "adrnin", "reserved on every host": "robots.txt", "a reserved path": "docs/API", "below a reserved path": "docs/api/*", "Cyrillic а in a path": "docs/аpi"} {
			_, err := b.Create(t.Context(), b.owner, named(alias))
			if !fault.Is(err, fault.Conflict) || !slices.Equal(fieldsOf(err), []string{"alias"}) {
				t.Errorf("%s: %v", name, err)
			}
			free, err := b.AliasAvailable(t.Context(), b.owner, "", alias)
			if err != nil || free.Available || free.Reason == "" {
				t.Errorf("%s: %+v, %v", name, free, err)
			}
		}
		b.make(t, named("docs/*")) // covers a reserved path
		if free, err := b.AliasAvailable(t.Context(), b.owner, "", "free"); err != nil || !free.Available {
			t.Errorf("free: %+v, %v", free, err)
		}
		if free, err := b.AliasAvailable(t.Context(), b.owner, "", "a//b"); err != nil || free.Available || free.Reason == "" {
			t.Errorf("malformed: %+v, %v", free, err)
		}
		stranger := testkit.Owner(t, b.store)
		if _, err := b.Create(t.Context(), stranger, named("launch")); !fault.Is(err, fault.Conflict) {
			t.Errorf("a stranger took it: %v", err)
		}
	})
}

func TestService_ConcurrentCreatesTakeAliasOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		var won, lost atomic.Int64
		var wg sync.WaitGroup
		for range 30 {
			wg.Go(func() {
				_, err := b.Create(t.Context(), b.owner, named("wanted"))
				switch {
				case err == nil:
					won.Add(1)
				case fault.Is(err, fault.Conflict):
					lost.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 || lost.Load() != 29 {
			t.Errorf("%d won and %d lost", won.Load(), lost.Load())
		}
	})
}

func TestService_ConcurrentCreatesRespectLimit(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.limit.Store(100)
		var made, refused atomic.Int64
		var wg sync.WaitGroup
		for range 200 {
			wg.Go(func() {
				_, err := b.Create(t.Context(), b.owner, link.Draft{Settings: link.Settings{URL: "https://example.com/"}})
				switch {
				case err == nil:
					made.Add(1)
				case fault.Is(err, fault.LimitReached) && strings.Contains(err.Error(), "100"):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n, err := b.Count(t.Context(), b.owner); err != nil || n != 100 || made.Load() != 100 || refused.Load() != 100 {
			t.Fatalf("%d made, %d refused, %d there, %v", made.Load(), refused.Load(), n, err)
		}
		page, err := b.List(t.Context(), b.owner, link.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Delete(t.Context(), b.owner, page.Links[0].ID); err != nil {
			t.Fatal(err)
		}
		b.make(t, link.Draft{}) // a deleted link makes room
	})
}

func TestService_RequiresRoleAndWorkspace(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		l := b.make(t, named("ours"))
		viewer := b.owner
		viewer.Role = access.Viewer
		stranger := testkit.Owner(t, b.store)
		for name, c := range map[string]struct {
			actor       access.Actor
			read, write fault.Code
		}{
			"anonymous":  {access.Actor{}, fault.Unauthenticated, fault.Unauthenticated},
			"a viewer":   {viewer, "", fault.Forbidden},
			"a stranger": {stranger, fault.NotFound, fault.NotFound},
		} {
			_, getErr := b.Get(t.Context(), c.actor, l.ID)
			_, lookErr := b.Lookup(t.Context(), c.actor, "", "ours")
			_, upErr := b.Update(t.Context(), c.actor, l.ID, nil, func(d *link.Draft) { d.Title = "x" })
			delErr := b.Delete(t.Context(), c.actor, l.ID)
			got := []fault.Code{fault.CodeOf(getErr), fault.CodeOf(lookErr), fault.CodeOf(upErr), fault.CodeOf(delErr)}
			if want := []fault.Code{c.read, c.read, c.write, c.write}; !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
		page, err := b.List(t.Context(), stranger, link.Filter{})
		if err != nil || page.Total != 0 || len(page.Links) != 0 {
			t.Errorf("a stranger lists %+v, %v", page, err)
		}
	})
}

func TestService_RefusesLoopsOnAPublicHost(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		if _, err := domain.New(domain.Deps{Store: b.store, Clock: b.clock}).EnsureDefault(t.Context(), "https://go.example.com", true); err != nil {
			t.Fatal(err)
		}
		for _, address := range []string{
			"https://go.example.com/x", "https://go.example.com:8443/x", "https://%67o.example.com/x", "https://ｇo.example.com/x",
			"https://go。example.com/x", "https://GO.example.com./x", "https://ada@go.example.com/x",
		} {
			if _, err := b.Create(t.Context(), b.owner, link.Draft{Settings: link.Settings{URL: address}}); !slices.Equal(fieldsOf(err), []string{"url"}) {
				t.Errorf("%s: %v", address, err)
			}
		}
		for _, address := range []string{"https://example.com/x", "https://go.example.com/", "https://www.go.example.com/x", "http://localhost/x"} {
			if _, err := b.Create(t.Context(), b.owner, link.Draft{Settings: link.Settings{URL: address}}); err != nil {
				t.Errorf("%s: %v", address, err)
			}
		}
	})
}

func TestService_RejectsLoopingDestinations(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		for address, ok := range map[string]bool{
			"http://" + testkit.Host + "/x":               false,
			"https://LOCALHOST:8080/x/y?z":                false,
			"http://ada@localhost:8080/x":                 false,
			`http://localhost:8080\x`:                     false,
			"http://localhost:8080/login/../abc":          false,
			"http://localhost:8080/login/%2e%2e/abc":      false,
			"http://local%68ost:8080/x":                   false,
			"http://ｌocalhost:8080/x":                     false,
			"http://localhost.:8080/x":                    false,
			"http://127.0.0.1:8080/x":                     false,
			"http://2130706433:8080/x":                    false,
			"http://127.1:8080/x":                         false,
			"http://0x7f.0.0.1:8080/x":                    false,
			"http://0177.0.0.01:8080/x":                   false,
			"http://[::ffff:7f00:1]:8080/x":               false,
			"http://[::1]:8080/x":                         false,
			"http://go.localhost:8080/x":                  false,
			"http://localhost:8080/lоgin":                 false, // Cyrillic: a link, not the page
			"http://localhost:8080":                       true,
			"http://localhost:8080/":                      true,
			"http://localhost:8080/?x":                    true,
			"http://localhost:8080/pricing":               true,
			"http://localhost:8080/docs/api":              true,
			"http://localhost:8080/docs/guide":            false,
			"http://localhost:9090/x":                     true,
			"https://example.com/http://localhost:8080/x": true,
			"mailto:x@localhost:8080":                     true,
		} {
			_, err := b.Create(t.Context(), b.owner, link.Draft{Settings: link.Settings{URL: address}})
			if (err == nil) != ok || (!ok && !slices.Equal(fieldsOf(err), []string{"url"})) {
				t.Errorf("%s: %v", address, err)
			}
		}
	})
}
