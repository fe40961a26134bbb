package records_test

import (
	"cmp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/conversion"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// labeled is a workspace with links with two tags and in a folder. The link one is deleted.
type labeled struct {
	owner                 access.Actor
	first, second, folder string // ids
	both, one, two, none  *link.Link
}

// labelID returns the id of the tag or folder with a name.
func labelID(t *testing.T, s *records.Store, v access.View, d analytics.Dimension, name string) string {
	t.Helper()
	ids, err := s.Lookup(t.Context(), v, d, name)
	if err != nil || len(ids) != 1 {
		t.Fatal(name, ids, err)
	}
	return ids[0]
}

func tagged(t *testing.T, s *records.Store) labeled {
	t.Helper()
	l := labeled{owner: testkit.Owner(t, s)}
	l.folder = (&linkModel{t: t, s: s, owner: l.owner, now: testkit.Day()}).newFolder("folder")
	put := func(alias string, tags ...string) *link.Link {
		return putLink(t, s, l.owner, func(new *link.Link) {
			if new.Tags = tags; len(tags) == 1 {
				new.FolderID = l.folder
			}
		}, alias)
	}
	l.both, l.one, l.two, l.none = put("both", "first", "second"), put("one", "first"), put("two", "second"), put("none")
	l.first, l.second = labelID(t, s, l.owner.View(), analytics.Tag, "first"), labelID(t, s, l.owner.View(), analytics.Tag, "second")
	must(t)(s.DeleteLinks(t.Context(), l.one.WorkspaceID, []link.Write{{Link: l.one, Event: told(event.LinkDeleted, l.one)}}))
	return l
}

func numbersOf(ids ...string) []uint64 {
	all := make([]uint64, len(ids))
	for i, id := range ids {
		all[i], _ = ident.Number(id)
	}
	return all
}

func TestMembers_AreThoseOfTheWorkspace(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		l, stranger := tagged(t, s), testkit.Owner(t, s)
		membersOf := func(owner access.Actor, d analytics.Dimension, ids ...string) []analytics.Member {
			t.Helper()
			all, err := s.Members(t.Context(), owner.View(), d, ids)
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
		members := func(owner access.Actor, ids ...string) []analytics.Member {
			t.Helper()
			return membersOf(owner, analytics.Tag, ids...)
		}
		of := numbersOf(l.first, l.second)
		want := func(tag uint64, links ...*link.Link) (all []analytics.Member) {
			for _, each := range links {
				all = append(all, analytics.Member{Link: numbersOf(each.ID)[0], Of: tag})
			}
			slices.SortFunc(all, func(a, b analytics.Member) int { return cmp.Compare(a.Link, b.Link) })
			return all
		}
		first, second := want(of[0], l.both, l.one), want(of[1], l.both, l.two)
		if diff := gocmp.Diff(first, members(l.owner, l.first)); diff != "" {
			t.Error("of the first:", diff)
		}
		if diff := gocmp.Diff(second, members(l.owner, l.second, "tag_nonsense")); diff != "" {
			t.Error("of the second:", diff)
		}
		all := slices.Concat(first, second)
		if of[0] > of[1] {
			all = slices.Concat(second, first)
		}
		if diff := gocmp.Diff(all, members(l.owner)); diff != "" {
			t.Error("of all:", diff)
		}
		inFolder := want(numbersOf(l.folder)[0], l.one, l.two) // one of them is deleted
		for _, ids := range [][]string{nil, {l.folder}} {
			if diff := gocmp.Diff(inFolder, membersOf(l.owner, analytics.Folder, ids...)); diff != "" {
				t.Error("in the folder:", diff)
			}
		}
		if got := slices.Concat(members(stranger), members(stranger, l.first), membersOf(stranger, analytics.Folder, l.folder)); len(got) > 0 {
			t.Errorf("a stranger reads %v", got)
		}
	})
}

// TestConverted_FiltersByLinkSets compares the conversions of sets with those that their
// links have.
func TestConverted_FiltersByLinkSets(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		l := tagged(t, s)
		for _, each := range []*link.Link{l.both, l.one, l.two, l.none} {
			c := conversion.Conversion{
				ID: ident.New(ident.Conversion), WorkspaceID: each.WorkspaceID, Kind: conversion.Lead, State: conversion.Counted,
				At: testkit.Day(), Click: click.Click{LinkID: numbersOf(each.ID)[0], At: testkit.Day()},
			}
			if _, _, err := s.InsertConversion(t.Context(), c, told(event.LinkCreated, each)); err != nil {
				t.Fatal(err)
			}
		}
		workspace := numbersOf(l.owner.WorkspaceID)[0]
		for name, tt := range map[string]struct {
			set  analytics.LinkSet
			want int64
		}{
			"one tag":                {analytics.LinkSet{By: analytics.Tag, Of: []string{l.first}}, 2},
			"either tag":             {analytics.LinkSet{By: analytics.Tag, Of: []string{l.first, l.second}}, 3},
			"no tag that exists":     {analytics.LinkSet{By: analytics.Tag}, 0},
			"others than one":        {analytics.LinkSet{By: analytics.Tag, Of: []string{l.first}, Others: true}, 1},
			"any tag":                {analytics.LinkSet{By: analytics.Tag, Others: true}, 3},
			"a folder":               {analytics.LinkSet{By: analytics.Folder, Of: []string{l.folder}}, 2},
			"a folder without links": {analytics.LinkSet{By: analytics.Folder, Of: []string{ident.New(ident.Folder)}}, 0},
			"any folder":             {analytics.LinkSet{By: analytics.Folder, Others: true}, 2},
			"others than a folder":   {analytics.LinkSet{By: analytics.Folder, Of: []string{l.folder}, Others: true}, 0},
		} {
			for _, negated := range []bool{false, true} {
				q := analytics.Query{
					WorkspaceID: workspace, Start: testkit.Day(), End: testkit.Day().AddDate(0, 0, 1), Traffic: analytics.Human,
					Filters: []analytics.Filter{{Dimension: analytics.Link, Negated: negated, Links: &tt.set}},
				}
				got, err := s.Converted(t.Context(), q, nil)
				want := tt.want
				if negated {
					want = 4 - want
				}
				if leads := got[""][""].Leads; leads != want || err != nil {
					t.Errorf("%s, negated %t: %d leads, want %d, %v", name, negated, leads, want, err)
				}
			}
		}
	})
}
