package records_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/core/utm"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func told(kind event.Kind, l *link.Link) event.Event {
	return event.Event{ID: ident.New(ident.Event), WorkspaceID: l.WorkspaceID, Kind: kind, SubjectID: l.ID, At: testkit.Day()}
}

// must fails the test when one of the writes failed.
func must(t *testing.T) func([]error, error) {
	return func(results []error, err error) {
		t.Helper()
		if err := errors.Join(append(results, err)...); err != nil {
			t.Fatal(err)
		}
	}
}

// putLink stores a link with these aliases on the default domain.
func putLink(t *testing.T, s *records.Store, owner access.Actor, change func(*link.Link), aliases ...string) *link.Link {
	t.Helper()
	l := newLink(t, s, owner, change, aliases...)
	must(t)(s.InsertLinks(t.Context(), l.WorkspaceID, 0, []link.Write{{Link: l, Event: told(event.LinkCreated, l)}}))
	return l
}

// newLink returns a link on testkit.Host that is not stored; change may be nil.
func newLink(t *testing.T, s *records.Store, owner access.Actor, change func(*link.Link), aliases ...string) *link.Link {
	t.Helper()
	on, err := s.DomainByHost(t.Context(), testkit.Host)
	if err != nil {
		t.Fatal(err)
	}
	l := &link.Link{
		ID: ident.New(ident.Link), WorkspaceID: owner.WorkspaceID, DomainID: on.ID, Domain: on.Host, Aliases: aliases,
		CreatedBy: owner.UserID, CreatedAt: testkit.Day(), UpdatedAt: testkit.Day(), Version: 1,
		Settings: link.Settings{
			URL: "https://example.com/", Tags: []string{}, RedirectStatus: 302, ForwardQuery: true,
		},
	}
	if change != nil {
		change(l)
	}
	return l
}

func TestTarget_ReturnsTheLongestMatchingAlias(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		exact := putLink(t, s, owner, nil, "docs/API")
		deep := putLink(t, s, owner, nil, "docs/api/*")
		wide := putLink(t, s, owner, nil, "docs/*", "Größe")
		for path, want := range map[string]struct {
			link  *link.Link
			alias string
		}{
			"docs/api":       {exact, "docs/API"},
			"DOCS/Api/":      {exact, "docs/API"},
			"docs/api/v1":    {deep, "docs/api/*"},
			"docs/api/v1/x":  {deep, "docs/api/*"},
			"docs/guide/api": {wide, "docs/*"},
			"docs":           {wide, "docs/*"},
			"GRÖSSE":         {wide, "Größe"}, // ß and SS differ in case only
			"größe":          {wide, "Größe"},
			"nothing":        {nil, ""},
			"":               {nil, ""},
		} {
			got, err := s.Target(t.Context(), wide.DomainID, routing.LookupKeys(path, false))
			if want.link == nil {
				if !fault.Is(err, fault.NotFound) {
					t.Errorf("%q: %+v, %v", path, got, err)
				}
				continue
			}
			if err != nil || got.LinkID != want.link.ID || got.Alias != want.alias {
				t.Errorf("%q: %s under %q, %v; want %s under %q", path, got.LinkID, got.Alias, err, want.link.ID, want.alias)
			}
		}
		if _, err := s.Target(t.Context(), "dom_other", []string{"docs/api"}); !fault.Is(err, fault.NotFound) {
			t.Errorf("another domain: %v", err)
		}
	})
}

func TestStore_TargetReturnsUnknownKindWithoutLink(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		l := putLink(t, s, testkit.Owner(t, s), nil, "newer")
		if err := s.SetTargetKind(t.Context(), "newer", "album"); err != nil {
			t.Fatal(err)
		}
		want := routing.Target{Kind: "album", DomainID: l.DomainID, Alias: "newer"}
		got, err := s.Target(t.Context(), l.DomainID, []string{"newer"})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestTarget_HasEveryFieldOfTheLink(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		l := putLink(t, s, owner, func(l *link.Link) {
			l.Title, l.PasswordHash, l.FallbackURL, l.MaxClicks, l.RedirectStatus = "T", "hash", "https://example.com/f", 3, 307
			l.StartsAt, l.ExpiresAt = testkit.Day(), testkit.Day().Add(time.Hour)
			l.Preview, l.UTM = routing.Preview{Title: "P"}, utm.Params{Source: "s"}
			l.Split = []routing.Branch{{URL: "https://example.com/a", Weight: 50}, {URL: "https://example.com/b", Weight: 50}}
		}, "all")
		got, err := s.Target(t.Context(), l.DomainID, []string{"all"})
		if diff := cmp.Diff(l.Target("all", ""), got, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("%v %s", err, diff)
		}
		must(t)(s.DeleteLinks(t.Context(), owner.WorkspaceID, []link.Write{{Link: l, Event: told(event.LinkDeleted, l)}}))
		got, err = s.Target(t.Context(), l.DomainID, []string{"all"})
		if err != nil || !got.Deleted || got.LinkID != l.ID {
			t.Errorf("a tombstone is %+v, %v", got, err)
		}
	})
}

// TestClaim_GrantsTheLastClickOnce checks that of a thousand concurrent claims of
// the last click exactly one succeeds.
func TestClaim_GrantsTheLastClickOnce(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		l := putLink(t, s, testkit.Owner(t, s), func(l *link.Link) { l.MaxClicks = 1 }, "last")
		if left, err := s.ClaimsLeft(t.Context(), l.ID); err != nil || !left {
			t.Fatalf("ClaimsLeft = %v, %v", left, err)
		}
		var won atomic.Int64
		var wg sync.WaitGroup
		for range 1000 {
			wg.Go(func() {
				got, err := s.Claim(t.Context(), l.ID)
				if err != nil {
					t.Error(err)
				}
				if got {
					won.Add(1)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 {
			t.Errorf("%d of 1000 got the last click", won.Load())
		}
		if left, err := s.ClaimsLeft(t.Context(), l.ID); err != nil || left {
			t.Errorf("ClaimsLeft = %v, %v", left, err)
		}
	})
}

func TestClaim_CountsFromWhenTheLimitWasSet(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		l := putLink(t, s, owner, func(l *link.Link) { l.MaxClicks = 2 }, "limited")
		set := func(limit int64) {
			t.Helper()
			l.Version++
			l.MaxClicks = limit
			_, err := s.ChangeLinks(t.Context(), owner.View(), []string{l.ID}, setTo(*l, told(event.LinkUpdated, l)))
			if err != nil {
				t.Fatal(err)
			}
		}
		claim := func(want bool) {
			t.Helper()
			if got, err := s.Claim(t.Context(), l.ID); err != nil || got != want {
				t.Errorf("Claim = %v, %v; want %v", got, err, want)
			}
		}
		claim(true)
		claim(true)
		claim(false)
		set(3) // raised: the two stay used
		claim(true)
		claim(false)
		set(0) // lifted
		claim(true)
		claim(true)
		set(1) // set anew: counts from here
		claim(true)
		claim(false)
	})
}

func TestStore_SetLinkClicksIsIdempotent(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		l := putLink(t, s, owner, nil, "counted")
		at := testkit.Day().Add(time.Minute)
		for range 2 {
			if err := s.SetLinkClicks(t.Context(), []clickcount.Clicks{{LinkID: l.ID, Clicks: 41, LastClickedAt: at}}); err != nil {
				t.Fatal(err)
			}
		}
		got, err := s.Link(t.Context(), owner.View(), l.ID)
		if err != nil || got.ClickCount != 41 || !got.LastClickedAt.Equal(at) {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// Ids and aliases come from addresses that strangers type.
func TestStore_AcceptsInvalidTextInLookups(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		for _, text := range []string{"\x00", "a\x00b", "\xff\xfe", "'; DROP TABLE links; --", "\ufffd"} {
			_, linkErr := s.Link(t.Context(), owner.View(), text)
			_, targetErr := s.Target(t.Context(), "dom_x", []string{text})
			_, hostErr := s.DomainByHost(t.Context(), text)
			for _, err := range []error{linkErr, targetErr, hostErr} {
				if code := fault.CodeOf(err); code != fault.NotFound && code != fault.Invalid {
					t.Errorf("%q: %v", text, err)
				}
			}
		}
	})
}
