package share_test

import (
	"context"
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/domain"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/share"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// bench is the service over real records; it also replaces the figures,
// and records the requests for them.
type bench struct {
	*share.Service
	store    *records.Store
	links    *link.Service
	owner    access.Actor
	clock    *clock.Manual
	requests []analytics.Request
}

func (*bench) Hash(_ context.Context, plain string) (string, error) { return "hash of " + plain, nil }
func (*bench) Matches(_ context.Context, plain, hash string) (bool, error) {
	return "hash of "+plain == hash, nil
}

func (b *bench) Shared(_ context.Context, workspaceID string, r analytics.Request, _ analytics.Parts) (analytics.Report, error) {
	if workspaceID != b.owner.WorkspaceID {
		return analytics.Report{}, fault.New(fault.Internal, "the request is for another workspace")
	}
	b.requests = append(b.requests, r)
	return analytics.Report{}, nil
}

func (*bench) PinFilters(_ context.Context, _ access.Actor, filters []analytics.Filter) ([]analytics.Filter, error) {
	return filters, nil
}

func (*bench) FilterLabels(context.Context, string, []analytics.Filter) (map[analytics.Dimension]map[string]string, error) {
	return nil, nil
}

func onBoth(t *testing.T, run func(t *testing.T, b *bench)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		b := &bench{store: s, owner: testkit.Owner(t, s), clock: clock.NewManual(testkit.Day())}
		b.Service = share.New(share.Deps{Store: s, Hasher: b, Figures: b, Clock: b.clock})
		b.links = link.New(link.Deps{Store: s, Domains: domain.New(domain.Deps{Store: s, Clock: b.clock}), Hasher: b, Clock: b.clock}, testkit.Unguarded{})
		run(t, b)
	})
}

func (b *bench) link(t *testing.T, alias, folderID string, tags ...string) *link.Link {
	t.Helper()
	l, err := b.links.Create(t.Context(), b.owner, link.Draft{Alias: &alias, Settings: link.Settings{URL: "https://example.com/", FolderID: folderID, Tags: tags}})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func (b *bench) share(t *testing.T, d share.Draft) (share.Share, string) {
	t.Helper()
	b.clock.Advance(time.Second)
	made, token, err := b.Create(t.Context(), b.owner, d)
	if err != nil {
		t.Fatal(err)
	}
	return made, token
}

func TestService_CreateUpdateRevoke(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		l := b.link(t, "launch", "")
		one, token := b.share(t, share.Draft{Scope: share.OfLink, SubjectID: l.ID, Password: "sesame", ExpiresAt: testkit.Day().Add(time.Hour)})
		all, _ := b.share(t, share.Draft{Scope: share.OfWorkspace, SubjectID: "ignored"})
		if one.Label != testkit.Host+"/launch" || all.SubjectID != "" || all.Label == "" || !share.IsToken(token) {
			t.Errorf("%+v %+v %q", one, all, token)
		}
		list, err := b.List(t.Context(), b.owner, "", "")
		if diff := cmp.Diff([]share.Share{all, one}, list); err != nil || diff != "" {
			t.Errorf("%v %s", err, diff)
		}
		list, err = b.List(t.Context(), b.owner, share.OfLink, l.ID)
		if diff := cmp.Diff([]share.Share{one}, list); err != nil || diff != "" {
			t.Errorf("%v %s", err, diff)
		}
		stranger := testkit.Owner(t, b.store)
		for what, err := range map[string]error{
			"reading": errOf(b.Get(t.Context(), stranger, one.ID)), "changing": errOf(b.Update(t.Context(), stranger, one.ID, share.Patch{})),
			"revoking": b.Revoke(t.Context(), stranger, one.ID),
		} {
			if !fault.Is(err, fault.NotFound) {
				t.Errorf("a stranger %s: %v", what, err)
			}
		}
		open, never := "", time.Time{}
		changed, err := b.Update(t.Context(), b.owner, one.ID, share.Patch{Password: &open, ExpiresAt: &never})
		if err != nil || changed.PasswordHash != "" || !changed.ExpiresAt.IsZero() {
			t.Errorf("%+v %v", changed, err)
		}
		if view, err := b.Open(t.Context(), token, ""); err != nil || view.Locked || view.ID != one.ID {
			t.Errorf("%+v %v", view, err)
		}
		if err := b.Revoke(t.Context(), b.owner, one.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Open(t.Context(), token, ""); !fault.Is(err, fault.Gone) {
			t.Errorf("a revoked page: %v", err)
		}
		if err := b.Revoke(t.Context(), b.owner, one.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("revoked twice: %v", err)
		}
	})
}

func errOf[T any](_ T, err error) error { return err }

func TestService_ReportIsConfinedToTheSelection(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		labels := label.NewService(b.store, b.clock)
		folder, err := labels.Create(t.Context(), b.owner, label.Folder, label.Settings{Name: "Launch"})
		if err != nil {
			t.Fatal(err)
		}
		inside, outside := b.link(t, "inside", folder.ID, "spring"), b.link(t, "outside", "")
		tags, err := labels.List(t.Context(), b.owner, label.Tag, label.Query{})
		if err != nil || len(tags.Labels) != 1 {
			t.Fatal(tags, err)
		}
		for _, d := range []share.Draft{
			{Scope: share.OfLink, SubjectID: inside.ID}, {Scope: share.OfFolder, SubjectID: folder.ID}, {Scope: share.OfTag, SubjectID: tags.Labels[0].ID},
		} {
			_, token := b.share(t, d)
			dimension, _ := d.Scope.Dimension()
			requested := analytics.Request{Subject: analytics.OrphanVisits, Filters: []analytics.Filter{
				{Dimension: analytics.Link, Values: []string{inside.ID}}, {Dimension: analytics.Country, Values: []string{"DE"}, Negated: true},
			}}
			b.requests = nil
			if _, err := b.Report(t.Context(), token, "", requested, analytics.Parts{Count: true}); err != nil {
				t.Fatal(err)
			}
			want := append(requested.Filters, analytics.Filter{Dimension: dimension, Values: []string{d.SubjectID}})
			if diff := cmp.Diff(want, b.requests[0].Filters); diff != "" || b.requests[0].Subject != analytics.LinkClicks {
				t.Errorf("%s: %s", d.Scope, diff)
			}
			for name, values := range map[string][]string{
				"another link": {outside.ID}, "one of two": {inside.ID, outside.ID}, "none": {""}, "no link": {ident.New(ident.Link)},
			} {
				_, err := b.Report(t.Context(), token, "", analytics.Request{Filters: []analytics.Filter{{Dimension: analytics.Link, Values: values}}}, analytics.Parts{})
				if !fault.Is(err, fault.NotFound) {
					t.Errorf("%s, %s: %v", d.Scope, name, err)
				}
			}
		}
	})
}

func TestService_LimitsSharesOfAWorkspace(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		var last share.Share
		for range share.MaxShares {
			last, _ = b.share(t, share.Draft{Scope: share.OfWorkspace})
		}
		if _, _, err := b.Create(t.Context(), b.owner, share.Draft{Scope: share.OfWorkspace}); !fault.Is(err, fault.LimitReached) {
			t.Errorf("one more: %v", err)
		}
		if err := b.Revoke(t.Context(), b.owner, last.ID); err != nil {
			t.Fatal(err)
		}
		b.share(t, share.Draft{Scope: share.OfWorkspace})
	})
}

func TestService_PassIsForOnePageAndPassword(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		first, token := b.share(t, share.Draft{Scope: share.OfWorkspace, Password: "sesame"})
		_, other := b.share(t, share.Draft{Scope: share.OfWorkspace, Password: "sesame"})
		addr := netip.MustParseAddr("203.0.113.7")
		pass, until, err := b.Unlock(t.Context(), token, "sesame", addr)
		if err != nil || until.Sub(b.clock.Now()) != 12*time.Hour {
			t.Fatal(until, err)
		}
		locked := func(token string) bool {
			view, err := b.Open(t.Context(), token, pass)
			if err != nil {
				t.Fatal(err)
			}
			return view.Locked
		}
		if locked(token) || !locked(other) {
			t.Errorf("this page is locked: %v, the other: %v", locked(token), locked(other))
		}
		again := "open"
		if _, err := b.Update(t.Context(), b.owner, first.ID, share.Patch{Password: &again}); err != nil {
			t.Fatal(err)
		}
		if !locked(token) {
			t.Error("the pass outlives its password")
		}
	})
}
