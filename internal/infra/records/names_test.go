package records_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func TestNames_ResolvesTheIDsOfClicks(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner, stranger := testkit.Owner(t, s), testkit.Owner(t, s)
		rule := routing.Rule{ID: ident.New(ident.Rule), Name: "Germans on a phone"}
		l := putLink(t, s, owner, func(l *link.Link) {
			l.Tags = []string{"Frühling"}
			l.Rules = []routing.Rule{rule}
		}, "Launch", "start")
		number, _ := ident.Number(l.ID)

		lookup := func(workspace string, d analytics.Dimension, name string) []string {
			ids, err := s.Lookup(t.Context(), access.WholeWorkspace(workspace), d, name)
			if err != nil {
				t.Fatal(err)
			}
			return ids
		}
		label := func(workspace string, d analytics.Dimension, id string) string {
			labels, err := s.Labels(t.Context(), access.WholeWorkspace(workspace), d, []string{id, "lnk_0000000000000"})
			if err != nil {
				t.Fatal(err)
			}
			return labels[id]
		}
		if got := lookup(owner.WorkspaceID, analytics.Link, "LAUNCH"); len(got) != 1 || got[0] != l.ID {
			t.Errorf("the alias leads to %v", got)
		}
		if got := lookup(stranger.WorkspaceID, analytics.Link, "launch"); len(got) != 0 {
			t.Errorf("a stranger finds %v", got)
		}
		tags := lookup(owner.WorkspaceID, analytics.Tag, "FRÜHLING")
		if len(tags) != 1 || label(owner.WorkspaceID, analytics.Tag, tags[0]) != "Frühling" {
			t.Errorf("the tag is %v", tags)
		}
		if got := lookup(owner.WorkspaceID, analytics.Domain, testkit.Host); len(got) != 1 || label(owner.WorkspaceID, analytics.Domain, got[0]) != testkit.Host {
			t.Errorf("the default domain is %v", got)
		}
		if got := label(owner.WorkspaceID, analytics.Link, l.ID); got != testkit.Host+"/Launch" {
			t.Errorf("the link's label is %q", got)
		}
		if got := label(owner.WorkspaceID, analytics.Rule, rule.ID); got != rule.Name {
			t.Errorf("the rule's label is %q", got)
		}
		if label(stranger.WorkspaceID, analytics.Link, l.ID)+label(stranger.WorkspaceID, analytics.Rule, rule.ID) != "" {
			t.Error("a stranger reads labels")
		}
		members, err := s.Members(t.Context(), owner.View(), analytics.Tag, nil)
		tag, _ := ident.Number(tags[0])
		if diff := cmp.Diff([]analytics.Member{{Link: number, Of: tag}}, members); diff != "" || err != nil {
			t.Error(diff, err)
		}
	})
}

func TestStore_LinkClicksPages(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		for _, alias := range []string{"a", "b", "c"} {
			putLink(t, s, owner, nil, alias)
		}
		first, err := s.LinkClicks(t.Context(), "", "", 2)
		if err != nil || len(first) != 2 {
			t.Fatalf("first page: %v %v", first, err)
		}
		at := testkit.Day().Add(time.Minute)
		if err := s.SetLinkClicks(t.Context(), []clickcount.Clicks{{LinkID: first[1].LinkID, Clicks: 7, LastClickedAt: at}}); err != nil {
			t.Fatal(err)
		}
		again, err := s.LinkClicks(t.Context(), "", first[0].LinkID, 2)
		if err != nil || len(again) != 2 {
			t.Fatalf("second page: %v %v", again, err)
		}
		if got := again[0]; got.Clicks != 7 || !got.LastClickedAt.Equal(at) || got.WorkspaceID != owner.WorkspaceID {
			t.Errorf("got %+v", got)
		}
	})
}
